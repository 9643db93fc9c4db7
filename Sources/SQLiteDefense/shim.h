#include <sqlite3.h>

/// Keeps SQL from damaging the database deliberately, whatever it says. `sqlite3_db_config` takes a variable number of
/// arguments, which Swift cannot call.
static inline int sqlite_defend(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Lets SQLite allocate without counting, which a lock around every allocation would pay for. Has an effect only before
/// SQLite is used for the first time.
static inline void sqlite_stop_counting_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* A program that stores the same facts as schemereg with libplist and SQLite.
 *
 * usage: import FOLDER DATABASE
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <plist/plist.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *database;
static sqlite3_stmt *add_manifest, *add_type, *add_claim, *add_query;
static long manifests, claims, failed;

static void run(const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) == SQLITE_OK) return;
    fprintf(stderr, "%s\n", message);
    exit(1);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) exit(1);
    return statement;
}

static void insert(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) exit(1);
    sqlite3_reset(statement);
}

static const char *text(plist_t node) {
    return node && plist_get_node_type(node) == PLIST_STRING ? plist_get_string_ptr(node, NULL) : NULL;
}

static void bind(sqlite3_stmt *statement, int column, const char *value) {
    sqlite3_bind_text(statement, column, value, -1, SQLITE_TRANSIENT);
}

static void store_type(plist_t type, sqlite3_int64 manifest) {
    if (!type || plist_get_node_type(type) != PLIST_DICT) return;
    sqlite3_bind_int64(add_type, 1, manifest);
    bind(add_type, 2, text(plist_dict_get_item(type, "CFBundleTypeRole")));
    bind(add_type, 3, text(plist_dict_get_item(type, "CFBundleURLName")));
    bind(add_type, 4, text(plist_dict_get_item(type, "CFBundleURLIconFile")));
    insert(add_type);
    sqlite3_int64 id = sqlite3_last_insert_rowid(database);
    plist_t schemes = plist_dict_get_item(type, "CFBundleURLSchemes");
    if (!schemes || plist_get_node_type(schemes) != PLIST_ARRAY) return;
    for (uint32_t index = 0; index < plist_array_get_size(schemes); index++) {
        const char *raw = text(plist_array_get_item(schemes, index));
        if (!raw) continue;
        char key[1024];
        snprintf(key, sizeof key, "%s", raw);
        for (char *c = key; *c; c++) if (*c >= 'A' && *c <= 'Z') *c |= 0x20;
        sqlite3_bind_int64(add_claim, 1, id);
        bind(add_claim, 2, key);
        bind(add_claim, 3, raw);
        insert(add_claim);
        claims++;
    }
}

static void store(const char *path, plist_t root) {
    static const char *keys[] = {"CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion",
                                 "CFBundlePackageType"};
    bind(add_manifest, 1, path);
    for (int key = 0; key < 5; key++) bind(add_manifest, key + 2, text(plist_dict_get_item(root, keys[key])));
    insert(add_manifest);
    manifests++;
    sqlite3_int64 id = sqlite3_last_insert_rowid(database);
    plist_t types = plist_dict_get_item(root, "CFBundleURLTypes");
    if (types && plist_get_node_type(types) == PLIST_ARRAY)
        for (uint32_t index = 0; index < plist_array_get_size(types); index++)
            store_type(plist_array_get_item(types, index), id);
    plist_t queries = plist_dict_get_item(root, "LSApplicationQueriesSchemes");
    if (!queries || plist_get_node_type(queries) != PLIST_ARRAY) return;
    for (uint32_t index = 0; index < plist_array_get_size(queries); index++) {
        sqlite3_bind_int64(add_query, 1, id);
        bind(add_query, 2, text(plist_array_get_item(queries, index)));
        insert(add_query);
    }
}

static void read_manifest(int folder, const char *name, const char *path) {
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) { failed++; return; }
    char *bytes = malloc(status.st_size + 1);
    ssize_t count = read(file, bytes, status.st_size);
    close(file);
    plist_t root = NULL;
    if (count > 8 && !memcmp(bytes, "bplist", 6)) plist_from_bin(bytes, (uint32_t)count, &root);
    else if (count > 0) plist_from_xml(bytes, (uint32_t)count, &root);
    if (root && plist_get_node_type(root) == PLIST_DICT) store(path, root);
    else failed++;
    plist_free(root);
    free(bytes);
}

/* Takes over the descriptor. */
static void walk(int descriptor, const char *path) {
    DIR *folder = fdopendir(descriptor);
    if (!folder) exit(1);
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        const char *dot = strrchr(entry->d_name, '.');
        if (entry->d_type == DT_DIR) {
            int next = openat(dirfd(folder), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            if (next >= 0) walk(next, inner);
        } else if (dot && !strcmp(dot, ".plist")) {
            read_manifest(dirfd(folder), entry->d_name, inner);
        }
    }
    closedir(folder);
}

int main(int count, char **arguments) {
    if (count != 3 || sqlite3_open(arguments[2], &database) != SQLITE_OK) return 2;
    run("PRAGMA journal_mode = WAL;"
        "CREATE TABLE manifest (id INTEGER PRIMARY KEY, path TEXT UNIQUE, bundle_id TEXT, name TEXT, version TEXT, build TEXT,"
        " package_type TEXT);"
        "CREATE TABLE url_type (id INTEGER PRIMARY KEY, manifest INTEGER, role TEXT, identifier TEXT, icon TEXT);"
        "CREATE TABLE claim (id INTEGER PRIMARY KEY, url_type INTEGER, scheme TEXT, raw TEXT);"
        "CREATE INDEX claim_scheme ON claim (scheme);"
        "CREATE TABLE query_scheme (manifest INTEGER, scheme TEXT);"
        "BEGIN");
    add_manifest = prepare("INSERT INTO manifest (path, bundle_id, name, version, build, package_type) VALUES (?,?,?,?,?,?)");
    add_type = prepare("INSERT INTO url_type (manifest, role, identifier, icon) VALUES (?,?,?,?)");
    add_claim = prepare("INSERT INTO claim (url_type, scheme, raw) VALUES (?,?,?)");
    add_query = prepare("INSERT INTO query_scheme (manifest, scheme) VALUES (?,?)");
    int folder = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return 1;
    walk(folder, arguments[1]);
    run("COMMIT");
    sqlite3_finalize(add_manifest);
    sqlite3_finalize(add_type);
    sqlite3_finalize(add_claim);
    sqlite3_finalize(add_query);
    sqlite3_close(database);
    printf("%ld manifests, %ld claims, %ld failed\n", manifests, claims, failed);
    return 0;
}

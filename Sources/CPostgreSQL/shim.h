// The client library of PostgreSQL: libpq-dev on Debian, libpq in Homebrew. Without pkg-config, Debian's folder isn't searched.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

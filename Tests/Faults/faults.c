// Makes system calls on a chosen file fail, or ends the process at one. Loaded into the tool with LD_PRELOAD, by tests only.
//
// FAULT_FILE  part of the names of the files whose calls count, such as `r.sqlite`
// FAULT_CALL  which calls count: write, sync, open, truncate, read or lock
// FAULT_AT    which of these calls fails first, counted from 1
// FAULT_FOR   how many fail from there on
// FAULT_ERROR the error number; a negative one is the number of a signal that the process gets instead
// FAULT_MARK  a file that is created when a call fails
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;

static long number(const char *name) {
    const char *value = getenv(name);
    return value ? atol(value) : 0;
}

// Whether this call on the file `path` fails.
static int fails(const char *call, const char *path) {
    const char *wanted = getenv("FAULT_CALL"), *file = getenv("FAULT_FILE");
    if (!wanted || !file || strcmp(call, wanted) != 0 || !path || !strstr(path, file)) return 0;
    long n = atomic_fetch_add(&calls, 1) + 1, first = number("FAULT_AT");
    if (n < first || n - first >= number("FAULT_FOR")) return 0;
    const char *mark = getenv("FAULT_MARK");
    if (mark) {
        long descriptor = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (descriptor >= 0) syscall(SYS_close, descriptor);
    }
    int error = (int)number("FAULT_ERROR");
    if (error < 0) kill(getpid(), -error);
    errno = error;
    return 1;
}

// The same for a call on an open file.
static int fails_on(const char *call, int descriptor) {
    const char *wanted = getenv("FAULT_CALL");
    if (!wanted || strcmp(call, wanted) != 0) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (count < 0) return 0;
    path[count] = 0;
    return fails(call, path);
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

#define ON_OPEN_FILE(call, result, name, parameters, arguments) \
    result name parameters { \
        if (fails_on(call, descriptor)) return -1; \
        return NEXT(result(*) parameters, #name) arguments; \
    }

ON_OPEN_FILE("write", ssize_t, write, (int descriptor, const void *bytes, size_t count), (descriptor, bytes, count))
ON_OPEN_FILE("write", ssize_t, pwrite, (int descriptor, const void *bytes, size_t count, off_t at), (descriptor, bytes, count, at))
ON_OPEN_FILE("write", ssize_t, pwrite64, (int descriptor, const void *bytes, size_t count, off_t at), (descriptor, bytes, count, at))
ON_OPEN_FILE("write", int, posix_fallocate, (int descriptor, off_t at, off_t count), (descriptor, at, count))
ON_OPEN_FILE("sync", int, fsync, (int descriptor), (descriptor))
ON_OPEN_FILE("sync", int, fdatasync, (int descriptor), (descriptor))
ON_OPEN_FILE("truncate", int, ftruncate, (int descriptor, off_t size), (descriptor, size))
ON_OPEN_FILE("truncate", int, ftruncate64, (int descriptor, off_t size), (descriptor, size))
ON_OPEN_FILE("read", ssize_t, read, (int descriptor, void *bytes, size_t count), (descriptor, bytes, count))
ON_OPEN_FILE("read", ssize_t, pread, (int descriptor, void *bytes, size_t count, off_t at), (descriptor, bytes, count, at))
ON_OPEN_FILE("read", ssize_t, pread64, (int descriptor, void *bytes, size_t count, off_t at), (descriptor, bytes, count, at))

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; \
        va_end(rest); \
        if (fails("open", path)) return -1; \
        return NEXT(int (*)(const char *, int, ...), #name)(path, flags, mode); \
    }

OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; \
        va_end(rest); \
        if (fails("open", path)) return -1; \
        return NEXT(int (*)(int, const char *, int, ...), #name)(folder, path, flags, mode); \
    }

OPENING_AT(openat)
OPENING_AT(openat64)

#define CONTROLLING(name) \
    int name(int descriptor, int command, ...) { \
        va_list rest; \
        va_start(rest, command); \
        void *argument = va_arg(rest, void *); \
        va_end(rest); \
        if ((command == F_SETLK || command == F_SETLKW) && fails_on("lock", descriptor)) return -1; \
        return NEXT(int (*)(int, int, ...), #name)(descriptor, command, argument); \
    }

CONTROLLING(fcntl)
CONTROLLING(fcntl64)

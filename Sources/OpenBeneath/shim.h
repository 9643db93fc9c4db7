#if defined(__linux__)
// Declared here, because a header of the C library would make its types members of this module.
long syscall(long number, ...);
#else
#include <fcntl.h>
#endif

/// Opens `path` below the open folder `folder` in one call, which fails if a part of the path is a link. Such calls take a
/// variable number of arguments, which Swift cannot call. Fails where the system has none.
///
/// `path` must be relative, without `..`.
static inline int open_beneath(int folder, const char *path, int flags) {
#if defined(__linux__)
    // openat2 with `struct open_how`: RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS. The number is the same on all processors.
    struct { unsigned long long flags, mode, resolve; } how = {(unsigned)flags, 0, 0x08 | 0x04};
    return (int)syscall(437, folder, path, &how, sizeof how);
#else
    return openat(folder, path, flags | O_NOFOLLOW_ANY);
#endif
}

// Lets the parser of Swift code fail at chosen files. Loaded into the tool with LD_PRELOAD, by tests only.
//
// A file fails that begins with `//fault:`, when the parser copies it:
//   //fault:11      the process gets the signal with this number
//   //fault:hang    the process never ends
//   //fault:nap     the process never ends, and sleeps most of the time
//   //fault:memory  the process takes memory until there is none
// With FAULT_SECONDS in the environment, a process that never ends gets so many more seconds of processor time from the kernel.
// With FAULT_MARK in the environment, a file of that name is created when a file fails.
// With FAULT_SPAWN in the environment, no process that analyzes code can be started.
// With FAULT_SENDS in the environment, processes are killed before they send a message. `2 5` kills the first process before
// its second message, and the next one before its fifth. Each creates a file, whose name is FAULT_MARK and its number.
//
// Compile without built-in functions (-fno-builtin), so that the loops below don't become calls of themselves.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int begins(const char *text, const char *with) {
    while (*with) if (*text++ != *with++) return 0;
    return 1;
}

// Whether this thread has the large stack that the parser needs.
static int is_parsing(void) {
    pthread_attr_t attributes;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size >= 64 << 20;
}

static void limit_time(void) {
    const char *seconds = getenv("FAULT_SECONDS");
    struct rlimit limit;
    struct timespec used;
    if (!seconds || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    limit.rlim_cur = used.tv_sec + atoi(seconds);
    setrlimit(RLIMIT_CPU, &limit);
}

static void fail_at(const char *bytes, size_t count) {
    if (count < 16 || !begins(bytes, "//fault:") || !is_parsing()) return;
    const char *fault = bytes + 8;
    const char *mark = getenv("FAULT_MARK");
    if (mark) close(open(mark, O_WRONLY | O_CREAT, 0600));
    if (begins(fault, "hang")) {
        limit_time();
        for (volatile long n = 0;; n++) {}
    } else if (begins(fault, "nap")) {
        for (;; usleep(20000)) for (volatile long n = 0; n < 200000; n++) {}
    } else if (begins(fault, "memory")) {
        for (;;) {
            // Not written to, so that only a limit on what may be written can end it.
            if (!malloc(1 << 20)) abort();
        }
    } else {
        kill(getpid(), atoi(fault));
        pause();
    }
}

static void copy(char *to, const char *from, size_t count) {
    if (to < from || to >= from + count) {
        for (size_t at = 0; at < count; at++) to[at] = from[at];
    } else {
        while (count--) to[count] = from[count];
    }
}

void *memcpy(void *to, const void *from, size_t count) {
    fail_at(from, count);
    copy(to, from, count);
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    fail_at(from, count);
    copy(to, from, count);
    return to;
}

int posix_spawn(
    pid_t *process,
    const char *path,
    const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes,
    char *const arguments[],
    char *const environment[]
) {
    if (getenv("FAULT_SPAWN") && arguments[0] && arguments[1] && begins(arguments[1], "__analyze-code")) return EAGAIN;
    typedef int (*spawn)(
        pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], char *const[]
    );
    return ((spawn)dlsym(RTLD_NEXT, "posix_spawn"))(process, path, actions, attributes, arguments, environment);
}

// Only processes that analyze code send anything through their standard input.
static void die_at(int message) {
    const char *numbers = getenv("FAULT_SENDS");
    for (int death = 1; numbers && *numbers; death++) {
        char *rest;
        long number = strtol(numbers, &rest, 10);
        if (rest == numbers) return;
        char mark[4096];
        snprintf(mark, sizeof mark, "%s%d", getenv("FAULT_MARK"), death);
        if (access(mark, F_OK) != 0) {
            if (number == message && open(mark, O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0) kill(getpid(), SIGKILL);
            return;
        }
        numbers = rest;
    }
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    static int messages;
    if (socket == STDIN_FILENO) die_at(++messages);
    typedef ssize_t (*call)(int, const void *, size_t, int);
    return ((call)dlsym(RTLD_NEXT, "send"))(socket, bytes, count, flags);
}

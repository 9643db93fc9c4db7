/* What no importer can beat: walking through a folder, with or without opening and reading every .plist and .swift file.
 *
 * usage: limits walk|read FOLDER
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int reads;
static long files, bytes;

static int is_input(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (!strcmp(dot, ".plist") || !strcmp(dot, ".swift"));
}

static void read_file(int folder, const char *name) {
    static char buffer[1 << 20];
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t count;
    while ((count = read(file, buffer, sizeof buffer)) > 0) bytes += count;
    close(file);
}

/* Takes over the descriptor. */
static void walk(int descriptor) {
    DIR *folder = fdopendir(descriptor);
    if (!folder) exit(1);
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (entry->d_type == DT_DIR) {
            int inner = openat(dirfd(folder), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            if (inner >= 0) walk(inner);
        } else if (is_input(entry->d_name)) {
            files++;
            struct stat status;
            if (reads) read_file(dirfd(folder), entry->d_name);
            else if (fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) bytes += status.st_size;
        }
    }
    closedir(folder);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    reads = !strcmp(arguments[1], "read");
    int folder = open(arguments[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return 1;
    walk(folder);
    printf("%ld files, %ld bytes\n", files, bytes);
    return 0;
}

/* Tries the inputs in files and folders, where there is no libFuzzer: PROGRAM FILE|FOLDER... */
#include "bytes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSALS = 20 };

static unsigned long tried;

static bool try_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    uint8_t *data = malloc(1 << 20);
    size_t size = data ? fread(data, 1, 1 << 20, file) : 0;
    fclose(file);
    uint8_t *exact = malloc(size + !size); /* so that reading behind the end is noticed */
    if (exact) {
        memcpy(exact, data, size);
        try_refusing(exact, size, REFUSALS);
        tried++;
    }
    free(exact);
    free(data);
    return true;
}

static bool try_path(const char *path) {
    DIR *folder = opendir(path);
    if (!folder)
        return try_file(path);
    bool good = true;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        good &= try_path(name);
    }
    closedir(folder);
    return good;
}

int main(int argc, char **argv) {
    bool good = true;
    for (int i = 1; i < argc; i++) { /* a program may go to another folder */
        char *path = realpath(argv[i], NULL);
        good &= path && try_path(path);
        free(path);
    }
    fprintf(stderr, "%lu inputs\n", tried);
    return good && tried ? 0 : 1;
}

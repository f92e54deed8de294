/* Loaded before the C library (LD_PRELOAD): counts what a program asks the system for, and refuses it once or from then on.
 *
 * REFUSE_KIND    memory, map, thread, open, read, write, close, name or socket: what is counted and refused
 * REFUSE_AT      the number of the request that is refused; 0 or none: only count
 * REFUSE_EVER    if set, all later ones are refused, too
 * REFUSE_PROGRAM  if set, the only program that this is for, by its path: others on the way to it are left alone
 * REFUSE_REPORT  a file descriptor: when main() returns, one line is written there:
 *                requests, 1 if one was refused; blocks of memory, mapped pages and descriptors still held
 *
 * Only what is asked for within main() counts. Programs started from there are left alone. */
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_bool counting, refused;
static atomic_ulong requests;
static atomic_long blocks, mapped;
static unsigned long refuse_at;
static bool for_ever;
static int report = -1;
static char kind[16];

static bool refuse(const char *what, int error) {
    if (!atomic_load(&counting) || strcmp(kind, what) != 0)
        return false;
    const unsigned long number = atomic_fetch_add(&requests, 1) + 1;
    if (refuse_at == 0 || (for_ever ? number < refuse_at : number != refuse_at))
        return false;
    atomic_store(&refused, true);
    errno = error;
    return true;
}

/* The function of that name that would have been called without us. */
#define NEXT(name)                                             \
    static __typeof__(name) *next;                             \
    if (!next)                                                 \
        *(void **)(&next) = dlsym(RTLD_NEXT, #name)

/* ---- Memory */

void *malloc(size_t size) {
    NEXT(malloc);
    if (refuse("memory", ENOMEM))
        return NULL;
    void *block = next(size);
    if (block && counting)
        blocks++;
    return block;
}

/* While dlsym() looks for calloc, it may ask for memory itself. */
void *calloc(size_t count, size_t size) {
    static char first[4096];
    static size_t filled;
    static bool looking;
    static __typeof__(calloc) *next;
    if (!next && looking) {
        void *block = first + filled;
        filled += (count * size + 15) / 16 * 16;
        return filled <= sizeof first ? block : NULL;
    }
    if (!next) {
        looking = true;
        *(void **)(&next) = dlsym(RTLD_NEXT, "calloc");
        looking = false;
    }
    if (refuse("memory", ENOMEM))
        return NULL;
    void *block = next(count, size);
    if (block && counting)
        blocks++;
    return block;
}

void *realloc(void *old, size_t size) {
    NEXT(realloc);
    if (refuse("memory", ENOMEM))
        return NULL;
    void *block = next(old, size);
    if (block && !old && counting)
        blocks++;
    return block;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    NEXT(posix_memalign);
    if (refuse("memory", ENOMEM))
        return ENOMEM;
    const int failed = next(block, alignment, size);
    if (!failed && counting)
        blocks++;
    return failed;
}

void *aligned_alloc(size_t alignment, size_t size) {
    NEXT(aligned_alloc);
    if (refuse("memory", ENOMEM))
        return NULL;
    void *block = next(alignment, size);
    if (block && counting)
        blocks++;
    return block;
}

void free(void *block) {
    NEXT(free);
    if (block && counting)
        blocks--;
    next(block);
}

/* Programs compiled for large files call others of these names, with 64 at the end. */
#define MMAP(name)                                                                              \
    void *name(void *place, size_t size, int access, int flags, int file, off_t offset) {       \
        NEXT(name);                                                                             \
        if (refuse("map", ENOMEM))                                                              \
            return MAP_FAILED;                                                                  \
        void *block = next(place, size, access, flags, file, offset);                           \
        if (block != MAP_FAILED && counting)                                                    \
            mapped += (long)((size + 4095) / 4096);                                             \
        return block;                                                                           \
    }
MMAP(mmap)
MMAP(mmap64)

int munmap(void *block, size_t size) {
    NEXT(munmap);
    if (counting)
        mapped -= (long)((size + 4095) / 4096);
    return next(block, size);
}

void *mremap(void *block, size_t old_size, size_t new_size, int flags, ...) {
    static void *(*next)(void *, size_t, size_t, int, ...);
    if (!next)
        *(void **)(&next) = dlsym(RTLD_NEXT, "mremap");
    va_list more;
    va_start(more, flags);
    void *place = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
    va_end(more);
    if (refuse("map", ENOMEM))
        return MAP_FAILED;
    void *moved = next(block, old_size, new_size, flags, place);
    if (moved != MAP_FAILED && counting) {
        mapped += (long)((new_size + 4095) / 4096) - (long)((old_size + 4095) / 4096);
        if (place)
            mapped -= (long)((new_size + 4095) / 4096); /* what was there is gone */
    }
    return moved;
}

/* ---- Threads */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *given) {
    NEXT(pthread_create);
    return refuse("thread", EAGAIN) ? EAGAIN : next(thread, attributes, begin, given);
}

/* ---- Files */

/* As after an error of the system: the file remembers it. There is no function that says so. */
static void mark_error(FILE *file) {
    if (file)
        file->_flags |= 0x20; /* _IO_ERR_SEEN of glibc */
}

#define OPEN(name)                                             \
    int name(const char *path, int flags, ...) {               \
        static int (*next)(const char *, int, ...);            \
        if (!next)                                             \
            *(void **)(&next) = dlsym(RTLD_NEXT, #name);       \
        va_list more;                                          \
        va_start(more, flags);                                 \
        const unsigned mode = va_arg(more, unsigned);          \
        va_end(more);                                          \
        return refuse("open", EMFILE) ? -1 : next(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                    \
    int name(int folder, const char *path, int flags, ...) {            \
        static int (*next)(int, const char *, int, ...);                \
        if (!next)                                                      \
            *(void **)(&next) = dlsym(RTLD_NEXT, #name);                \
        va_list more;                                                   \
        va_start(more, flags);                                          \
        const unsigned mode = va_arg(more, unsigned);                   \
        va_end(more);                                                   \
        return refuse("open", EMFILE) ? -1 : next(folder, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)

/* With _FORTIFY_SOURCE. */
#define OPEN_2(name)                                                    \
    int name(const char *path, int flags);                              \
    int name(const char *path, int flags) {                             \
        NEXT(name);                                                     \
        return refuse("open", EMFILE) ? -1 : next(path, flags);         \
    }
OPEN_2(__open_2)
OPEN_2(__open64_2)

#define FOPEN(name)                                                     \
    FILE *name(const char *path, const char *mode) {                    \
        NEXT(name);                                                     \
        return refuse("open", EMFILE) ? NULL : next(path, mode);        \
    }
FOPEN(fopen)
FOPEN(fopen64)

FILE *fdopen(int file, const char *mode) {
    NEXT(fdopen);
    return refuse("open", ENOMEM) ? NULL : next(file, mode);
}

DIR *opendir(const char *path) {
    NEXT(opendir);
    return refuse("open", EMFILE) ? NULL : next(path);
}

int mkstemp(char *path) {
    NEXT(mkstemp);
    return refuse("open", EACCES) ? -1 : next(path);
}

int pipe2(int ends[2], int flags) {
    NEXT(pipe2);
    return refuse("open", EMFILE) ? -1 : next(ends, flags);
}

int pipe(int ends[2]) {
    NEXT(pipe);
    return refuse("open", EMFILE) ? -1 : next(ends);
}

ssize_t read(int file, void *bytes, size_t count) {
    NEXT(read);
    return refuse("read", EIO) ? -1 : next(file, bytes, count);
}

#define PREAD(name)                                                             \
    ssize_t name(int file, void *bytes, size_t count, off_t offset) {           \
        NEXT(name);                                                             \
        return refuse("read", EIO) ? -1 : next(file, bytes, count, offset);     \
    }
PREAD(pread)
PREAD(pread64)

int fstat(int file, struct stat *about) {
    NEXT(fstat);
    return refuse("read", EIO) ? -1 : next(file, about);
}

int fstat64(int file, struct stat64 *about) {
    NEXT(fstat64);
    return refuse("read", EIO) ? -1 : next(file, about);
}

size_t fread(void *bytes, size_t size, size_t count, FILE *file) {
    NEXT(fread);
    if (!refuse("read", EIO))
        return next(bytes, size, count, file);
    mark_error(file);
    return 0;
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    return refuse("write", ENOSPC) ? -1 : next(file, bytes, count);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
    NEXT(fwrite);
    if (!refuse("write", ENOSPC))
        return next(bytes, size, count, file);
    mark_error(file);
    return 0;
}

int fflush(FILE *file) {
    NEXT(fflush);
    if (!refuse("write", ENOSPC))
        return next(file);
    mark_error(file);
    return EOF;
}

int fsync(int file) {
    NEXT(fsync);
    return refuse("write", EIO) ? -1 : next(file);
}

/* What could not be written at last is lost, and the file is closed all the same. */
int fclose(FILE *file) {
    NEXT(fclose);
    const bool fails = refuse("close", ENOSPC);
    const int result = next(file);
    if (!fails)
        return result;
    errno = ENOSPC;
    return EOF;
}

int close(int file) {
    NEXT(close);
    const bool fails = refuse("close", EIO);
    const int result = next(file);
    if (!fails)
        return result;
    errno = EIO;
    return -1;
}

/* ---- Names */

int rename(const char *from, const char *to) {
    NEXT(rename);
    return refuse("name", ENOSPC) ? -1 : next(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    NEXT(linkat);
    return refuse("name", EMLINK) ? -1 : next(from_folder, from, to_folder, to, flags);
}

int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir);
    return refuse("name", ENOSPC) ? -1 : next(path, mode);
}

pid_t fork(void) {
    NEXT(fork);
    return refuse("thread", EAGAIN) ? -1 : next();
}

/* ---- Sockets */

int socket(int domain, int type, int protocol) {
    NEXT(socket);
    return refuse("socket", EMFILE) ? -1 : next(domain, type, protocol);
}

int bind(int file, __CONST_SOCKADDR_ARG address, socklen_t length) {
    NEXT(bind);
    return refuse("socket", EADDRINUSE) ? -1 : next(file, address, length);
}

int listen(int file, int waiting) {
    NEXT(listen);
    return refuse("socket", EADDRINUSE) ? -1 : next(file, waiting);
}

int accept4(int file, __SOCKADDR_ARG address, socklen_t *length, int flags) {
    NEXT(accept4);
    return refuse("socket", EMFILE) ? -1 : next(file, address, length, flags);
}

int setsockopt(int file, int level, int name, const void *value, socklen_t length) {
    NEXT(setsockopt);
    return refuse("socket", ENOMEM) ? -1 : next(file, level, name, value, length);
}

ssize_t send(int file, const void *bytes, size_t count, int flags) {
    NEXT(send);
    return refuse("socket", ECONNRESET) ? -1 : next(file, bytes, count, flags);
}

ssize_t recv(int file, void *bytes, size_t count, int flags) {
    NEXT(recv);
    return refuse("socket", ECONNRESET) ? -1 : next(file, bytes, count, flags);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    NEXT(sendmsg);
    return refuse("socket", ECONNRESET) ? -1 : next(file, message, flags);
}

/* ---- The program */

static int (*its_main)(int, char **, char **);

static void tell(void) {
    char line[100];
    if (report < 0)
        return;
    int open_files = 0;
    for (int file = 0; file < 256; file++)
        open_files += file != report && fcntl(file, F_GETFD) >= 0;
    const int length = snprintf(line, sizeof line, "%lu %d %ld %ld %d\n", requests, (int)refused, blocks, mapped, open_files);
    if (write(report, line, (size_t)length) < 0)
        _exit(99);
}

static int our_main(int count, char **arguments, char **environment) {
    const char *only = getenv("REFUSE_PROGRAM");
    if (only && strcmp(only, arguments[0]) != 0)
        return its_main(count, arguments, environment);
    const char *given = getenv("REFUSE_KIND"), *at = getenv("REFUSE_AT"), *to = getenv("REFUSE_REPORT");
    if (given)
        snprintf(kind, sizeof kind, "%s", given);
    refuse_at = at ? strtoul(at, NULL, 10) : 0;
    for_ever = getenv("REFUSE_EVER") != NULL;
    report = to ? atoi(to) : -1;
    unsetenv("LD_PRELOAD");
    counting = true;
    const int status = its_main(count, arguments, environment);
    counting = false;
    tell();
    return status;
}

int __libc_start_main(int (*begin)(int, char **, char **), int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*ld_fini)(void), void *stack_end);
int __libc_start_main(int (*begin)(int, char **, char **), int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*ld_fini)(void), void *stack_end) {
    NEXT(__libc_start_main);
    its_main = begin;
    return next(our_main, count, arguments, init, fini, ld_fini, stack_end);
}

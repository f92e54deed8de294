/* See stream.h. */
#include "base/stream.h"

#include "base/bit_code.h"
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 16,
    BITS = 1 << 10, /* words that are coded at once */
    HEADER = 56,
};
static const uint32_t byte_order = 0x0a0b0c0d;

struct header {
    uint8_t magic[8];
    uint32_t version, byte_order;
    uint64_t size;
    struct few_digest_value body, head;
};
_Static_assert(sizeof(struct header) == HEADER, "as it is written");

static struct few_digest_value head_digest(const struct header *header) {
    struct few_digest digest;
    few_digest_begin(&digest);
    few_digest_add(&digest, header, offsetof(struct header, head));
    return few_digest_end(&digest);
}

static bool same(struct few_digest_value a, struct few_digest_value b) {
    return a.words[0] == b.words[0] && a.words[1] == b.words[1];
}

/* ---- Writing */

static size_t code_room(void) {
    return few_bits_room(BITS);
}

static void flush(struct few_out *out) {
    if (!out->failed && !few_write_all(out->descriptor, out->buffer, out->filled)) {
        out->failed = true;
        out->why = errno;
    }
    few_digest_add(&out->digest, out->buffer, out->filled);
    out->filled = 0;
}

bool few_out_begin(struct few_out *out, int descriptor, struct few_memory *memory) {
    static const uint8_t place[HEADER];
    *out = (struct few_out){.descriptor = descriptor};
    few_digest_begin(&out->digest);
    out->buffer = few_alloc(memory, BUFFER + code_room());
    if (!out->buffer) {
        errno = ENOMEM;
        return false;
    }
    out->code = out->buffer + BUFFER;
    out->failed = lseek(descriptor, 0, SEEK_SET) != 0 || !few_write_all(descriptor, place, HEADER);
    out->why = errno;
    return true;
}

void few_out_bytes(struct few_out *out, const void *bytes, size_t count) {
    const uint8_t *from = bytes;
    out->size += count;
    while (count && !out->failed) {
        const size_t room = BUFFER - out->filled, some = count < room ? count : room;
        memcpy(out->buffer + out->filled, from, some);
        out->filled += some;
        from += some;
        count -= some;
        if (out->filled == BUFFER)
            flush(out);
    }
}

void few_out_number(struct few_out *out, uint64_t number) {
    few_out_bytes(out, &number, sizeof number);
}

void few_out_text(struct few_out *out, const char *text, size_t length) {
    few_out_number(out, length);
    few_out_bytes(out, text, length);
}

void few_out_bits(struct few_out *out, const uint64_t *words, size_t count) {
    for (size_t done = 0; done < count; done += BITS) {
        const size_t some = count - done < BITS ? count - done : BITS;
        const uint16_t size = (uint16_t)few_bits_write(words + done, some, out->code);
        few_out_bytes(out, &size, sizeof size);
        few_out_bytes(out, out->code, size);
    }
}

bool few_out_end(struct few_out *out, const struct few_stream_form *form, struct few_memory *memory) {
    struct header header = {.version = form->version, .byte_order = byte_order, .size = HEADER + out->size};
    memcpy(header.magic, form->magic, sizeof header.magic);
    flush(out);
    out->body = header.body = few_digest_end(&out->digest);
    header.head = head_digest(&header);
    if (!out->failed && (lseek(out->descriptor, 0, SEEK_SET) != 0 || !few_write_all(out->descriptor, &header, HEADER))) {
        out->failed = true;
        out->why = errno;
    }
    few_free(memory, out->buffer, BUFFER + code_room());
    errno = out->why;
    return !out->failed;
}

/* ---- Reading */

static bool fail(struct few_in *in, const char *why) {
    if (!in->failed)
        few_fail(in->error, FEW_ERROR_INPUT, "%.120s %s", in->path, why);
    in->failed = true;
    return false;
}

bool few_in_refuse(struct few_in *in) {
    return fail(in, "is damaged: it contradicts itself");
}

/* The next bytes of the file, behind those in the buffer. */
static void fill(struct few_in *in) {
    const uint64_t left = in->size - in->at;
    const size_t some = left < BUFFER ? (size_t)left : BUFFER;
    in->taken = in->filled = 0;
    while (in->filled < some && !in->failed) {
        const ssize_t got = pread(in->descriptor, in->buffer + in->filled, some - in->filled, (off_t)in->at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            few_fail(in->error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", in->path, strerror(errno));
            in->failed = true;
        } else if (got == 0) {
            fail(in, "became shorter while it was read");
        } else {
            in->filled += (size_t)got;
            in->at += (uint64_t)got;
        }
    }
    few_digest_add(&in->digest, in->buffer, in->filled);
}

static void rewind_to_stream(struct few_in *in) {
    in->at = HEADER;
    in->filled = in->taken = 0;
    few_digest_begin(&in->digest);
}

static bool check_header(struct few_in *in, const struct few_stream_form *form, const struct header *header, uint64_t size) {
    if (memcmp(header->magic, form->magic, sizeof header->magic) != 0)
        return few_fail(in->error, FEW_ERROR_INPUT, "%.120s is not %s", in->path, form->name);
    if (header->byte_order != byte_order)
        return fail(in, header->byte_order == __builtin_bswap32(byte_order) ? "was written on a machine with another byte order"
                                                                           : "is damaged, in its header");
    if (header->version != form->version)
        return few_fail(in->error, FEW_ERROR_INPUT, "%.120s was written by %s version of fewest: its format is %u, and this one reads %u", in->path,
                        header->version > form->version ? "a newer" : "an older", header->version, form->version);
    if (!same(head_digest(header), header->head))
        return fail(in, "is damaged, in its header");
    if (size < header->size)
        return few_fail(in->error, FEW_ERROR_INPUT, "%.120s is cut off: it has %llu of its %llu bytes", in->path,
                        (unsigned long long)size, (unsigned long long)header->size);
    return size == header->size || fail(in, "is longer than its header says");
}

static bool read_header(struct few_in *in, const struct few_stream_form *form) {
    struct stat about;
    struct header header;
    if (fstat(in->descriptor, &about) != 0)
        return few_fail(in->error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", in->path, strerror(errno));
    if (!S_ISREG(about.st_mode))
        return fail(in, "is not a file");
    memset(&header, 0, sizeof header);
    const ssize_t got = pread(in->descriptor, &header, HEADER, 0);
    if (got < 0)
        return few_fail(in->error, FEW_ERROR_SYSTEM, "%.120s cannot be read: %s", in->path, strerror(errno));
    if (got < HEADER && memcmp(header.magic, form->magic, sizeof header.magic) == 0)
        return fail(in, "is cut off, in its header");
    in->size = (uint64_t)about.st_size;
    in->expected = header.body;
    return check_header(in, form, &header, in->size);
}

/* Reads all of it once. */
static bool is_sound(struct few_in *in) {
    rewind_to_stream(in);
    while (in->at < in->size && !in->failed)
        fill(in);
    if (!in->failed && !same(few_digest_end(&in->digest), in->expected))
        fail(in, "is damaged: its checksum is wrong");
    rewind_to_stream(in);
    return !in->failed;
}

bool few_in_open(struct few_in *in, const char *path, const struct few_stream_form *form, struct few_memory *memory,
                 struct few_error *error) {
    *in = (struct few_in){.path = path, .memory = memory, .error = error};
    in->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (in->descriptor < 0)
        return few_fail(error, few_kind_of_errno(errno), "%.120s cannot be read: %s", path, strerror(errno));
    in->buffer = few_alloc(memory, BUFFER + code_room());
    if (!in->buffer)
        few_fail_memory(error);
    bool good = in->buffer && read_header(in, form);
    in->code = good ? in->buffer + BUFFER : NULL;
    good = good && is_sound(in);
    if (!good)
        few_in_close(in);
    return good;
}

void few_in_close(struct few_in *in) {
    if (!in->path)
        return;
    few_free(in->memory, in->buffer, in->buffer ? BUFFER + code_room() : 0);
    close(in->descriptor);
    in->path = NULL;
}

bool few_in_looks_like(const char *path, const struct few_stream_form *form) {
    char magic[8] = {0};
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return false;
    const bool like = pread(descriptor, magic, sizeof magic, 0) == sizeof magic && memcmp(magic, form->magic, sizeof magic) == 0;
    close(descriptor);
    return like;
}

bool few_out_may_replace(const char *path, const struct few_stream_form *form, struct few_error *error) {
    struct stat about;
    return stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0 || few_in_looks_like(path, form) ||
           few_fail(error, FEW_ERROR_INPUT, "%.120s is not %s and is not replaced: remove it, or choose another name", path, form->name);
}

void few_in_bytes(struct few_in *in, void *bytes, size_t count) {
    uint8_t *to = bytes;
    while (count && !in->failed) {
        if (in->taken == in->filled)
            fill(in);
        const size_t left = in->filled - in->taken, some = count < left ? count : left;
        if (some == 0 && !in->failed)
            few_in_refuse(in); /* it ends before it should */
        memcpy(to, in->buffer + in->taken, some);
        in->taken += some;
        to += some;
        count -= some;
    }
    if (in->failed)
        memset(to, 0, count);
}

uint64_t few_in_number(struct few_in *in) {
    uint64_t number = 0;
    few_in_bytes(in, &number, sizeof number);
    return in->failed ? 0 : number;
}

uint64_t few_in_count(struct few_in *in, uint64_t most) {
    const uint64_t number = few_in_number(in);
    if (number <= most)
        return number;
    few_in_refuse(in);
    return 0;
}

char *few_in_text(struct few_in *in, size_t *length) {
    *length = (size_t)few_in_count(in, in->size);
    char *text = in->failed ? NULL : few_alloc(in->memory, *length + 1);
    if (!text) {
        if (!in->failed)
            few_fail_memory(in->error);
        in->failed = true;
        return NULL;
    }
    few_in_bytes(in, text, *length);
    text[*length] = '\0';
    return text;
}

void few_in_bits(struct few_in *in, uint64_t *words, size_t count) {
    for (size_t done = 0; done < count; done += BITS) {
        const size_t some = count - done < BITS ? count - done : BITS;
        uint16_t size = 0;
        few_in_bytes(in, &size, sizeof size);
        if (size > few_bits_room(some))
            few_in_refuse(in);
        else
            few_in_bytes(in, in->code, size);
        if (in->failed || !few_bits_read(in->code, size, words + done, some)) {
            memset(words + done, 0, some * sizeof *words);
            few_in_refuse(in);
        }
    }
}

bool few_in_is_done(struct few_in *in) {
    if (!in->failed && (in->at != in->size || in->taken != in->filled))
        few_in_refuse(in);
    if (!in->failed && !same(few_digest_end(&in->digest), in->expected))
        fail(in, "changed while it was read");
    return !in->failed;
}

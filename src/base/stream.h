/* A file as a stream of numbers and bytes, written and read once from its begin to its end, with a header that says what it
 * is and a digest of every byte.
 *
 *     0    magic        8 bytes; damaged by whoever takes the file for text
 *     8    version      u32
 *     12   byte order   u32, 0x0a0b0c0d as the machine writes it
 *     16   size         u64, of the whole file
 *     24   body         digest of all that follows the header, 16 bytes
 *     40   head         digest of bytes 0 to 39, 16 bytes
 *     56   the stream
 *
 * After a failure nothing more is written, and all that is read is 0: it is enough to ask at the end. */
#ifndef FEW_BASE_STREAM_H
#define FEW_BASE_STREAM_H

#include "base/digest.h"
#include "base/error.h"
#include "base/memory.h"

struct few_stream_form {
    const char *magic;   /* 8 bytes */
    uint32_t version;
    const char *name;    /* "a checkpoint of fewest" */
};

struct few_out {
    int descriptor;
    uint8_t *buffer, *code;
    size_t filled;
    uint64_t size; /* of the stream so far */
    struct few_digest digest;
    struct few_digest_value body; /* of all of it, once it is ended */
    bool failed;   /* errno said why */
    int why;
};

/* The header is written last. */
bool few_out_begin(struct few_out *out, int descriptor, struct few_memory *memory);
void few_out_bytes(struct few_out *out, const void *bytes, size_t count);
void few_out_number(struct few_out *out, uint64_t number);
void few_out_text(struct few_out *out, const char *text, size_t length); /* with its length */
void few_out_bits(struct few_out *out, const uint64_t *words, size_t count); /* as in base/bit_code.h */
/* Also frees what it took. false: errno says why, and the file is of no use. */
bool few_out_end(struct few_out *out, const struct few_stream_form *form, struct few_memory *memory);

struct few_in {
    int descriptor;
    const char *path;
    struct few_memory *memory;
    uint8_t *buffer, *code;
    size_t filled, taken;    /* bytes of the buffer */
    uint64_t at, size;       /* in the file: behind the buffer; all of it */
    struct few_digest_value expected;
    struct few_digest digest;
    struct few_error *error;
    bool failed;             /* see *error */
};

/* Opens a file, and reads all of it once to see whether it is sound. false: see *error, and nothing is open. */
bool few_in_open(struct few_in *in, const char *path, const struct few_stream_form *form, struct few_memory *memory,
                 struct few_error *error);
void few_in_close(struct few_in *in);
/* Whether a file begins as such a stream does; nothing else is asked. */
bool few_in_looks_like(const char *path, const struct few_stream_form *form);
/* Whether such a stream may be written to that path: what is there is one, or is empty, or is no regular file, or there is nothing. So that
 * nobody loses a file of another kind. false: see *error. */
bool few_out_may_replace(const char *path, const struct few_stream_form *form, struct few_error *error);

void few_in_bytes(struct few_in *in, void *bytes, size_t count);
uint64_t few_in_number(struct few_in *in);
/* A number that is at most `most`: a larger one makes it fail. */
uint64_t few_in_count(struct few_in *in, uint64_t most);
/* With a zero behind it, of *length + 1 bytes from its memory; NULL: see in->error. */
char *few_in_text(struct few_in *in, size_t *length);
void few_in_bits(struct few_in *in, uint64_t *words, size_t count);
/* It does not say what it should. Always false. */
bool few_in_refuse(struct few_in *in);
/* Whether all was read, and nothing was wrong. */
bool few_in_is_done(struct few_in *in);

#endif

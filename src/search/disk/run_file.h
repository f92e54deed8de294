/* Runs: keys in ascending order in a file, each once; several may share a file, one behind the other. A key is a rank, or the words of a state. What is written of a key is how it differs from the
 * one before: of one word the gap; of several the first word that differs, its gap, and the words behind it; as numbers of base/bit_code.h.
 * Each block begins anew. */
#ifndef FEW_SEARCH_DISK_RUN_FILE_H
#define FEW_SEARCH_DISK_RUN_FILE_H

#include "search/disk/disk.h"
#include "space/space.h"

enum { FEW_RUN_BLOCK = 1 << 14 }; /* bytes that are coded at once */

struct few_run_file {
    struct few_disk_file file;
    uint64_t first; /* the place of its first block */
    uint64_t count; /* keys */
    bool is_shared; /* the file has other runs, too, and is dropped with them */
};

static const struct few_run_file few_no_run = {.file = {.descriptor = -1}};

struct few_run_writer {
    struct few_disk *disk;
    struct few_run_file *run;
    struct few_disk_file *file;
    uint8_t *buffer; /* FEW_RUN_BLOCK bytes */
    uint32_t words;
    size_t filled;
    uint64_t last[FEW_MAX_WORDS];
};

/* A place in a run: so that many runs can be read by turns with one buffer. */
struct few_run_mark {
    uint64_t block, left; /* of the reader */
    uint32_t taken;
};

struct few_run_reader {
    struct few_disk *disk;
    const struct few_run_file *run;
    uint8_t *buffer; /* FEW_RUN_BLOCK bytes */
    const uint64_t *list; /* the next keys, which are in memory; NULL: in the file */
    uint32_t words;
    uint64_t place, left;    /* the next block; keys that are still to come, with the present one */
    uint64_t block;          /* the present one */
    uint32_t taken;          /* keys of it, with the present one */
    const uint8_t *at, *end; /* in the buffer */
    uint64_t key[FEW_MAX_WORDS];
};

/* A new file, to be filled, which `passes` where no checkpoint will refer to it; or behind what there is in `into`, which nobody else writes to meanwhile. false: see disk->error; so are all that
 * return bool. */
bool few_keys_begin(struct few_run_writer *writer, struct few_disk *disk, struct few_run_file *run, struct few_disk_file *into, uint32_t words,
                    uint8_t *buffer, bool passes);
bool few_keys_put(struct few_run_writer *writer, const uint64_t *key);
bool few_keys_end(struct few_run_writer *writer);

/* It is not needed any more; it may be none. */
void few_run_drop(struct few_disk *disk, struct few_run_file *run);

/* Goes to the first key. false: there is none, or the disk failed. */
bool few_keys_open(struct few_run_reader *reader, struct few_disk *disk, const struct few_run_file *run, uint32_t words, uint8_t *buffer);
/* The same for keys that are in memory, one behind the other. */
bool few_keys_open_list(struct few_run_reader *reader, const uint64_t *keys, size_t count, uint32_t words);
/* Goes to the next one; likewise. reader->left is 0 behind the last. */
bool few_keys_next(struct few_run_reader *reader);

static inline struct few_run_mark few_keys_mark(const struct few_run_reader *reader) {
    return (struct few_run_mark){reader->block, reader->left, reader->taken};
}
/* Goes to the key where a reader of the same run was, which has a key. Likewise. */
bool few_keys_return(struct few_run_reader *reader, struct few_disk *disk, const struct few_run_file *run, uint32_t words, uint8_t *buffer,
                     const struct few_run_mark *mark);

static inline int few_key_compare(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (a[w] != b[w])
            return a[w] < b[w] ? -1 : 1;
    return 0;
}

#endif

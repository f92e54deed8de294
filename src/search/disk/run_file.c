/* See run_file.h. */
#include "search/disk/run_file.h"

#include "base/bit_code.h"

#include <string.h>

bool few_keys_begin(struct few_run_writer *writer, struct few_disk *disk, struct few_run_file *run, struct few_disk_file *into, uint32_t words,
                    uint8_t *buffer, bool passes) {
    *writer = (struct few_run_writer){.disk = disk, .run = run, .file = into ? into : &run->file, .buffer = buffer, .words = words};
    *run = few_no_run;
    if (!into)
        return passes ? few_disk_create_passing(disk, &run->file) : few_disk_create(disk, &run->file);
    run->file.descriptor = into->descriptor;
    run->file.number = into->number;
    run->first = atomic_load(&into->size);
    run->is_shared = true;
    return true;
}

static bool flush(struct few_run_writer *writer) {
    uint64_t place;
    if (writer->filled && !few_disk_write(writer->disk, writer->file, writer->buffer, writer->filled, &place))
        return false;
    writer->filled = 0;
    memset(writer->last, 0, writer->words * sizeof *writer->last);
    return true;
}

bool few_keys_put(struct few_run_writer *writer, const uint64_t *key) {
    const uint32_t words = writer->words;
    if (writer->filled + (words + (size_t)1) * FEW_NUMBER_ROOM > FEW_RUN_BLOCK && !flush(writer))
        return false;
    uint8_t *to = writer->buffer + writer->filled;
    uint32_t first = 0;
    while (first + 1 < words && key[first] == writer->last[first])
        first++;
    if (words > 1)
        to = few_number_write(to, first);
    to = few_number_write(to, key[first] - writer->last[first]);
    for (uint32_t w = first + 1; w < words; w++)
        to = few_number_write(to, key[w]);
    memcpy(writer->last, key, words * sizeof *key);
    writer->filled = (size_t)(to - writer->buffer);
    writer->run->count++;
    return true;
}

bool few_keys_end(struct few_run_writer *writer) {
    return flush(writer);
}

void few_run_drop(struct few_disk *disk, struct few_run_file *run) {
    if (!run->is_shared)
        few_disk_drop(disk, &run->file);
    *run = few_no_run;
}

/* false: the file is not as it was written, although its checksums are right. */
static bool refuse(const struct few_run_reader *reader) {
    pthread_mutex_lock(&reader->disk->lock);
    if (!atomic_load(&reader->disk->failed))
        few_fail(&reader->disk->error, FEW_ERROR_INPUT, "a file is damaged in %.120s: it contradicts itself", reader->disk->folder);
    atomic_store(&reader->disk->failed, true);
    pthread_mutex_unlock(&reader->disk->lock);
    return false;
}

static bool fill(struct few_run_reader *reader) {
    size_t count;
    if (!few_disk_read(reader->disk, &reader->run->file, reader->place, reader->buffer, FEW_RUN_BLOCK, &count))
        return false;
    reader->block = reader->place;
    reader->taken = 0;
    reader->place = few_disk_behind(reader->place, count);
    reader->at = reader->buffer;
    reader->end = reader->buffer + count;
    memset(reader->key, 0, reader->words * sizeof *reader->key);
    return count > 0 || refuse(reader);
}

static bool decode(struct few_run_reader *reader) {
    const uint32_t words = reader->words;
    uint64_t first = 0, gap;
    const uint8_t *at = reader->at;
    if (words > 1)
        at = few_number_read(at, reader->end, &first);
    if (at && first < words)
        at = few_number_read(at, reader->end, &gap);
    if (!at || first >= words)
        return refuse(reader);
    reader->key[first] += gap;
    for (uint64_t w = first + 1; at && w < words; w++)
        at = few_number_read(at, reader->end, &reader->key[w]);
    reader->at = at;
    return at || refuse(reader);
}

bool few_keys_open(struct few_run_reader *reader, struct few_disk *disk, const struct few_run_file *run, uint32_t words, uint8_t *buffer) {
    *reader = (struct few_run_reader){.disk = disk, .run = run, .words = words, .buffer = buffer, .place = run->first,
                                      .left = run->count + 1};
    return few_keys_next(reader);
}

bool few_keys_open_list(struct few_run_reader *reader, const uint64_t *keys, size_t count, uint32_t words) {
    *reader = (struct few_run_reader){.list = keys, .words = words, .left = count + 1};
    return few_keys_next(reader);
}

bool few_keys_next(struct few_run_reader *reader) {
    if (reader->left <= 1) {
        reader->left = 0;
        return false;
    }
    reader->left--;
    if (reader->list) {
        memcpy(reader->key, reader->list, reader->words * sizeof *reader->key);
        reader->list += reader->words;
        return true;
    }
    if ((reader->at < reader->end || fill(reader)) && decode(reader)) {
        reader->taken++;
        return true;
    }
    reader->left = 0;
    return false;
}

bool few_keys_return(struct few_run_reader *reader, struct few_disk *disk, const struct few_run_file *run, uint32_t words, uint8_t *buffer,
                     const struct few_run_mark *mark) {
    *reader = (struct few_run_reader){.disk = disk, .run = run, .words = words, .buffer = buffer, .place = mark->block,
                                      .left = mark->left + mark->taken};
    bool is_there = true;
    for (uint32_t i = 0; i < mark->taken && is_there; i++)
        is_there = few_keys_next(reader);
    return is_there;
}

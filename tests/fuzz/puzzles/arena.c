#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(16) char bytes[];
};

void *arena_take(arena *memory, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    struct arena_block *block = memory->blocks;
    if (!block || block->size - block->used < bytes) {
        const size_t size = bytes > BLOCK ? bytes : BLOCK;
        block = malloc(sizeof *block + size);
        if (!block) {
            fputs("fuzz: no memory\n", stderr);
            exit(4);
        }
        *block = (struct arena_block){.next = memory->blocks, .size = size};
        memory->blocks = block;
    }
    void *taken = block->bytes + block->used;
    block->used += bytes;
    return memset(taken, 0, bytes);
}

void *arena_grow(arena *memory, const void *old, size_t old_bytes, size_t bytes) {
    void *taken = arena_take(memory, bytes);
    if (old_bytes > 0) memcpy(taken, old, old_bytes);
    return taken;
}

char *arena_text(arena *memory, const char *text, size_t length) {
    char *copy = arena_take(memory, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_print(arena *memory, const char *format, ...) {
    va_list arguments;
    char *made = NULL;
    va_start(arguments, format);
    const int length = vasprintf(&made, format, arguments);
    va_end(arguments);
    if (length < 0) exit(4);
    char *text = arena_text(memory, made, (size_t)length);
    free(made);
    return text;
}

void arena_free(arena *memory) {
    while (memory->blocks) {
        struct arena_block *next = memory->blocks->next;
        free(memory->blocks);
        memory->blocks = next;
    }
}

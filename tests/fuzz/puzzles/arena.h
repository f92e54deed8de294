/* Memory that is given back all at once, when a puzzle is done with. */
#ifndef FUZZ_ARENA_H
#define FUZZ_ARENA_H

#include <stddef.h>

typedef struct arena {
    struct arena_block *blocks;
} arena;

/* Never NULL: a test that gets no memory ends here. Filled with zeros. */
void *arena_take(arena *memory, size_t bytes);
char *arena_text(arena *memory, const char *text, size_t length);
char *arena_print(arena *memory, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(arena *memory);

/* An array that doubles as it fills up. */
#define ARENA_PUSH(memory, array, count, item)                                                             \
    do {                                                                                                   \
        if (((count) & ((count) - 1)) == 0)                                                                \
            (array) = arena_grow((memory), (array), (count) * sizeof *(array),                             \
                                 ((count) ? 2 * (count) : 1) * sizeof *(array));                           \
        (array)[(count)++] = (item);                                                                       \
    } while (0)

void *arena_grow(arena *memory, const void *old, size_t old_bytes, size_t bytes);

#endif

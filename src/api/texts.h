/* Texts of a result that are made when they are first asked for. Any number of threads may ask at once. */
#ifndef FEW_API_TEXTS_H
#define FEW_API_TEXTS_H

#include "base/memory.h"

#include <pthread.h>

struct few_texts {
    pthread_mutex_t lock; /* of all that follows */
    struct few_memory *memory;
    struct few_text {
        const char *text; /* NULL: not made yet */
        size_t bytes;     /* 0: it is not ours to free */
    } *list; /* NULL: none was asked for yet */
    size_t count;
};

void few_texts_init(struct few_texts *texts, struct few_memory *memory);
void few_texts_free(struct few_texts *texts); /* zeroed ones are fine */

/* Makes one in a block of few_alloc, *bytes long; or takes one, with *bytes 0, that is there as long as the texts are. NULL: no
 * memory. */
typedef const char *few_text_maker(const void *context, struct few_memory *memory, size_t *bytes);

/* Number `index` of `count`, which is the same at each call. It lives as long as the texts. NULL: no memory. What keeps them
 * is the same to a reader before and after, so that it may be const. */
const char *few_texts_at(const struct few_texts *texts, size_t count, size_t index, few_text_maker *make, const void *context);

#endif

/* Images of packed states: some values of the cells are renamed, some fields are left out (and read 0). The fields stay
 * where they are, so an image is a packed state like any other and can be ranked.
 *
 * Cells lie side by side from the lowest bit of each word on and have one width; a chunk of several cells is renamed by
 * one table look-up, and the same table serves all chunks. */
#ifndef FEW_STATE_IMAGE_H
#define FEW_STATE_IMAGE_H

#include "base/memory.h"
#include "state/field.h"

struct few_image {
    struct few_memory *memory;
    uint32_t words;
    uint32_t bits;   /* of a chunk; 0: nothing is renamed */
    uint16_t *chunk; /* the image of each content of a chunk */
    uint32_t chunks[FEW_MAX_WORDS];
    uint64_t cells[FEW_MAX_WORDS]; /* bits of the cells that are kept */
    uint64_t rest[FEW_MAX_WORDS];  /* of the other fields that are kept */
};

/* `cells` are all cells, in the order in which they lie; value v becomes renamed[v], of 2^width values. At first no field
 * is kept. false: no memory. */
bool few_image_init(struct few_image *image, struct few_memory *memory, uint32_t words, const struct few_field *cells,
                    uint32_t count, const uint16_t *renamed);
void few_image_free(struct few_image *image);

void few_image_keep_cell(struct few_image *image, struct few_field cell);
void few_image_keep_field(struct few_image *image, struct few_field field); /* one that is not a cell */

/* The images of `count` states; `images` may be `states`. */
void few_image_of(const struct few_image *image, const uint64_t *states, size_t count, uint64_t *images);

#endif

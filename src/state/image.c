#include "state/image.h"

#include <string.h>

enum { CHUNK_BITS = 12 };

static bool is_renamed(const uint16_t *renamed, uint32_t values) {
    for (uint32_t v = 0; v < values; v++)
        if (renamed[v] != v)
            return true;
    return false;
}

static size_t chunk_bytes(uint32_t bits) {
    return sizeof(uint16_t) << bits;
}

bool few_image_init(struct few_image *image, struct few_memory *memory, uint32_t words, const struct few_field *cells,
                    uint32_t count, const uint16_t *renamed) {
    *image = (struct few_image){.memory = memory, .words = words};
    uint32_t width = count ? cells[0].width : 0;
    if (width == 0 || width > 16 || !is_renamed(renamed, 1u << width))
        return width <= 16;
    uint32_t together = width <= CHUNK_BITS ? CHUNK_BITS / width : 1, bits = together * width;
    image->chunk = few_alloc(memory, chunk_bytes(bits));
    if (!image->chunk)
        return false;
    image->bits = bits;
    for (uint32_t content = 0; content < 1u << bits; content++) {
        uint32_t made = 0;
        for (uint32_t i = 0; i < together; i++)
            made |= (uint32_t)renamed[content >> i * width & ((1u << width) - 1)] << i * width;
        image->chunk[content] = (uint16_t)made;
    }
    for (uint32_t i = 0; i < count; i++)
        image->chunks[cells[i].word] = (cells[i].shift + width + bits - 1) / bits;
    return true;
}

void few_image_free(struct few_image *image) {
    few_free(image->memory, image->chunk, image->chunk ? chunk_bytes(image->bits) : 0);
    image->chunk = NULL;
}

void few_image_keep_cell(struct few_image *image, struct few_field cell) {
    image->cells[cell.word] |= few_field_mask(cell);
}

void few_image_keep_field(struct few_image *image, struct few_field field) {
    image->rest[field.word] |= few_field_mask(field);
}

void few_image_of(const struct few_image *image, const uint64_t *states, size_t count, uint64_t *images) {
    const uint32_t words = image->words, bits = image->bits;
    const uint16_t *const chunk = image->chunk;
    const uint64_t ones = (UINT64_C(1) << bits) - 1;
    for (size_t i = 0; i < count; i++)
        for (uint32_t w = 0; w < words; w++) {
            const uint64_t state = states[i * words + w], rest = state & image->rest[w];
            uint64_t made = state;
            if (chunk) {
                made = 0;
                for (uint32_t c = 0, shift = 0; c < image->chunks[w]; c++, shift += bits)
                    made |= (uint64_t)chunk[state >> shift & ones] << shift;
            }
            images[i * words + w] = (made & image->cells[w]) | rest;
        }
}

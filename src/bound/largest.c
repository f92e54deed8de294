#include "bound/largest.h"

enum { BATCH = 64 };

static void free_largest(struct few_bound *bound) {
    struct few_largest *largest = (struct few_largest *)bound;
    for (uint32_t p = 0; p < largest->count; p++)
        few_bound_free(largest->parts[p]);
    few_free(bound->memory, largest, sizeof *largest);
}

const struct few_bound_kind few_largest_kind = {.free = free_largest};

static void raise_to(const struct few_bound *part, const uint64_t *states, size_t words, size_t count, uint32_t *bounds) {
    if (part->kind->raise) {
        part->kind->raise(part, states, count, bounds);
        return;
    }
    for (size_t done = 0; done < count; done += BATCH) {
        const size_t some = count - done < BATCH ? count - done : BATCH;
        uint32_t found[BATCH];
        part->look_up(part, states + done * words, some, found);
        for (size_t i = 0; i < some; i++)
            bounds[done + i] = found[i] > bounds[done + i] ? found[i] : bounds[done + i];
    }
}

static void look_up(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_largest *largest = (const struct few_largest *)bound;
    if (largest->count)
        largest->parts[0]->look_up(largest->parts[0], states, count, bounds);
    else
        memset(bounds, 0, count * sizeof *bounds);
    for (uint32_t p = 1; p < largest->count; p++)
        raise_to(largest->parts[p], states, bound->words, count, bounds);
}

struct few_largest *few_largest_create(struct few_memory *memory, uint32_t words) {
    struct few_largest *largest = few_alloc_zeroed(memory, sizeof *largest);
    if (largest)
        largest->bound = (struct few_bound){.kind = &few_largest_kind, .look_up = look_up, .memory = memory, .words = words,
                                            .consistent = true};
    return largest;
}

void few_largest_add(struct few_largest *largest, struct few_bound *part) {
    largest->bound.consistent = largest->bound.consistent && part->consistent;
    largest->bound.has_boxes = largest->bound.has_boxes || part->has_boxes;
    memcpy(largest->bound.text, part->text, sizeof part->text);
    largest->parts[largest->count++] = part;
}

void few_largest_drop(struct few_largest *largest) {
    few_bound_free(largest->parts[--largest->count]);
    largest->bound.has_boxes = false;
    for (uint32_t p = 0; p < largest->count; p++)
        largest->bound.has_boxes = largest->bound.has_boxes || largest->parts[p]->has_boxes;
    if (largest->count)
        memcpy(largest->bound.text, largest->parts[largest->count - 1]->text, sizeof largest->bound.text);
}

void few_largest_remove(struct few_largest *largest, struct few_bound *part) {
    uint32_t p = 0;
    while (largest->parts[p] != part)
        p++;
    for (; p + 1 < largest->count; p++)
        largest->parts[p] = largest->parts[p + 1];
    largest->parts[p] = part;
    few_largest_drop(largest);
}

struct few_bound *few_largest_settle(struct few_largest *largest) {
    if (largest->count != 1)
        return &largest->bound;
    struct few_bound *only = largest->parts[0];
    largest->count = 0;
    few_bound_free(&largest->bound);
    return only;
}

struct few_bound *few_bound_part(struct few_bound *bound, const struct few_bound_kind *kind) {
    if (!bound || bound->kind == kind)
        return bound;
    const struct few_largest *largest = (const struct few_largest *)bound;
    for (uint32_t p = 0; bound->kind == &few_largest_kind && p < largest->count; p++)
        if (largest->parts[p]->kind == kind)
            return largest->parts[p];
    return NULL;
}

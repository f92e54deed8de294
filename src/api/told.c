#include "api/told.h"

#include "base/clock.h"
#include "base/memory.h"

fewest_statistics few_told(const struct few_counts *counts, struct few_memory *memory, double started,
                           const char *algorithm, const char *store) {
    return (fewest_statistics){
        .expanded = counts->expanded,
        .generated = counts->generated,
        .remembered = counts->remembered,
        .depth = counts->depth,
        .frontier = counts->frontier,
        .bytes = atomic_load(&memory->used),
        .peak_bytes = atomic_load(&memory->peak),
        .seconds = few_now() - started,
        .algorithm = algorithm,
        .store = store,
    };
}

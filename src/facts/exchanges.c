#include "facts/exchanges.h"

struct few_exchanges *few_exchanges_create(struct few_memory *memory, uint32_t count, uint32_t places) {
    struct few_exchanges *exchanges = few_alloc_zeroed(memory, sizeof *exchanges);
    if (!exchanges)
        return NULL;
    exchanges->count = count;
    exchanges->places = places;
    exchanges->list = few_alloc(memory, count * sizeof *exchanges->list);
    exchanges->first = few_alloc(memory, (places + 1) * sizeof *exchanges->first);
    exchanges->field = few_alloc(memory, places * sizeof *exchanges->field);
    exchanges->goal = few_alloc(memory, places);
    if (exchanges->list && exchanges->first && exchanges->field && exchanges->goal)
        return exchanges;
    few_exchanges_free(memory, exchanges);
    return NULL;
}

void few_exchanges_free(struct few_memory *memory, struct few_exchanges *exchanges) {
    if (!exchanges)
        return;
    few_free(memory, exchanges->list, exchanges->count * sizeof *exchanges->list);
    few_free(memory, exchanges->first, (exchanges->places + 1) * sizeof *exchanges->first);
    few_free(memory, exchanges->field, exchanges->places * sizeof *exchanges->field);
    few_free(memory, exchanges->goal, exchanges->places);
    few_free(memory, exchanges, sizeof *exchanges);
}

/* Fills a pattern database of any rule space, backwards from the images of the goals: states at each distance in a list,
 * the nearest first, a byte for each in a table by rank. Moves may be free (then a state joins the list at hand) or cost
 * more than 1 (it joins a list further on, and is passed over there if a cheaper path to it has turned up). */
#include "build/patterns.h"

#include "base/list.h"

enum { BATCH = 256, RESULTS = 1 << 14, MOST_GOALS = 1 << 20, FULL_SCAN = 1 << 12 };

struct spread {
    const struct few_space *space;
    struct few_memory *memory;
    struct few_work *work;
    uint8_t *entries;
    struct few_list *lists; /* by distance, 0 .. FEW_TABLE_MOST */
    uint64_t *made, *ranks;
    struct few_step *steps;
    size_t batch, room; /* states taken at once, and what they may lead to */
};

static bool put(struct spread *s, const uint64_t *state, uint64_t rank, uint32_t distance) {
    uint8_t entry = (uint8_t)(distance < FEW_TABLE_MOST ? distance : FEW_TABLE_MOST);
    if (s->entries[rank] <= entry)
        return true;
    s->entries[rank] = entry;
    return few_list_append(&s->lists[entry], state, 1);
}

/* All goals by going through the whole space, where they are too many to be listed. */
static bool scan_goals(struct spread *s, uint64_t size) {
    const uint32_t words = s->space->words;
    bool goal[BATCH];
    for (uint64_t first = 0; first < size; first += BATCH) {
        size_t count = size - first < BATCH ? (size_t)(size - first) : BATCH;
        for (size_t i = 0; i < count; i++)
            s->ranks[i] = first + i;
        s->space->run->unrank(s->space, s->ranks, count, s->made);
        s->space->run->is_goal(s->space, s->made, count, goal);
        for (size_t i = 0; i < count; i++)
            if (goal[i] && !put(s, s->made + i * words, first + i, 0))
                return false;
        if (!few_work_done(s->work, count))
            return true;
    }
    return true;
}

static bool asks_on(void *context) {
    struct few_work *work = context;
    work->stop_requested = work->stop_requested || !work->build->go_on(work->build->context, 0);
    return !work->stop_requested;
}

/* Lists the goals, up to a limit; the function that may stop the table may stop that, too. */
static bool list_goals(struct spread *s, const struct few_rule_space *abstract, size_t limit, uint64_t **goals, size_t *count,
                       size_t *room) {
    struct few_stopper stopper = {.go_on = asks_on, .context = s->work}, *before = s->memory->stopper;
    if (s->work->build->go_on)
        s->memory->stopper = &stopper;
    const bool listed = few_rule_space_list_goals(abstract, s->memory, limit, goals, count, room) == FEW_GOALS_LISTED;
    s->memory->stopper = before;
    return listed;
}

static bool begin(struct spread *s, const struct few_rule_space *abstract) {
    const uint64_t size = s->space->ranks;
    const uint32_t words = s->space->words;
    uint64_t *goals;
    size_t count, room, limit = size < MOST_GOALS ? (size_t)size : MOST_GOALS;
    if (size <= FULL_SCAN || !list_goals(s, abstract, limit, &goals, &count, &room))
        return few_work_stopped(s->work) || scan_goals(s, size);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        uint64_t rank;
        s->space->run->rank(s->space, goals + i * words, 1, &rank);
        good = put(s, goals + i * words, rank, 0);
    }
    few_free(s->memory, goals, room * words * sizeof *goals);
    return good;
}

/* What leads to `count` states of one list in one move. */
static bool spread_from(struct spread *s, const uint64_t *states, size_t count, uint32_t distance) {
    const uint32_t words = s->space->words;
    size_t made = s->space->run->predecessors(s->space, states, count, s->made, s->steps);
    s->space->run->rank(s->space, s->made, made, s->ranks);
    for (size_t i = 0; i < made; i++)
        __builtin_prefetch(&s->entries[s->ranks[i]], 1);
    for (size_t i = 0; i < made; i++)
        if (!put(s, s->made + i * words, s->ranks[i], distance + s->steps[i].cost))
            return false;
    few_work_done(s->work, made + count);
    return true;
}

static bool spread(struct spread *s, bool several_costs) {
    const uint32_t words = s->space->words;
    uint64_t batch[BATCH * FEW_MAX_BOARD_WORDS];
    for (uint32_t distance = 0; distance <= FEW_TABLE_MOST; distance++) {
        struct few_list *list = &s->lists[distance];
        for (size_t at = 0; at < list->count && !few_work_stopped(s->work);) { /* free moves make it longer meanwhile */
            size_t count = list->count - at < s->batch ? list->count - at : s->batch, kept = 0;
            memcpy(batch, few_list_at(list, at), count * list->size);
            at += count;
            if (several_costs) {
                s->space->run->rank(s->space, batch, count, s->ranks);
                for (size_t i = 0; i < count; i++)
                    if (s->entries[s->ranks[i]] == distance)
                        memmove(batch + kept++ * words, batch + i * words, list->size);
                count = kept;
            }
            if (!spread_from(s, batch, count, distance))
                return false;
        }
        few_list_free(list);
    }
    return true;
}

bool few_fill_abstract_table(struct few_memory *memory, const struct few_rule_space *abstract, uint8_t *entries,
                             struct few_work *work) {
    const struct few_space *space = &abstract->space;
    struct spread s = {.space = space, .memory = memory, .work = work, .entries = entries};
    struct few_list lists[FEW_TABLE_MOST + 1];
    bool several_costs = false;
    for (uint32_t i = 0; i <= FEW_TABLE_MOST; i++)
        few_list_init(&lists[i], memory, space->words * sizeof(uint64_t));
    for (size_t n = 0; n < abstract->listing.count; n++)
        several_costs = several_costs || abstract->listing.instructions[n].cost != 1;
    s.lists = lists;
    s.batch = RESULTS / ((size_t)space->max_predecessors + 1);
    s.batch = s.batch > BATCH ? BATCH : s.batch ? s.batch : 1;
    s.room = s.batch * ((size_t)space->max_predecessors + 1);
    s.room = s.room > BATCH ? s.room : BATCH;
    s.made = few_alloc(memory, few_array_size(s.room, space->words * sizeof *s.made));
    s.ranks = few_alloc(memory, few_array_size(s.room, sizeof *s.ranks));
    s.steps = few_alloc(memory, few_array_size(s.room, sizeof *s.steps));
    memset(entries, FEW_TABLE_NO_PATH, space->ranks);
    bool good = s.made && s.ranks && s.steps && begin(&s, abstract) && spread(&s, several_costs);
    for (uint32_t i = 0; i <= FEW_TABLE_MOST; i++)
        few_list_free(&lists[i]);
    few_free(memory, s.made, s.room * space->words * sizeof *s.made);
    few_free(memory, s.ranks, s.room * sizeof *s.ranks);
    few_free(memory, s.steps, s.room * sizeof *s.steps);
    return good;
}

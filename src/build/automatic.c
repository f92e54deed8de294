/* The best bound that can be had from the rules of a puzzle within a budget: additive tables of sliding puzzles, else
 * distances of pieces where moves carry them, their numbers where moves change these, or gaps between neighbours where
 * moves keep most of these together, raised by boxes and targets and by tables of smaller puzzles. */
#include "build/build.h"

#include "base/random.h"
#include "build/bound_beliefs.h"

#include <stdio.h>
#include <string.h>

enum {
    ASK_EVERY = 1 << 14,
    LEAST_MEAN = 2, /* of a bound by gaps that is worth its look-ups */
    MUCH_MORE = 2,
    MOST_CELL_BITS = 8, /* where movers are known */
    LARGEST_TABLE = 1 << 20, /* entries, in build/tables.c */
    SMALL_SPACE = 1 << 17,   /* states of a space that is tabulated whole there */
    LARGE_TABLE = 1 << 24,   /* the same, of tables by coordinates; they may be larger */
    SAMPLES = 64, STEPS = 30,
};

bool few_work_done(struct few_work *work, uint64_t states) {
    work->exhausted = work->exhausted || states > work->left;
    work->left -= states > work->left ? work->left : states;
    work->since += states;
    if (work->since >= ASK_EVERY && work->build->go_on) {
        work->stop_requested = work->stop_requested || !work->build->go_on(work->build->context, work->since);
        work->since = 0;
    }
    return !few_work_stopped(work);
}

static bool add_counting(struct few_largest *largest, const struct few_rule_space *space, const struct few_build *build) {
    struct few_potentials *potentials = few_potentials_for(space, largest->bound.memory);
    const bool good = potentials && few_build_counting(potentials, space, &build->facts->tallies) &&
                      few_potentials_finish(potentials);
    if (good && potentials->count)
        few_largest_add(largest, &potentials->bound);
    else if (potentials)
        few_bound_free(&potentials->bound);
    return good;
}

/* Additive tables if they suit, else distances. false: no memory, or asked to stop. */
static bool add_keys(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work, bool *built) {
    struct few_keys *keys = few_keys_for(space, largest->bound.memory);
    bool good = keys && (!work->build->budget || few_build_patterns(keys, space, work, built));
    if (good && !*built) {
        snprintf(keys->bound.text, sizeof keys->bound.text, "distances of the pieces to their goals");
        good = few_build_manhattan(keys, space, &work->build->facts->movers);
    }
    good = good && few_keys_finish(keys);
    if (good)
        few_largest_add(largest, &keys->bound);
    else if (keys)
        few_bound_free(&keys->bound);
    return good;
}

/* How many of each content are on a board that keeps its pieces. */
static void count_contents(const struct few_rule_space *space, uint32_t *contents) {
    const struct few_layout *layout = &space->layout;
    for (uint32_t i = 0; i < layout->cell_fields; i++)
        contents[layout->cell_value[space->start[layout->order[i]]]]++;
}

/* The mean of a key over all arrangements; of a piece that never comes home, nothing is said. */
static double mean_of(const struct few_keys *keys, const uint32_t *contents, uint32_t values) {
    double sum = 0;
    if (!keys->count)
        return 0;
    for (uint32_t f = 0; f < keys->sums.fields; f++)
        for (uint32_t v = 0; v < values; v++) {
            const uint32_t weight = keys->list[0].weights[(size_t)f * keys->sums.stride + v];
            sum += weight < FEW_FAR ? (double)weight * contents[v] / keys->sums.fields : 0;
        }
    return sum / keys->divisor;
}

/* How far from the goal most entries of tables of that size are: with b moves from each state, log(entries) / log(b). */
static double depth_of_tables(const struct few_space *space, uint32_t entries) {
    double reached = 1;
    uint32_t depth = 0;
    for (; reached < entries; depth++)
        reached *= space->max_successors + 1.0;
    return depth;
}

/* Gaps between neighbours take the place of the distances of pieces where they say much more: one look-up costs less than
 * two. *enough: they say more than tables would. Neither depends on the start, so that tables from a file find the same beside
 * them. false: no memory. */
static bool add_gaps(struct few_largest *largest, const struct few_rule_space *space, const struct few_build *build, bool *enough) {
    const struct few_keys *keys = (struct few_keys *)few_bound_part(&largest->bound, &few_keys_kind);
    uint32_t contents[1 << MOST_CELL_BITS] = {0};
    struct few_gaps *gaps;
    count_contents(space, contents);
    if (!few_build_gaps(largest->bound.memory, space, contents, &gaps))
        return false;
    if (!gaps)
        return true;
    if (gaps->mean < LEAST_MEAN || gaps->mean < MUCH_MORE * mean_of(keys, contents, space->layout.cell_values)) {
        few_bound_free(&gaps->bound);
        return true;
    }
    few_largest_drop(largest); /* the keys came last */
    few_largest_add(largest, &gaps->bound);
    *enough = !build->named && gaps->mean >= depth_of_tables(&space->space, LARGEST_TABLE);
    return true;
}

/* States at random, behind some moves from the one before. false: no memory. */
static bool walk(struct few_memory *memory, const struct few_space *space, const uint64_t *from, uint64_t *samples) {
    const size_t words = space->words, bytes = few_array_size(space->max_successors + (size_t)1, words * sizeof *samples);
    uint64_t *next = few_alloc(memory, bytes), seed = 1;
    if (!next)
        return false;
    for (size_t n = 0; n < SAMPLES; n++) {
        uint64_t *state = samples + n * words;
        memcpy(state, n ? state - words : from, words * sizeof *state);
        for (uint32_t step = 0; step < STEPS; step++) {
            const size_t made = space->run->successors(space, state, 1, next, NULL);
            if (made)
                memcpy(state, next + few_random_below(&seed, made) * words, words * sizeof *state);
        }
    }
    few_free(memory, next, bytes);
    return true;
}

static double mean_bound(const struct few_bound *bound, const uint64_t *samples) {
    uint32_t bounds[SAMPLES];
    double sum = 0;
    few_bound_look_up(bound, samples, SAMPLES, bounds);
    for (size_t n = 0; n < SAMPLES; n++)
        sum += bounds[n] == FEW_NO_PATH ? 0 : bounds[n];
    return sum / SAMPLES;
}

/* Tables by coordinates, unless gaps are believed or seen to say more; *made NULL: there are none. false: no memory, or asked to stop. */
static bool make_coordinates(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work, uint64_t *samples,
                             struct few_coordinate_tables **made) {
    const struct few_gaps *gaps = (struct few_gaps *)few_bound_part(&largest->bound, &few_gaps_kind);
    struct few_memory *memory = largest->bound.memory;
    double by_gaps = 0;
    *made = NULL;
    if (gaps) {
        if (!walk(memory, &space->space, work->build->facts->facts.orbit->goals, samples))
            return false;
        by_gaps = mean_bound(&gaps->bound, samples);
        if (by_gaps >= depth_of_tables(&space->space, LARGE_TABLE))
            return true;
    }
    if (!few_build_coordinates(memory, space, work, made))
        return false;
    if (*made && gaps && mean_bound(&(*made)->bound, samples) < by_gaps) {
        few_bound_free(&(*made)->bound);
        *made = NULL;
    }
    return true;
}

/* Where moves only permute. They take the place of what came before. *built: there are some. false: no memory, or asked to stop. */
static bool add_coordinates(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work, bool *built) {
    const struct few_orbit *orbit = work->build->facts->facts.orbit;
    struct few_memory *memory = largest->bound.memory;
    struct few_coordinate_tables *made;
    if (!orbit || !orbit->whole || !orbit->goal_count || !orbit->goals || !work->build->budget || work->build->named || work->build->for_file)
        return true;
    const uint64_t ranks = space->space.ranks;
    if (ranks && ranks <= work->build->budget && ranks <= SMALL_SPACE)
        return true;
    const size_t bytes = (size_t)SAMPLES * space->space.words * sizeof(uint64_t);
    uint64_t *samples = few_alloc(memory, bytes);
    const bool good = samples && make_coordinates(largest, space, work, samples, &made);
    few_free(memory, samples, bytes);
    *built = good && made;
    if (!*built)
        return good;
    while (largest->count)
        few_largest_drop(largest);
    few_largest_add(largest, &made->bound);
    return true;
}

/* Whether boxes say more than tables in some state near the start. false: no memory. */
static bool boxes_say_more(struct few_memory *memory, const struct few_rule_space *space, const struct few_bound *boxes, const struct few_bound *tables,
                           bool *more) {
    const size_t words = space->space.words, bytes = (SAMPLES + 1) * words * sizeof(uint64_t);
    uint32_t by_boxes[SAMPLES], by_tables[SAMPLES];
    uint64_t *samples = few_alloc_zeroed(memory, bytes), *start = samples + SAMPLES * words;
    bool good = samples != NULL;
    *more = good && !space->space.run->write(&space->space, space->start, space->layout.slots, start);
    good = good && (*more || walk(memory, &space->space, start, samples));
    if (good && !*more) {
        few_bound_look_up(boxes, samples, SAMPLES, by_boxes);
        few_bound_look_up(tables, samples, SAMPLES, by_tables);
        for (size_t n = 0; n < SAMPLES; n++)
            *more = *more || by_boxes[n] > by_tables[n];
    }
    few_free(memory, samples, bytes);
    return good;
}

/* What says no more than the tables is not looked up. false: no memory. */
static bool drop_idle_boxes(struct few_largest *largest, const struct few_rule_space *space, const struct few_bound *tables) {
    struct few_bound *boxes = few_bound_part(&largest->bound, &few_boxes_kind);
    bool more = true;
    if (boxes && !boxes_say_more(largest->bound.memory, space, boxes, tables, &more))
        return false;
    if (!more)
        few_largest_remove(largest, boxes);
    return true;
}

static bool add_tables(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work,
                       struct few_error *error) {
    struct few_rank_tables *tables = few_rank_tables_create(largest->bound.memory, space->space.words);
    if (!tables)
        return few_fail_memory(error);
    const bool good = few_build_tables(tables, &largest->bound, space, work, error);
    if (!good || !tables->count) {
        few_bound_free(&tables->bound);
        return good;
    }
    few_largest_add(largest, &tables->bound);
    return drop_idle_boxes(largest, space, &tables->bound) || few_fail_memory(error);
}

/* Boxes and targets, where boxes can come to stand where they are lost, or may be. Where every move can be undone they say more than distances as well, but
 * the searches take longer for it (klotski by IDA*: three times); and a small space is tabulated whole. false: no memory. */
static bool add_boxes(struct few_largest *largest, const struct few_rule_space *space, const struct few_build *build) {
    const struct few_facts *facts = &build->facts->facts;
    const bool whole = space->space.ranks && space->space.ranks <= build->budget && space->space.ranks <= SMALL_SPACE;
    struct few_boxes *boxes;
    if (whole || build->for_file || space->space.undirected || facts->graded || (facts->orbit && facts->orbit->whole) ||
        few_bound_part(&largest->bound, &few_gaps_kind))
        return true;
    if (!few_build_boxes(largest->bound.memory, space, &largest->bound, &boxes))
        return false;
    if (boxes)
        few_largest_add(largest, &boxes->bound);
    return true;
}

static bool build(struct few_largest *largest, const struct few_rule_space *space, struct few_work *work,
                  struct few_error *error) {
    bool built = false, enough = false;
    snprintf(largest->bound.text, sizeof largest->bound.text, "no bound");
    if (!add_counting(largest, space, work->build))
        return few_fail_memory(error);
    if (space->goals.count == 0)
        return true;
    if (work->build->facts->movers.known && !add_keys(largest, space, work, &built))
        return work->stop_requested || few_fail_memory(error);
    if (!built && work->build->facts->movers.known && !add_gaps(largest, space, work->build, &enough))
        return few_fail_memory(error);
    if (!built && !add_coordinates(largest, space, work, &built))
        return work->stop_requested || few_fail_memory(error);
    if (!built && !enough && !add_boxes(largest, space, work->build))
        return few_fail_memory(error);
    return built || enough || !work->build->budget || add_tables(largest, space, work, error);
}

struct few_largest *few_build_parts(struct few_memory *memory, const struct few_rule_space *space,
                                    const struct few_build *wish, struct few_error *error) {
    struct few_work work = {.build = wish, .left = UINT64_MAX};
    struct few_largest *largest = few_largest_create(memory, space->space.words);
    if (!largest) {
        few_fail_memory(error);
        return NULL;
    }
    if (build(largest, space, &work, error) && !work.stop_requested)
        return largest;
    few_bound_free(&largest->bound);
    return NULL;
}

struct few_bound *few_build_bound(struct few_memory *memory, const struct few_rule_space *space,
                                  const struct few_build *wish, struct few_error *error) {
    struct few_largest *largest = few_build_parts(memory, space, wish, error);
    if (!largest)
        return NULL;
    struct few_bound *bound = few_largest_settle(largest);
    few_bound_try(bound, space);
    return bound;
}

/* One toy of each thing that can be added: a search, a store, a lower bound, a kind of space. Each is written here, with what
 * the interfaces offer, and works together with everything else; no file of src/ knows of them. */
#include "corpus.h"

#include "api/searches.h"
#include "search/explore/explore.h"
#include "visited/internal.h"

enum { MEMORY = 1 << 28 };

/* ---- A search: depth-first with a limit on the length that rises by one */

struct deepening {
    const struct few_problem *problem;
    struct few_watch *watch;
    struct few_list path; /* states */
};

static enum few_end go_deeper(struct deepening *d, uint64_t left) {
    const struct few_space *space = d->problem->space;
    bool goal;
    few_problem_test(d->problem, few_list_at(&d->path, d->path.count - 1), 1, &goal);
    if (goal)
        return FEW_SOLVED;
    if (left == 0)
        return FEW_RUNNING;
    uint64_t *made = malloc((size_t)space->max_successors * space->words * sizeof *made);
    size_t count = space->run->successors(space, few_list_at(&d->path, d->path.count - 1), 1, made, NULL);
    enum few_end end = few_watch_check(d->watch);
    for (size_t i = 0; i < count && end == FEW_RUNNING; i++) {
        d->watch->counts.generated++;
        end = few_list_append(&d->path, made + i * space->words, 1) ? go_deeper(d, left - 1) : few_refused(d->watch);
        d->path.count -= end == FEW_RUNNING;
    }
    free(made);
    return end;
}

static enum few_end deepen(const struct few_problem *problem, struct few_watch *watch, size_t list, bool count,
                           struct few_solutions *solutions) {
    struct deepening d = {.problem = problem, .watch = watch};
    enum few_end end = FEW_RUNNING;
    (void)list, (void)count;
    few_list_init(&d.path, watch->memory, problem->space->words * sizeof(uint64_t));
    for (uint64_t limit = 0; end == FEW_RUNNING; limit++) {
        d.path.count = 0;
        end = few_list_append(&d.path, problem->starts, 1) ? go_deeper(&d, limit) : few_refused(watch);
    }
    if (end == FEW_SOLVED)
        end = few_write_solution(problem, watch, d.path.items, d.path.count, solutions);
    few_list_free(&d.path);
    return end;
}

static const struct few_search deepening = {FEW_NEEDS_EQUAL_COSTS | FEW_FINDS_ONE, deepen};

/* ---- A store: states one behind the other, each compared with all */

struct pile {
    struct few_visited visited; /* first */
};

static const struct few_visited_kind pile_kind;
static size_t piles, piles_made; /* those that are there, and all */

static struct few_visited *create_pile(struct few_memory *memory, uint64_t ranks, unsigned words, unsigned tag_bits) {
    struct pile *pile = few_alloc_zeroed(memory, sizeof *pile);
    (void)ranks;
    if (!pile)
        return NULL;
    pile->visited = (struct few_visited){.kind = &pile_kind, .memory = memory, .words = words, .tag_bits = tag_bits};
    piles++;
    piles_made++;
    return &pile->visited;
}

static void free_pile(struct few_visited *visited) {
    (void)visited;
    piles--;
}

static bool reserve_on_pile(struct few_visited *visited, size_t more) {
    const uint64_t end = visited->count + more;
    const size_t slots = end * visited->words * sizeof(uint64_t), tags = few_tags_size(end, visited->tag_bits);
    if (end <= visited->end)
        return true;
    void *grown = few_resize(visited->memory, visited->slots, visited->slots_bytes, slots);
    if (!grown)
        return false;
    visited->slots = grown;
    visited->slots_bytes = slots;
    grown = few_resize(visited->memory, visited->tags, visited->tags_bytes, tags);
    if (!grown)
        return false;
    visited->tags = grown;
    memset(visited->tags + visited->tags_bytes, 0, tags - visited->tags_bytes);
    visited->tags_bytes = tags;
    visited->end = end;
    return true;
}

static void find_on_pile(const struct few_visited *visited, const uint64_t *states, const uint64_t *ranks, size_t count,
                         uint64_t *slots) {
    const unsigned words = visited->words;
    (void)ranks;
    for (size_t i = 0; i < count; i++) {
        slots[i] = FEW_NO_SLOT;
        for (uint64_t slot = 0; slot < visited->count && slots[i] == FEW_NO_SLOT; slot++)
            if (few_states_equal(visited->slots + slot * words, states + i * words, words))
                slots[i] = slot;
    }
}

static size_t add_to_pile(struct few_visited *visited, uint64_t *states, uint64_t *ranks, size_t words, size_t count,
                          unsigned tag) {
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t slot;
        find_on_pile(visited, states + i * words, ranks, 1, &slot);
        if (slot != FEW_NO_SLOT)
            continue;
        few_tag_put(visited->tags, visited->count, tag, visited->tag_bits);
        memcpy(visited->slots + visited->count++ * words, states + i * words, words * sizeof *states);
        memmove(states + fresh++ * words, states + i * words, words * sizeof *states);
    }
    return fresh;
}

static void clear_pile(struct few_visited *visited) {
    memset(visited->tags, 0, visited->tags_bytes);
}

static const uint64_t *state_on_pile(const struct few_visited *visited, uint64_t slot) {
    return visited->slots + slot * visited->words;
}

static const struct few_visited_kind pile_kind = {
    .name = "pile", .size = sizeof(struct pile), .create = create_pile, .free = free_pile, .clear = clear_pile,
    .reserve = reserve_on_pile, .add = add_to_pile, .find = find_on_pile, .state = state_on_pile};

/* ---- A lower bound: 0 in a goal, 1 elsewhere */

struct doubt {
    struct few_bound bound; /* first */
    const struct few_space *space;
};

static size_t looked_up;

static void look_up_doubt(const struct few_bound *bound, const uint64_t *states, size_t count, uint32_t *bounds) {
    const struct few_space *space = ((const struct doubt *)bound)->space;
    for (size_t i = 0; i < count; i++, looked_up++) {
        bool goal;
        space->run->is_goal(space, states + i * space->words, 1, &goal);
        bounds[i] = !goal;
    }
}

static void free_doubt(struct few_bound *bound) {
    few_free(bound->memory, bound, sizeof(struct doubt));
}

static const struct few_bound_kind doubt_kind = {.free = free_doubt};

static struct few_bound *create_doubt(struct few_memory *memory, const struct few_space *space) {
    struct doubt *doubt = few_alloc_zeroed(memory, sizeof *doubt);
    *doubt = (struct doubt){{.kind = &doubt_kind, .look_up = look_up_doubt, .memory = memory, .words = space->words,
                             .consistent = true, .text = "a goal is not here yet"}, space};
    return &doubt->bound;
}

/* ---- A kind of space: numbers below 1000 in a ring; one is added or taken away, or the number is tripled */

enum { NUMBERS = 1000, THIRD = 667 }; /* 3 * 667 = 1 modulo 1000 */

static size_t step_numbers(const uint64_t *states, size_t count, uint64_t factor, uint64_t *next, struct few_step *steps) {
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t results[3] = {(states[i] + 1) % NUMBERS, (states[i] + NUMBERS - 1) % NUMBERS,
                                     states[i] * factor % NUMBERS};
        for (uint32_t move = 0; move < 3; move++) {
            if (results[move] == states[i])
                continue;
            if (steps)
                steps[made] = (struct few_step){(uint32_t)i, move, 1};
            next[made++] = results[move];
        }
    }
    return made;
}

static size_t next_numbers(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                           struct few_step *steps) {
    (void)space;
    return step_numbers(states, count, 3, next, steps);
}

static size_t former_numbers(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *next,
                             struct few_step *steps) {
    (void)space;
    return step_numbers(states, count, THIRD, next, steps);
}

static void is_last_number(const struct few_space *space, const uint64_t *states, size_t count, bool *goal) {
    (void)space;
    for (size_t i = 0; i < count; i++)
        goal[i] = states[i] == 500;
}

static void free_numbers(struct few_space *space) {
    free(space);
}

static bool start_numbers(const struct few_space *space, struct few_list *list) {
    const uint64_t start = 7;
    (void)space;
    return few_list_append(list, &start, 1);
}

static enum few_goal_list goal_numbers(const struct few_space *space, struct few_memory *memory, size_t limit,
                                       uint64_t **states, size_t *count) {
    (void)space;
    *count = 0;
    *states = limit ? few_alloc(memory, sizeof **states) : NULL;
    if (!*states)
        return limit ? FEW_GOALS_NO_MEMORY : FEW_GOALS_TOO_MANY;
    **states = 500;
    *count = 1;
    return FEW_GOALS_LISTED;
}

static struct few_space *create_numbers(void) {
    static const struct few_space_functions run = {
        .successors = next_numbers, .predecessors = former_numbers, .is_goal = is_last_number};
    static const struct few_space_keeping keep = {.free = free_numbers, .starts = start_numbers, .goals = goal_numbers};
    struct few_space *space = calloc(1, sizeof *space);
    *space = (struct few_space){.run = &run, .keep = &keep, .words = 1, .max_successors = 3, .max_predecessors = 3,
                                .max_cost = 1, .no_patterns = "numbers have no pieces"};
    return space;
}

/* ---- All of them at work */

struct result {
    enum few_end end;
    size_t length;
    uint64_t total, remembered;
    char store[40];
};

static struct result solve(const struct few_search *search, const struct few_problem *problem,
                           const struct few_visited_kind *store, bool all) {
    struct few_memory memory;
    struct few_solutions solutions;
    struct result result = {0};
    few_memory_init(&memory, MEMORY);
    struct few_watch watch = {.memory = &memory, .store = store, .max_depth = UINT64_MAX, .within = UINT64_MAX};
    few_solutions_init(&solutions, &memory, problem->space->words);
    assert_null(few_search_lacks(search, problem, all));
    result.end = search->run(problem, &watch, 1, all, &solutions);
    if (result.end == FEW_SOLVED)
        result.length = ((const struct few_solution *)few_list_at(&solutions.list, 0))->length;
    result.total = solutions.total;
    result.remembered = watch.counts.remembered;
    snprintf(result.store, sizeof result.store, "%s", watch.store_name ? watch.store_name : "");
    few_solutions_free(&solutions);
    assert_int_equal(atomic_load(&memory.used), 0);
    return result;
}

static struct few_problem problem_of(struct few_model *model, struct few_memory *memory, size_t *start_room,
                                     size_t *goal_room) {
    struct few_problem problem = {.space = model->space};
    uint64_t *starts, *goals;
    assert_true(few_model_starts(model, memory, &starts, &problem.start_count, start_room));
    problem.goals_listed = few_model_goals(model, memory, 100, &goals, &problem.goal_count, goal_room) == FEW_GOALS_LISTED;
    problem.starts = starts;
    problem.goals = goals;
    return problem;
}

static void free_problem(const struct few_problem *problem, struct few_memory *memory, size_t start_room, size_t goal_room) {
    few_free(memory, (uint64_t *)(uintptr_t)problem->starts, start_room * problem->space->words * sizeof(uint64_t));
    few_free(memory, (uint64_t *)(uintptr_t)problem->goals, goal_room * problem->space->words * sizeof(uint64_t));
}

static void a_new_search_finds_what_the_others_find(void **state) {
    (void)state;
    struct subject subject;
    size_t starts, goals;
    struct few_memory memory;
    few_memory_init(&memory, MEMORY);
    subject_open(&subject, "tiles-2x3");
    struct few_problem problem = problem_of(subject.puzzle->model, &memory, &starts, &goals);
    const struct result known = solve(few_searches[FEW_BFS].search, &problem, NULL, false);
    const struct result found = solve(&deepening, &problem, NULL, false);
    assert_int_equal(known.end, FEW_SOLVED);
    assert_int_equal(found.end, FEW_SOLVED);
    assert_int_equal(found.length, known.length);
    assert_non_null(few_search_lacks(&deepening, &problem, true)); /* what it needs is read from its row */
    free_problem(&problem, &memory, starts, goals);
    subject_close(&subject);
}

static void a_new_store_is_given_to_searches_and_explorations(void **state) {
    (void)state;
    static const unsigned searches[] = {FEW_BFS, FEW_BIDIRECTIONAL};
    struct subject subject;
    size_t starts, goals;
    struct few_memory memory;
    few_memory_init(&memory, MEMORY);
    subject_open(&subject, "knights");
    struct few_problem problem = problem_of(subject.puzzle->model, &memory, &starts, &goals);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        for (int all = 0; all < 2; all++) {
            const struct result known = solve(few_searches[searches[i]].search, &problem, &few_hashed_kind, all);
            const struct result found = solve(few_searches[searches[i]].search, &problem, &pile_kind, all);
            assert_int_equal(found.end, FEW_SOLVED);
            assert_string_equal(found.store, "pile");
            assert_int_equal(found.length, known.length);
            assert_int_equal(found.total, known.total);
            assert_int_equal(found.remembered, known.remembered);
        }
    uint64_t states[3];
    for (int i = 0; i < 3; i++) { /* the third by threads, which take parts of the states each */
        struct few_watch watch = {.memory = &memory, .store = i ? &pile_kind : NULL, .max_depth = UINT64_MAX};
        struct few_exploration exploration;
        few_exploration_init(&exploration, &memory, subject.space->words);
        exploration.threads = i == 2 ? 3 : 1;
        exploration.shared_from = 1;
        const size_t before = piles_made;
        assert_int_equal(few_explore(&problem, &watch, &exploration), FEW_SOLVED);
        assert_int_equal(piles_made - before, i == 2 ? 7 : i); /* one at first, then two for each thread */
        assert_int_equal(strcmp(watch.store_name ? watch.store_name : "", "pile") == 0, i > 0);
        states[i] = exploration.states;
        few_exploration_free(&exploration);
    }
    assert_true(states[0] > 100);
    assert_int_equal(states[0], states[1]);
    assert_int_equal(states[0], states[2]);
    assert_int_equal(piles, 0);
    free_problem(&problem, &memory, starts, goals);
    subject_close(&subject);
}

static void a_new_bound_is_given_to_searches(void **state) {
    (void)state;
    static const unsigned searches[] = {FEW_ASTAR, FEW_IDASTAR};
    struct subject subject;
    size_t starts, goals;
    struct few_memory memory;
    few_memory_init(&memory, MEMORY);
    subject_open(&subject, "tiles-2x3");
    struct few_problem problem = problem_of(subject.puzzle->model, &memory, &starts, &goals);
    const struct result known = solve(few_searches[FEW_BFS].search, &problem, NULL, false);
    struct few_bound *bound = create_doubt(&memory, subject.space);
    problem.bound = bound;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        looked_up = 0;
        const struct result found = solve(few_searches[searches[i]].search, &problem, NULL, false);
        assert_int_equal(found.end, FEW_SOLVED);
        assert_int_equal(found.length, known.length);
        assert_true(looked_up > 50);
    }
    few_bound_free(bound);
    free_problem(&problem, &memory, starts, goals);
    assert_int_equal(atomic_load(&memory.used), 0);
    subject_close(&subject);
}

/* By every search that fits, and by the toys. */
static void a_new_kind_of_space_is_searched_by_all(void **state) {
    (void)state;
    size_t starts, goals, ran = 0, fit = 0;
    struct few_memory memory;
    few_memory_init(&memory, MEMORY);
    struct few_model *model = few_model_wrap(&memory, create_numbers());
    struct few_problem problem = problem_of(model, &memory, &starts, &goals);
    struct few_bound *bound = create_doubt(&memory, model->space);
    problem.bound = bound;
    size_t length = 0;
    for (unsigned s = 0; s < FEW_SEARCHES; s++) {
        fit += !(few_searches[s].search->needs & (FEW_IS_CHOSEN | FEW_NEEDS_TABLE));
        if (few_search_lacks(few_searches[s].search, &problem, false))
            continue;
        const struct result found = solve(few_searches[s].search, &problem, NULL, false);
        assert_int_equal(found.end, FEW_SOLVED);
        length = ran++ ? length : found.length;
        assert_int_equal(found.length, length);
    }
    assert_true(ran == fit && ran > 1); /* only a search that needs a table lacks something here */
    assert_int_equal(solve(&deepening, &problem, NULL, false).length, length);
    assert_int_equal(solve(few_searches[FEW_BIDIRECTIONAL].search, &problem, &pile_kind, false).length, length);
    few_bound_free(bound);
    free_problem(&problem, &memory, starts, goals);
    few_model_release(model);
    assert_int_equal(atomic_load(&memory.used), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_search_finds_what_the_others_find),
        cmocka_unit_test(a_new_store_is_given_to_searches_and_explorations),
        cmocka_unit_test(a_new_bound_is_given_to_searches),
        cmocka_unit_test(a_new_kind_of_space_is_searched_by_all),
    };
    return cmocka_run_group_tests_name("toys", tests, go_to_source_root, NULL);
}

/* A compiled space is consistent with itself over all states that a start can reach, and a planted fault is seen.
 *
 * Three checks, each over a whole space:
 *   successors  are what the plain list of instructions says, slot by slot, with and without their steps, where no `never` holds;
 *   inverses    whenever a move leads from p to s, it is found backwards from s, and nothing else is;
 *   ranks       lie below their number, differ from state to state, and lead back to their state.
 * They hold for every puzzle file that is small enough; and each of them fails once a single bit of a packed
 * operation, forwards or backwards, or a single rank is wrong: a check that cannot fail shows nothing. */
#include "corpus.h"

#include "rules/rule_space.h"

enum { MOST_STATES = 20000, SLOTS = 1 << 16, BATCH = 37 };

/* ---- All states that can be reached ------------------------------------------------------------------ */

struct states {
    size_t words, count, room;
    uint64_t *items;
    uint32_t *slots; /* index + 1 of a state, by its hash; 0: empty */
};

static uint32_t *find_slot(const struct states *states, const uint64_t *state) {
    uint64_t hash = 0;
    for (size_t w = 0; w < states->words; w++) {
        hash = (hash ^ state[w]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    size_t at = hash % SLOTS;
    while (states->slots[at] && memcmp(states->items + (states->slots[at] - 1) * states->words, state,
                                       states->words * sizeof *state) != 0)
        at = (at + 1) % SLOTS;
    return &states->slots[at];
}

static bool add_state(struct states *states, const uint64_t *state) {
    uint32_t *slot = find_slot(states, state);
    if (*slot)
        return false;
    memcpy(states->items + states->count++ * states->words, state, states->words * sizeof *state);
    *slot = (uint32_t)states->count;
    return true;
}

static void free_states(struct states *states) {
    free(states->items);
    free(states->slots);
}

/* false: there are too many of them. */
static bool reach_all(const struct subject *subject, struct states *states) {
    const struct few_space *space = subject->space;
    *states = (struct states){.words = space->words, .room = MOST_STATES};
    states->items = malloc((MOST_STATES + 1) * space->words * sizeof *states->items);
    states->slots = calloc(SLOTS, sizeof *states->slots);
    for (size_t i = 0; i < subject->start_count; i++)
        add_state(states, subject->starts + i * space->words);
    for (size_t done = 0; done < states->count; done++) {
        size_t count = space->run->successors(space, states->items + done * space->words, 1, subject->next, NULL);
        for (size_t i = 0; i < count; i++) {
            add_state(states, subject->next + i * space->words);
            if (states->count > MOST_STATES) {
                free_states(states);
                return false;
            }
        }
    }
    return true;
}

/* ---- The checks: each says what is wrong, or NULL ----------------------------------------------------- */

/* One step as its states and numbers, to be sorted and compared. */
struct edge {
    uint64_t state[FEW_MAX_WORDS];
    uint32_t move, cost;
};

struct edges {
    struct edge *items;
    size_t count;
};

static int compare_edges(const void *a, const void *b) {
    const struct edge *x = a, *y = b;
    int order = memcmp(x->state, y->state, sizeof x->state);
    if (order == 0)
        order = (x->move > y->move) - (x->move < y->move);
    return order ? order : (x->cost > y->cost) - (x->cost < y->cost);
}

static void add_edge(struct edges *edges, const uint64_t *state, size_t words, uint32_t move, uint32_t cost) {
    struct edge *edge = &edges->items[edges->count++];
    memset(edge, 0, sizeof *edge);
    memcpy(edge->state, state, words * sizeof *state);
    edge->move = move;
    edge->cost = cost;
}

static bool same_edges(struct edges *a, struct edges *b) {
    if (a->count != b->count)
        return false;
    qsort(a->items, a->count, sizeof *a->items, compare_edges);
    qsort(b->items, b->count, sizeof *b->items, compare_edges);
    for (size_t i = 0; i < a->count; i++)
        if (compare_edges(&a->items[i], &b->items[i]) != 0)
            return false;
    return true;
}

static void collect(struct edges *edges, const struct subject *subject, const uint64_t *state, bool backward) {
    const struct few_space *space = subject->space;
    size_t count = backward ? space->run->predecessors(space, state, 1, subject->next, subject->steps)
                            : space->run->successors(space, state, 1, subject->next, subject->steps);
    edges->count = 0;
    for (size_t i = 0; i < count; i++)
        add_edge(edges, subject->next + i * space->words, space->words, subject->steps[i].move, subject->steps[i].cost);
}

/* Whether an instruction fits the slots; `after` is then what it makes of them. */
static bool apply_plainly(const struct few_listing *listing, const struct few_instruction *instruction,
                          const uint16_t *before, uint16_t *after) {
    const struct few_atom *atoms = few_atoms(listing, instruction);
    memcpy(after, before, listing->slots * sizeof *after);
    for (uint32_t i = 0; i < instruction->count; i++) {
        if (atoms[i].test != FEW_CODE_ANY && before[atoms[i].slot] != atoms[i].test)
            return false;
        if (atoms[i].from != FEW_NOWHERE)
            after[atoms[i].slot] = before[atoms[i].from];
        else if (atoms[i].set != FEW_CODE_ANY)
            after[atoms[i].slot] = atoms[i].set;
    }
    return memcmp(before, after, listing->slots * sizeof *after) != 0;
}

static void collect_plainly(struct edges *edges, const struct few_rule_space *space, const uint64_t *state) {
    const struct few_listing *listing = &space->listing;
    uint16_t *before = malloc((listing->slots + 1) * sizeof *before);
    uint16_t *after = malloc((listing->slots + 1) * sizeof *after);
    uint64_t packed[FEW_MAX_WORDS];
    size_t length;
    space->space.run->read(&space->space, state, before, &length);
    edges->count = 0;
    for (size_t n = 0; n < listing->count; n++) {
        const struct few_instruction *instruction = &listing->instructions[n];
        if (!apply_plainly(listing, instruction, before, after))
            continue;
        assert_true(space->space.run->write(&space->space, after, length, packed));
        if (!few_goals_hold(&space->nevers.all, packed))
            add_edge(edges, packed, space->space.words, (uint32_t)n, instruction->cost);
    }
    free(before);
    free(after);
}

/* The same states come out in the same order when nobody asks for the steps. */
static bool same_without_steps(const struct subject *subject, const uint64_t *state, bool backward) {
    const struct few_space *space = subject->space;
    size_t size = space->words * sizeof *state;
    size_t count = backward ? space->run->predecessors(space, state, 1, subject->next, subject->steps)
                            : space->run->successors(space, state, 1, subject->next, subject->steps);
    uint64_t *with = malloc(count * size + 1);
    memcpy(with, subject->next, count * size);
    size_t again = backward ? space->run->predecessors(space, state, 1, subject->next, NULL)
                            : space->run->successors(space, state, 1, subject->next, NULL);
    bool same = again == count && memcmp(with, subject->next, count * size) == 0;
    free(with);
    return same;
}

static struct edges new_edges(const struct subject *subject) {
    size_t room = (size_t)subject->space->max_successors + subject->space->max_predecessors + 2;
    if (few_is_board(subject->puzzle->model->space))
        room += ((struct few_rule_space *)subject->puzzle->model->space)->listing.count;
    return (struct edges){malloc(room * sizeof(struct edge)), 0};
}

static const char *wrong_successors(const struct subject *subject, const struct states *states) {
    const char *wrong = NULL;
    struct edges found = new_edges(subject), wanted = new_edges(subject);
    for (size_t i = 0; i < states->count && !wrong; i++) {
        const uint64_t *state = states->items + i * states->words;
        collect(&found, subject, state, false);
        if (few_is_board(subject->puzzle->model->space)) {
            collect_plainly(&wanted, (const struct few_rule_space *)subject->space, state);
            if (!same_edges(&found, &wanted))
                wrong = "the successors are not what the instructions say";
        }
        if (!wrong && !same_without_steps(subject, state, false))
            wrong = "the successors are others without steps";
    }
    free(found.items);
    free(wanted.items);
    return wrong;
}

static bool has_edge(const struct edges *edges, const uint64_t *state, size_t words, uint32_t move, uint32_t cost) {
    for (size_t i = 0; i < edges->count; i++)
        if (edges->items[i].move == move && edges->items[i].cost == cost &&
            memcmp(edges->items[i].state, state, words * sizeof *state) == 0)
            return true;
    return false;
}

/* Every edge of `state`, in the one sense, is an edge of its other end, in the other sense. */
static bool edges_turn(const struct subject *subject, const uint64_t *state, bool backward, struct edges *here,
                       struct edges *there) {
    collect(here, subject, state, backward);
    for (size_t i = 0; i < here->count; i++) {
        const struct edge *edge = &here->items[i];
        collect(there, subject, edge->state, !backward);
        if (!has_edge(there, state, subject->space->words, edge->move, edge->cost))
            return false;
    }
    return true;
}

static const char *wrong_inverses(const struct subject *subject, const struct states *states) {
    const char *wrong = NULL;
    struct edges here = new_edges(subject), there = new_edges(subject);
    for (size_t i = 0; i < states->count && !wrong; i++) {
        const uint64_t *state = states->items + i * states->words;
        if (!edges_turn(subject, state, false, &here, &there))
            wrong = "a move is not found backwards";
        else if (!edges_turn(subject, state, true, &here, &there))
            wrong = "what is found backwards is no move";
        else if (!same_without_steps(subject, state, true))
            wrong = "the predecessors are others without steps";
    }
    free(here.items);
    free(there.items);
    return wrong;
}

static int compare_numbers(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static const char *wrong_ranks(const struct subject *subject, const struct states *states) {
    const struct few_space *space = subject->space;
    const char *wrong = NULL;
    uint64_t *ranks = malloc(states->count * sizeof *ranks);
    uint64_t *back = malloc(BATCH * states->words * sizeof *back);
    for (size_t done = 0; done < states->count && !wrong; done += BATCH) {
        size_t batch = states->count - done < BATCH ? states->count - done : BATCH;
        const uint64_t *some = states->items + done * states->words;
        space->run->rank(space, some, batch, ranks + done);
        for (size_t i = 0; i < batch && !wrong; i++) {
            uint64_t alone;
            space->run->rank(space, some + i * states->words, 1, &alone);
            if (alone != ranks[done + i])
                wrong = "a rank depends on the batch";
            if (alone >= space->ranks)
                wrong = "a rank is not below their number";
        }
        if (wrong || !space->run->unrank) /* a space of cells has no need of it */
            continue;
        space->run->unrank(space, ranks + done, batch, back);
        if (memcmp(back, some, batch * states->words * sizeof *back) != 0)
            wrong = "a rank does not lead back";
    }
    if (!wrong) {
        qsort(ranks, states->count, sizeof *ranks, compare_numbers);
        for (size_t i = 1; i < states->count && !wrong; i++)
            if (ranks[i] == ranks[i - 1])
                wrong = "two states have one rank";
    }
    free(ranks);
    free(back);
    return wrong;
}

/* ---- They hold for every small puzzle ----------------------------------------------------------------- */

typedef const char *check(const struct subject *subject, const struct states *states);

struct tally {
    check *check;
    size_t puzzles, states;
};

static void check_file(struct subject *subject, void *context) {
    struct tally *tally = context;
    struct states states;
    bool applies = tally->check == wrong_ranks      ? subject->space->ranks != 0
                   : tally->check == wrong_inverses ? subject->space->run->predecessors != NULL
                                                    : true;
    if (!applies || !reach_all(subject, &states))
        return;
    const char *wrong = tally->check(subject, &states);
    tally->puzzles++;
    tally->states += states.count;
    free_states(&states);
    if (wrong)
        fail_msg("%s: %s", subject->path, wrong);
}

static void check_all(check *check, size_t least_puzzles) {
    struct tally tally = {check, 0, 0};
    each_puzzle("tests/puzzles/*.few", check_file, &tally);
    each_puzzle("puzzles/*.few", check_file, &tally);
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu puzzles, %zu states\n", tally.puzzles, tally.states);
    assert_true(tally.puzzles >= least_puzzles);
}

static void successors_are_what_the_instructions_say(void **state) {
    (void)state;
    check_all(wrong_successors, 90);
}

static void every_move_is_found_backwards_and_nothing_else(void **state) {
    (void)state;
    check_all(wrong_inverses, 90);
}

static void ranks_are_one_to_one(void **state) {
    (void)state;
    check_all(wrong_ranks, 70);
}

/* ---- And each fails when something is wrong ----------------------------------------------------------- */

/* A small puzzle, all its states, and a copy of its space in which something can be broken. */
struct patient {
    struct subject subject, broken_subject;
    struct states states;
    struct few_rule_space broken;
    struct few_program program;
};

static void *duplicate(const void *items, size_t bytes) {
    void *copy = malloc(bytes + 1);
    memcpy(copy, items, bytes);
    return copy;
}

static void admit(struct patient *patient, const char *path) {
    subject_open(&patient->subject, path);
    assert_true(few_is_board(patient->subject.puzzle->model->space));
    assert_true(reach_all(&patient->subject, &patient->states));
    patient->broken = *(const struct few_rule_space *)patient->subject.space;
    patient->broken_subject = patient->subject;
    patient->broken_subject.space = &patient->broken.space;
}

static void discharge(struct patient *patient) {
    free_states(&patient->states);
    subject_close(&patient->subject);
}

/* Gives the broken space its own copy of a program. */
static void copy_program(struct patient *patient, bool backward) {
    struct few_program **program = backward ? &patient->broken.backward : &patient->broken.forward;
    size_t atoms = patient->broken.listing.atom_count + 1;
    patient->program = **program;
    patient->program.operations =
        duplicate((*program)->operations, (*program)->count * sizeof *(*program)->operations);
    patient->program.guards = duplicate((*program)->guards, atoms * sizeof *(*program)->guards);
    patient->program.changes = duplicate((*program)->changes, atoms * sizeof *(*program)->changes);
    *program = &patient->program;
}

static void free_program(struct patient *patient) {
    free(patient->program.operations);
    free(patient->program.guards);
    free(patient->program.changes);
}

/* The word of an operation in which a fault is planted, what it wants or what it flips, and the bits that matter in it.
 * (Where a content is carried to, a bit of `flip` too many may stay unseen behind it.) */
static uint64_t *fault_place(struct few_program *program, size_t operation, bool in_guard, uint64_t *bits) {
    struct few_operation *at = &program->operations[operation];
    if (program->words == 1) {
        *bits = in_guard ? at->mask : at->flip | (at->mask & at->keep);
        return in_guard ? &at->want : &at->flip;
    }
    struct few_guard *guard = &program->guards[at->first_guard];
    struct few_change *change = &program->changes[at->first_change];
    *bits = in_guard ? (at->guards ? guard->mask : 0) : (at->changes ? change->flip : 0);
    return in_guard ? &guard->want : &change->flip;
}

/* Which moves are ever made: an operation that fits no state that can be reached may be as it likes. */
static bool *moves_in_use(const struct patient *patient) {
    bool *used = calloc(patient->broken.listing.count + 1, sizeof *used);
    const struct subject *subject = &patient->subject;
    for (size_t i = 0; i < patient->states.count; i++) {
        size_t count = subject->space->run->successors(
            subject->space, patient->states.items + i * patient->states.words, 1, subject->next, subject->steps);
        for (size_t k = 0; k < count; k++)
            used[subject->steps[k].move] = true;
    }
    return used;
}

/* Flips one bit after the other of every operation; all of them must be seen by the check. How many they were. */
static size_t flip_every_bit(const char *path, bool backward, bool in_guard, check *check) {
    struct patient patient;
    admit(&patient, path);
    assert_null(check(&patient.subject, &patient.states));
    copy_program(&patient, backward);
    assert_null(check(&patient.broken_subject, &patient.states));
    size_t planted = 0;
    bool *used = moves_in_use(&patient);
    for (size_t n = 0; n < patient.program.count; n++) {
        if (!used[patient.program.operations[n].move])
            continue;
        uint64_t bits, *place = fault_place(&patient.program, n, in_guard, &bits);
        for (; bits; bits &= bits - 1) {
            uint64_t bit = bits & -bits;
            *place ^= bit;
            if (!check(&patient.broken_subject, &patient.states))
                fail_msg("%s: bit %d of operation %zu is wrong and nobody saw it", path, __builtin_ctzll(bit), n);
            *place ^= bit;
            planted++;
        }
    }
    assert_null(check(&patient.broken_subject, &patient.states)); /* mended again */
    free(used);
    free_program(&patient);
    discharge(&patient);
    return planted;
}

/* States of one word and of several, moves that can be undone and one-way moves. */
static const char *const small_puzzles[] = {
    "tests/puzzles/tiles-2x3.few",       "tests/puzzles/wolf-goat-cabbage.few", "tests/puzzles/hanoi-one-way.few",
    "tests/puzzles/frogs-and-toads.few", "tests/puzzles/big-8x8-snake.few",     "tests/puzzles/big-5x5-twins.few",
};

static void flip_in_all(bool backward, bool in_guard, check *check) {
    size_t planted = 0, several_words = 0;
    for (size_t i = 0; i < sizeof small_puzzles / sizeof *small_puzzles; i++) {
        size_t more = flip_every_bit(small_puzzles[i], backward, in_guard, check);
        planted += more;
        several_words += strstr(small_puzzles[i], "big-") ? more : 0;
    }
    if (getenv("FEWEST_VERBOSE"))
        fprintf(stderr, "%zu faults, %zu of them in states of several words\n", planted, several_words);
    assert_true(planted - several_words > 50);
    assert_true(several_words > 20);
}

static void a_flipped_bit_in_what_an_instruction_does_is_caught(void **state) {
    (void)state;
    flip_in_all(false, false, wrong_successors);
}

static void a_flipped_bit_in_what_an_instruction_wants_is_caught(void **state) {
    (void)state;
    flip_in_all(false, true, wrong_successors);
}

static void a_flipped_bit_in_what_an_inverse_does_is_caught(void **state) {
    (void)state;
    flip_in_all(true, false, wrong_inverses);
}

static void a_flipped_bit_in_what_an_inverse_wants_is_caught(void **state) {
    (void)state;
    flip_in_all(true, true, wrong_inverses);
}

/* The rank function of the real space, wrong for one state. */
static struct {
    const struct few_space *real;
    const uint64_t *victim;
    uint64_t off_by;
} wrong_rank;

static void rank_wrongly(const struct few_space *space, const uint64_t *states, size_t count, uint64_t *ranks) {
    (void)space;
    wrong_rank.real->run->rank(wrong_rank.real, states, count, ranks);
    for (size_t i = 0; i < count; i++)
        if (memcmp(states + i * space->words, wrong_rank.victim, space->words * sizeof *states) == 0)
            ranks[i] += wrong_rank.off_by;
}

static void a_wrong_rank_of_a_single_state_is_caught(void **state) {
    (void)state;
    struct patient patient;
    admit(&patient, small_puzzles[0]);
    assert_null(wrong_ranks(&patient.subject, &patient.states));
    struct few_space_functions functions = *patient.subject.space->run;
    functions.rank = rank_wrongly;
    patient.broken.space.run = &functions;
    wrong_rank.real = patient.subject.space;
    for (size_t victim = 0; victim < patient.states.count; victim++) {
        wrong_rank.victim = patient.states.items + victim * patient.states.words;
        wrong_rank.off_by = 0;
        assert_null(wrong_ranks(&patient.broken_subject, &patient.states));
        wrong_rank.off_by = victim % 2 ? 1 : UINT64_MAX;
        assert_non_null(wrong_ranks(&patient.broken_subject, &patient.states));
    }
    discharge(&patient);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(successors_are_what_the_instructions_say),
        cmocka_unit_test(every_move_is_found_backwards_and_nothing_else),
        cmocka_unit_test(ranks_are_one_to_one),
        cmocka_unit_test(a_flipped_bit_in_what_an_instruction_does_is_caught),
        cmocka_unit_test(a_flipped_bit_in_what_an_instruction_wants_is_caught),
        cmocka_unit_test(a_flipped_bit_in_what_an_inverse_does_is_caught),
        cmocka_unit_test(a_flipped_bit_in_what_an_inverse_wants_is_caught),
        cmocka_unit_test(a_wrong_rank_of_a_single_state_is_caught),
    };
    return cmocka_run_group_tests_name("faults", tests, go_to_source_root, NULL);
}

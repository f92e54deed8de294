/* What is believed of rules. Proofs from the instructions never claim what trying all contents denies; and in builds for
 * debugging, a claim that is made false is found before it is used, whichever it is. */
#include "parsed.h"

#include "build/bound_beliefs.h"
#include "build/build.h"
#include "facts/rules/symmetry.h"
#include "rules/aims.h"
#include "rules/beliefs.h"
#include "rules/prove.h"
#include "rules/set_form.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOTS = 4, CELLS = 3, PIECES = 3, CONTENTS = 81, TRIALS = 60000 };

static uint64_t seed = 20261116;

static uint32_t below(uint32_t limit) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(seed >> 33) % limit;
}

/* The state that instruction leads to, contents as digits; CONTENTS: it cannot be done. */
static uint32_t done(const struct few_atom *atoms, uint32_t count, uint32_t state) {
    uint32_t old[SLOTS], new[SLOTS], after = 0;
    for (uint32_t s = 0; s < SLOTS; s++, state /= PIECES)
        old[s] = new[s] = state % PIECES;
    for (uint32_t i = 0; i < count; i++) {
        if (atoms[i].test != FEW_CODE_ANY && old[atoms[i].slot] != atoms[i].test)
            return CONTENTS;
        if (few_atom_changes(&atoms[i]))
            new[atoms[i].slot] = atoms[i].from != FEW_NOWHERE ? old[atoms[i].from] : atoms[i].set;
    }
    for (uint32_t s = SLOTS; s-- > 0;)
        after = after * PIECES + new[s];
    return after;
}

static uint32_t pieces_in(uint32_t state, uint32_t piece) {
    uint32_t found = 0;
    for (uint32_t s = 0; s < CELLS; s++, state /= PIECES)
        found += state % PIECES == piece;
    return found;
}

/* Anything at all: copies, contents that are lost, pieces from nowhere. */
static uint32_t random_atoms(struct few_atom *atoms) {
    uint32_t count = 0;
    for (uint32_t s = 0; s < SLOTS; s++) {
        struct few_atom atom = {s, FEW_NOWHERE, FEW_CODE_ANY, FEW_CODE_ANY};
        if (below(4) == 0)
            continue;
        if (below(2))
            atom.test = (few_code)below(PIECES);
        if (below(3) == 0)
            atom.set = (few_code)below(PIECES);
        else if (below(2) && s < CELLS)
            atom.from = below(CELLS);
        if (atom.from == s)
            atom.from = FEW_NOWHERE;
        if (atom.set == atom.test)
            atom.set = FEW_CODE_ANY;
        atoms[count++] = atom;
    }
    return count;
}

static bool undoes(const struct few_atom *first, uint32_t first_count, const struct few_atom *second,
                   uint32_t second_count) {
    for (uint32_t state = 0; state < CONTENTS; state++) {
        const uint32_t after = done(first, first_count, state);
        if (after != CONTENTS && done(second, second_count, after) != state)
            return false;
    }
    return true;
}

static void proofs_claim_nothing_that_trying_all_contents_denies(void **state) {
    (void)state;
    static const uint32_t component[SLOTS] = {0, 0, 0, 3};
    static const bool conserved[SLOTS] = {true, true, true, false};
    size_t inverses = 0, kept = 0, undone = 0, counted = 0, covered = 0;
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        struct few_atom atoms[2][SLOTS], inverse[SLOTS];
        struct few_instruction heads[2] = {{.first = 0, .cost = 1 + below(2)}, {.cost = 1}};
        struct few_atom all[2 * SLOTS];
        struct few_prover prover;
        for (int i = 0; i < 2; i++)
            heads[i].count = random_atoms(atoms[i]);
        few_invert(atoms[0], heads[0].count, inverse);
        if (below(2)) { /* perhaps the second undoes the first */
            memcpy(atoms[1], inverse, sizeof inverse);
            heads[1].count = heads[0].count;
        }
        if (below(8) == 0) { /* or does the same, of what is tested more */
            memcpy(atoms[1], atoms[0], sizeof inverse);
            heads[1].count = heads[0].count;
            for (uint32_t i = 0; i < heads[1].count; i++)
                if (atoms[1][i].test == FEW_CODE_ANY && atoms[1][i].set == FEW_CODE_ANY)
                    atoms[1][i].test = (few_code)below(PIECES);
        }
        heads[1].first = heads[0].count;
        memcpy(all, atoms[0], heads[0].count * sizeof *all);
        memcpy(all + heads[0].count, atoms[1], heads[1].count * sizeof *all);
        struct few_listing one = {.memory = &memory, .atoms = all, .instructions = heads, .count = 1, .cells = CELLS, .slots = SLOTS};
        struct few_listing both = one;
        both.count = 2;

        assert_true(few_prover_init(&prover, &one));
        const bool exact = undoes(atoms[0], heads[0].count, inverse, heads[0].count) &&
                           undoes(inverse, heads[0].count, atoms[0], heads[0].count);
        if (few_prove_inverses(&prover)) {
            assert_true(exact);
            inverses++;
        }
        bool keeps = true;
        const uint32_t piece = below(PIECES);
        int32_t change = (int32_t)below(5) - 2;
        bool changes = true;
        for (uint32_t s = 0; s < CONTENTS; s++) {
            const uint32_t after = done(atoms[0], heads[0].count, s);
            for (uint32_t p = 0; p < PIECES && after != CONTENTS; p++)
                keeps = keeps && pieces_in(s, p) == pieces_in(after, p);
            if (after != CONTENTS)
                changes = changes && (int32_t)(pieces_in(after, piece) - pieces_in(s, piece)) == change;
        }
        if (few_prove_conserved(&prover, component, conserved)) {
            assert_true(keeps);
            kept++;
        }
        if (few_prove_count(&prover, 0, (few_code)piece, change)) {
            assert_true(changes);
            counted++;
        }
        few_prover_free(&prover);

        assert_true(few_prover_init(&prover, &both));
        if (few_prove_undirected(&prover, (uint32_t[]){1, 0})) {
            assert_true(heads[0].cost == heads[1].cost && undoes(atoms[0], heads[0].count, atoms[1], heads[1].count) &&
                        undoes(atoms[1], heads[1].count, atoms[0], heads[0].count));
            undone++;
        }
        assert_false(few_prove_undirected(&prover, (uint32_t[]){2, 0}));
        bool same = true;
        for (uint32_t s = 0; s < CONTENTS; s++) {
            const uint32_t after = done(atoms[1], heads[1].count, s);
            same = same && (after == CONTENTS || done(atoms[0], heads[0].count, s) == after);
        }
        if (few_prove_covers(&prover, atoms[0], heads[0].count, atoms[1], heads[1].count)) {
            assert_true(same);
            covered++;
        }
        few_prover_free(&prover);
    }
    assert_true(inverses > 1000 && kept > 1000 && undone > 300 && counted > 300 && covered > 30);
}

/* `x t -> t x` with t carried: exactly what it is for. */
static void an_exchange_is_proved_and_a_copy_is_not(void **state) {
    (void)state;
    static const uint32_t component[2] = {0, 0};
    static const bool conserved[2] = {true, true};
    struct few_atom exchange[2] = {{0, 1, 0, FEW_CODE_ANY}, {1, FEW_NOWHERE, FEW_CODE_ANY, 0}};
    struct few_atom copy[1] = {{0, 1, 0, FEW_CODE_ANY}};
    struct few_instruction head = {.count = 2, .cost = 1};
    struct few_listing listing = {.memory = &memory, .atoms = exchange, .instructions = &head, .count = 1, .cells = 2, .slots = 2};
    struct few_prover prover;
    assert_true(few_prover_init(&prover, &listing));
    assert_true(few_prove_inverses(&prover) && few_prove_conserved(&prover, component, conserved));
    few_prover_free(&prover);
    listing.atoms = copy;
    head.count = 1;
    assert_true(few_prover_init(&prover, &listing));
    assert_false(few_prove_inverses(&prover) || few_prove_conserved(&prover, component, conserved));
    few_prover_free(&prover);
}

#ifndef NDEBUG

static const char directed[] = "board 5\npieces a b .\nlet t = a b\nmove t . -> . t\nstart a b . . .\ngoal . . a . b\n";
static const char sliding[] = "board 2 x 3\npieces 1..5 x\nlet t = 1..5\nmove any direction: x t -> t x\n"
                              "start 1 2 3 / 4 5 x\ngoal 1 2 3 / 4 x 5\n";
static const char wheel[] = "board 4\npieces a b c d\nmove turn: cycle (1 2 3 4)\nstart a b c d\ngoal b c d a\n";
static const char pegs[] = "board 6\npieces o .\nmove any direction: o o . -> . . o\nstart o o . o o .\ngoal . . o . . o\n";
static const char swaps[] = "board 2 x 6\npieces a b c .\nlet t = a b\nmove any direction: t . -> . t\n"
                            "move cost 2: a -> c\nstart ab.... / .....b\ngoal .....a / b.....\n";

static const char warehouse[] = "board 4 x 5\npieces @ $ .\nmove any direction: @ . -> . @\nmove any direction: @ $ . -> . @ $\n"
                                "start .@... / .$.$. / ..... / .....\ngoal _____ / _____ / _$_$_ / _____\n";
static const char mirrored[] = "board 5\npieces a o .\nlet t = a o\nmove any direction: t . -> . t\nstart . o a o .\ngoal o . a . o\n";

/* What is done to a right space or bound, to be found. */
enum fault { NOTHING, UNDIRECTED, WRONG_MOVES, WRONG_INVERSES, WRONG_GOAL, FEWER, COSTS, TOO_HIGH, EITHER_ORDER, PARITY, ORBIT, COUNTED, IMAGES, NO_GROUP, BOXES };

/* A right symmetry, or one whose second map takes the first two cells for each other, or one that is not a group: it moves three cells
 * in a ring, once. */
static void spoil_symmetry(const struct few_rule_space *space, const uint64_t *start, enum fault fault) {
    static const uint16_t same[4] = {0, 1, 2, 3};
    static const uint32_t wrong[2][5] = {{1, 0, 2, 3, 4}, {1, 2, 0, 3, 4}};
    struct few_field fields[5];
    struct few_field_map maps[10];
    for (uint32_t f = 0; f < 5; f++) {
        fields[f] = space->layout.fields[space->layout.order[f]];
        maps[f] = (struct few_field_map){f, same};
        maps[5 + f] = (struct few_field_map){wrong[fault == NO_GROUP][f], same};
    }
    struct few_symmetry *symmetry = few_symmetry_create(&memory, 1, fields, 5, maps, 2);
    struct few_symmetry *right = few_symmetry_find(&memory, space, start, 1, FEW_SYMMETRY_WORK);
    few_symmetry_try(fault == NOTHING ? right : symmetry, space);
    few_symmetry_free(right);
    few_symmetry_free(symmetry);
}

/* Each push is worth two. */
static void spoil_boxes(struct few_boxes *boxes, uint32_t cells) {
    const struct few_box_targets *targets = &boxes->kind[0].targets[0];
    for (uint32_t i = 0; i < cells * targets->places; i++)
        if (targets->cost[i] < FEW_BOX_MOST)
            ((int32_t *)(uintptr_t)targets->cost)[i] *= 2;
}

static void spoil_and_try(const char *text, enum fault fault) {
    struct few_puzzle *puzzle = parse(text);
    struct few_error error = {0};
    struct few_rule_space *space = few_rule_space_create(&memory, puzzle, &error);
    struct few_rule_facts *facts = few_rule_facts_find(&memory, space);
    const struct few_build build = {.facts = facts, .budget = fault == COUNTED || fault == BOXES ? 0 : 4000};
    struct few_bound *bound = few_build_bound(&memory, space, &build, &error);
    struct few_rank_tables *tables = (struct few_rank_tables *)few_bound_part(bound, &few_rank_tables_kind);
    struct few_potentials *potentials = (struct few_potentials *)few_bound_part(bound, &few_potentials_kind);
    switch (fault) {
    case NOTHING: break;
    case UNDIRECTED: space->space.undirected = true; break;
    case WRONG_MOVES: space->forward = space->backward; break;
    case WRONG_INVERSES: space->backward = space->forward; break;
    case WRONG_GOAL:
        memset(space->goals.alternatives[0].base.mask, 0, space->goals.words * sizeof(uint64_t));
        memset(space->goals.alternatives[0].base.want, 0, space->goals.words * sizeof(uint64_t));
        break;
    case FEWER: space->space.max_successors = 0; break;
    case COSTS:
        for (size_t n = 0; n < space->forward->count; n++)
            space->forward->operations[n].cost = 1;
        break;
    case TOO_HIGH:
        for (uint32_t t = 0; t < tables->count; t++)
            memset(tables->list[t]->entries, 9, tables->list[t]->size);
        break;
    case EITHER_ORDER: memset(facts->facts.commuting->skip, 0xff, few_commuting_bytes(facts->facts.commuting)); break;
    case PARITY: facts->facts.parity.black ^= 1; break;
    case ORBIT: /* two cells are taken for each other */
        facts->facts.orbit->field[0] = space->layout.fields[1];
        facts->facts.orbit->field[1] = space->layout.fields[0];
        break;
    case COUNTED:
        for (uint32_t p = 0; p < potentials->count; p++)
            potentials->list[p].drop = 2;
        break;
    case BOXES:
        spoil_boxes((struct few_boxes *)few_bound_part(bound, &few_boxes_kind), space->layout.cell_fields);
        break;
    case IMAGES:
    case NO_GROUP: break;
    }
    uint64_t start;
    if (text == mirrored && space->space.run->write(&space->space, space->start, 5, &start))
        spoil_symmetry(space, &start, fault);
    few_beliefs_try(space);
    few_beliefs_try_goals(space);
    few_facts_try(&facts->facts, space);
    few_bound_try(bound, space);
    few_bound_free(bound);
    few_rule_facts_free(facts);
    few_rule_space_free(space);
    few_puzzle_free(puzzle);
}

/* What the child says, and whether it was ended. */
static bool is_found(const char *text, enum fault fault, char *said, size_t room) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        spoil_and_try(text, fault);
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; length + 1 < room && (got = read(ends[0], said + length, room - 1 - length)) > 0;)
        length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void every_false_belief_is_found_and_named(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum fault fault;
        const char *named;
    } cases[] = {
        {directed, UNDIRECTED, "every move can be undone"},
        {directed, WRONG_MOVES, "compiled"},
        {directed, WRONG_INVERSES, "backwards"},
        {directed, WRONG_GOAL, "what is a goal"},
        {directed, FEWER, "how many moves a state has at most"},
        {swaps, COSTS, "what a move costs"},
        {directed, TOO_HIGH, "bound"},
        {directed, EITHER_ORDER, "either order"},
        {sliding, PARITY, "the parity stays"},
        {wheel, ORBIT, "orbits are not left"},
        {pegs, COUNTED, "lower a number alike"},
        {warehouse, BOXES, "brings boxes nearer"},
        {mirrored, IMAGES, "a symmetry keeps"},
        {mirrored, NO_GROUP, "of the same class"},
    };
    char said[4096];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (is_found(cases[i].text, NOTHING, said, sizeof said))
            fail_msg("%s: found where there is nothing: %s", cases[i].named, said);
        if (!is_found(cases[i].text, cases[i].fault, said, sizeof said))
            fail_msg("%s: not found", cases[i].named);
        if (!strstr(said, "a belief about this puzzle is false") || !strstr(said, cases[i].named) ||
            !strstr(said, cases[i].text))
            fail_msg("%s: %s", cases[i].named, said);
    }
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_claim_nothing_that_trying_all_contents_denies),
        cmocka_unit_test(an_exchange_is_proved_and_a_copy_is_not),
#ifndef NDEBUG
        cmocka_unit_test(every_false_belief_is_found_and_named),
#endif
    };
    return cmocka_run_group_tests(tests, set_up, nothing_leaks);
}

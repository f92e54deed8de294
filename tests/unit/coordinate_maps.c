/* Symmetries of coordinates are symmetries of the puzzle: the plain moves of an image are the images of the plain moves. Explorations find the same with them as
 * without, packed or not. */
#include "outcomes.h"
#include "wreaths.h"

#include "facts/coordinate_maps.h"
#include "search/explore/explore.h"
#include "search/explore/row_classes.h"

enum { MOST_STATES = SANITIZED ? 300 : 3000, MOST_MOVES = 64, KEPT = 7, WORK = 1 << 28 };

static struct few_coordinates *coordinates_of(const struct subject *subject, struct few_memory *memory) {
    struct few_coordinates_wish wish = {.most = UINT64_MAX, .ratio = UINT64_MAX};
    if (subject->space->keep->orbit)
        subject->space->keep->orbit(subject->space, memory, subject->starts, &wish);
    return wish.found;
}

/* Those of whole orbits, if there are some. */
static struct few_coordinates *whole_coordinates_of(const struct subject *subject, struct few_memory *memory) {
    struct few_coordinates_wish wish = {.most = UINT64_MAX, .ratio = UINT64_MAX, .whole = {.entries = UINT32_MAX}};
    if (subject->space->keep->orbit)
        subject->space->keep->orbit(subject->space, memory, subject->starts, &wish);
    struct few_coordinates *whole = wish.found ? wish.found->whole : NULL;
    if (wish.found)
        wish.found->whole = NULL;
    few_coordinates_free(wish.found);
    return whole;
}

/* ---- Images, by plain moves */

struct walk {
    struct subject *subject;
    const struct few_coordinates *all;
    const struct few_coordinate_maps *maps;
};

static void image_of(const struct walk *walk, uint32_t map, const uint32_t *values, uint64_t *state) {
    uint32_t image[FEW_MOST_COORDINATES];
    for (uint32_t n = 0; n < walk->all->count; n++)
        image[walk->maps->image[map][n]] = few_coordinate_map(walk->maps, walk->all, map, n)[values[n]];
    assert_true(few_coordinates_state(walk->all, image, state));
}

/* Puts the states that moves lead to into order. Returns how many there are. */
static size_t successors(const struct walk *walk, const uint64_t *state, uint64_t *next) {
    const struct subject *subject = walk->subject;
    const size_t words = subject->space->words, made = subject->space->run->successors(subject->space, state, 1, next, subject->steps);
    for (size_t i = 1; i < made; i++)
        for (size_t k = i; k > 0 && memcmp(next + (k - 1) * words, next + k * words, words * sizeof *next) > 0; k--)
            for (size_t w = 0; w < words; w++) {
                const uint64_t kept = next[k * words + w];
                next[k * words + w] = next[(k - 1) * words + w];
                next[(k - 1) * words + w] = kept;
            }
    return made;
}

/* All states of a space, with the values of each, in the order in which plain moves find them. */
struct states {
    uint64_t *state;
    uint32_t (*values)[FEW_MOST_COORDINATES];
    size_t count;
};

static size_t find(const struct states *all, const uint64_t *state, size_t words) {
    size_t at = 0;
    while (at < all->count && memcmp(all->state + at * words, state, words * sizeof *state) != 0)
        at++;
    return at;
}

/* By combinations of values: some may be of no state. */
static void list_states(const struct walk *walk, struct states *states) {
    const size_t words = walk->subject->space->words;
    const struct few_coordinates *all = walk->all;
    for (uint64_t number = 0; number < all->product; number++) {
        uint32_t *values = states->values[states->count];
        uint64_t rest = number;
        for (uint32_t n = all->count; n-- > 0; rest /= all->coordinate[n].values)
            values[n] = (uint32_t)(rest % all->coordinate[n].values);
        if (few_coordinates_state(all, values, states->state + states->count * words))
            states->count++;
    }
}

static void assert_images(const struct walk *walk, const struct states *states, uint32_t map) {
    const size_t words = walk->subject->space->words, bytes = words * sizeof(uint64_t);
    uint64_t image[FEW_MAX_WORDS], *next = malloc(MOST_MOVES * bytes), *mapped = malloc(MOST_MOVES * bytes);
    image_of(walk, map, states->values[0], image);
    assert_memory_equal(image, walk->subject->starts, bytes);
    for (size_t i = 0; i < states->count; i += 1 + states->count / 100) {
        const size_t made = successors(walk, states->state + i * words, next);
        for (size_t k = 0; k < made; k++) {
            const size_t at = find(states, next + k * words, words);
            assert_true(at < states->count);
            image_of(walk, map, states->values[at], mapped + k * words);
        }
        image_of(walk, map, states->values[i], image);
        assert_int_equal(successors(walk, image, next), made);
        for (size_t k = 0; k < made; k++) /* each as often */
            for (size_t j = k; j < made; j++)
                if (memcmp(next + k * words, mapped + j * words, bytes) == 0) {
                    memcpy(image, mapped + k * words, bytes);
                    memcpy(mapped + k * words, mapped + j * words, bytes);
                    memcpy(mapped + j * words, image, bytes);
                    break;
                }
        assert_memory_equal(next, mapped, made * bytes);
    }
    free(next);
    free(mapped);
}

/* On a random walk in a space of any size: a plain move from the image of a state leads to the image of where each move leads. */
static void walk_at_random(const struct walk *walk, uint32_t map) {
    const struct few_coordinates *all = walk->all;
    const size_t words = walk->subject->space->words, bytes = words * sizeof(uint64_t);
    uint32_t values[FEW_MOST_COORDINATES] = {0}, next[FEW_MOST_COORDINATES] = {0}, chosen[FEW_MOST_COORDINATES] = {0};
    uint64_t image[FEW_MAX_WORDS], there[FEW_MAX_WORDS], *made = malloc(MOST_MOVES * bytes);
    for (uint32_t step = 0; step < (SANITIZED ? 10 : 30); step++) {
        const uint32_t choice = below(all->moves);
        image_of(walk, map, values, image);
        const size_t count = successors(walk, image, made);
        for (uint32_t m = 0; m < all->moves; m++) {
            for (uint32_t n = 0; n < all->count; n++) {
                next[n] = 0;
                while (few_coordinate_from(&all->coordinate[n], m)[next[n]] != values[n])
                    next[n]++;
            }
            if (m == choice)
                memcpy(chosen, next, sizeof chosen);
            image_of(walk, map, next, there);
            bool found = memcmp(image, there, bytes) == 0; /* or it changes nothing */
            for (size_t k = 0; k < count && !found; k++)
                found = memcmp(made + k * words, there, bytes) == 0;
            assert_true(found);
        }
        memcpy(values, chosen, sizeof values);
    }
    free(made);
}

/* Returns how many symmetries there are, but for the one that changes nothing. */
static uint32_t check_maps(struct subject *subject, bool are_whole) {
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    struct few_coordinates *all = are_whole ? whole_coordinates_of(subject, &memory) : coordinates_of(subject, &memory);
    if (!all)
        return 0;
    struct few_coordinate_maps maps;
    struct walk walk = {subject, all, &maps};
    assert_true(few_coordinate_maps_find(&maps, all, &memory, WORK));
    if (maps.count && all->product == all->states && all->states <= MOST_STATES) {
        struct states states = {malloc(all->states * subject->space->words * sizeof(uint64_t)), malloc(all->states * sizeof *states.values), 0};
        list_states(&walk, &states);
        assert_int_equal(states.count, all->states);
        for (uint32_t map = 0; map < maps.count && map < 8; map++)
            assert_images(&walk, &states, map);
        free(states.state);
        free(states.values);
    }
    for (uint32_t map = 0; map < maps.count; map++)
        walk_at_random(&walk, map);
    const uint32_t count = maps.count;
    few_coordinate_maps_release(&maps);
    few_coordinates_free(all);
    assert_int_equal(atomic_load(&memory.used), 0);
    return count;
}

/* ---- Explorations */

struct trial {
    bool packed, symmetry, whole, by_hash;
    unsigned threads;
    size_t budget;    /* 0: there is enough */
    uint64_t fail_at;
};

static void explore(struct outcome *outcome, const struct subject *subject, struct trial trial) {
    const struct few_problem problem = {.space = subject->space, .starts = subject->starts, .start_count = subject->start_count};
    few_memory_init(&outcome->memory, trial.budget ? trial.budget : SIZE_MAX / 2);
    outcome->memory.fail_at = trial.fail_at;
    few_exploration_init(&outcome->result, &outcome->memory, subject->space->words);
    outcome->result.method = trial.by_hash ? FEW_EXPLORE_HASH : FEW_EXPLORE_COORDINATES;
    outcome->result.symmetry_use = trial.symmetry ? FEW_SYMMETRY_AUTO : FEW_SYMMETRY_OFF;
    outcome->result.always_packed = trial.packed;
    outcome->result.always_whole = trial.whole;
    outcome->result.threads = trial.threads;
    outcome->result.shared_from = 1;
    outcome->result.keep = KEPT;
    struct few_watch watch = {.memory = &outcome->memory, .max_depth = UINT64_MAX};
    outcome->end = few_explore(&problem, &watch, &outcome->result);
    outcome->counts = watch.counts;
}

/* Returns how many symmetries were used; *whole: by whole orbits. */
static uint32_t compare(const struct subject *subject, const char *name, uint32_t *whole) {
    struct outcome plain, other;
    uint32_t symmetries = 1;
    *whole = 1;
    explore(&plain, subject, (struct trial){.threads = 1, .by_hash = true});
    assert_int_equal(plain.end, FEW_SOLVED);
    for (unsigned how = 0; how < 16; how++) {
        const unsigned use = how >> 1 & 3; /* none, those of split orbits, those of whole ones; but for what is there */
        if (use == 3)
            continue;
        const struct trial trial = {.packed = how & 1, .symmetry = use, .whole = use == 2, .threads = 1 + (how >> 3)};
        explore(&other, subject, trial);
        if (other.end == FEW_SOLVED) {
            assert_same("with symmetries or without", name, &plain, &other);
            assert_true(trial.symmetry || other.result.symmetries == 1);
            *(trial.whole ? whole : &symmetries) = other.result.symmetries;
        }
        forget(&other);
    }
    forget(&plain);
    return symmetries;
}

/* Blocks in a row that moves exchange and turn, each move beside its mirror image: there is a symmetry, if not always one that takes coordinates to
 * themselves. Of two rows, each move takes both. */
static void write_mirrored(char *text, uint32_t rows) {
    struct wreath wreath[2];
    uint32_t to[MOST_POINTS], mirrored[MOST_POINTS], mirror[MOST_POINTS], moves = 1 + below(2), points = 0;
    const bool turns = below(2);
    for (uint32_t row = 0; row < rows; row++) {
        wreath[row] = (struct wreath){points, rows == 2 ? 3 : 3 + below(2), row ? 2 : 2 + below(2)};
        for (uint32_t block = 0; block < wreath[row].blocks; block++)
            for (uint32_t inside = 0; inside < wreath[row].size; inside++, points++)
                mirror[points] = wreath[row].first + (wreath[row].blocks - 1 - block) * wreath[row].size + (turns ? wreath[row].size - 1 - inside : inside);
    }
    snprintf(text, TEXT, "board %u\npieces 1..%u\n", points, points);
    for (uint32_t m = 0; m < moves; m++) {
        do
            for (uint32_t row = 0; row < rows; row++)
                move_blocks(&wreath[row], true, to);
        while (is_identity(points, to));
        for (uint32_t p = 0; p < points; p++)
            mirrored[mirror[p]] = mirror[to[p]];
        for (int image = 0; image < 2; image++) {
            snprintf(text + strlen(text), TEXT - strlen(text), "move m%u%u: cycle", m, (unsigned)image);
            write_cycles(text, points, image ? mirrored : to);
        }
    }
    for (int goal = 0; goal < 2; goal++) {
        strcat(text, goal ? "goal " : "start ");
        for (uint32_t p = 0; p < points; p++)
            snprintf(text + strlen(text), TEXT - strlen(text), "%u ", p + 1);
        strcat(text, "\n");
    }
}

static void symmetries_are_those_of_plain_moves(void **state) {
    (void)state;
    uint32_t found = 0, used = 0, whole = 0, more = 0;
    generator = chosen_seed();
    print_message("# FEWEST_SEED=%llu\n", (unsigned long long)generator);
    for (uint32_t n = 0; n < (SANITIZED ? 40 : 200); n++) {
        char path[] = "/tmp/fewest-maps-XXXXXX", text[TEXT];
        struct subject subject;
        if (n % 2)
            write_puzzle(text);
        else
            write_mirrored(text, 1 + n / 2 % 2);
        open_text(&subject, path, text);
        struct few_memory memory;
        few_memory_init(&memory, SIZE_MAX / 2);
        struct few_coordinates *all = coordinates_of(&subject, &memory);
        const bool small = all && all->states <= (SANITIZED ? 2000 : 50000);
        few_coordinates_free(all);
        if (small) {
            uint32_t of_whole;
            found += check_maps(&subject, false) > 0;
            whole += check_maps(&subject, true) > 0;
            const uint32_t of_split = compare(&subject, text, &of_whole);
            used += of_split > 1;
            more += of_whole > of_split;
        }
        subject_close(&subject);
        unlink(path);
    }
    print_message("# %u with symmetries, %u explored by them; of whole orbits %u, more of them in %u\n", found, used, whole, more);
    assert_true(found >= (SANITIZED ? 5 : 30));
    assert_true(used >= (SANITIZED ? 2 : 10));
    assert_true(whole >= (SANITIZED ? 1 : 5));
    assert_true(more >= (SANITIZED ? 1 : 5));
}

/* ---- Known ones */

static void known_puzzles_have_known_symmetries(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t symmetries, whole; /* of coordinates of whole orbits */
    } known[] = {{"pocket-cube", 2, 1}, {"cube-1x3x3", 8, 1}, {"topspin-7-4", 2, 1}, {"pancake-7", 1, 1}, {"cube-2x2x3", 4, 1},
                 {"bench/skewb.few", 2, 24}, {"bench/cube-2x2x2.few", 16, 1}, {"bench/pyraminx.few", 1, 48}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct subject subject;
        uint32_t whole;
        subject_open(&subject, known[i].name);
        const uint32_t found = check_maps(&subject, false) + 1, of_whole = check_maps(&subject, true) + 1;
        if (found != known[i].symmetries || of_whole != known[i].whole)
            fail_msg("%s: %u symmetries, %u of whole orbits", known[i].name, found, of_whole);
        if (i < 5 && (!SANITIZED || i == 1)) /* the last ones are large */
            compare(&subject, known[i].name, &whole);
        subject_close(&subject);
    }
}

/* The tips of a pyraminx that nobody turns go where its corners go. Coordinates of places and of
 * twists have one symmetry; those of both together have all of the pyramid. */
static void a_pyraminx_has_the_symmetries_of_its_whole_orbits(void **state) {
    (void)state;
    char path[] = "/tmp/fewest-maps-XXXXXX", line[256], *text = calloc(1, TEXT);
    struct subject subject;
    uint32_t whole;
    FILE *file = fopen("bench/pyraminx.few", "r");
    assert_non_null(file);
    assert_non_null(text);
    while (fgets(line, sizeof line, file))
        if (!strstr(line, "tip-"))
            strcat(text, line);
    fclose(file);
    open_text(&subject, path, text);
    assert_int_equal(check_maps(&subject, false), 1);
    assert_int_equal(check_maps(&subject, true), 23);
    if (!SANITIZED) {
        struct outcome found;
        assert_int_equal(compare(&subject, path, &whole), 24);
        assert_int_equal(whole, 24);
        explore(&found, &subject, (struct trial){.threads = 1, .symmetry = true});
        assert_int_equal(found.result.states, 3732480);
        forget(&found);
    }
    subject_close(&subject);
    unlink(path);
    free(text);
}

/* Each row is in one class, and its map takes the first row of the class there. */
static void rows_are_images_of_the_first_of_their_class(void **state) {
    (void)state;
    struct subject subject;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    subject_open(&subject, "pocket-cube");
    struct few_coordinates *all = coordinates_of(&subject, &memory);
    struct few_row_classes *classes = few_row_classes_find(all, &memory);
    struct few_coordinate_maps maps;
    assert_true(few_coordinate_maps_find(&maps, all, &memory, WORK));
    assert_non_null(classes);
    assert_int_equal(classes->maps, 1);
    assert_int_equal(classes->rows, 729);
    assert_int_equal(classes->count, 369); /* 9 rows are their own mirror images */
    uint32_t rows = 0;
    for (uint32_t class = 0; class < classes->count; class++)
        rows += classes->size[class];
    assert_int_equal(rows, 729);
    const uint16_t *row_to = few_coordinate_map(&maps, all, 0, 0), *column_to = few_coordinate_map(&maps, all, 0, 1);
    for (uint32_t row = 0; row < classes->rows; row++) {
        const uint32_t first = classes->first[classes->class_of[row]];
        assert_int_equal(classes->map_of[row] ? row_to[first] : first, row);
    }
    for (uint32_t c = 0; c < classes->columns; c++) {
        assert_int_equal(few_class_to(classes, 1)[c], column_to[c]);
        assert_int_equal(few_class_back(classes, 1)[column_to[c]], c);
    }
    few_coordinate_maps_release(&maps);
    few_row_classes_free(classes);
    few_coordinates_free(all);
    subject_close(&subject);
    assert_int_equal(atomic_load(&memory.used), 0);
}

/* They spare more than they take: with half of the memory for them they are found, and with less it is no failure that they are not. */
static void rows_are_sorted_in_half_of_the_memory(void **state) {
    (void)state;
    struct subject subject;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    subject_open(&subject, "pocket-cube");
    struct few_coordinates *all = coordinates_of(&subject, &memory);
    const size_t used = atomic_load(&memory.used);
    atomic_store(&memory.peak, used);
    struct few_row_classes *classes = few_row_classes_find(all, &memory);
    assert_non_null(classes);
    few_row_classes_free(classes);
    const size_t taken = atomic_load(&memory.peak) - used;
    memory.budget = used + 2 * taken;
    classes = few_row_classes_find(all, &memory);
    assert_non_null(classes);
    few_row_classes_free(classes);
    memory.budget = used + 2 * taken - 2;
    assert_null(few_row_classes_find(all, &memory));
    assert_false(atomic_load(&memory.over_budget));
    few_coordinates_free(all);
    subject_close(&subject);
    assert_int_equal(atomic_load(&memory.used), 0);
}

/* Two rows of three corners each, of which one turn exchanges two and one turns them all: whole orbits have more symmetries. */
static const char rows_of_corners[] = "board 15\npieces 1..15\n"
                                      "move a: cycle (1 4) (2 5) (3 6) (10 12) (11 13)\nmove b: cycle (7 4) (8 5) (9 6) (14 12) (15 13)\n"
                                      "move c: cycle (1 2 3) (10 11)\nmove d: cycle (7 8 9) (14 15)\n"
                                      "start 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\ngoal 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";

/* Whatever is refused, the layers are the same, or it ends; and all is given back. */
static void without_memory_for_whole_orbits_nothing_is_wrong(void **state) {
    (void)state;
    char path[] = "/tmp/fewest-maps-XXXXXX";
    struct subject subject;
    struct outcome all, some;
    uint32_t fewer = 0, ended = 0;
    open_text(&subject, path, rows_of_corners);
    explore(&all, &subject, (struct trial){.threads = 1, .symmetry = true, .whole = true});
    assert_int_equal(all.end, FEW_SOLVED);
    assert_true(all.result.symmetries > 1);
    const uint64_t calls = atomic_load(&all.memory.calls);
    const size_t peak = atomic_load(&all.memory.peak);
    for (uint64_t n = 0; n < 2 * calls; n++) {
        const struct trial trial = {.threads = 1, .symmetry = true, .whole = true, .fail_at = n < calls ? n + 1 : 0, .budget = n < calls ? 0 : 2 * peak * (n - calls + 1) / calls};
        explore(&some, &subject, trial);
        assert_true(!trial.budget || atomic_load(&some.memory.peak) <= trial.budget);
        if (some.end == FEW_SOLVED)
            assert_same("with memory refused", path, &all, &some);
        fewer += some.end == FEW_SOLVED && some.result.symmetries < all.result.symmetries;
        ended += some.end != FEW_SOLVED;
        forget(&some);
    }
    assert_true(fewer && ended);
    forget(&all);
    subject_close(&subject);
    unlink(path);
}

/* With little work allowed, some are found, or none; what is found is right. */
static void a_search_that_ends_early_finds_right_ones(void **state) {
    (void)state;
    struct subject subject;
    struct few_memory memory;
    few_memory_init(&memory, SIZE_MAX / 2);
    subject_open(&subject, "cube-2x2x3");
    struct few_coordinates *all = coordinates_of(&subject, &memory);
    uint32_t before = 0;
    struct few_coordinate_maps maps;
    for (uint64_t work = 1; work < WORK; work *= 4) {
        assert_true(few_coordinate_maps_find(&maps, all, &memory, work));
        assert_true(maps.count >= before);
        before = maps.count;
        few_coordinate_maps_release(&maps);
    }
    assert_true(before > 0);
    few_coordinates_free(all);
    subject_close(&subject);
    assert_int_equal(atomic_load(&memory.used), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_are_those_of_plain_moves),
        cmocka_unit_test(known_puzzles_have_known_symmetries),
        cmocka_unit_test(a_pyraminx_has_the_symmetries_of_its_whole_orbits),
        cmocka_unit_test(rows_are_images_of_the_first_of_their_class),
        cmocka_unit_test(rows_are_sorted_in_half_of_the_memory),
        cmocka_unit_test(without_memory_for_whole_orbits_nothing_is_wrong),
        cmocka_unit_test(a_search_that_ends_early_finds_right_ones),
    };
    return cmocka_run_group_tests(tests, go_to_source_root, NULL);
}

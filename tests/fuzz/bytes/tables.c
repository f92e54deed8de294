/* Table files whose digests are right, whatever is in them: read, loaded, verified, used. The first byte chooses the puzzle, the
 * rest is the file; its sizes, fingerprint and digests are made good, unless a bit of the first byte says not to. */
#include "bytes.h"

#include "base/digest.h"

#include <fewest/explore.h>
#include <fewest/tables.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HEADER = 96, ENTRY = 32, MOST_SECTIONS = 128 };

static const char *const texts[] = {
    "board 2 x 2\npieces 1 2 3 x\nlet n = 1 2 3\nmove along links: x n -> n x\nlinks 1-2 2-4 4-3 3-1\nstart 1 2 / 3 x\n"
    "goal x 2 / 3 1\n",
    "board 2 x 3\npieces 1 2 3 4 5 x\nlet n = 1 2 3 4 5\nmove any direction: x n -> n x\nstart 1 2 3 / 4 5 x\n"
    "goal 5 4 3 / 2 1 x\n",
    "var v = 0..9\nlet n = 0..9\nmove up: v n -> n+1\nmove v n -> 0\nstart v is 0\ngoal v is 7\n",
};
enum { TEXTS = sizeof texts / sizeof *texts };

static char fingerprints[TEXTS][33];
static int memory; /* the file, made once */
static char path[64];

void begin_inputs(void) {
    fewest_error error;
    for (size_t i = 0; i < TEXTS; i++) {
        fewest_puzzle *puzzle = fewest_parse(texts[i], strlen(texts[i]), "fuzz", &error);
        must(puzzle && fewest_fingerprint(puzzle, fingerprints[i], &error), "the puzzles are good");
        fewest_puzzle_free(puzzle);
    }
    memory = memfd_create("table", 0);
    must(memory >= 0, "a file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
}

/* ---- Making it good */

static void put_digest(uint8_t *place, struct few_digest *digest) {
    struct few_digest_value value = few_digest_end(digest);
    memcpy(place, &value, sizeof value);
}

static int digit(char c) {
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void make_good(uint8_t *file, size_t size, const char *fingerprint) {
    static const uint8_t magic[8] = {0x89, 'F', 'E', 'W', '\r', '\n', 0x1a, '\n'};
    const uint32_t version = 1, order = 0x0a0b0c0d;
    uint64_t whole = size;
    uint32_t sections;
    struct few_digest digest;
    if (size < HEADER)
        return;
    memcpy(file, magic, sizeof magic);
    memcpy(file + 8, &version, sizeof version);
    memcpy(file + 12, &order, sizeof order);
    for (int i = 0; i < 16; i++)
        file[16 + i] = (uint8_t)(digit(fingerprint[2 * i]) * 16 + digit(fingerprint[2 * i + 1]));
    memcpy(file + 48, &whole, sizeof whole);
    memcpy(&sections, file + 56, sizeof sections);
    if (sections > MOST_SECTIONS || HEADER + sections * ENTRY > size)
        sections = (uint32_t)((size - HEADER) / ENTRY % 8);
    memcpy(file + 56, &sections, sizeof sections);
    few_digest_begin(&digest);
    few_digest_add(&digest, file + HEADER + sections * ENTRY, size - HEADER - sections * ENTRY);
    put_digest(file + 64, &digest);
    few_digest_begin(&digest);
    few_digest_add(&digest, file, 80);
    few_digest_add(&digest, file + HEADER, sections * ENTRY);
    put_digest(file + 80, &digest);
}

/* ---- Using it */

static void use(fewest_puzzle *puzzle) {
    fewest_error error = {0};
    for (int algorithm = 0; algorithm <= FEWEST_IDASTAR; algorithm += 2) {
        fewest_options options = short_options();
        options.algorithm = (fewest_algorithm)algorithm;
        options.all = algorithm == 0;
        fewest_answer *answer = fewest_solve(puzzle, &options, &error);
        if (!answer)
            must_explain(&error);
        fewest_answer_free(answer);
    }
    fewest_generate_options wanted = {.size = sizeof wanted};
    wanted.limits = short_options().limits;
    wanted.difficulty = FEWEST_DEEPEST;
    wanted.count = 3;
    fewest_instances_free(fewest_generate(puzzle, &wanted, &error));
}

/* A handle that could load nothing is as before, and serves for the next input. */
static fewest_puzzle *kept[TEXTS];

static void try_file(unsigned which) {
    const size_t text = (which & 0x1f) % TEXTS;
    fewest_error error = {0};
    fewest_table_info info;
    fewest_options options = short_options();
    if (!fewest_table_read_info(path, &info, &error))
        must_explain(&error);
    if (which & 0x20 && !fewest_table_verify(path, NULL, &options, &error))
        must_explain(&error);
    fewest_puzzle *puzzle = kept[text];
    kept[text] = NULL;
    if (!puzzle)
        puzzle = fewest_parse(texts[text], strlen(texts[text]), "fuzz", &error);
    if (!puzzle)
        return;
    if (which & 0x40 ? fewest_table_verify(path, puzzle, &options, &error) : fewest_table_load(puzzle, path, &error)) {
        use(puzzle);
        fewest_puzzle_free(puzzle);
    } else {
        must_explain(&error);
        kept[text] = puzzle;
    }
}

void try_input(const uint8_t *data, size_t size) {
    if (size < 2)
        return;
    uint8_t *file = malloc(size - 1);
    if (file) {
        memcpy(file, data + 1, size - 1);
        if (!(data[0] & 0x80))
            make_good(file, size - 1, fingerprints[(data[0] & 0x1f) % TEXTS]);
        if (ftruncate(memory, 0) == 0 && pwrite(memory, file, size - 1, 0) == (ssize_t)(size - 1))
            try_file(data[0] & 0x7f);
    }
    free(file);
}

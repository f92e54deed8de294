/* Table files whose digests are right, whatever is in them: read, loaded, verified, used. The first byte chooses the puzzle, the
 * rest is the file; its sizes, fingerprint and digests are made good, unless a bit of the first byte says not to. */
#include "bytes.h"

#include "base/digest.h"

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

void begin_inputs(void) {}

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
    fewest_generate_options wanted = fewest_generate_defaults();
    wanted.limits = short_options();
    wanted.depth = FEWEST_DEEPEST;
    wanted.count = 3;
    fewest_instances_free(fewest_generate(puzzle, &wanted, &error));
}

static void try_file(const char *path, unsigned which) {
    fewest_error error = {0};
    fewest_table_info info;
    fewest_options options = short_options();
    if (!fewest_table_read_info(path, &info, &error))
        must_explain(&error);
    if (which & 0x20 && !fewest_table_verify(path, NULL, &options, &error))
        must_explain(&error);
    fewest_puzzle *puzzle = fewest_parse(texts[which % TEXTS], strlen(texts[which % TEXTS]), "fuzz", &error);
    if (!puzzle)
        return;
    if (which & 0x40 ? fewest_table_verify(path, puzzle, &options, &error) : fewest_table_load(puzzle, path, &error))
        use(puzzle);
    else
        must_explain(&error);
    fewest_puzzle_free(puzzle);
}

static bool fingerprint_of(unsigned which, char text[33]) {
    fewest_error error;
    fewest_puzzle *puzzle = fewest_parse(texts[which % TEXTS], strlen(texts[which % TEXTS]), "fuzz", &error);
    bool good = puzzle && fewest_fingerprint(puzzle, text, &error);
    fewest_puzzle_free(puzzle);
    return good;
}

void try_input(const uint8_t *data, size_t size) {
    char fingerprint[33], path[64];
    if (size < 2 || !fingerprint_of(data[0] & 0x1f, fingerprint))
        return;
    uint8_t *file = malloc(size - 1);
    int memory = memfd_create("table", 0);
    if (file && memory >= 0) {
        memcpy(file, data + 1, size - 1);
        if (!(data[0] & 0x80))
            make_good(file, size - 1, fingerprint);
        snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
        if (write(memory, file, size - 1) == (ssize_t)(size - 1))
            try_file(path, data[0] & 0x7f);
    }
    if (memory >= 0)
        close(memory);
    free(file);
}

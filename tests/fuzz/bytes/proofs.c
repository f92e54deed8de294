/* Proofs without their last line, which has the digest: it is made good here, and the verifier is asked. What it verifies must be what
 * the library finds.
 *
 * The verifier is a program that ends by _Exit, and leaves its memory to the system. Under clang its variables are kept together, so that
 * they can be put back; each block of its memory is remembered; and _Exit is a jump. Elsewhere it runs in a process of its own. */
#include "bytes.h"

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_MEMORY = 64 << 20, /* of one input */
    MOST_CALLS = 1 << 20,   /* of what is called all the time: some tenths of a second */
    STOPPED = 5             /* as a status: it takes too much of one of them */
};

/* In front of each block, in a ring. */
struct block {
    struct block *next, *before;
    size_t size;
    max_align_t align;
};

static struct block blocks = {&blocks, &blocks, 0, {0}};
static size_t taken, calls;
static uint8_t *input;
static size_t input_size;
static FILE *reading; /* the input, while the verifier reads it */
#ifdef __clang__
static jmp_buf out;
static int left_with;

static _Noreturn void leave(int status) {
    left_with = status;
    longjmp(out, 1);
}
#else
static _Noreturn void leave(int status) {
    _Exit(status);
}
#endif

static void count_call(size_t more) {
    taken += more;
    if (++calls > MOST_CALLS || taken > MOST_MEMORY)
        leave(STOPPED);
}

static void drop(void *memory) {
    if (!memory)
        return;
    struct block *block = (struct block *)memory - 1;
    block->next->before = block->before;
    block->before->next = block->next;
    taken -= block->size;
    free(block);
}

static void *take_zeroed(size_t count, size_t size) {
    count_call(count > MOST_MEMORY / size ? MOST_MEMORY + 1 : count * size);
    struct block *block = calloc(1, sizeof *block + count * size);
    if (!block)
        return NULL;
    *block = (struct block){blocks.next, &blocks, count * size, {0}};
    blocks.next->before = block;
    blocks.next = block;
    return block + 1;
}

static void *take_again(void *memory, size_t size) {
    void *grown = take_zeroed(size, 1);
    if (grown && memory) {
        const size_t had = ((struct block *)memory - 1)->size;
        memcpy(grown, memory, had < size ? had : size);
        drop(memory);
    }
    return grown;
}

static int compare_bytes(const void *a, const void *b, size_t size) {
    count_call(0);
    return memcmp(a, b, size);
}

/* The input; or, to be written, a file of the verifier's own. */
static FILE *open_file(const char *mode) {
    return *mode == 'w' ? tmpfile() : (reading = fmemopen(input, input_size, mode));
}

/* Every allocation is counted, so that endless lists end; and what each search does for each state. */
#ifdef __clang__
#pragma clang section bss = "verifier_zeros" data = "verifier_values"
#endif
#define main verifier_main
#define _Exit leave
#define calloc take_zeroed
#define realloc take_again
#define free drop
#define memcmp compare_bytes
#define fopen(name, mode) open_file(mode)
#include "../../../verify/verify.c"
#ifdef __clang__
#pragma clang section bss = "" data = ""
#endif
#undef main
#undef _Exit
#undef calloc
#undef realloc
#undef free
#undef memcmp
#undef fopen

#ifdef __clang__
typedef uint64_t word_anywhere __attribute__((aligned(1), may_alias));

/* Between the variables there are bytes that the address sanitizer guards. They are written with what they hold. The two sections are
 * never smaller than a word: the last one is written twice in part. */
__attribute__((no_sanitize("address"))) static void copy_guarded(char *to, const char *from, size_t size) {
    for (size_t i = 0; i < size; i += sizeof(word_anywhere)) {
        const size_t at = i + sizeof(word_anywhere) <= size ? i : size - sizeof(word_anywhere);
        *(volatile word_anywhere *)(to + at) = from ? *(const volatile word_anywhere *)(from + at) : 0;
    }
}
#endif

static int ask(void) {
    char *words[] = {"fewest-verify", "proof", NULL}, *divided[] = {"fewest-verify", "--disk", ".", "proof", NULL};
    const bool is_divided = input_size % 2; /* the states are checked in parts */
    calls = taken = 0;
#ifdef __clang__
    extern char __start_verifier_zeros[], __stop_verifier_zeros[], __start_verifier_values[], __stop_verifier_values[];
    const size_t zeros = (size_t)(__stop_verifier_zeros - __start_verifier_zeros), values = (size_t)(__stop_verifier_values - __start_verifier_values);
    static char *kept;
    if (!kept && (kept = malloc(values)))
        copy_guarded(kept, __start_verifier_values, values);
    if (!kept)
        return STOPPED;
    if (setjmp(out) == 0)
        verifier_main(is_divided ? 4 : 2, is_divided ? divided : words);
    if (reading)
        fclose(reading);
    reading = NULL;
    while (blocks.next != &blocks)
        drop(blocks.next + 1);
    copy_guarded(__start_verifier_zeros, NULL, zeros);
    copy_guarded(__start_verifier_values, kept, values);
    return left_with;
#else
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        must(freopen("/dev/null", "w", stdout), "there is a /dev/null");
        verifier_main(is_divided ? 4 : 2, is_divided ? divided : words);
    }
    must(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status), "the verifier ends by itself");
    return WEXITSTATUS(status);
#endif
}

/* What was verified of a puzzle with its own start and goal, against the library. */
static void compare(const char *proof_text) {
    char *text;
    const size_t length = strtoull(proof_text + strlen("fewest proof 2\npuzzle "), &text, 10);
    const char *claim = ++text + length + 1;
    const bool is_unsolvable = strncmp(claim, "claim unsolvable", 16) == 0, is_solved = strncmp(claim, "claim solved ", 13) == 0;
    fewest_error error;
    fewest_puzzle *puzzle = is_unsolvable || is_solved ? fewest_parse(text, length, "proof", &error) : NULL;
    const fewest_options options = short_options();
    fewest_answer *answer = puzzle ? fewest_solve(puzzle, &options, &error) : NULL;
    if (answer) {
        const fewest_status status = fewest_answer_status(answer);
        must(status != FEWEST_SOLVED || (is_solved && strtoull(claim + 13, NULL, 10) == fewest_answer_cost(answer)), "a cost that is verified is the least");
        must(status != FEWEST_UNSOLVABLE || is_unsolvable, "what is verified to be solved is not unsolvable");
    }
    fewest_answer_free(answer);
    fewest_puzzle_free(puzzle);
}

void begin_inputs(void) {}

void try_input(const uint8_t *data, size_t size) {
    const size_t room = size + 64;
    input = malloc(room);
    if (!input)
        return;
    if (size)
        memcpy(input, data, size);
    input_size = size + (size_t)snprintf((char *)input + size, room - size, "check %016" PRIx64 "\n", digest(input, size));
    const int status = ask();
    must(status == 0 || status == 1 || status == 2 || status == 4 || status == STOPPED, "the verifier has a status");
    if (status == 0)
        compare((const char *)input);
    free(input);
    input = NULL;
}

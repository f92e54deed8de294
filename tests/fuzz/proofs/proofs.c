/* Changed proofs for fewest-verify: it must end by itself with one of its statuses, never by a signal or a sanitizer, and what it
 * accepts is kept, so that another verifier can be asked (tests/fuzz/proofs/run.py).
 *
 *     fuzz-proofs SEED COUNT FOLDER PROOF...      accepted ones go into FOLDER; prints how many of each status there were
 *
 * The verifier is this program: each input is tried in a process of its own, since it ends by _Exit and has its state in globals. */
#define main verify_main
#include "../../../verify/verify.c"
#undef main

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECES = 5, MOST = 1 << 16, SECONDS = 2, FOREIGN = 99 };

/* A proof as its pieces: text, start, goal, claim with its kind, the rest up to `check`. length < 0: it has none. */
struct pieces {
    char *bytes[PIECES];
    long length[PIECES];
};
static const char *const heads[] = {"puzzle", "start", "goal"};
static uint64_t random_state;

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "exitcode=99:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=400";
}

static unsigned long below(unsigned long limit) { /* xorshift */
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned long)(random_state >> 11) % (limit ? limit : 1);
}

static bool take_apart(char *data, long length, struct pieces *pieces) {
    char *at = data, *end = data + length;
    at = memchr(at, '\n', (size_t)length);
    for (int i = 0; i < 3 && at; i++) {
        char *number;
        pieces->length[i] = -1;
        if (strncmp(at + 1, heads[i], strlen(heads[i])) != 0)
            continue;
        pieces->length[i] = strtol(at + 1 + strlen(heads[i]), &number, 10);
        pieces->bytes[i] = number + 1;
        at = number + 1 + pieces->length[i];
    }
    char *claim = at ? at + 1 : NULL, *by = claim ? memchr(claim, '\n', (size_t)(end - claim)) : NULL;
    char *line = by ? memchr(by + 1, '\n', (size_t)(end - by - 1)) : NULL;
    if (!line)
        return false;
    pieces->bytes[3] = claim, pieces->length[3] = line + 1 - claim;
    pieces->bytes[4] = line + 1, pieces->length[4] = end - line - 1 - 23; /* `check`, 16 digits, a line feed */
    return pieces->length[4] >= 0;
}

/* Changes a piece in place: bytes, words, or runs that come from elsewhere. Returns its new length. */
static long change(char *bytes, long length, const char *other, long other_length) {
    static const char *const words[] = {"->", "_", "/", ",", ":", "(", ")", " where ", " or ", " and ", " not ", " count ", " every ", " on ", " is ", " repeat", " until blocked",
                                        " cycle (1 2)", " rest", " ring", " wrapped", "any direction", "\nnever ", "\ngoal ", "\nmove ", "\nlet ", "\nvar v = 0..3\n", "0", "9",
                                        "-1", "1000000000", "|", "=", "<=", "+", "-", "*", "..", ";", "x", ".", "#", "1", "by ends\n", "by parity\n", "by list\n", "unsolvable", "solved 3 0", "\nfloor # .\n"};
    const long at = (long)below((unsigned long)length + 1);
    const char *word = words[below(sizeof words / sizeof *words)];
    long count = 1 + (long)below(8), from;
    switch (below(6)) {
    case 0:
        if (at < length)
            bytes[at] = (char)(bytes[at] ^ 1 << below(8));
        return length;
    case 1:
        if (at < length)
            bytes[at] = (char)below(256);
        return length;
    case 2:
        count = count < length - at ? count : length - at;
        memmove(bytes + at, bytes + at + count, (size_t)(length - at - count));
        return length - count;
    case 3: break;
    default:
        word = below(2) ? bytes : other;
        from = (long)below((unsigned long)(word == other ? other_length : length));
        count = (word == other ? other_length : length) - from < 4 * count ? (word == other ? other_length : length) - from : 4 * count;
        word += from;
        char copy[64];
        memcpy(copy, word, (size_t)count);
        if (length + count >= MOST)
            return length;
        memmove(bytes + at + count, bytes + at, (size_t)(length - at));
        memcpy(bytes + at, copy, (size_t)count);
        return length + count;
    }
    count = (long)strlen(word);
    if (length + count >= MOST)
        return length;
    memmove(bytes + at + count, bytes + at, (size_t)(length - at));
    memcpy(bytes + at, word, (size_t)count);
    return length + count;
}

/* Puts the pieces together, some of them changed, with lengths and a digest that are right. */
static long make_input(const struct pieces *seed, const struct pieces *other, char *input) {
    static char piece[2 * MOST];
    long length = sprintf(input, "fewest proof 2\n");
    const unsigned changed = 1u << below(PIECES) | (below(3) ? 1u : 0);
    for (int i = 0; i < PIECES; i++) {
        if (seed->length[i] < 0 || seed->length[i] >= MOST)
            continue;
        long count = seed->length[i];
        memcpy(piece, seed->bytes[i], (size_t)count);
        for (unsigned long times = changed >> i & 1 ? 1 + below(4) : 0; times > 0; times--)
            count = change(piece, count, other->length[i] > 0 ? other->bytes[i] : "", other->length[i] > 0 && other->length[i] < MOST ? other->length[i] : 0);
        if (i < 3)
            length += sprintf(input + length, "%s %ld\n", heads[i], count);
        memcpy(input + length, piece, (size_t)count);
        length += count;
        if (i < 3)
            input[length++] = '\n';
    }
    const uint64_t right = digest(input, (size_t)length) ^ (below(50) ? 0 : 1);
    return length + sprintf(input + length, "check %016" PRIx64 "\n", right);
}

/* The status of the verifier; beyond 255: the signal that ended it. */
static int try_input(char *input, long length, char *on_disk) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        char *arguments[] = {"fewest-verify", "-", NULL}, *divided[] = {"fewest-verify", "--disk", on_disk, "-", NULL};
        const bool is_divided = length % 2; /* it is checked in parts */
        setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS});
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        if (!freopen("/dev/null", "w", stdout) || !(stdin = fmemopen(input, (size_t)length, "rb")))
            _Exit(FOREIGN);
        _Exit(verify_main(is_divided ? 4 : 2, is_divided ? divided : arguments));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void keep(const char *folder, const char *word, unsigned long number, const char *input, long length) {
    char name[512];
    snprintf(name, sizeof name, "%s/%s-%lu.proof", folder, word, number);
    FILE *file = fopen(name, "wb");
    if (file && fwrite(input, 1, (size_t)length, file) != (size_t)length)
        fail(2, "%s cannot be written", name);
    if (file)
        fclose(file);
}

int main(int count, char **arguments) {
    static char input[8 * MOST];
    struct pieces *seeds = zeroed((size_t)count, sizeof *seeds);
    unsigned long seen[5] = {0}, slow = 0, bad = 0;
    size_t seed_count = 0;
    if (count < 5)
        fail(2, "usage: fuzz-proofs SEED COUNT FOLDER PROOF...");
    random_state = strtoull(arguments[1], NULL, 10) * 2 + 1;
    for (int i = 4; i < count; i++) {
        char *data = NULL;
        size_t length = 0;
        FILE *file = opened(arguments[i]);
        for (int c; (c = getc(file)) != EOF;)
            PUSH(data, length, (char)c);
        fclose(file);
        PUSH(data, length, 0);
        seed_count += take_apart(data, (long)length - 1, &seeds[seed_count]);
    }
    for (unsigned long i = 0, end = strtoul(arguments[2], NULL, 10); i < end && seed_count; i++) {
        const long length = make_input(&seeds[below(seed_count)], &seeds[below(seed_count)], input);
        const int status = try_input(input, length, arguments[3]);
        if (status == 256 + SIGXCPU || status == 256 + SIGKILL) {
            slow++;
        } else if (status > 4 || status == 3) {
            printf("input %lu: status %d\n", i, status);
            keep(arguments[3], "bad", i, input, length);
            bad++;
        } else {
            seen[status]++;
            if (status == 0)
                keep(arguments[3], "accepted", i, input, length);
        }
    }
    printf("accepted %lu, wrong %lu, unreadable %lu, no memory %lu, slow %lu, bad %lu\n", seen[0], seen[1], seen[2], seen[4], slow, bad);
    return bad ? 1 : 0;
}

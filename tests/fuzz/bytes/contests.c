/* Inputs of the online judges: the first byte chooses the judge, the rest is what it reads. */
#include "bytes.h"

#include "contest/contest.h"
#include "contest/judge.h"

#include <stdio.h>
#include <stdlib.h>

void begin_inputs(void) {}

/* An input may hold several cases, each with a search of its own. */
static fewest_limits left(void *context) {
    (void)context;
    fewest_limits limits = short_options().limits;
    limits.seconds = 0.001;
    return limits;
}

void try_input(const uint8_t *data, size_t size) {
    if (size < 2)
        return;
    const struct judge *judge = contest_at(data[0] % contest_count());
    char *said = NULL, *complained = NULL;
    size_t said_size = 0, complained_size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r");
    FILE *out = open_memstream(&said, &said_size), *err = open_memstream(&complained, &complained_size);
    const struct contest_limits limits = {left, NULL};
    const bool limited = mixture(data, size) >> 20 & 15; /* one in sixteen is searched to its end */
    int status = in && out && err ? contest_main(judge->name, data[0] & 0x80, in, out, err, limited ? &limits : NULL) : -1;
    if (in)
        fclose(in);
    if (out)
        fclose(out);
    if (err)
        fclose(err);
    must(status <= 0 || (complained_size && !said_size), "what is wrong is said, and nothing else");
    must(status != 0 || !complained_size, "nothing is complained of where all is well");
    free(said);
    free(complained);
}

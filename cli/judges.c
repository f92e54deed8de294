/* The judges have two names each; a misspelt one may be near to either. */
#include "cli/judges.h"

#include "cli/nearest.h"
#include "cli/output.h"
#include "contest/contest.h"
#include "contest/judge.h"

int report_unknown_judge(const struct command *command, const char *name) {
    fewest_error error;
    char hint[100] = "'fewest contest --list' names them";
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; i < contest_count(); i++) {
        nearest_offer(&nearest, contest_at(i)->name);
        if (*contest_at(i)->alias)
            nearest_offer(&nearest, contest_at(i)->alias);
    }
    if (nearest.best)
        snprintf(hint, sizeof hint, "did you mean %s?", nearest.best);
    usage_error(&error, command, hint, "there is no judge '%.40s'", name);
    return report_error(&error, false);
}

/* The list of judges: a new one is a file with its `const struct judge`, and a line here. */
#ifndef CONTEST_JUDGES_H
#define CONTEST_JUDGES_H

#include "contest/judge.h"

/* In the order in which they are listed. */
#define CONTEST_JUDGES(X) \
    X(poj_3984)           \
    X(poj_1077)           \
    X(hdu_1043)           \
    X(codevs_1225)        \
    X(codevs_1004)        \
    X(hdu_1195)           \
    X(hdu_1401)           \
    X(acwing_190)         \
    X(luogu_p4289)        \
    X(luogu_p1225)        \
    X(poj_2049)           \
    X(poj_2893)

#define CONTEST_DECLARE(word) extern const struct judge judge_##word;
CONTEST_JUDGES(CONTEST_DECLARE)
#undef CONTEST_DECLARE

#endif

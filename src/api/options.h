/* Options as a user gives them, checked and with the defaults put in. Code after this sees plain numbers: no 0 and
 * no FEWEST_ZERO stands for another. */
#ifndef FEW_API_OPTIONS_H
#define FEW_API_OPTIONS_H

#include <fewest/explore.h>
#include <fewest/export.h>
#include <fewest/tables.h>

#include "base/error.h"
#include "search/search.h"

/* NULL: the defaults within `limits`, which have been read; these NULL: there are none. false: see *error. */
bool few_options_read(const fewest_options *given, const fewest_limits *limits, fewest_options *options,
                      struct few_error *error);
bool few_explore_options_read(const fewest_explore_options *given, const fewest_limits *limits,
                              fewest_explore_options *options, struct few_error *error);
bool few_generate_options_read(const fewest_generate_options *given, const fewest_limits *limits,
                               fewest_generate_options *options, struct few_error *error);

bool few_export_options_read(const fewest_export_options *given, fewest_export_options *options, struct few_error *error);

/* Of limits, memory 0 still means what is free, seconds and states 0 no limit; depth UINT64_MAX is none. */
bool few_limits_read(const fewest_limits *given, fewest_limits *limits, struct few_error *error);

/* The same word in the terms of searches and explorations. */
static inline enum few_symmetry_use few_symmetry_use_of(fewest_symmetry_use use) {
    return use == FEWEST_SYMMETRY_ON ? FEW_SYMMETRY_ON : use == FEWEST_SYMMETRY_OFF ? FEW_SYMMETRY_OFF : FEW_SYMMETRY_AUTO;
}

bool few_kind_known(fewest_table_kind kind, struct few_error *error);

#endif

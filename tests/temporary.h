/* Where tests put files for a while: TMPDIR, so that whoever ends a test midway can take away what it left. */
#ifndef FEW_TESTS_TEMPORARY_H
#define FEW_TESTS_TEMPORARY_H

#include <stdlib.h>

static inline const char *temporary_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

#endif

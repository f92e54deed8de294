/* The parts of a program that no puzzle changes, as texts with holes (templates/). A line of a template is
 *
 *     @if FLAG !FLAG …     what follows, up to @else or @end, is for programs with (without) these
 *     @include NAME        another template
 *     @WORD                what the translation writes here
 *     @@TEXT               a line that begins with @
 *
 * or a line of the program, in which ${WORD} is a value, ${piece P} what the piece P is called there, and «ENGLISH|CHINESE» the one that is chosen. */
#ifndef FEW_EXPORT_TEMPLATE_H
#define FEW_EXPORT_TEMPLATE_H

#include "export/exporter.h"

struct few_template {
    const char *name, *text;
};
extern const struct few_template few_templates[];
extern const size_t few_template_count;

#define FEW_TEMPLATE_SAY "\xc2\xab"
#define FEW_TEMPLATE_SAID "\xc2\xbb"

/* Writes a template. false: it is not well made, or there is no memory; see the error. */
bool few_template_write(struct few_exporter *x, const char *name);

/* What the template asks for (export.c): whether a flag is set, a value (NULL: none of that name), and a hole to be filled. */
bool few_export_flag(struct few_exporter *x, const char *word);
const char *few_export_value(struct few_exporter *x, const char *word);
bool few_export_fill(struct few_exporter *x, const char *word);

#endif

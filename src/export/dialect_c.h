/* How C and C++ spell tables (dialect_c_tables.c) and letters. */
#ifndef FEW_EXPORT_DIALECT_C_H
#define FEW_EXPORT_DIALECT_C_H

#include "export/dialect.h"

const char *few_c_letters(struct few_exporter *x, const char *text); /* of a string, as a text */
void few_c_numbers(struct few_exporter *x, const char *name, const char *const *items, size_t count);
void few_c_texts(struct few_exporter *x, const char *name, const char *const *items, size_t count);
void few_c_pairs(struct few_exporter *x, const char *name, const uint32_t (*items)[2], size_t count);
void few_c_board_table(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns);
void few_c_drawing(struct few_exporter *x, const char *name, const char *const *items, uint32_t rows, uint32_t columns);
void few_c_constants(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name, uint32_t total);
void few_c_constants_cpp(struct few_exporter *x, const char *const *names, const uint32_t *values, size_t count, const char *total_name,
                         uint32_t total);
void few_c_piece_numbers(struct few_exporter *x, const char *const *list, size_t count);
void few_c_begin_values(struct few_exporter *x);
void few_c_values_of(struct few_exporter *x, const char *row);
void few_c_end_values(struct few_exporter *x);
void few_c_start(struct few_exporter *x, const char *text);
void few_c_begin_goal_states(struct few_exporter *x);
void few_c_goal_state(struct few_exporter *x, const few_code *cells, const char *vars);
void few_c_end_goal_states(struct few_exporter *x);

#endif

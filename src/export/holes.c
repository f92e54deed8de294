/* What the templates ask for: flags, values, and parts that are written into their holes. */
#include "export/dialect.h"
#include "export/template.h"

#include <inttypes.h>
#include <stdlib.h>

/* Whether the program speaks of rows and columns. */
static bool has_rows(const struct few_exporter *x) {
    return x->puzzle->rows > 1 || x->puzzle->is_grid || x->turns || x->choices.search == FEW_EXPORT_ASTAR;
}

/* No path is as long as the largest numbers. */
static uint64_t within(const struct few_exporter *x) {
    return x->choices.judge && x->choices.judge->within ? x->choices.judge->within : x->puzzle->within;
}

static bool has_within(const struct few_exporter *x) {
    if (x->choices.judge)
        return x->choices.judge->within > 0;
    return x->puzzle->has_within && x->puzzle->within < (x->costs ? (uint64_t)INT64_MAX : (uint64_t)INT32_MAX);
}

/* Whether it is the judge of that name, with _ for each -. */
static bool is_judge(const struct few_export_judge *judge, const char *word) {
    if (!judge || strlen(judge->name) != strlen(word))
        return false;
    for (size_t i = 0; word[i]; i++)
        if (word[i] != (judge->name[i] == '-' ? '_' : judge->name[i]))
            return false;
    return true;
}

static few_code board_piece(const struct few_puzzle *puzzle, const char *text) {
    for (uint32_t i = 0; i < puzzle->board_piece_count; i++)
        if (strcmp(puzzle->pieces[puzzle->board_pieces[i]].text, text) == 0)
            return puzzle->board_pieces[i];
    return FEW_CODE_ANY;
}

/* Every piece that the program knows is a number. */
static bool all_are_numbers(const struct few_exporter *x) {
    for (uint32_t c = 0; c < x->code_count; c++)
        if (x->of_code[c] != FEW_CODE_ANY && !x->puzzle->pieces[x->of_code[c]].is_number)
            return false;
    return true;
}

/* A start may say what stands in some cells; where `is` is a piece, drawings are the only way. */
static bool has_named_starts(const struct few_puzzle *puzzle) {
    return puzzle->cell_names && board_piece(puzzle, "is") == FEW_CODE_ANY;
}

/* Whether something that was translated names a direction. */
static bool names_ways(const struct few_exporter *x) {
    bool found = false;
    for (size_t i = 0; i < FEW_NAMED_WAYS; i++) {
        const char *name = few_way_names[i];
        found |= few_text_speaks_of(&x->moves, name) || few_text_speaks_of(&x->goal, name) || few_text_speaks_of(&x->nevers, name);
    }
    return found;
}

bool few_export_flag(struct few_exporter *x, const char *word) {
    const struct few_puzzle *puzzle = x->puzzle;
    const bool astar = x->choices.search == FEW_EXPORT_ASTAR, both = x->choices.search == FEW_EXPORT_BIDIRECTIONAL;
    const bool heap = x->costs || astar, perfect = x->choices.remember == FEW_EXPORT_PERFECT;
    const struct few_export_judge *judge = x->choices.judge;
    const struct {
        const char *word;
        bool is;
    } flags[] = {
        {"string", puzzle->is_string},
        {"board", puzzle->rows > 0},
        {"vars", puzzle->var_count > 0},
        {"grid", puzzle->is_grid},
        {"rows", has_rows(x)},
        {"packed", x->packed},
        {"costs", x->costs},
        {"free", x->free},
        {"within", has_within(x)},
        {"places", x->words.place},
        {"numbers", x->words.number},
        {"ambiguous", x->words.place || x->words.number},
        {"turns", x->turns},
        {"patternless", x->patternless},
        {"diagonals", x->diagonals},
        {"start", puzzle->start.given && !judge},
        {"judge", judge},
        {"judge_marks", judge && judge->marks},
        {"judge_many", judge && judge->many},
        {"judge_words", judge && judge->words},
        {"runtime_goal", judge && judge->reads_goal},
        {"runtime_rules", judge && judge->reads_rules},
        {"searches", !judge || !judge->from_goal},
        {"listed", both || (judge && judge->from_goal)},
        {"fails", !judge || x->choices.language == FEW_EXPORT_C || (perfect && x->ranks == FEW_RANK_MULTISET)},
        {"links", x->links},
        {"letters", puzzle->rows > 0 || puzzle->is_string},
        {"any_character", puzzle->any_character},
        {"bounded", puzzle->max_length != FEW_NOWHERE},
        {"beyond", puzzle->is_string && x->code_count > 128},
        {"find_number", few_translation_speaks_of(x, "find_number")},
        {"any", few_translation_speaks_of(x, "ANY")},
        {"move_tables", x->move_tables.count > 0},
        {"goal_tables", x->goal_tables.count > 0},
        {"words", x->long_pieces},
        {"utf8", x->wide_pieces},
        {"ring", few_translation_speaks_of(x, "step_around")},
        {"cpp", x->choices.language == FEW_EXPORT_CPP},
        {"wide", !x->packed},
        {"kept_as_is", puzzle->is_string && x->choices.remember == FEW_EXPORT_HASH && x->choices.path == FEW_EXPORT_PARENTS},
        {"wide_hash", !x->packed && x->choices.remember == FEW_EXPORT_HASH},
        {"wide_std", !x->packed && x->choices.remember == FEW_EXPORT_STD},
        {"hash", x->choices.remember == FEW_EXPORT_HASH},
        {"perfect", perfect},
        {"std", x->choices.remember == FEW_EXPORT_STD},
        {"base", !perfect || x->ranks == FEW_RANK_DIGITS},
        {"digit_pieces", x->numbering == FEW_NUMBERS_PLAIN && puzzle->number_count > 0},
        {"digits_only", x->numbering == FEW_NUMBERS_PLAIN && all_are_numbers(x)},
        {"digits", perfect && x->ranks == FEW_RANK_DIGITS},
        {"cantor", perfect && x->ranks == FEW_RANK_CANTOR},
        {"multiset", perfect && x->ranks == FEW_RANK_MULTISET},
        {"one", x->choices.queue == FEW_EXPORT_ONE},
        {"two", x->choices.queue == FEW_EXPORT_TWO},
        {"parents", x->choices.path == FEW_EXPORT_PARENTS},
        {"map", x->choices.path == FEW_EXPORT_MAP},
        {"none", x->choices.path == FEW_EXPORT_NONE},
        {"astar", astar},
        {"heap", heap},
        {"bidirectional", both},
        {"plain", !heap && !both},
        {"steps", !heap && !both && x->choices.queue == FEW_EXPORT_ONE},
        {"node_steps", !heap && !both && x->choices.queue == FEW_EXPORT_ONE && (judge || has_within(x))},
        {"marks", x->marks},
        {"mark_texts", !judge || judge->marks},
        {"mark_holes", x->marks && strchr(few_piece_marks(x), ' ')},
        {"one_var", puzzle->var_count == 1},
        {"layer_steps", x->choices.path != FEW_EXPORT_PARENTS || has_within(x)},
        {"std_numbers", heap || both || (judge && judge->from_goal)},
        {"seen_only", perfect && x->choices.path == FEW_EXPORT_PARENTS && !heap && !both && !(judge && judge->from_goal)},
        {"std_set", x->choices.path == FEW_EXPORT_NONE || (x->choices.path == FEW_EXPORT_PARENTS && !heap && !both && !(judge && judge->from_goal))},
        {"names_ways", names_ways(x)},
        {"mirrors", x->mirrors},
        {"repeats", x->repeats},
        {"built_names", x->built_names},
        {"ground", puzzle->kind_count > 0},
        {"named", puzzle->cell_names},
        {"named_starts", has_named_starts(puzzle)},
        {"parts", puzzle->var_count || has_named_starts(puzzle)},
        {"has_dot", board_piece(puzzle, ".") != FEW_CODE_ANY},
        {"never", puzzle->never_count > 0},
        {"never_tables", x->never_tables.count > 0},
        {"never_drawn", few_text_speaks_of(&x->nevers, "is_drawn")},
        {"goal_drawn", few_text_speaks_of(&x->goal, "is_drawn") && !few_text_speaks_of(&x->nevers, "is_drawn")},
        {"wraps", puzzle->wraps_rows || puzzle->wraps_columns},
        {"wraps_rows", puzzle->wraps_rows},
        {"wraps_columns", puzzle->wraps_columns},
        {"edges", !puzzle->wraps_rows || !puzzle->wraps_columns},
        {"add_start", puzzle->never_count || puzzle->kind_count},
        {"tall", x->tall},
        {"may_stay", x->may_stay},
        {"several_rows", puzzle->rows > 1},
        {"keeps_moves", x->keeps_moves},
        {"local_moves", x->most_moves > 0},
        {"one_start", puzzle->var_count == 0},
        {"seeks", x->sought != FEW_CODE_ANY},
        {"name_enough", x->single != FEW_CODE_ANY && x->words.place},
        {"indented_place", x->words.place && (x->patternless || x->single != FEW_CODE_ANY)},
        {"goal_is_state", x->goal_is_state},
        {"least_cost", x->least_cost > 1},
        {"manhattan", x->manhattan},
        {"moves_two", x->blank == FEW_CODE_ANY},
        {"blank", x->blank != FEW_CODE_ANY},
        {"deque", !heap && !both && x->choices.queue == FEW_EXPORT_ONE && x->choices.path != FEW_EXPORT_PARENTS},
        {"off_board", puzzle->board_piece_count < puzzle->piece_count},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(flags[i].word, word) == 0)
            return flags[i].is;
    if (strncmp(word, "judge_", 6) == 0)
        return is_judge(judge, word + 6);
    if (!x->no_memory) /* otherwise the word could not be copied */
        few_fail(x->error, FEW_ERROR_SYSTEM, "a template has an unknown flag: %.60s", word);
    return false;
}

static const char *base_name(struct few_exporter *x) {
    const char *file = x->puzzle->file ? x->puzzle->file : "", *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    size_t length = strcspn(name, ".");
    bool plain = length > 0 && length < 40;
    for (size_t i = 0; i < length; i++)
        plain &= (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z') || (name[i] >= '0' && name[i] <= '9') || name[i] == '-' || name[i] == '_';
    return plain && name[0] != '-' ? few_print(x, "%.*s", (int)length, name) : "puzzle";
}

/* The start, if it can stand between quotes in a line. */
static const char *start_example(struct few_exporter *x) {
    const char *text = x->puzzle->start.given ? few_start_text(x) : "";
    return *text && strlen(text) < 40 && !strchr(text, '\'') ? few_harmless(x, text) : "START";
}

/* Words that end a start, or stand for letters in rules: no start of a string has them. */
static const char *start_keywords(struct few_exporter *x) {
    const char *words = "\"and\", \"->\"";
    for (uint32_t i = 0; i < x->puzzle->let_count; i++)
        words = few_print(x, "%s, %s", words, few_quoted(x, x->puzzle->lets[i].name));
    return words;
}

/* What is no letter of a string where nearly everything is one: marks of the language, and names of one ASCII letter. */
static const char *no_letters(struct few_exporter *x) {
    const char *letters = ";:,/_()";
    for (uint32_t i = 0; x->puzzle->is_string && i < x->puzzle->let_count; i++) {
        const char *name = x->puzzle->lets[i].name;
        bool one = name[few_character_length(name)] == '\0' && (few_character_length(name) == 1 || x->choices.language == FEW_EXPORT_PYTHON);
        if (one)
            letters = few_print(x, "%s%s", letters, name);
    }
    return letters;
}

static uint32_t first_code(const struct few_exporter *x) {
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < x->puzzle->board_piece_count; i++)
        if (x->code[x->puzzle->board_pieces[i]] < first)
            first = x->code[x->puzzle->board_pieces[i]];
    return first;
}

/* One more than the longest word beside the board, so that what is longer differs from all of them. */
static size_t longest_word(const struct few_exporter *x) {
    size_t longest = strlen("any");
    for (uint32_t i = 0; i < x->puzzle->var_count; i++)
        if (strlen(x->puzzle->vars[i].name) > longest)
            longest = strlen(x->puzzle->vars[i].name);
    return longest + 1;
}

/* The statement that lists the moves of a state, from its indentation, the state, and (of strings, from both ends) the direction. */
static const char *list_call(struct few_exporter *x, const char *words) {
    char *behind;
    const int indentation = (int)strtol(words, &behind, 10);
    behind += strspn(behind, " ");
    const char *now = few_print(x, "%.*s", (int)strcspn(behind, " "), behind), *how = behind + strlen(now);
    const char *direction = x->choices.search != FEW_EXPORT_BIDIRECTIONAL || !x->literal ? "" : strcmp(how, " side") == 0 ? ", side == 1" : ", false";
    if (x->choices.language == FEW_EXPORT_CPP)
        return few_print(x, "const std::vector<move> &moves = list_moves(%s%s);", now, direction);
    if (!x->most_moves)
        return few_print(x, "list_moves(%s%s);", now, direction);
    return few_print(x, "move moves[MAX_MOVES];\n%*sint move_count = list_moves(%s, moves%s);", indentation, "", now, direction);
}

/* The conditions that a row and a column are not on the board, or are, where it has edges. */
static const char *beyond_edges(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    return puzzle->wraps_rows ? "column < 0 || column >= COLUMNS" : puzzle->wraps_columns ? "row < 0 || row >= ROWS" : "row < 0 || row >= ROWS || column < 0 || column >= COLUMNS";
}

static const char *within_edges(const struct few_exporter *x) {
    const struct few_puzzle *puzzle = x->puzzle;
    return puzzle->wraps_rows ? "0 <= column < COLUMNS" : puzzle->wraps_columns ? "0 <= row < ROWS" : "0 <= row < ROWS and 0 <= column < COLUMNS";
}

/* The statement that prints where a move begins. */
static const char *print_place(struct few_exporter *x, const char *place) {
    if (x->puzzle->cell_names)
        return few_print(x, "printf(\"@%%s\", cell_name[%s]);", place);
    if (x->puzzle->is_grid)
        return few_print(x, "printf(\"@%%d,%%d\", %s / COLUMNS + 1, %s %% COLUMNS + 1);", place, place);
    return few_print(x, "printf(\"@%%d\", %s + 1);", place);
}

const char *few_export_value(struct few_exporter *x, const char *word) {
    const struct few_puzzle *puzzle = x->puzzle;
    bool priced = x->costs, placed = x->words.place, cpp = x->choices.language == FEW_EXPORT_CPP;
    const bool both = x->choices.search == FEW_EXPORT_BIDIRECTIONAL, astar = x->choices.search == FEW_EXPORT_ASTAR;
    const bool heap = priced || astar, parents = x->choices.path == FEW_EXPORT_PARENTS, one = x->choices.queue == FEW_EXPORT_ONE;
    const bool none = x->choices.path == FEW_EXPORT_NONE, hashed = x->choices.remember == FEW_EXPORT_HASH;
    const char *one_move = cpp ? "one" : "moves[i]";
    const char *at_side = both ? "[side]" : "", *blank = x->blank != FEW_CODE_ANY ? x->piece[x->blank] : "";
    const char *differs = x->packed ? "%s != packed" : "!equal(&%s, now)";
    const char *layer_item = cpp ? "layer[k]" : "layer.items[k]", *next_item = cpp ? "next_layer[i]" : "next_layer.items[i]";
    const char *no_name = !x->keeps_moves ? "" : few_print(x, ", %s%s", cpp ? "nullptr" : "NULL", placed ? ", 0" : "");
    const char *visit = heap ? few_print(x, ", -1%s, 0%s)", no_name, x->free ? ", 0" : "") : parents ? few_print(x, ", -1%s)", no_name) : none ? one ? ", 0)" : ")" : one ? ", NULL, 0)" : ", NULL)";
    const char *visit_begin = both ? "visit(0, " : "visit(";
    const char *visit_pointer = few_print(x, "%sstart%s", visit_begin, visit);
    const struct {
        const char *word, *text;
    } values[] = {
        {"title", few_harmless(x, puzzle->title ? puzzle->title : base_name(x))},
        {"name", base_name(x)},
        {"rows", few_print(x, "%u", puzzle->rows)},
        {"columns", few_print(x, "%u", puzzle->columns)},
        {"vars", few_print(x, "%u", puzzle->var_count)},
        {"cell_base", few_print(x, "%" PRIu64, x->cell_base)},
        {"var_base", few_print(x, "%" PRIu64, x->var_base)},
        {"less_cell", x->cell_low ? few_print(x, " - %" PRIu64, x->cell_low) : ""},
        {"plus_cell", x->cell_low ? few_print(x, " + %" PRIu64, x->cell_low) : ""},
        {"less_var", x->var_low ? few_print(x, " - %" PRIu64, x->var_low) : ""},
        {"plus_var", x->var_low ? few_print(x, " + %" PRIu64, x->var_low) : ""},
        {"cell_type", x->code_count > 256 ? "unsigned short" : "unsigned char"},
        {"within", few_print(x, "%" PRIu64, within(x))},
        {"longest", few_print(x, "%u", x->longest)},
        {"key_in", x->packed ? "key packed" : "const state *now"},
        {"key", x->packed ? "packed" : "now"},
        {"kept", !x->packed && hashed ? "*now" : "packed"},
        {"key_ref", x->packed ? "" : "&"},
        {"node_key_in", x->packed ? "key packed" : hashed ? "const state *now" : "const key &packed"},
        {"node_key_ref", !x->packed && hashed ? "&" : ""},
        {"side", both ? "[2]" : ""},
        {"at_side", at_side},
        {"side_parameter", both ? "int side, " : ""},
        {"side_argument", both ? "side, " : ""},
        {"side_only", both ? "int side" : cpp ? "" : "void"},
        {"side_last", both ? "side" : ""},
        {"slot_count", few_print(x, cpp ? "slots%s.size()" : "slot_count%s", at_side)},
        {"slot_type", hashed ? "uint32_t" : "key"},
        {"slot_differs", few_print(x, differs, few_print(x, "nodes%s[slots%s[slot]].packed", at_side, at_side))},
        {"entry_differs", few_print(x, differs, "fathers[place].packed")},
        {"seen_differs", few_print(x, differs, "seen[place].packed")},
        {"father_room", cpp ? "fathers.size()" : "father_room"},
        {"seen_room", cpp ? "seen.size()" : "seen_room"},
        {"steps_argument", few_export_flag(x, "node_steps") ? ", steps" : ""},
        {"name_parameter", !x->keeps_moves ? "" : placed ? ", const char *name, int place" : ", const char *name"},
        {"name_argument", !x->keeps_moves ? "" : placed ? ", name, place" : ", name"},
        {"name_of_i", !x->keeps_moves ? "" : few_print(x, placed ? ", %s.name, %s.place" : ", %s.name", one_move, one_move)},
        {"m", one_move},
        {"no_name", no_name},
        {"diagonal_names", x->diagonals ? ", UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT" : ""},
        {"named_ways", x->diagonals ? "8" : "4"},
        {"and_diagonals", few_print(x, "%s%s", x->diagonals ? ", then the diagonals" : "", x->mirrors ? ", then the first four again for mirror images" : "")},
        {"and_diagonals_zh", few_print(x, "%s%s", x->diagonals ? "，以及斜向" : "", x->mirrors ? "，再加四个镜像方向" : "")},
        {"way_count", few_print(x, "%u", few_way_count(x))},
        {"row_steps", few_way_steps(x, true)},
        {"column_steps", few_way_steps(x, false)},
        {"first_mirrored", few_print(x, "%u", few_way_count(x) - 4)},
        {"side_times", x->mirrors ? "side * " : ""},
        {"beyond_edges", beyond_edges(x)},
        {"within_edges", within_edges(x)},
        {"name_room", few_print(x, "%zu", x->longest_name + 1)},
        {"two_cells", x->tall ? "1, 2" : "2"},
        {"place_text", puzzle->cell_names ? "{cell_name[best.place]}" : puzzle->is_grid ? "{best.place // COLUMNS + 1},{best.place % COLUMNS + 1}" : "{best.place + 1}"},
        {"dot", board_piece(puzzle, ".") != FEW_CODE_ANY ? x->piece[board_piece(puzzle, ".")] : ""},
        {"wall", puzzle->kind_count ? x->piece[few_wall(puzzle)] : ""},
        {"wall_text", puzzle->kind_count ? few_quoted(x, puzzle->pieces[few_wall(puzzle)].text) : ""},
        {"queue_state_0", parents ? "state_of(0)" : "unpack(queue[0].packed)"},
        {"next_state_0", parents ? "state_of(0)" : cpp ? "unpack(next_layer[0])" : "unpack(next_layer.items[0])"},
        {"slot_of_packed", hashed ? few_print(x, "find_slot(%s)", x->packed ? "packed" : "now") : "packed"},
        {"slot_of_board", hashed ? x->packed ? "find_slot(pack(&board))" : "find_slot(&board)" : "pack(&board)"},
        {"moves_parameter", cpp ? "const std::vector<move> &moves, " : x->most_moves ? "const move moves[], int move_count, " : ""},
        {"moves_argument", cpp ? "moves, " : x->most_moves ? "moves, move_count, " : ""},
        {"single_text", x->single != FEW_CODE_ANY ? few_harmless(x, puzzle->pieces[x->single].text) : ""},
        {"sought", x->sought != FEW_CODE_ANY ? x->piece[x->sought] : ""},
        {"start_keywords", puzzle->is_string ? start_keywords(x) : ""},
        {"no_letters", few_quoted(x, no_letters(x))},
        {"mark_of_piece", x->marks ? "piece_text[piece]" : "text[piece][0]"},
        {"word_length", few_print(x, "%zu", longest_word(x))},
        {"word_room", few_print(x, "%zu", longest_word(x) + 1)},
        {"most_moves", few_print(x, "%" PRIu64, x->most_moves)},
        {"list_parameters", few_print(x, "const state *now%s%s", !cpp && x->most_moves ? ", move moves[]" : "", both && x->literal ? ", bool backward" : "")},
        {"list_type", cpp ? "const std::vector<move> &" : x->most_moves ? "int " : "void "},
        {"zero", cpp ? "{}" : "{0}"},
        {"key_type", !x->packed && hashed && parents ? "state" : "key"},
        {"null", cpp ? "nullptr" : "NULL"},
        {"cost_type", priced ? "long long" : "int"},
        {"times_cost", x->least_cost > 1 ? few_print(x, " * %u", x->least_cost) : ""},
        {"steps_parameter", one ? ", int steps" : ""},
        {"push_packed", one ? cpp ? "queue.push_back({packed, steps})" : "push((waiting){packed, steps})"
                            : cpp ? "next_layer.push_back(packed)" : "push(&next_layer, packed)"},
        {"index_type", cpp ? "size_t" : "int"},
        {"each_move", cpp ? "const move &one : moves" : "int i = 0; i < move_count; i++"},
        {"each_index", cpp ? "size_t i = 0; i < moves.size(); i++" : "int i = 0; i < move_count; i++"},
        {"queue_count", parents ? cpp ? "(int)nodes.size()" : "node_count" : cpp ? "(int)queue.size()" : "queue_count"},
        {"queue_state_i", parents ? "state_of(i)" : "unpack(queue[i].packed)"},
        {"queue_state_head", parents ? "state_of(head)" : "unpack(queue[head].packed)"},
        {"head_steps", parents ? "nodes[head].steps" : "queue[head].steps"},
        {"found_start", parents ? one ? "return i" : few_print(x, "return %s", next_item) : "return 0"},
        {"last_node", cpp ? "(int)nodes.size() - 1" : "node_count - 1"},
        {"next_count", cpp ? "(int)next_layer.size()" : "next_layer.count"},
        {"next_state", few_print(x, parents ? "state_of(%s)" : "unpack(%s)", next_item)},
        {"layer_count", cpp ? "(int)layer.size()" : "layer.count"},
        {"layer_item", layer_item},
        {"layer_state", few_print(x, parents ? "state_of(%s)" : "unpack(%s)", layer_item)},
        {"and_within", has_within(x) ? " && steps <= WITHIN" : ""},
        {"and_within_depth", has_within(x) ? " && depth < WITHIN" : ""},
        {"beyond", astar ? "continue" : "break"},
        {"move_cost", priced ? few_print(x, "%s.cost", one_move) : "1"},
        {"free_parameter", x->free ? ", int free_moves" : ""},
        {"free_argument", x->free ? ", free_moves" : ""},
        {"free_of_i", x->free ? few_print(x, ", nodes[number].free_moves + (%s.cost == 0)", one_move) : ""},
        {"top_node", x->free ? "std::get<2>(heap.top())" : "heap.top().second"},
        {"plus_bound", astar ? " + bound(now)" : ""},
        {"count_of_0", cpp ? "(int)nodes[0].size()" : "node_count[0]"},
        {"count_of_1", cpp ? "(int)nodes[1].size()" : "node_count[1]"},
        {"count_of_side", cpp ? "(int)nodes[side].size()" : "node_count[side]"},
        {"visit_start", few_export_flag(x, "add_start") ? "add_start(&start)" : few_print(x, "%s&start%s", visit_begin, visit)},
        {"visit_start_pointer", few_export_flag(x, "add_start") ? "add_start(start)" : visit_pointer},
        {"visit_pointer", visit_pointer},
        {"start_example", start_example(x)},
        {"judge", x->choices.judge ? x->choices.judge->name : ""},
        {"main_parameters", cpp ? "" : "void"},
        {"count_pieces", x->choices.remember == FEW_EXPORT_PERFECT && x->ranks == FEW_RANK_MULTISET ? "count_pieces(&start);\n    " : ""},
        {"most_states", few_print(x, "%d", FEW_EXPORT_MOST_STATES)},
        {"states", few_print(x, "%" PRIu64, x->states)},
        {"cells", few_print(x, "%u", puzzle->rows * puzzle->columns)},
        {"first_piece", few_print(x, "%u", first_code(x))},
        {"goal_table", x->goal_table ? x->goal_table : ""},
        {"or_any", x->goal_leaves_open ? few_print(x, " || %s[j] == ANY", x->goal_table) : ""},
        {"blank", blank},
        {"or_blank", *blank ? few_print(x, " || piece == %s", blank) : ""},
        {"and_not_any", x->goal_leaves_open ? few_print(x, " && %s[i] != ANY", x->goal_table) : ""},
        {"most_changed", few_print(x, "%u", x->most_changed)},
        {"least_cost", few_print(x, "%u", x->least_cost)},
        {"moved_text", *blank ? few_print(x, "one piece other than %s", few_harmless(x, puzzle->pieces[x->blank].text)) : "two pieces"},
        {"moved_text_zh", *blank ? few_print(x, "除 %s 以外的一个棋子", few_harmless(x, puzzle->pieces[x->blank].text)) : "两个棋子"},
        {"method", astar ? "A*" : both ? few_say(x, "breadth-first search from both ends", "双向广度优先搜索") : priced ? few_say(x, "Dijkstra's search", "Dijkstra 算法") : few_say(x, "breadth-first search", "广度优先搜索")},
        {"no_solution", puzzle->has_within ? few_print(x, few_say(x, "no solution within %" PRIu64 "%s", "%" PRIu64 "%s以内无解"), puzzle->within, priced ? few_say(x, " (cost)", "（代价）") : few_say(x, " moves", " 步"))
                                           : few_say(x, "no solution", "无解")},
        {"place_parameter", placed ? ", int place" : ""},
        {"cost_parameter", priced ? ", int cost" : ""},
        {"place_argument", placed ? ", place" : ""},
        {"cost_argument", priced ? ", cost" : ""},
        {"cheaper_test", priced ? " && (!best || moves[i].cost < best->cost)" : " && !best"},
        {"board_test", x->board_test},
        {"piece_marks", x->marks ? few_quoted(x, few_piece_marks(x)) : ""},
        {"single", x->single != FEW_CODE_ANY ? x->piece[x->single] : ""},
        {"cell_size", few_print(x, "%s%s", x->long_pieces ? "whole ? whole : " : "", x->wide_pieces ? "letter_size(at)" : "1")},
        {"or_all", puzzle->rows > 1 ? " && row != CELLS" : ""},
        {"letter_test", !puzzle->is_string ? "" : puzzle->any_character ? few_print(x, " || strchr(%s, letter)", few_quoted(x, no_letters(x))) : few_print(x, " || !strchr(%s, letter)", x->dialect->letters(x, few_letters(x)))},
        {"letter_list", puzzle->is_string ? x->dialect->letters(x, few_letters(x)) : ""},
        {"longest_start", few_print(x, "%u", x->longest_start)},
        {"columns_name", has_rows(x) ? "COLUMNS" : "CELLS"},
        {"find", puzzle->board_piece_count < puzzle->piece_count ? "find_cell" : "find_text"},
        {"and_no_and", puzzle->var_count || has_named_starts(puzzle) ? " && !is_word(at, length, \"and\")" : ""},
        {"drawing_flag", puzzle->rows ? ", drawing = false" : ""},
        {"same_place_parameter", placed ? ", bool same_place" : ""},
        {"same_place", !placed ? "" : x->patternless ? ", best->place >= 0" : ", true"},
        {"place_differs", placed ? " || (same_place && moves[i].place != chosen->place)" : ""},
        {"place_differs_j", placed ? " || (same_place && moves[j].place != chosen->place)" : ""},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].word, word) == 0)
            return values[i].text;
    for (uint32_t i = 0; strncmp(word, "piece ", 6) == 0 && i < puzzle->piece_count; i++)
        if (strcmp(puzzle->pieces[i].text, word + 6) == 0)
            return x->piece[i];
    if (strncmp(word, "print_place ", 12) == 0)
        return print_place(x, strcmp(word + 12, "m") == 0 ? few_print(x, "%s.place", one_move) : word + 12);
    if (strncmp(word, "list ", 5) == 0)
        return list_call(x, word + 5);
    if (strncmp(word, "begin ", 6) == 0) /* of a struct */
        return cpp ? few_print(x, "struct %s {", word + 6) : "typedef struct {";
    if (strncmp(word, "end ", 4) == 0)
        return cpp ? "};" : few_print(x, "} %s;", word + 4);
    return NULL;
}

static void write_links(struct few_exporter *x) {
    const char **items = few_arena_alloc(&x->arena, few_array_size(x->puzzle->link_count + 1, sizeof *items));
    for (uint32_t i = 0; items && i < x->puzzle->link_count; i++)
        items[i] = few_print(x, "%" PRIu32, few_link_weight(x->puzzle, i));
    x->no_memory |= !items;
    x->dialect->pairs(x, "links", (const uint32_t(*)[2])x->puzzle->links, x->puzzle->link_count);
    if (!items || !few_text_speaks_of(&x->moves, "weight"))
        return;
    x->dialect->comment(x, few_say(x, "What each link weighs.", "每条连线的权重。"));
    x->dialect->numbers(x, "weight", items, x->puzzle->link_count);
}

static void write_text(struct few_exporter *x, const struct few_list *text) {
    if (!few_list_append(x->to, text->items, text->count))
        x->no_memory = true;
}

bool few_export_fill(struct few_exporter *x, const char *word) {
    static const struct {
        const char *word;
        void (*fill)(struct few_exporter *x);
    } fillers[] = {
        {"pieces", few_export_pieces}, {"vars", few_export_vars}, {"start", few_export_start}, {"letters", few_export_letters},
        {"links", write_links}, {"ground", few_export_ground}, {"cell_names", few_export_cell_names},
    };
    const struct {
        const char *word;
        const struct few_list *text;
    } texts[] = {{"moves", &x->moves}, {"goal", &x->goal}, {"move_tables", &x->move_tables}, {"goal_tables", &x->goal_tables}, {"goal_states", &x->goal},
                 {"nevers", &x->nevers}, {"never_tables", &x->never_tables}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].word, word) == 0) {
            write_text(x, texts[i].text);
            return true;
        }
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (strcmp(fillers[i].word, word) == 0) {
            fillers[i].fill(x);
            return true;
        }
    return false;
}

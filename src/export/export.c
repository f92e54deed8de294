/* From a puzzle to a program: what is known of it, the template, and what fills its holes. */
#include "export/dialect.h"
#include "export/template.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- What the templates ask for */

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
        {"find_number", x->has_find_number},
        {"drawn", x->has_drawn},
        {"any", x->has_any},
        {"move_tables", x->move_tables.count > 0},
        {"goal_tables", x->goal_tables.count > 0},
        {"words", x->long_pieces},
        {"utf8", x->wide_pieces},
        {"ring", x->has_ring},
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
        {"names_right", x->names_right},
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
        {"and_diagonals", x->diagonals ? ", then the diagonals" : ""},
        {"and_diagonals_zh", x->diagonals ? "，以及斜向" : ""},
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
        {"visit_start", few_print(x, "%s&start%s", visit_begin, visit)},
        {"visit_start_pointer", few_print(x, "%sstart%s", visit_begin, visit)},
        {"start_example", start_example(x)},
        {"judge", x->choices.judge ? x->choices.judge->name : ""},
        {"main_parameters", cpp ? "" : "void"},
        {"count_pieces", x->choices.remember == FEW_EXPORT_PERFECT && x->ranks == FEW_RANK_MULTISET ? "count_pieces(&start);\n    " : ""},
        {"most_states", few_print(x, "%d", FEW_EXPORT_MOST_STATES)},
        {"states", few_print(x, "%" PRIu64, x->states)},
        {"cells", few_print(x, "%u", puzzle->rows * puzzle->columns)},
        {"first_piece", few_print(x, "%u", first_code(x))},
        {"goal_table", x->goal_table ? x->goal_table : ""},
        {"or_any", x->has_any ? few_print(x, " || %s[j] == ANY", x->goal_table) : ""},
        {"blank", blank},
        {"or_blank", *blank ? few_print(x, " || piece == %s", blank) : ""},
        {"and_not_any", x->has_any ? few_print(x, " && %s[i] != ANY", x->goal_table) : ""},
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
        {"drawing_flag", puzzle->rows ? ", drawing = false" : ""},
        {"same_place_parameter", placed ? ", bool same_place" : ""},
        {"same_place", placed ? ", true" : ""},
        {"place_differs", placed ? " || (same_place && moves[i].place != chosen->place)" : ""},
        {"place_differs_j", placed ? " || (same_place && moves[j].place != chosen->place)" : ""},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].word, word) == 0)
            return values[i].text;
    for (uint32_t i = 0; strncmp(word, "piece ", 6) == 0 && i < puzzle->piece_count; i++)
        if (strcmp(puzzle->pieces[i].text, word + 6) == 0)
            return x->piece[i];
    if (strncmp(word, "list ", 5) == 0)
        return list_call(x, word + 5);
    if (strncmp(word, "begin ", 6) == 0) /* of a struct */
        return cpp ? few_print(x, "struct %s {", word + 6) : "typedef struct {";
    if (strncmp(word, "end ", 4) == 0)
        return cpp ? "};" : few_print(x, "} %s;", word + 4);
    return NULL;
}

static void write_links(struct few_exporter *x) {
    x->dialect->pairs(x, "links", (const uint32_t(*)[2])x->puzzle->links, x->puzzle->link_count);
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
        {"links", write_links},
    };
    const struct {
        const char *word;
        const struct few_list *text;
    } texts[] = {{"moves", &x->moves}, {"goal", &x->goal}, {"move_tables", &x->move_tables}, {"goal_tables", &x->goal_tables}, {"goal_states", &x->goal}};
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

/* ---- The program */

/* Translated first: only then it is known which tables and functions it needs. */
static void translate(struct few_exporter *x, struct few_list *to, struct few_list *tables, unsigned depth, void (*part)(struct few_exporter *x)) {
    x->depth = depth;
    x->tables = tables;
    part(x);
    x->depth = 0;
    if (!few_list_append(to, x->text.items, x->text.count))
        x->no_memory = true;
    x->text.count = 0;
}

static char *take_text(struct few_exporter *x, size_t *bytes) {
    char *text = few_alloc(x->memory, x->text.count + 1);
    if (!text) {
        few_fail_memory(x->error);
        return NULL;
    }
    /* One blank line is enough wherever parts that are not needed were left out; in Python, two. */
    const char *written = x->text.items;
    const size_t most = x->choices.language == FEW_EXPORT_PYTHON ? 3 : 2;
    size_t length = 0, ends = 0;
    for (size_t i = 0; i < x->text.count; i++) {
        ends = written[i] == '\n' ? ends + 1 : 0;
        if (ends <= most)
            text[length++] = written[i];
    }
    memset(text + length, 0, x->text.count + 1 - length);
    *bytes = x->text.count + 1;
    return text;
}

static bool write_program(struct few_exporter *x) {
    if (!few_export_refuse_moves(x) || !few_export_names(x))
        return false;
    few_export_facts(x);
    few_export_suit(x);
    if (!few_export_refuse(x))
        return false;
    few_export_shortcuts(x);
    translate(x, &x->moves, &x->move_tables, x->sought != FEW_CODE_ANY ? 2 : 1, few_export_moves);
    few_export_board_test(x);
    const struct few_export_judge *judge = x->choices.judge;
    const bool listed = x->choices.search == FEW_EXPORT_BIDIRECTIONAL || (judge && judge->from_goal);
    if (!judge || !judge->reads_goal)
        translate(x, &x->goal, &x->goal_tables, 0, listed ? few_export_goal_states : few_export_goal);
    if (x->goal_states > FEW_EXPORT_MOST_GOALS)
        return few_fail(x->error, FEW_ERROR_INPUT, "--search bidirectional begins at the goals, too, and there are more than %d: choose bfs", FEW_EXPORT_MOST_GOALS);
    if (x->no_memory)
        return few_fail_memory(x->error);
    return few_template_write(x, x->dialect->template) && x->error->kind == FEW_ERROR_NONE;
}

static const struct few_dialect *const dialects[FEW_EXPORT_LANGUAGES] = {[FEW_EXPORT_C] = &few_dialect_c, [FEW_EXPORT_CPP] = &few_dialect_cpp,
                                                                         [FEW_EXPORT_PYTHON] = &few_dialect_python};

char *few_export(struct few_memory *memory, const struct few_puzzle *puzzle, const struct few_export_choices *choices, size_t *bytes,
                 struct few_error *error) {
    struct few_words taken;
    struct few_exporter x = {.puzzle = puzzle, .choices = *choices, .dialect = dialects[choices->language], .memory = memory, .error = error, .taken = &taken};
    enum { LISTS = 5 };
    struct few_list *const lists[LISTS] = {&x.text, &x.moves, &x.goal, &x.move_tables, &x.goal_tables};
    if (x.choices.judge && x.choices.judge->both_ends)
        x.choices.search = FEW_EXPORT_BIDIRECTIONAL;
    few_words_init(&taken, memory);
    few_arena_init(&x.arena, memory);
    for (size_t i = 0; i < LISTS; i++)
        few_list_init(lists[i], memory, 1);
    x.to = &x.text;
    char *text = write_program(&x) ? take_text(&x, bytes) : NULL;
    for (size_t i = 0; i < LISTS; i++)
        few_list_free(lists[i]);
    few_arena_free(&x.arena);
    few_words_free(&taken);
    return text;
}

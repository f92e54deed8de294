"""Faults as exact texts to be replaced. The first ones are mistakes that there were, as small as they are in today's code; the
others are one or two for each part of the library, chosen to be wrong only now and then."""

from collections import namedtuple

# level: of the processor, where the fault is in the code of one level only; else the best that there is
Fault = namedtuple("Fault", "name text changes graphs level", defaults=[False, None])

COPIED = ("src/rules/merge.c", "if (right != 1 || candidate->after[i] == FEW_CODE_ANY)", "if (right != 1)")
NO_INVERSE_PROOF = ("src/rules/rule_space.c", "const bool inverses = few_prove_inverses(&prover);", "const bool inverses = true;")

OLD = [
    Fault("old-copied-names", "a copied name is taken for a carried one: pieces seem to be conserved",
          [COPIED, ("src/rules/rule_space.c",
                    "const bool conserved = few_prove_conserved(&prover, self->component, self->conserved);",
                    "const bool conserved = true;")]),
    Fault("old-threads", "a line of the hash table is read twice while another thread writes to it",
          [("src/visited/hashed.c", "(unsigned)(line[i] == word) << i", "(unsigned)(__atomic_load_n(&line[i], __ATOMIC_RELAXED) == word) << i"),
           ("src/visited/hashed.c", "slot = probe_shared(visited, home, state);", "slot = probe(visited, home, state);"),
           ("src/visited/hashed.c", "probe_shared(visited, homes[i], states[i])", "probe(visited, homes[i], states[i])")], level="baseline"),
    Fault("old-deep", "remainders of distances, where moves cannot be undone",
          [("src/search/layers/side.c", "return side->space->undirected ? UINT64_MAX : few_last_distance(side->tag_bits);", "return UINT64_MAX;")]),
    Fault("old-cycles", "a cycle beside another part on the same cells",
          [("src/rules/expand.c", """    if (atom->set != FEW_CODE_ANY) {
        few_code piece = atom->set;
        return demand(atom_at(e, count, from), piece);
    }
    if (atom->from == FEW_NOWHERE)
        atom->from = from;
    return true;""", """    if (atom->set == atom->test)
        atom->set = FEW_CODE_ANY;
    if (atom->set != FEW_CODE_ANY || atom->from != FEW_NOWHERE)
        return false;
    atom->from = from;
    return true;""")]),
    Fault("old-strings", "strings are cut to their goal for every purpose",
          [("src/spaces/string/lengths.c", "    if (purpose.explore)\n        *longest =", "    if (false)\n        *longest =")]),
    Fault("old-maze", "a maze of one free cell",
          [("src/spaces/walker/walker.c", """    struct few_walker_exchange pair;
    bool any;
    if (!find_exchange(memory, puzzle, kind.frozen ? NULL : &counts, &pair, &any) || !any)
        return false;
    const bool first = first_is_mover(puzzle, &counts, pair);
    *mover = first ? pair.first_piece : pair.second_piece;
    *floor = first ? pair.second_piece : pair.first_piece;
    const uint8_t movers = counts.on_board[*mover];
    return movers <= 1 && !(kind.frozen && movers == 1 && counts.on_board[*floor] != 0);
""", """    if (kind.frozen) {
        struct few_walker_exchange pair;
        bool any;
        if (!find_exchange(memory, puzzle, NULL, &pair, &any) || !any) return false;
        bool first = counts.on_board[pair.first_piece] == 0;
        kind.mover = first ? pair.first_piece : pair.second_piece;
        kind.floor = first ? pair.second_piece : pair.first_piece;
        if (counts.on_board[kind.mover] != 0) return false;
    }
    *mover = kind.mover;
    *floor = kind.floor;
    return true;
""")]),
    Fault("old-verify", "a fresh table is called wrong for states that cannot be",
          [("src/build/table_patterns_verify.c", """        if (!few_rule_space_can_be(b->rules, b->states + i * space->words))
            continue;
""", "")]),
    Fault("old-within", "generate ignores `within`",
          [("src/api/generate.c", "g->within = rules->has_within ? rules->within : UINT64_MAX;", "g->within = UINT64_MAX;")]),
    Fault("old-from-goal", "a copied name is turned round as if it were carried",
          [COPIED, NO_INVERSE_PROOF]),
    Fault("old-dear-moves", "a bound takes what moves of high cost lead to for what is never reached",
          [("src/bound/keys.h", "FEW_FAR = 1 << 22,", "FEW_FAR = 1 << 20,"),
           ("src/build/manhattan.c", "            through = through < most ? through : most;\n", "")]),
    Fault("old-deep-spaces", "the same as old-deep, in spaces of one's own",
          [("src/search/layers/side.c", "return side->space->undirected ? UINT64_MAX : few_last_distance(side->tag_bits);", "return UINT64_MAX;")], True),
    Fault("old-far-starts", "a table takes a farther start for a nearest one: equal modulo 3",
          [("src/search/layers/table.c", """        near.starts = nearest.items;
        near.start_count = nearest.count;
""", "")], True),
]

NEW = [
    Fault("compiler-words", "fields of different words go together",
          [("src/rules/program.c", "if (shuffle->from_word == from.word && shuffle->to_word", "if (shuffle->to_word")]),
    Fault("compiler-key", "where a var is the key, the second one behind it is not tested",
          [("src/rules/program.c", "bool is_key = key->kind != ALWAYS && atom->slot == key->slot;",
            "bool is_key = key->kind != ALWAYS && (atom->slot == key->slot || (key->slot >= b->layout->cells && atom->slot == key->slot + 2));")]),
    Fault("merge-where", "a lone condition of a rule is not tried",
          [("src/rules/merge.c", "    return few_move_allowed(listing->puzzle, move, assignment);",
            "    return move->condition_count < 2 || few_move_allowed(listing->puzzle, move, assignment);")]),
    Fault("inverse-test", "what is only looked at is not looked at when turned round",
          [("src/rules/analyze.c", "            back->test = atoms[i].test;\n            continue;", "            continue;"), NO_INVERSE_PROOF]),
    Fault("rank-three", "three rare pieces on many cells: the third does not count",
          [("src/state/rank_binomial.c", "case 3: rank_span(self, states, count, scale, ranks, 3); return;",
            "case 3: rank_span(self, states, count, scale, ranks, 2); return;")]),
    Fault("sets-window", "a table of long sequences is continued one place too far",
          [("src/rules/set_maps.c", "memcmp(before, now, last + 1) == 0", "memcmp(before, now, last) == 0")]),
    Fault("sets-halves", "sets: planes are halved though starts have both parities",
          [("src/rules/set_reach.c", "!colours->mixed[plane] && colours->starts[plane] != 3;", "!colours->mixed[plane];")]),
    Fault("sets-parity", "sets: blocks of a halved plane all take the table of an even beginning",
          [("src/space/sets.h", "chunk_odd ^ map->odd[block]", "chunk_odd")]),
    Fault("sets-mask", "the mask of a guard lacks the last sequence",
          [("src/rules/set_maps.c", "for (uint32_t bit = 0; bit < form->sets.chunk_bits; bit++) {",
            "for (uint32_t bit = 0; bit + 1 < form->sets.chunk_bits; bit++) {")]),
    Fault("narrow-limit", "what was left out at a lower limit is not all taken in",
          [("src/search/layers/narrow.c", "const uint32_t low = again ? (uint32_t)(seen_to - part.depth) : 0;",
            "const uint32_t low = again ? (uint32_t)(seen_to - part.depth) + 1 : 0;")]),
    Fault("costs-near", "of high costs, a way that is better by one is not taken",
          [("src/search/best/costs.c", "if (!fresh && *known <= distance)", "if (!fresh && *known <= distance + (d->ring == 0))")]),
    Fault("costs-ring", "the ring of buckets is one too small where costs are 7",
          [("src/search/best/costs.c", "? (uint64_t)space->max_cost + 1 : 0;", "? (uint64_t)space->max_cost + 1 - 2 * (space->max_cost == 7) : 0;")]),
    Fault("marks-lost", "the last predecessor of a full batch is not marked",
          [("src/visited/marks.c", "        for (size_t i = 0; i < some; i++) {", "        for (size_t i = 0; i + (some == BATCH) < some; i++) {")]),
    Fault("tables-last", "the last entry of a pattern table is one too high",
          [("src/build/abstract_table.c", "    for (uint32_t i = 0; i <= FEW_TABLE_MOST; i++)\n        few_list_free(&lists[i]);\n    few_free(memory, s.made",
            "    if (space->ranks > 1 && entries[space->ranks - 1] > 0 && entries[space->ranks - 1] < FEW_TABLE_MOST)\n        entries[space->ranks - 1]++;\n"
            "    for (uint32_t i = 0; i <= FEW_TABLE_MOST; i++)\n        few_list_free(&lists[i]);\n    few_free(memory, s.made")]),
    Fault("tables-tag", "the last distance of a table file is that of its neighbour",
          [("src/build/table_distances.c", "            sections->tags[i] = (uint8_t)entry[words];",
            "            sections->tags[i] = (uint8_t)(i > 0 && i + 1 == entries.count ? sections->tags[i - 1] : entry[words]);")]),
    Fault("generate-layer", "the starts of a far layer begin one too early",
          [("src/api/generate.c", "for (uint64_t d = table->far_layer; d < sample->depth; d++)", "for (uint64_t d = table->far_layer; d + 1 < sample->depth; d++)")]),
    Fault("generate-unique", "a start with two solutions is called unique where both have the same first state",
          [("src/search/layers/table.c", "for (size_t k = i + 1; only && *only && k < count; k++)", "for (size_t k = i + 1; only && *only && k + 1 < count; k++)")]),
    Fault("where-or", "what stands behind `or` is looked at where the rest holds",
          [("src/language/where.c", "lead(formula, begin, formula->move->condition_count, FEW_FAILS, formula->move->condition_count);",
            "lead(formula, begin, formula->move->condition_count, FEW_HOLDS, formula->move->condition_count);")]),
    Fault("where-not", "`not` before parentheses leaves what holds as it is",
          [("src/language/where.c", "    lead(formula, begin, end, FEW_NOWHERE, FEW_FAILS);", "    lead(formula, begin, end, FEW_NOWHERE, FEW_HOLDS);")]),
    Fault("sum-product", "the last factor of a product does not count",
          [("src/language/sum.c", "            product.names[product.count++] = (uint16_t)name;",
            "            product.names[product.count] = (uint16_t)name, product.count += product.count + 1 < names || names < 2;")]),
    Fault("free-order", "free names are chosen in the order in which they were declared",
          [("src/language/choices.c", "    few_choices_add(choices, NULL, move->free, move->free_count);",
            "    for (uint32_t n = 0; n < choices->puzzle->let_count; n++)\n        for (uint32_t i = 0; i < move->free_count; i++)\n"
            "            if (few_code_index(move->free[i]) == n)\n                few_choices_add(choices, NULL, &move->free[i], 1);")]),
    Fault("turn-mirrored", "a mirror image that runs up is not mirrored",
          [("src/language/turns.c", "{0, -1, -1, 0}, {0, 1, 1, 0},", "{0, 1, -1, 0}, {0, 1, 1, 0},")]),
    Fault("wrapped-goal", "patterns of goals do not go over the last row of a wrapped board",
          [("src/rules/goals.c", "        if (c->puzzle->wraps_rows)\n", "        if (c->puzzle->wraps_rows && row < c->puzzle->rows)\n")]),
    Fault("cost-names", "what names decide of a cost is that of the choice before, now and then",
          [("src/rules/expand.c", "few_price_cost(e->prices ? e->prices[v] : plain, e->weight);",
            "few_price_cost(e->prices ? e->prices[v - (v > 2)] : plain, e->weight);")]),
    Fault("never-back", "what no test of a move says of a `never` is not asked on the way back",
          [("src/rules/nevers.c", "forbidden->left[!after] = true;", "forbidden->left[0] |= after;")]),
    Fault("never-open", "where a `never` wants two pieces that are not known, the last one is forbidden by itself",
          [("src/rules/nevers.c", "const few_code other = question.count == 1 &&", "const few_code other = question.count <= 2 &&")]),
    Fault("never-whole", "of several `never` lines with `nowhere` the last is forgotten",
          [("src/rules/filter.c", "i < filter->whole_count; i++)", "i + (filter->whole_count > 1) < filter->whole_count; i++)")]),
    Fault("braces-match", "a move is named after a match that leads elsewhere, in its last var or cell only",
          [("src/language/namings.c", "memcmp(values, seeking->result, length * sizeof *values)",
            "memcmp(values, seeking->result, (length - (length > 1)) * sizeof *values)")]),
    Fault("braces-place", "in the name of a move, the place of the second pattern is that of the first",
          [("src/language/name.c", "filling.cells[part->index]", "filling.cells[part->index == 1 ? 0 : part->index]")]),
    Fault("wrapped-move", "patterns of moves that go over an edge and a cell further do not come round",
          [("src/language/turns.c", "return wraps ? (place % size + size) % size : place;",
            "return wraps && place >= -1 ? (place % size + size) % size : place;")]),
    Fault("wrapped-long", "patterns of moves that go three cells over an edge do not come round",
          [("src/language/turns.c", "return wraps ? (place % size + size) % size : place;",
            "return wraps && place >= -2 ? (place % size + size) % size : place;")]),
    Fault("floor-asked", "a move does not ask for the floor of its third cell",
          [("src/rules/expand.c", "if (asked != FEW_CODE_ANY && asked != kind)", "if (asked != FEW_CODE_ANY && asked != kind && i != 2)")]),
    Fault("floor-names", "a name of floors in two cells side by side is asked for in the first one",
          [("src/rules/expand.c", "*floors++ = part->floors ? few_code_value(",
            "*floors++ = part->floors && !(i > 0 && few_code_is_name(part->floors[i]) && part->floors[i] == part->floors[i - 1]) ? few_code_value(")]),
    Fault("floor-goal", "a pattern of a goal does not ask for the floor of its last cell",
          [("src/rules/goals.c", "        if (!has_floor(c, drawing, i, slot) ||\n            !few_goal_require(c, &pattern",
            "        if (((i == 0 || i + 1 < drawing->rows * drawing->columns) && !has_floor(c, drawing, i, slot)) ||\n            !few_goal_require(c, &pattern")]),
    Fault("floor-wall-name", "a name that may be the wall is carried over the board: the mistake that there was",
          [("src/rules/expand.c", "        if (found == wall && !stopped)", "        if (!found && !wall && !stopped)")]),
    Fault("every-rest", "where there is room for one piece more than there are, it is wanted in each of these cells",
          [("src/rules/goals_counted.c", "for (uint32_t cell = 0; cell < c->layout->cells && room == c->on_board[piece]; cell++)",
            "for (uint32_t cell = 0; cell < c->layout->cells && room <= c->on_board[piece] + 1; cell++)")]),
    Fault("count-bounds", "a count that is subtracted is taken to be no more than it must be",
          [("src/rules/totals.c", "total->least += sign > 0 ? must : -(int64_t)may;", "total->least += sign > 0 ? must : -(int64_t)must;")]),
    Fault("count-words", "what stands behind the first 64 bits of a state is not counted",
          [("src/rules/totals.c", "for (uint32_t w = 0; w < words; w++) {", "for (uint32_t w = 0; w < words && w < 1; w++) {")]),
    Fault("count-two", "of two pieces that must not be, the second is not looked for in the cell next to the first",
          [("src/rules/goals_counted.c", "for (uint32_t other = cell + 1;", "for (uint32_t other = cell + 2;")]),
    Fault("repeat-round", "the last step of a repeated move that comes round a wrapped board is lost",
          [("src/rules/repeat.c", "            good = add(c, first, steps, 0);", "            good = comes_round || add(c, first, steps, 0);")]),
    Fault("repeat-put", "a repeated step does not look at what the steps before it have put",
          [("src/rules/repeat.c", "        if (c->now[slot] != FEW_CODE_ANY)\n            return false;",
            "        if (c->now[slot] != FEW_CODE_ANY && c->now[slot] != c->before[slot])\n            continue;\n"
            "        if (c->now[slot] != FEW_CODE_ANY)\n            return false;")]),
    Fault("blocked-second", "a move until blocked is not blocked by the second thing that its next step asks for",
          [("src/rules/repeat.c", "    for (uint32_t i = 0; i < c->open_count; i++) {\n        const struct asked asked",
            "    for (uint32_t i = 0; i < c->open_count && i < 1; i++) {\n        const struct asked asked")]),
    Fault("weights-first", "the link before the first one with a weight costs 2",
          [("src/language/links.c", "            puzzle->weights[i] = 1;", "            puzzle->weights[i] = 1 + (i + 1 == link && i > 0);")]),
    Fault("weights-back", "on the way back a link has the weight of the link before it",
          [("src/rules/expand.c", "e->weight = few_link_weight(e->puzzle, l);", "e->weight = few_link_weight(e->puzzle, direction && l ? l - 1 : l);")]),
    Fault("cells-hyphen", "a link between cells with hyphens in their names is cut at the first one",
          [("src/language/links.c", "        if (link.text[i] != '-')", "        if (link.text[i] != '-' || hyphen)")]),
    Fault("free-later", "a path with fewer free moves that is found later is not taken",
          [("src/search/best/free_moves.c", "if (s->free[node] <= free ||", "if (s->free[node] != NOT_MET ||")]),
    Fault("free-behind", "goals behind free moves from a goal are not looked for",
          [("src/search/best/costs.c", "(!*found || space->has_free)", "!*found")]),
    Fault("free-tables", "in a pattern table a free move costs 1",
          [("src/build/abstract_table.c", "distance + s->steps[i].cost)", "distance + (s->steps[i].cost ? s->steps[i].cost : 1))")]),
    Fault("group-goals", "of several goals the last one is not asked whether the group leads to it",
          [("src/facts/orbit.c", "n < orbit->goal_count; n++)", "n + (orbit->goal_count > 1) < orbit->goal_count; n++)")]),
    Fault("group-settled", "what the last level moves is settled before it",
          [("src/facts/group.c", "                    moves[p] = true;", "                    moves[p] = i + 1 < group->levels;")]),
    Fault("group-verify", "a group that is filled badly is not gone through to the end",
          [("src/facts/group.c", "IN_VAIN = 24,", "IN_VAIN = 0,"),
           ("src/facts/group.c", "for (uint32_t n = 0; n < level->count && !news; n++)", "for (uint32_t n = 0; n + 1 < level->count && !news; n++)")]),
    Fault("rest-twice", "a rest that is put twice: on the way back, the last character of the second one may be any",
          [("src/spaces/string/rests.c", "memcmp(*rest, there, rest_length * sizeof *there) != 0",
            "memcmp(*rest, there, (rest_length - (rest_length > 0)) * sizeof *there) != 0")]),
    Fault("order-string", "a string that is declared below what uses it",
          [("src/language/parse.c", '{"string", true, true, few_read_string}', '{"string", true, false, few_read_string}')]),
    Fault("reached-goals", "goals that are found by exploring: the last state is not asked",
          [("src/search/layers/reached.c", "node < reached->nodes.states.count; node++) {\n        bool goal;",
            "node + 1 < reached->nodes.states.count; node++) {\n        bool goal;")]),
]

FAULTS = OLD + NEW

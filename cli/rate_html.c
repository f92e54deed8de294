/* The ratings as a page that needs nothing else: a table with a picture of each start, which can be sorted by any column. */
#include "cli/rate.h"

#include "cli/amount.h"
#include "draw/svg.h"

#include <inttypes.h>

/* The head stays in sight, which it does not in a box that scrolls by itself: only narrow windows have one. */
static const char page_style[] =
    ":root{color-scheme:light dark;--page:#fbfaf7;--text:#25231f;--quiet:#6e685e;--rule:#e0dacd;--bar:#d9c9a8}"
    "@media(prefers-color-scheme:dark){:root{--page:#17181b;--text:#ecebe7;--quiet:#9a978f;--rule:#33353b;--bar:#5a4d33}}"
    "body{background:var(--page);color:var(--text);font:15px/1.45 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
    "margin:0 auto;max-width:1180px;padding:24px 20px 60px}"
    "h1{font-size:24px;margin:0 0 4px}p{color:var(--quiet);margin:0 0 18px;max-width:70ch}"
    "@media(max-width:900px){.scroll{overflow-x:auto}}table{border-collapse:collapse;width:100%}"
    "th,td{border-bottom:1px solid var(--rule);padding:8px 10px;text-align:right;vertical-align:middle;font-variant-numeric:tabular-nums}"
    "th{position:sticky;top:0;background:var(--page);vertical-align:bottom}"
    "td[data-v]:nth-child(n+3){white-space:nowrap}th:nth-child(-n+2),td:nth-child(-n+2){text-align:left}"
    "th button{all:unset;cursor:pointer;font-weight:600}th button:focus-visible{outline:2px solid currentColor;outline-offset:3px}"
    "th[aria-sort=ascending] button::after{content:' \\2191'}th[aria-sort=descending] button::after{content:' \\2193'}"
    "td.bad{color:#b3261e;text-align:left}@media(prefers-color-scheme:dark){td.bad{color:#f2b8b5}}"
    ".quiet{color:var(--quiet)}.share{display:block;height:4px;border-radius:2px;background:var(--rule);margin-top:4px;min-width:60px}"
    ".share i{display:block;height:4px;border-radius:2px;background:var(--bar)}"
    "td svg{display:block}";

/* A first click sorts upwards, a second one downwards; what is not known stays at the end. */
static const char page_script[] =
    "const body=document.querySelector('tbody');\n"
    "const key=(row,i)=>{const v=row.cells[i]?.dataset.v;return v===undefined?null:v};\n"
    "document.querySelectorAll('th button').forEach(button=>button.addEventListener('click',()=>{\n"
    "  const head=button.parentElement,i=head.cellIndex,up=head.getAttribute('aria-sort')!=='ascending';\n"
    "  document.querySelectorAll('th').forEach(other=>other.removeAttribute('aria-sort'));\n"
    "  head.setAttribute('aria-sort',up?'ascending':'descending');\n"
    "  [...body.rows].map((row,n)=>({row,n,k:key(row,i)})).sort((a,b)=>{\n"
    "    if(a.k===null||b.k===null)return (a.k===null)-(b.k===null)||a.n-b.n;\n"
    "    const d=i===1?a.k.localeCompare(b.k,undefined,{numeric:true}):a.k-b.k;\n"
    "    return (up?d:-d)||a.n-b.n}).forEach(({row})=>body.append(row));\n"
    "}));\n";

static const char *const heads[] = {"puzzle", "moves", "shortest solutions", "states seen", "all states", "deepest", "dead ends", "branching"};

static void put_number(FILE *file, bool known, uint64_t number) {
    if (!known) {
        fputs("<td class=\"quiet\">–</td>", file);
        return;
    }
    fprintf(file, "<td data-v=\"%" PRIu64 "\">%s%s</td>", number, show_count(number).text, number == UINT64_MAX ? " or more" : "");
}

/* How many of the states are dead ends, and which part of them: 100 % are all. */
static void put_dead(FILE *file, const struct rating *rating) {
    if (!rating->whole || rating->states == 0) {
        put_number(file, false, 0);
        return;
    }
    const double share = 100 * (double)rating->dead / (double)rating->states;
    fprintf(file, "<td data-v=\"%.6f\">%s <span class=\"quiet\">%.0f %%</span><span class=\"share\"><i style=\"width:%.1f%%\"></i></span></td>",
            share, show_count(rating->dead).text, share > 99 && rating->dead < rating->states ? 99 : share, share);
}

static void put_name(FILE *file, const struct rating *rating) {
    const struct rate_name name = rate_name_of(rating);
    fputs("<td data-v=\"", file);
    draw_svg_text(file, name.text);
    fputs("\">", file);
    draw_svg_text(file, rating->title && *rating->title ? rating->title : name.text);
    if (rating->title && *rating->title) {
        fputs("<br><span class=\"quiet\">", file);
        draw_svg_text(file, name.text);
        fputs("</span>", file);
    }
    fputs("</td>", file);
}

static void put_moves(FILE *file, const struct rating *rating) {
    if (rating->status == FEWEST_UNSOLVABLE) {
        fputs("<td>unsolvable</td>", file);
        return;
    }
    if (rating->status != FEWEST_SOLVED || !rating->has_costs) {
        put_number(file, rating->status == FEWEST_SOLVED, rating->length);
        return;
    }
    fprintf(file, "<td data-v=\"%" PRIu64 "\">%s<br><span class=\"quiet\">cost %s</span></td>", rating->length,
            show_count(rating->length).text, show_count(rating->cost).text);
}

static void put_row(FILE *file, const struct rating *rating) {
    fputs("<tr><td>", file);
    fputs(rating->picture ? rating->picture : "", file);
    fputs("</td>", file);
    put_name(file, rating);
    if (rating->why && rating->status != FEWEST_LIMIT) {
        fputs("<td class=\"bad\" colspan=\"7\">", file);
        draw_svg_text(file, rating->why);
        fputs("</td></tr>\n", file);
        return;
    }
    if (rating->status == FEWEST_LIMIT)
        fprintf(file, "<td class=\"quiet\">%s</td>", rating->why ? rating->why : "a limit was reached");
    else
        put_moves(file, rating);
    put_number(file, rating->status == FEWEST_SOLVED, rating->solutions);
    put_number(file, is_searched(rating), rating->seen);
    put_number(file, rating->whole, rating->states);
    put_number(file, rating->whole, rating->depth);
    put_dead(file, rating);
    if (rating->whole)
        fprintf(file, "<td data-v=\"%.4f\">%.2f</td></tr>\n", rating->branching, rating->branching);
    else
        fputs("<td class=\"quiet\">–</td></tr>\n", file);
}

/* "60 puzzles, 58 of them solved; the longest shortest solution has 199 moves." */
static void put_summary(FILE *file, const struct ratings *ratings) {
    uint64_t solved = 0, longest = 0;
    for (size_t i = 0; i < ratings->count; i++)
        if (ratings->list[i].status == FEWEST_SOLVED) {
            solved++;
            longest = ratings->list[i].length > longest ? ratings->list[i].length : longest;
        }
    fprintf(file, "<p>%s puzzle%s, %s solved", show_count(ratings->count).text, plural(ratings->count), show_count(solved).text);
    if (solved)
        fprintf(file, "; the longest shortest solution has %s move%s", show_count(longest).text, plural(longest));
    fputs(". States seen are those that the search kept, from both ends where it begins at both; all states are those that the start leads to "
          "(–: too many to be counted); from a dead end no goal can be reached any more; branching is the mean number of states that one move "
          "leads to.</p>\n", file);
}

void rate_html(FILE *file, const void *given) {
    const struct ratings *ratings = given;
    fputs("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
          "<title>How hard they are</title>\n<style>", file);
    draw_svg_style(file);
    fputs(page_style, file);
    fputs("</style>\n<h1>How hard they are</h1>\n", file);
    put_summary(file, ratings);
    fputs("<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\"></th>", file);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        fprintf(file, "<th scope=\"col\"><button type=\"button\">%s</button></th>", heads[i]);
    fputs("</tr></thead>\n<tbody>\n", file);
    for (size_t i = 0; i < ratings->count; i++)
        put_row(file, &ratings->list[i]);
    fprintf(file, "</tbody></table></div>\n<script>%s</script>\n</html>\n", page_script);
}

# Made by tools/manpages; do not edit.
# shellcheck shell=bash

# The first word of every line that a command of the tool prints.
_fewest_first_words() {
    local word rest
    "$@" 2>/dev/null | while read -r word rest; do echo "$word"; done
}

# What fits the word at hand: _fewest_offer WORD...
_fewest_offer() {
    mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
}

_fewest_offer_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

# A name that the tool lists, or a file: _fewest_offer_names ARGUMENT...
_fewest_offer_names() {
    local names
    names=$(_fewest_first_words "${COMP_WORDS[0]}" "$@")
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -W "$names" -- "$current"; compgen -f -- "$current")
}

# Offers the values of option $2 of command $1; fails where it is no option with a value.
_fewest_value() {
    case "$1 $2" in
    "solve --count") _fewest_offer "auto slides steps moves pushes" ;;
    "solve --algorithm") _fewest_offer "auto bfs bidirectional astar idastar" ;;
    "solve --remember") _fewest_offer "auto rank hash tree" ;;
    "solve --checkpoint") _fewest_offer_files ;;
    "solve --resume") _fewest_offer_files ;;
    "solve --disk") _fewest_offer_files ;;
    "solve --symmetry") _fewest_offer "auto on off" ;;
    "solve --table") _fewest_offer_files ;;
    "solve --svg") _fewest_offer_files ;;
    "solve --starts") _fewest_offer_files ;;
    "solve --proof") _fewest_offer_files ;;
    "solve --goal" | "solve --level" | "solve --bound-memory" | "solve --transpositions" | "solve --every" | "solve --disk-limit" | "solve --memory" | "solve --time" | "solve --states" | "solve --max-depth" | "solve --threads" | "solve --pattern") ;;
    "explain --count") _fewest_offer "auto slides steps moves pushes" ;;
    "explain --question") _fewest_offer "all state number hash moves costs undo goal search store effort" ;;
    "explain --goal" | "explain --level" | "explain --states" | "explain --memory" | "explain --time") ;;
    "explore --count") _fewest_offer "auto slides steps moves pushes" ;;
    "explore --method") _fewest_offer "auto sets rank hash coordinates" ;;
    "explore --symmetry") _fewest_offer "auto on off" ;;
    "explore --checkpoint") _fewest_offer_files ;;
    "explore --resume") _fewest_offer_files ;;
    "explore --disk") _fewest_offer_files ;;
    "explore --proof") _fewest_offer_files ;;
    "explore --csv") _fewest_offer_files ;;
    "explore --svg") _fewest_offer_files ;;
    "explore --from" | "explore --goal" | "explore --level" | "explore --hardest" | "explore --every" | "explore --disk-limit" | "explore --threads" | "explore --memory" | "explore --time" | "explore --states" | "explore --max-depth") ;;
    "forecast --count") _fewest_offer "auto slides steps moves pushes" ;;
    "forecast --level" | "forecast --nodes" | "forecast --processes" | "forecast --memory" | "forecast --network" | "forecast --disk" | "forecast --disk-speed" | "forecast --states" | "forecast --time") ;;
    "compare --count") _fewest_offer "auto slides steps moves pushes" ;;
    "compare --table") _fewest_offer_files ;;
    "compare --csv") _fewest_offer_files ;;
    "compare --svg") _fewest_offer_files ;;
    "compare --goal" | "compare --level" | "compare --random" | "compare --seed" | "compare --steps" | "compare --time" | "compare --memory" | "compare --tables") ;;
    "check --count") _fewest_offer "auto slides steps moves pushes" ;;
    "check --goal" | "check --level" | "check --memory" | "check --time") ;;
    "contest --memory" | "contest --time") ;;
    "judge --save") _fewest_offer_files ;;
    "judge --cases" | "judge --seed" | "judge --time-limit" | "judge --memory-limit") ;;
    "generate --table") _fewest_offer_files ;;
    "generate --depth" | "generate --count" | "generate --seed" | "generate --goal" | "generate --level" | "generate --memory" | "generate --time") ;;
    "rate --count") _fewest_offer "auto slides steps moves pushes" ;;
    "rate --html") _fewest_offer_files ;;
    "rate --level" | "rate --states" | "rate --threads" | "rate --memory" | "rate --time") ;;
    "table --output") _fewest_offer_files ;;
    "table --count") _fewest_offer "auto slides steps moves pushes" ;;
    "table --checkpoint") _fewest_offer_files ;;
    "table --resume") _fewest_offer_files ;;
    "table --disk") _fewest_offer_files ;;
    "table --bound-memory" | "table --pattern" | "table --start" | "table --goal" | "table --level" | "table --memory" | "table --time" | "table --every" | "table --disk-limit" | "table --threads") ;;
    "export --remember") _fewest_offer "auto hash perfect std" ;;
    "export --queue") _fewest_offer "one two" ;;
    "export --path") _fewest_offer "auto parents map none" ;;
    "export --search") _fewest_offer "bfs bidirectional astar" ;;
    "export --comments") _fewest_offer "en zh" ;;
    "export --count") _fewest_offer "auto slides steps moves pushes" ;;
    "export --judge" | "export --goal" | "export --level") ;;
    "import --count") _fewest_offer "auto slides steps moves pushes" ;;
    "import --level") ;;
    "verify --disk") _fewest_offer_files ;;
    "verify --count") _fewest_offer "auto slides steps moves pushes" ;;
    "verify --level") ;;
    "serve --port" | "serve --memory" | "serve --time" | "serve --searches") ;;
    *) return 1 ;;
    esac
}

_fewest_options() {
    case $1 in
    solve) echo '--goal --count --level --words --one-way --algorithm --remember --bound-memory --transpositions --checkpoint --every --resume --disk --disk-limit --symmetry --all --memory --time --states --max-depth --threads --pattern --table --no-tables --check-bound --why --show --play --svg --starts --proof --proof-list --json --help --version' ;;
    explain) echo '--goal --count --level --words --one-way --states --question --memory --time --json --help --version' ;;
    explore) echo '--from --goal --count --level --words --one-way --method --from-goal --hardest --symmetry --checkpoint --every --resume --disk --disk-limit --threads --memory --time --states --max-depth --solutions --proof --json --csv --svg --help --version' ;;
    forecast) echo '--count --level --words --one-way --nodes --processes --memory --network --disk --disk-speed --states --time --json --help --version' ;;
    resume) echo '--json --help --version' ;;
    compare) echo '--goal --count --level --words --one-way --random --seed --steps --time --memory --tables --table --no-tables --json --csv --svg --help --version' ;;
    check) echo '--goal --count --level --words --one-way --memory --time --json --help --version' ;;
    contest) echo '--list --many --memory --time --help --version' ;;
    judge) echo '--cases --seed --time-limit --memory-limit --beyond --save --help --version' ;;
    generate) echo '--depth --hardest --random --count --seed --unique --goal --level --words --one-way --table --no-tables --memory --time --json --help --version' ;;
    rate) echo '--count --level --words --one-way --states --threads --memory --time --csv --json --html --help --version' ;;
    table) echo '--distances --output --bound-memory --pattern --start --goal --count --level --words --one-way --memory --time --checkpoint --every --resume --disk --disk-limit --threads --json --help --version' ;;
    export) echo '--remember --queue --path --search --comments --judge --goal --count --level --words --one-way --help --version' ;;
    import) echo '--count --level --words --one-way --help --version' ;;
    verify) echo '--disk --count --level --words --one-way --help --version' ;;
    list) echo '--json --help --version' ;;
    print) echo '--help --version' ;;
    serve) echo '--port --open --memory --time --searches --help --version' ;;
    help) echo '--json --help --version' ;;
    esac
}

# Operand $2, counted from 1, of command $1.
_fewest_operand() {
    case "$1 $2" in
    "solve 1") _fewest_offer_names list ;;
    "explain 1") _fewest_offer_names list ;;
    "explore 1") _fewest_offer_names list ;;
    "forecast 1") _fewest_offer_names list ;;
    "resume 1") _fewest_offer_files ;;
    "compare 1") _fewest_offer_names list ;;
    "check 1") _fewest_offer_names list ;;
    "contest 1") _fewest_offer_names contest --list ;;
    "judge 1") _fewest_offer_names contest --list ;;
    "judge "*) _fewest_offer_files ;;
    "generate 1") _fewest_offer_names list ;;
    "rate 1") _fewest_offer_names list ;;
    "table 1") _fewest_offer "build info verify" ;;
    "table "*) _fewest_offer_names list ;;
    "export 1") _fewest_offer_files ;;
    "import 1") _fewest_offer_files ;;
    "verify 1") _fewest_offer_files ;;
    "print 1") _fewest_offer_names list ;;
    "help 1") _fewest_offer "solve explain explore forecast resume compare check contest judge generate rate table export import verify list print serve help" ;;
    esac
}

_fewest() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} operand=1 i
    COMPREPLY=()
    # Bash takes --option=value as three words.
    if [[ $current == "=" ]]; then
        current=""
    elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        _fewest_offer "solve explain explore forecast resume compare check contest judge generate rate table export import verify list print serve help --help --version"
    elif [[ $previous == --* ]] && _fewest_value "$command" "$previous"; then
        return
    elif [[ $current == -* ]]; then
        _fewest_offer "$(_fewest_options "$command")"
    else
        for ((i = 2; i < COMP_CWORD; i++)); do
            if [[ ${COMP_WORDS[i]} == -?* || ${COMP_WORDS[i - 1]} == "=" ]]; then continue; fi
            if [[ ${COMP_WORDS[i - 1]} == --* ]] && _fewest_value "$command" "${COMP_WORDS[i - 1]}"; then continue; fi
            operand=$((operand + 1))
        done
        COMPREPLY=()
        _fewest_operand "$command" "$operand"
    fi
}

complete -F _fewest fewest

# Made by tools/manpages; do not edit.

# Whether the command at hand is $argv[1]; without it, whether none is given yet.
function __fewest_at
    set -l words (commandline -opc)
    if set -q argv[1]
        test (count $words) -gt 1; and test $words[2] = $argv[1]
    else
        test (count $words) -eq 1
    end
end

# The first word of every line that a command of the tool prints.
function __fewest_names
    fewest $argv 2>/dev/null | string replace -r ' .*' ''
end

complete -c fewest -f
complete -c fewest -n __fewest_at -l help -d 'list the commands'
complete -c fewest -n __fewest_at -l version -d 'show the version'
complete -c fewest -n __fewest_at -a solve -d 'find a provably shortest solution'
complete -c fewest -n __fewest_at -a explore -d 'walk the whole space: states at each depth'
complete -c fewest -n __fewest_at -a compare -d 'run every search that applies and compare them in a table'
complete -c fewest -n __fewest_at -a check -d 'play moves and see whether they reach the goal'
complete -c fewest -n __fewest_at -a contest -d 'solve an online judge\'s task: its input from standard input, its output'
complete -c fewest -n __fewest_at -a judge -d 'test your own solution of an online judge\'s task'
complete -c fewest -n __fewest_at -a table -d 'keep tables in files: build, describe or verify one'
complete -c fewest -n __fewest_at -a list -d 'list the built-in puzzles'
complete -c fewest -n __fewest_at -a print -d 'print the rules of a built-in puzzle'
complete -c fewest -n __fewest_at -a serve -d 'the page: solve, play and watch in the browser'
complete -c fewest -n __fewest_at -a help -d 'explain a command'

complete -c fewest -n '__fewest_at solve' -F -a '(__fewest_names list)'
complete -c fewest -n '__fewest_at solve' -l goal -x -d 'another goal, written as behind `goal` in a puzzle file'
complete -c fewest -n '__fewest_at solve' -l algorithm -x -a 'auto bfs bidirectional astar idastar' -d 'how to search'
complete -c fewest -n '__fewest_at solve' -l remember -x -a 'auto rank hash tree' -d 'how to keep the states that were seen'
complete -c fewest -n '__fewest_at solve' -l all -d 'count all shortest solutions and list the first N'
complete -c fewest -n '__fewest_at solve' -l memory -x -d 'memory of the whole process at most, as 512M or 1.5G, of which the tool itself takes about 2M; auto: 80 % of what is free'
complete -c fewest -n '__fewest_at solve' -l time -x -d 'seconds at most; also as 2m or 1h'
complete -c fewest -n '__fewest_at solve' -l states -x -d 'states to keep at most'
complete -c fewest -n '__fewest_at solve' -l max-depth -x -d 'moves of a solution (or its cost) at most'
complete -c fewest -n '__fewest_at solve' -l bound-memory -x -d 'for the tables of a lower bound (astar, idastar); 0: no tables'
complete -c fewest -n '__fewest_at solve' -l pattern -x -d 'pieces that share a table of the lower bound; once for each table'
complete -c fewest -n '__fewest_at solve' -l table -r -F -d 'use the table in this file, as \'fewest table build\' writes it'
complete -c fewest -n '__fewest_at solve' -l no-tables -d 'look for no saved tables'
complete -c fewest -n '__fewest_at solve' -l check-bound -d 'do not solve: compare the lower bound with the true distances, state by state'
complete -c fewest -n '__fewest_at solve' -l why -d 'say in one line why it was searched this way'
complete -c fewest -n '__fewest_at solve' -l show -d 'draw the board after every move'
complete -c fewest -n '__fewest_at solve' -l svg -r -F -d 'write the solution as a picture for a browser: a strip of boards, or a maze with its path'
complete -c fewest -n '__fewest_at solve' -l json -d 'print one JSON object and nothing else'
complete -c fewest -n '__fewest_at solve' -l help -d 'show this help'
complete -c fewest -n '__fewest_at solve' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at explore' -F -a '(__fewest_names list)'
complete -c fewest -n '__fewest_at explore' -l from -x -d 'another start, written as behind `start` in a puzzle file'
complete -c fewest -n '__fewest_at explore' -l from-goal -d 'walk from the goals by the moves turned round: depths are then distances to the goal'
complete -c fewest -n '__fewest_at explore' -l goal -x -d 'another goal'
complete -c fewest -n '__fewest_at explore' -l method -x -a 'auto sets rank hash' -d 'how to walk'
complete -c fewest -n '__fewest_at explore' -l threads -x -d 'threads to use, 0: one for each processor; the result is the same'
complete -c fewest -n '__fewest_at explore' -l memory -x -d 'memory of the whole process at most, as 512M or 1.5G; auto: 80 % of what is free'
complete -c fewest -n '__fewest_at explore' -l time -x -d 'seconds at most; also as 2m or 1h'
complete -c fewest -n '__fewest_at explore' -l states -x -d 'states to see at most'
complete -c fewest -n '__fewest_at explore' -l max-depth -x -d 'layers to walk at most, behind the first'
complete -c fewest -n '__fewest_at explore' -l hardest -x -d 'states of the last layer to show at most'
complete -c fewest -n '__fewest_at explore' -l solutions -d 'a shortest way from the start to each of these; with --from-goal, from each of these to the goal'
complete -c fewest -n '__fewest_at explore' -l json -d 'print one JSON object and nothing else'
complete -c fewest -n '__fewest_at explore' -l csv -r -F -d 'write depth,states to file F'
complete -c fewest -n '__fewest_at explore' -l svg -r -F -d 'draw the layers to file F'
complete -c fewest -n '__fewest_at explore' -l help -d 'show this help'
complete -c fewest -n '__fewest_at explore' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at compare' -F -a '(__fewest_names list)'
complete -c fewest -n '__fewest_at compare' -l goal -x -d 'another goal, written as behind `goal` in a puzzle file'
complete -c fewest -n '__fewest_at compare' -l random -x -d 'K random starts, by walks from the goal (or from the start, where moves cannot be undone)'
complete -c fewest -n '__fewest_at compare' -l seed -x -d 'another series of random starts'
complete -c fewest -n '__fewest_at compare' -l steps -x -d 'moves of each random walk'
complete -c fewest -n '__fewest_at compare' -l time -x -d 'seconds for each search from one start; one that needs more is given up'
complete -c fewest -n '__fewest_at compare' -l memory -x -d 'memory for each search, as 512M or 1.5G; auto: 80 % of what is free'
complete -c fewest -n '__fewest_at compare' -l tables -x -d 'memory for the tables of a bound, where searches with tables are compared'
complete -c fewest -n '__fewest_at compare' -l json -d 'print one JSON object and nothing else'
complete -c fewest -n '__fewest_at compare' -l csv -r -F -d 'write the table to file F'
complete -c fewest -n '__fewest_at compare' -l svg -r -F -d 'draw the table as bars to file F'
complete -c fewest -n '__fewest_at compare' -l help -d 'show this help'
complete -c fewest -n '__fewest_at compare' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at check' -F -a '(__fewest_names list)'
complete -c fewest -n '__fewest_at check' -l goal -x -d 'another goal, written as behind `goal` in a puzzle file'
complete -c fewest -n '__fewest_at check' -l json -d 'print one JSON object: status (reached, missed, failed, error), moves, played, word, state'
complete -c fewest -n '__fewest_at check' -l help -d 'show this help'
complete -c fewest -n '__fewest_at check' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at contest' -F -a '(__fewest_names contest --list)'
complete -c fewest -n '__fewest_at contest' -l list -d 'list the judges, their other names and what is solved'
complete -c fewest -n '__fewest_at contest' -l many -d 'answer many inputs, with a line --- between any two; they share tables and memory'
complete -c fewest -n '__fewest_at contest' -l help -d 'show this help'
complete -c fewest -n '__fewest_at contest' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at judge' -F -a '(__fewest_names contest --list)'
complete -c fewest -n '__fewest_at judge' -l cases -x -d 'random cases, besides those known to be special; the last ones are at the judge\'s limits'
complete -c fewest -n '__fewest_at judge' -l seed -x -d 'another series of random cases'
complete -c fewest -n '__fewest_at judge' -l time-limit -x -d 'seconds for one run of the program: of processor time, or of the clock where it waits'
complete -c fewest -n '__fewest_at judge' -l memory-limit -x -d 'memory for the data of the program'
complete -c fewest -n '__fewest_at judge' -l beyond -d 'also inputs that the judge promises not to give: a maze without a way, boards that cannot be reached'
complete -c fewest -n '__fewest_at judge' -l save -r -F -d 'write the failing input, what was expected and what was got to files in DIR'
complete -c fewest -n '__fewest_at judge' -l help -d 'show this help'
complete -c fewest -n '__fewest_at judge' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at table' -a 'build info verify'
complete -c fewest -n '__fewest_at table' -F -a '(__fewest_names list)'
complete -c fewest -n '__fewest_at table' -l distances -d 'build the distance of every state to the goal, 2 bits or a byte a state'
complete -c fewest -n '__fewest_at table' -l output -r -F -d 'write the table to this file, not to the cache folder'
complete -c fewest -n '__fewest_at table' -l start -x -d 'a start with other pieces; one with the same pieces makes no difference'
complete -c fewest -n '__fewest_at table' -l goal -x -d 'another goal, written as behind `goal` in a puzzle file'
complete -c fewest -n '__fewest_at table' -l memory -x -d 'memory of the whole process at most, as 512M or 1.5G; auto: 80 % of what is free'
complete -c fewest -n '__fewest_at table' -l time -x -d 'seconds at most; also as 2m or 1h'
complete -c fewest -n '__fewest_at table' -l json -d 'print one JSON object and nothing else'
complete -c fewest -n '__fewest_at table' -l help -d 'show this help'
complete -c fewest -n '__fewest_at table' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at list' -l json -d 'print one JSON object with an array `puzzles`'
complete -c fewest -n '__fewest_at list' -l help -d 'show this help'
complete -c fewest -n '__fewest_at list' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at print' -F -a '(__fewest_names list)'
complete -c fewest -n '__fewest_at print' -l help -d 'show this help'
complete -c fewest -n '__fewest_at print' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at serve' -l port -x -d 'the port to listen on; any: one that is free'
complete -c fewest -n '__fewest_at serve' -l open -d 'open the page in the browser (by xdg-open)'
complete -c fewest -n '__fewest_at serve' -l memory -x -d 'memory of each search at most'
complete -c fewest -n '__fewest_at serve' -l time -x -d 'seconds of each search at most; also as 2m or 1h'
complete -c fewest -n '__fewest_at serve' -l searches -x -d 'searches that may run at once'
complete -c fewest -n '__fewest_at serve' -l help -d 'show this help'
complete -c fewest -n '__fewest_at serve' -l version -d 'show the version and what is built in'

complete -c fewest -n '__fewest_at help' -a 'solve explore compare check contest judge table list print serve help'
complete -c fewest -n '__fewest_at help' -l json -d 'print one JSON object with all commands and their options'
complete -c fewest -n '__fewest_at help' -l help -d 'show this help'
complete -c fewest -n '__fewest_at help' -l version -d 'show the version and what is built in'

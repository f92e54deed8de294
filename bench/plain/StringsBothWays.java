// String rewriting, case after case, in Java: breadth-first search from both ends, the smaller queue first,
// ArrayDeque<String> and HashMap<String, Integer> on each side; rules are looked for by taking out every part of a
// string and comparing it.
//
//     java StringsBothWays < input     cases in the form of AcWing 190, lines --- between them; a number each
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;

class StringsBothWays {
    static final int MOST_STEPS = 10;

    static class End {
        final ArrayDeque<String> queue = new ArrayDeque<>();
        final HashMap<String, Integer> distance = new HashMap<>();

        End(String string) {
            queue.add(string);
            distance.put(string, 0);
        }
    }

    static int expandLayer(End here, End there, ArrayList<String[]> rules, int from, int to) {
        int step = here.distance.get(here.queue.peek());
        while (!here.queue.isEmpty() && here.distance.get(here.queue.peek()) == step) {
            String now = here.queue.poll();
            for (String[] rule : rules) {
                int length = rule[from].length();
                for (int i = 0; i + length <= now.length(); i++) {
                    if (!rule[from].equals(now.substring(i, i + length))) continue;
                    String next = now.substring(0, i) + rule[to] + now.substring(i + length);
                    if (there.distance.containsKey(next)) return step + 1 + there.distance.get(next);
                    if (here.distance.containsKey(next)) continue;
                    here.distance.put(next, step + 1);
                    here.queue.add(next);
                }
            }
        }
        return -1;
    }

    static String answer(ArrayList<String[]> lines) {
        String[] ends = lines.remove(0);
        if (ends[0].equals(ends[1])) return "0\n";
        End first = new End(ends[0]), last = new End(ends[1]);
        for (int steps = 0; steps < MOST_STEPS && !first.queue.isEmpty() && !last.queue.isEmpty(); steps++) {
            boolean forward = first.queue.size() < last.queue.size();
            int length = forward ? expandLayer(first, last, lines, 0, 1) : expandLayer(last, first, lines, 1, 0);
            if (length >= 0) return length + "\n";
        }
        return "NO ANSWER!\n";
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder output = new StringBuilder();
        ArrayList<String[]> lines = new ArrayList<>();
        for (String line; (line = input.readLine()) != null;) {
            if (line.equals("---")) {
                output.append(answer(lines));
                lines.clear();
            } else if (!line.isBlank()) {
                lines.add(line.trim().split("\\s+"));
            }
        }
        if (!lines.isEmpty()) output.append(answer(lines));
        System.out.print(output);
    }
}

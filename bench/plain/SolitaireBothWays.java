// Solitaire with four pieces on a chessboard, pair after pair, in Java: breadth-first search from both ends, the
// smaller queue first, ArrayDeque<Long> and HashMap<Long, Integer> on each side. It goes on until the sides meet.
//
//     java SolitaireBothWays < input     in the form of HDU 1401; YES or NO each
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.StringTokenizer;

class SolitaireBothWays {
    static final int SIDE = 8, MOST_MOVES = 8;
    static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

    static class End {
        final ArrayDeque<Long> queue = new ArrayDeque<>();
        final HashMap<Long, Integer> distance = new HashMap<>();

        End(long board) {
            queue.add(board);
            distance.put(board, 0);
        }
    }

    static boolean isInside(int x, int y) {
        return x >= 0 && x < SIDE && y >= 0 && y < SIDE;
    }

    static boolean isFilled(long board, int x, int y) {
        return (board >>> (x * SIDE + y) & 1) == 1;
    }

    static int expandLayer(End here, End there) {
        int step = here.distance.get(here.queue.peek());
        while (!here.queue.isEmpty() && here.distance.get(here.queue.peek()) == step) {
            long board = here.queue.poll();
            for (int cell = 0; cell < SIDE * SIDE; cell++) {
                if ((board >>> cell & 1) == 0) continue;
                for (int[] direction : DIRECTIONS) {
                    int x = cell / SIDE + direction[0], y = cell % SIDE + direction[1];
                    if (!isInside(x, y)) continue;
                    if (isFilled(board, x, y)) {
                        x += direction[0];
                        y += direction[1];
                        if (!isInside(x, y) || isFilled(board, x, y)) continue;
                    }
                    long next = board ^ 1L << cell | 1L << (x * SIDE + y);
                    if (there.distance.containsKey(next)) return step + 1 + there.distance.get(next);
                    if (!here.distance.containsKey(next)) {
                        here.distance.put(next, step + 1);
                        here.queue.add(next);
                    }
                }
            }
        }
        return -1;
    }

    static boolean search(long start, long goal) {
        if (start == goal) return true;
        End first = new End(start), last = new End(goal);
        while (!first.queue.isEmpty() && !last.queue.isEmpty()) {
            boolean forward = first.queue.size() <= last.queue.size();
            int length = forward ? expandLayer(first, last) : expandLayer(last, first);
            if (length >= 0) return length <= MOST_MOVES;
        }
        return false;
    }

    static long board(String line) {
        StringTokenizer words = new StringTokenizer(line);
        long board = 0;
        for (int i = 0; i < 4; i++) {
            int x = Integer.parseInt(words.nextToken()), y = Integer.parseInt(words.nextToken());
            board |= 1L << ((x - 1) * SIDE + y - 1);
        }
        return board;
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder output = new StringBuilder();
        for (String line; (line = input.readLine()) != null;)
            output.append(search(board(line), board(input.readLine())) ? "YES\n" : "NO\n");
        System.out.print(output);
    }
}

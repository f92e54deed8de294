"""What both tests of searches on disk go through."""

TILES = ["tiles-2x5", "9 4 8 7 3 / x 1 2 5 6"]  # 40 moves
# No move can be undone.
ONE_WAY = """title one way
board 3 x 8
pieces a b .
move right: a . -> . a
move left: . b -> b .
move over: a b . -> . b a
move down:
    a
    .
    ->
    .
    a
start
    a a a . . . . .
    a a . . . . b b
    . . . . . b b b
goal
    _ _ _ _ _ _ a a
    _ _ _ _ _ _ _ _
    b _ _ _ _ _ _ _
"""

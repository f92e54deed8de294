#!/usr/bin/env python3
"""What `fewest forecast` says beforehand, beside what explorations then take: sizes within what the model promises. Times are not
compared."""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases

TOOL = os.environ["FEWEST"]
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
folder = None


def enter(place):
    global folder
    folder = place


def run(*arguments):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True))


def forecast(*arguments):
    result = run("forecast", *arguments, "--json")
    equal(result.status, 0, result)
    said = json.loads(result.out)
    return said, {plan["method"]: plan for plan in said["plans"]}


def explore(*arguments):
    result = run("explore", *arguments, "--json")
    equal(result.status, 0, result)
    return json.loads(result.out)


def the_number_of_states_is_exact_where_it_can_be():
    equal(forecast("pocket-cube")[0]["states"], 3674160)
    equal(forecast("tiles-3x5")[0]["states"], 653837184000)
    equal(forecast("two-jugs")[0]["states"], 16)
    equal(forecast("two-jugs", "--states", "12345")[0]["states"], 12345)


def a_number_that_is_not_known_is_asked_for():
    (folder / "long.few").write_text("string\npieces a b\nmove grow: a -> a b\nmove swap: a b -> b a\nstart a\ngoal b b b b a\nwithin 60\n")
    result = run("forecast", "long.few")
    equal(result.status, 2, result)
    expect("--states" in result.err, result)
    equal(forecast("long.few", "--states", "1000000")[0]["states"], 1000000)


def memory_by_hash_is_foretold_within_a_factor_of_two():
    said, plans = forecast("pocket-cube")
    taken = explore("pocket-cube", "--from-goal", "--method", "hash", "--symmetry", "off")
    expect(plans["hash"]["memory_bytes"] / 2 < taken["peak_bytes"] < 2 * plans["hash"]["memory_bytes"], plans["hash"], taken["peak_bytes"])


def runs_on_disk_take_no_more_than_foretold():
    if SANITIZED:
        return  # the memory that the sanitizers take counts, and leaves none
    said, plans = forecast("four-in-line")
    taken = explore("four-in-line", "--method", "hash", "--symmetry", "off", "--memory", "9M", "--disk", str(folder))
    equal(taken["states"], 809088)
    key = 1.1 * said["states"] / taken["states"]  # a little for the moves of states that were not looked at
    expect(0 < taken["disk_written"] < key * plans["runs on disk"]["written_bytes"], taken["disk_written"], plans)
    expect(0 < taken["disk_read"] < key * plans["runs on disk"]["read_bytes"], taken["disk_read"], plans)


def memory_by_sets_is_what_explore_needs():
    said, plans = forecast("tiles-3x5")
    refused = json.loads(run("explore", "tiles-3x5", "--memory", "64M", "--json").out)
    expect(abs(plans["sets"]["memory_bytes"] / refused["needed_bytes"] - 1) < 0.05, plans["sets"], refused["needed_bytes"])


def more_nodes_need_less_memory_each_and_send_more():
    before = None
    for nodes in (1, 2, 4, 1000):
        said, plans = forecast("tiles-3x5", "--nodes", str(nodes), "--memory", "64G")
        plan = plans["hash"]
        sent = said["states"] * said["moves"] * said["state_bytes"] * (nodes - 1) / nodes
        expect(abs(plan["sent_bytes"] - sent) <= 1e-4 * sent, nodes, plan, sent)
        equal(plan["lacks"], None if nodes == 1000 else "memory", nodes)
        expect(before is None or plan["memory_bytes"] < before, nodes)
        before = plan["memory_bytes"]
        equal(plans["sets"]["nodes"], 1)


def a_slow_network_or_disk_sets_the_time():
    fast = forecast("tiles-3x5", "--nodes", "10", "--network", "100G", "--disk-speed", "100G")[1]
    slow = forecast("tiles-3x5", "--nodes", "10", "--network", "1M", "--disk-speed", "1M")[1]
    equal(round(slow["hash"]["sent_bytes"] / 10 / 2**20 / slow["hash"]["seconds"], 2), 1)
    disk = slow["sets on disk"]
    equal(round((disk["written_bytes"] + disk["read_bytes"]) / 2**20 / disk["seconds"], 2), 1)
    expect(fast["hash"]["seconds"] < slow["hash"]["seconds"] / 10 and fast["sets on disk"]["seconds"] < disk["seconds"] / 10)


def the_text_says_the_same():
    result = run("forecast", "pocket-cube", "--memory", "80M", "--disk", "1M")
    equal(result.status, 0, result)
    for words in ("3,674,160 states (exactly", "9 moves a state", "does not fit: memory", "does not fit: disk", "Assumed: the widest layer has 50 %"):
        expect(words in result.out, words, result)


run_cases([
    the_number_of_states_is_exact_where_it_can_be,
    a_number_that_is_not_known_is_asked_for,
    memory_by_hash_is_foretold_within_a_factor_of_two,
    runs_on_disk_take_no_more_than_foretold,
    memory_by_sets_is_what_explore_needs,
    more_nodes_need_less_memory_each_and_send_more,
    a_slow_network_or_disk_sets_the_time,
    the_text_says_the_same,
], enter)

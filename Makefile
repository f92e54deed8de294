# The front door. The work is done by Meson; the scripts are in tools/.

PREFIX ?= /usr/local
MESON ?= meson
SETUP_OPTIONS ?=
FUZZ_SECONDS ?= 600
FUZZ_SEED ?=
FUZZ_RUNS ?= 1000000
TORTURE_KILLS ?= 50
EXPORT_OPTIONS ?=
export MESON

RELEASE := build
SANITIZED := build-asan
PACKAGES := build-deb
SITE := build-site
JS := build-js
WASM := build-wasm
FUZZERS := build-fuzz
RACES := build-tsan
CROSS := build-arm64
SANITIZED_ALL := build-asan-levels
SANITIZERS := -Doptimization=1 -Db_ndebug=false -Db_sanitize=address,undefined -Db_lundef=false

.PHONY: help build demo test test-python test-sanitized-levels test-tsan test-valgrind test-arm64 failures torture fuzz fuzz-faults fuzz-bytes export-programs mutate lint analyze tidy bench exhaustive man screenshots site test-site js test-js install deb dist clean

help:
	@echo 'make build     the library and the tool, build/fewest'
	@echo 'make demo      solve an eight-puzzle'
	@echo 'make test      all tests, as released and under the sanitizers'
	@echo 'make fuzz      random puzzles and spaces against plain programs, for FUZZ_SECONDS from FUZZ_SEED'
	@echo 'make fuzz-faults  faults planted one at a time: after how many seconds the share of fuzz in make test finds each'
	@echo 'make test-sanitized-levels  the sanitized tests at every level of the processor'
	@echo 'make test-python  the Python package from a source distribution, by pip in an empty place, and its tests'
	@echo 'make test-tsan  the tests that start threads, under the thread sanitizer'
	@echo 'make test-valgrind  some unit tests and runs of the tool, under valgrind'
	@echo 'make test-arm64  the unit tests and the facts on arm64, emulated, by gcc and by clang'
	@echo 'make failures  every request to the system refused in turn, for each command and the server'
	@echo 'make torture   explorations and searches on disk killed at random moments and continued, TORTURE_KILLS times each (TORTURE_SEED)'
	@echo 'make fuzz-bytes  inputs found by libFuzzer (clang), FUZZ_RUNS for each program'
	@echo 'make export-programs  every puzzle as a program, with every choice: compiled, run and compared (EXPORT_OPTIONS)'
	@echo 'make mutate    small faults planted in the library: how many the fast tests notice (MUTATE_COUNT, MUTATE_SEED)'
	@echo 'make lint      layers, clang, cppcheck, shellcheck, mandoc, file lists'
	@echo 'make analyze   gcc -fanalyzer; what it is wrong about is in tools/analyze.exceptions'
	@echo 'make tidy      clang-tidy, likewise'
	@echo 'make bench     the benchmarks: ratios to plain programs, measured in one run'
	@echo 'make exhaustive  large spaces with known counts, and those of the judges (minutes to hours)'
	@echo 'make man       renew man/ and completions/ from the tables of the tool'
	@echo 'make screenshots  pictures of the page, into docs/screenshots/'
	@echo 'make site      the page as files for any static host, without a server: WebAssembly by emscripten, in $(SITE)/site/'
	@echo 'make test-site  the same, and its tests in Chromium'
	@echo 'make js        the JavaScript package, WebAssembly by emscripten, packed in $(JS)/'
	@echo 'make test-js   the same, installed by npm in an empty place, and its tests in Node and in Chromium'
	@echo 'make install   under PREFIX ($(PREFIX)); DESTDIR is honoured'
	@echo 'make deb       Debian packages, in $(PACKAGES)/'
	@echo 'make dist      the source tarball, in $(RELEASE)/meson-dist/'
	@echo 'make clean     remove what was built'

build:
	@tools/setup build
	@test -f $(RELEASE)/build.ninja || tools/configure $(RELEASE) --prefix '$(PREFIX)' $(SETUP_OPTIONS)
	@$(MESON) compile -C $(RELEASE)

demo: build
	$(RELEASE)/fewest solve eight "2 3 4 / 1 5 x / 7 6 8" --show

# Both suites always run; the summary decides, and counts a suite that could not
# be built as one failure. The sanitized one is the same on every processor.
test:
	@tools/setup test
	@tools/setup python || true
	@tools/setup browser || true
	@tools/setup mpi || true
	@tools/run-suite $(RELEASE) --prefix '$(PREFIX)' $(SETUP_OPTIONS)
	@tools/run-suite $(SANITIZED) $(SANITIZERS) -Dcpu=baseline $(SETUP_OPTIONS)
	@tools/test-summary $(RELEASE) $(SANITIZED)

fuzz: build
	@FUZZ_SECONDS=$(FUZZ_SECONDS) FUZZ_SEED=$(FUZZ_SEED) tools/fuzz $(RELEASE)

fuzz-faults:
	@tools/setup test
	@tests/fuzz/planted/run.py

test-sanitized-levels:
	@tools/setup test
	@tools/run-suite $(SANITIZED_ALL) $(SANITIZERS) $(SETUP_OPTIONS)
	@tools/test-summary $(SANITIZED_ALL)

test-python: build
	@tools/setup python
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tools/test-python build-python

test-tsan: export SUITE = threads
test-tsan:
	@tools/setup test
	@tools/run-suite $(RACES) -Doptimization=2 -Db_ndebug=false -Db_sanitize=thread -Db_lundef=false -Dcpu=baseline $(SETUP_OPTIONS)
	@tools/test-summary $(RACES)

test-valgrind:
	@tools/setup valgrind
	@test -f $(RELEASE)/build.ninja || tools/configure $(RELEASE) --prefix '$(PREFIX)' $(SETUP_OPTIONS)
	@$(MESON) compile -C $(RELEASE)
	@tools/test-valgrind $(RELEASE)

test-arm64: export SUITE = cross
test-arm64:
	@tools/setup arm64
	@tools/arm64 gcc $(CROSS)
	@tools/arm64 clang $(CROSS)
	@CC= tools/run-suite $(CROSS)/gcc --cross-file $(CROSS)/gcc.cross -Dpage=disabled $(SETUP_OPTIONS)
	@CC= tools/run-suite $(CROSS)/clang --cross-file $(CROSS)/clang.cross -Dpage=disabled $(SETUP_OPTIONS)
	@tools/test-summary $(CROSS)/gcc $(CROSS)/clang

failures: build
	@$(MESON) compile -C $(RELEASE) refuse
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest FEWEST_REFUSE=$(CURDIR)/$(RELEASE)/tests/refuse.so tests/failures/run.py --all

torture: build
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tests/checkpoint/run.py --torture $(TORTURE_KILLS)
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tests/disk/run-checkpoint.py --torture $(TORTURE_KILLS)

fuzz-bytes:
	@tools/setup fuzz
	@FUZZ_RUNS=$(FUZZ_RUNS) tools/fuzz-bytes $(FUZZERS)

export-programs:
	@tools/setup programs
	@$(MAKE) --no-print-directory build
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tests/export/run-judges.py
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tests/export/run.py --all $(EXPORT_OPTIONS)

mutate:
	@tools/setup mutate
	@tests/mutate/campaign.py

lint:
	@tools/setup lint
	@tools/lint

analyze:
	@tools/setup analyze
	@tools/analyze gcc

tidy:
	@tools/setup tidy
	@tools/analyze tidy

bench: build
	@status=0; bench/run || status=1; bench/speeds || status=1; bench/run-levels || status=1; exit $$status

exhaustive: build
	@FEWEST=$(CURDIR)/build/fewest tests/facts-explore/exhaustive.py
	@FEWEST=$(CURDIR)/build/fewest tests/contest/run-exhaustive 1

man: build
	@FEWEST=$(RELEASE)/fewest tools/manpages
	@tools/sources

screenshots: build
	@tools/setup browser
	@tools/setup fonts
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tests/browser/screenshots

site:
	@tools/setup site
	@tools/site $(SITE) $(WASM)

test-site: site build
	@tools/setup browser
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest SITE=$(CURDIR)/$(SITE)/site tests/site/run.tap
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest SITE=$(CURDIR)/$(SITE)/site tests/site/run-page.tap

js:
	@tools/setup js
	@tools/js $(JS) $(WASM)

test-js: js build
	@tools/setup browser || true
	@FEWEST=$(CURDIR)/$(RELEASE)/fewest tools/test-js $(JS)

install: build
	@$(MESON) configure $(RELEASE) -Dprefix='$(PREFIX)'
	@$(MESON) install -C $(RELEASE)

deb:
	@tools/setup deb
	@tools/deb $(PACKAGES)

# Of what is committed. The tests of a release are those of its commit.
dist: build
	@$(MESON) dist -C $(RELEASE) --no-tests

clean:
	rm -rf $(RELEASE) $(SANITIZED) $(SANITIZED_ALL) $(RACES) $(CROSS) $(FUZZERS) $(PACKAGES) $(SITE) $(JS) $(WASM) build-browser build-mutate build-native build-python

// Linked into the module: how C tells of progress. `Module.told(text)` is whoever loaded it; what it returns says whether to go on.
mergeInto(LibraryManager.library, {
    fewest_told: function (progress) {
        if (!Module['told']) return 1;
        return Module['told'](progress ? UTF8ToString(progress) : null) === false ? 0 : 1;
    },
});

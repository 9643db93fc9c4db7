/// Returns the id of the commit that the binary was built from; empty if it isn't known.
const char *build_commit(void);

-- What code says of links: the URLs that it sends, the code that receives some, and the URLs that this takes.
--
-- A project's code is kept with the input of the project; that of a folder without a project with an input of its own,
-- called '*.swift' in that folder. The files of code are among its rows in input_dependency.

-- What the tool itself reads: all that was found in the code of one project or folder.
CREATE TABLE code (
    input_id INTEGER PRIMARY KEY REFERENCES input ON DELETE CASCADE,
    project BLOB, -- as manifest.project; NULL without a project
    facts TEXT NOT NULL, -- JSON: the targets with everything that was found in each; files are positions in code_file
    checksum INTEGER NOT NULL, -- of facts, so that damage to the file is seen when it is read
    first_import INTEGER NOT NULL,
    last_import INTEGER NOT NULL
) STRICT;

-- The files that something in code.facts stands in.
CREATE TABLE code_file (
    input_id INTEGER NOT NULL REFERENCES code ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path BLOB NOT NULL, -- below the source's root
    PRIMARY KEY (input_id, position)
) STRICT, WITHOUT ROWID;

-- What follows is made from code.facts, for whoever asks the registry. Lines and columns are as in the other tables.

-- A URL that code hands to the system.
CREATE TABLE link (
    input_id INTEGER NOT NULL REFERENCES code ON DELETE CASCADE,
    position INTEGER NOT NULL,
    target TEXT, -- NULL where a folder without a project is taken for one app
    kind TEXT NOT NULL, -- 'widgetURL', 'Link', 'openURL', 'UIApplication.open', 'extensionContext.open', …
    presentations TEXT NOT NULL, -- where widgets and Live Activities show it, between blanks: 'widget', 'lockScreen', …
    families TEXT NOT NULL, -- the widget families in which it can appear, between blanks; '' when not known
    known TEXT NOT NULL CHECK (known IN ('exact', 'pattern', 'set', 'unknown')),
    url TEXT, -- the URL, with {name} where it is open; NULL where there are several (link_url), or none is known
    scheme TEXT, -- as claim.scheme_key; NULL when not known
    file INTEGER NOT NULL, -- code_file.position
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    PRIMARY KEY (input_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_by_scheme ON link (scheme) WHERE scheme IS NOT NULL;

-- A URL that a link can have.
CREATE TABLE link_url (
    input_id INTEGER NOT NULL,
    link_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    url TEXT NOT NULL, -- with {name} where it is open
    scheme TEXT, -- as claim.scheme_key; NULL when not known
    PRIMARY KEY (input_id, link_position, position),
    FOREIGN KEY (input_id, link_position) REFERENCES link ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Code that receives a URL, or the user activity that stands in for one.
CREATE TABLE handler (
    input_id INTEGER NOT NULL REFERENCES code ON DELETE CASCADE,
    position INTEGER NOT NULL,
    target TEXT, -- as in link
    kind TEXT NOT NULL, -- 'onOpenURL', 'application(_:open:options:)', 'scene(_:openURLContexts:)', …
    is_routed INTEGER NOT NULL CHECK (is_routed IN (0, 1)), -- whether its routes are all that it takes
    file INTEGER NOT NULL, -- code_file.position
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    PRIMARY KEY (input_id, position)
) STRICT, WITHOUT ROWID;

-- URLs that a handler takes: those that meet all conditions.
CREATE TABLE route (
    input_id INTEGER NOT NULL,
    handler_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    conditions TEXT NOT NULL, -- scheme = 'acme', host = 'a' | 'b', path begins with '/x'
    file INTEGER NOT NULL, -- code_file.position
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    PRIMARY KEY (input_id, handler_position, position),
    FOREIGN KEY (input_id, handler_position) REFERENCES handler ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;

CREATE TABLE guests (id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL) STRICT;

CREATE TABLE tokens (
  digest TEXT PRIMARY KEY,
  guest TEXT NOT NULL REFERENCES guests (id),
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  created REAL NOT NULL,
  expires REAL
) STRICT;
CREATE INDEX tokens_of_guest ON tokens (guest, kind, created);

CREATE TABLE tables (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL,
  game TEXT NOT NULL,
  status TEXT NOT NULL,
  public INTEGER NOT NULL,
  created REAL NOT NULL,
  touched REAL NOT NULL,
  wake REAL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX tables_listed ON tables (status, touched) WHERE public = 1;
CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;

CREATE TABLE sitting (
  guest TEXT NOT NULL,
  "table" TEXT NOT NULL REFERENCES tables (id),
  PRIMARY KEY (guest, "table")
) STRICT, WITHOUT ROWID;
CREATE INDEX sitting_at ON sitting ("table");

CREATE TABLE matches (
  id TEXT PRIMARY KEY,
  "table" TEXT NOT NULL REFERENCES tables (id),
  number INTEGER NOT NULL,
  header BLOB NOT NULL,
  secret TEXT NOT NULL,
  created REAL NOT NULL,
  finished REAL,
  UNIQUE ("table", number)
) STRICT;

CREATE TABLE log (
  match TEXT NOT NULL REFERENCES matches (id),
  seq INTEGER NOT NULL,
  entries BLOB NOT NULL,
  at REAL NOT NULL,
  seat INTEGER,
  number INTEGER,
  node TEXT NOT NULL,
  PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
  "table" TEXT NOT NULL REFERENCES tables (id),
  number INTEGER NOT NULL,
  at REAL NOT NULL,
  seat INTEGER,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY ("table", number)
) STRICT, WITHOUT ROWID;

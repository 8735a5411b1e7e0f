-- COLLATE "C": listings have the same order on every server, whatever language it was set up for.

CREATE TABLE keys (name TEXT PRIMARY KEY, value BYTEA NOT NULL);

CREATE TABLE guests (id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, created DOUBLE PRECISION NOT NULL);

CREATE TABLE tokens (
  digest TEXT COLLATE "C" PRIMARY KEY,
  guest TEXT COLLATE "C" NOT NULL REFERENCES guests (id),
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  created DOUBLE PRECISION NOT NULL,
  expires DOUBLE PRECISION
);
CREATE INDEX tokens_of_guest ON tokens (guest, kind, created);

CREATE TABLE tables (
  id TEXT COLLATE "C" PRIMARY KEY,
  code TEXT COLLATE "C" NOT NULL UNIQUE,
  revision BIGINT NOT NULL,
  game TEXT NOT NULL,
  status TEXT NOT NULL,
  public BOOLEAN NOT NULL,
  created DOUBLE PRECISION NOT NULL,
  touched DOUBLE PRECISION NOT NULL,
  wake DOUBLE PRECISION,
  body BYTEA NOT NULL
);
CREATE INDEX tables_listed ON tables (status, touched) WHERE public;
CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;

CREATE TABLE sitting (
  guest TEXT COLLATE "C" NOT NULL,
  "table" TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
  PRIMARY KEY (guest, "table")
);
CREATE INDEX sitting_at ON sitting ("table");

CREATE TABLE matches (
  id TEXT COLLATE "C" PRIMARY KEY,
  "table" TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
  number BIGINT NOT NULL,
  header BYTEA NOT NULL,
  secret TEXT NOT NULL,
  created DOUBLE PRECISION NOT NULL,
  finished DOUBLE PRECISION,
  UNIQUE ("table", number)
);

CREATE TABLE log (
  match TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
  seq BIGINT NOT NULL,
  entries BYTEA NOT NULL,
  at DOUBLE PRECISION NOT NULL,
  seat BIGINT,
  number BIGINT,
  node TEXT NOT NULL,
  PRIMARY KEY (match, seq)
);

CREATE TABLE chat (
  "table" TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
  number BIGINT NOT NULL,
  at DOUBLE PRECISION NOT NULL,
  seat BIGINT,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY ("table", number)
);

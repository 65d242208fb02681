-- The database of version 1. Later versions are files of their own beside this one.
-- Moments are milliseconds since 1970; amounts are cents; what the library reads is JSON text.

CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE organizations (
  id                 INTEGER PRIMARY KEY,
  name               TEXT NOT NULL UNIQUE,
  -- Printed at each start. Of a token that the settings name, nothing is kept but its hash.
  made_master_token  TEXT,
  financing_enrolled INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE tokens (
  id           INTEGER PRIMARY KEY,
  organization INTEGER NOT NULL REFERENCES organizations (id),
  kind         TEXT NOT NULL CHECK (kind IN ('master', 'user')),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL UNIQUE,
  created_at   INTEGER NOT NULL,
  revoked_at   INTEGER
) STRICT;

CREATE TABLE cases (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  organization  INTEGER NOT NULL REFERENCES organizations (id),
  -- 'api' is this interface; anything else another intake channel.
  source        TEXT NOT NULL,
  product       TEXT NOT NULL,
  payload       TEXT NOT NULL,
  -- The library's CaseState; `state` and `is_test` repeat it for lists.
  life          TEXT NOT NULL,
  state         TEXT NOT NULL,
  is_test       INTEGER NOT NULL,
  issue_key     TEXT NOT NULL UNIQUE,
  -- From when on the case has its key.
  key_from      INTEGER NOT NULL,
  token_name    TEXT NOT NULL,
  -- What the operator says of cancelling; without it the library's default counts.
  eligibility   TEXT,
  fee_cents     INTEGER NOT NULL,
  -- What the operator published, before offers are added to it.
  results       TEXT,
  published_at  INTEGER,
  closed_at     INTEGER,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX cases_of_organization ON cases (organization, id);

-- The bytes are in the folder `files`, under the id.
CREATE TABLE files (
  id         TEXT PRIMARY KEY,
  case_id    INTEGER NOT NULL REFERENCES cases (id),
  -- 'create', 'append' or 'respond'.
  through    TEXT NOT NULL,
  filename   TEXT NOT NULL,
  label      TEXT NOT NULL,
  size       INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX files_of_case ON files (case_id);

CREATE TABLE interactions (
  case_id        INTEGER NOT NULL REFERENCES cases (id),
  interaction_id TEXT NOT NULL,
  message        TEXT NOT NULL,
  opened_at      INTEGER NOT NULL,
  reply          TEXT,
  replied_at     INTEGER,
  PRIMARY KEY (case_id, interaction_id)
) STRICT;

CREATE TABLE offers (
  case_id  INTEGER NOT NULL REFERENCES cases (id),
  offer_id TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  PRIMARY KEY (case_id, offer_id)
) STRICT;

CREATE TABLE upgrades (
  -- Unlike that of any other upgrade of the stand-in.
  upgrade_id      INTEGER PRIMARY KEY AUTOINCREMENT,
  case_id         INTEGER NOT NULL,
  offer_id        TEXT NOT NULL,
  type            TEXT NOT NULL,
  -- The description that an offered entry shows.
  description     TEXT,
  -- The full notes and the values that acceptance reveals.
  researcher_note TEXT,
  price_cents     INTEGER NOT NULL,
  record          TEXT NOT NULL,
  FOREIGN KEY (case_id, offer_id) REFERENCES offers (case_id, offer_id)
) STRICT;
CREATE INDEX upgrades_of_case ON upgrades (case_id);

-- Who consented to which purchase, and when.
CREATE TABLE consents (
  id          INTEGER PRIMARY KEY,
  case_id     INTEGER NOT NULL REFERENCES cases (id),
  offer_id    TEXT NOT NULL,
  upgrade_ids TEXT NOT NULL,
  token_name  TEXT NOT NULL,
  given_at    INTEGER NOT NULL
) STRICT;

-- What happened to a case, for people.
CREATE TABLE timeline (
  id         INTEGER PRIMARY KEY,
  case_id    INTEGER NOT NULL REFERENCES cases (id),
  at         INTEGER NOT NULL,
  trigger    TEXT NOT NULL,
  state_from TEXT,
  state_to   TEXT NOT NULL,
  -- The type of the event that it fired.
  event      TEXT
) STRICT;
CREATE INDEX timeline_of_case ON timeline (case_id);

-- Where events go.
CREATE TABLE subscriptions (
  id           INTEGER PRIMARY KEY,
  organization INTEGER NOT NULL REFERENCES organizations (id),
  url          TEXT NOT NULL,
  -- A JSON list of types; NULL is all.
  events       TEXT,
  secret       TEXT,
  -- The second secret while keys are rotated.
  next_secret  TEXT,
  -- 'config' or 'operator'.
  source       TEXT NOT NULL,
  -- Set when it is taken away, or answered 410.
  ended_at     INTEGER,
  created_at   INTEGER NOT NULL
) STRICT;

-- What was fired, in the order in which it was.
CREATE TABLE events (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id   TEXT NOT NULL UNIQUE,
  case_id    INTEGER NOT NULL REFERENCES cases (id),
  type       TEXT NOT NULL,
  body       TEXT NOT NULL,
  -- Fired by the operator, and no event of the case (D33).
  synthetic  INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX events_of_case ON events (case_id);

-- The outbox: an event on its way to a subscription.
CREATE TABLE deliveries (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  event        INTEGER NOT NULL REFERENCES events (id),
  subscription INTEGER NOT NULL REFERENCES subscriptions (id),
  case_id      INTEGER NOT NULL,
  -- 'pending', 'delivered', 'failed'.
  state        TEXT NOT NULL DEFAULT 'pending',
  attempts     INTEGER NOT NULL DEFAULT 0,
  -- It waits for no earlier delivery of its case.
  shuffled     INTEGER NOT NULL,
  -- In real time, which the operator cannot move.
  due_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX deliveries_pending ON deliveries (subscription, case_id, id) WHERE state = 'pending';
CREATE INDEX deliveries_due ON deliveries (subscription, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_of_event ON deliveries (event);

CREATE TABLE attempts (
  id          INTEGER PRIMARY KEY,
  delivery    INTEGER NOT NULL REFERENCES deliveries (id),
  -- In real time too.
  at          INTEGER NOT NULL,
  -- NULL where nothing answered, or nothing was asked any more; `error` then tells of what kind it was.
  status      INTEGER,
  error       TEXT,
  duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX attempts_of_delivery ON attempts (delivery);

-- Tickets of the legacy flow.
CREATE TABLE tickets (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  organization INTEGER NOT NULL REFERENCES organizations (id),
  product      TEXT NOT NULL,
  payload      TEXT NOT NULL,
  token_name   TEXT NOT NULL,
  -- The case that it became when it was declared ready.
  case_id      INTEGER REFERENCES cases (id),
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE uploads (
  ticket   INTEGER NOT NULL REFERENCES tickets (id),
  label    TEXT NOT NULL,
  file_id  TEXT NOT NULL UNIQUE,
  filename TEXT NOT NULL,
  size     INTEGER NOT NULL,
  PRIMARY KEY (ticket, label)
) STRICT;

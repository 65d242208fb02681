-- Version 2: files that another upload replaced. They are deleted after the change is on disk, at the latest by the next start.

CREATE TABLE replaced (
  file_id TEXT PRIMARY KEY
) STRICT;

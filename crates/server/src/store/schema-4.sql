-- Version 4: the list of one source.

CREATE INDEX cases_of_source ON cases (organization, source, id);

-- A pricing revision is stored once it can price: of its states only one was ever written.
alter table pricing_revisions drop column state;

-- A quote may be for the change of a policy: of which one, made on which of its versions, and from
-- which day on. Older quotes are all for sales, so their rows need not be looked at.
alter table quotes
  add column policy_id text collate "C",
  add column policy_version_id text collate "C",
  add column effective_day date,
  add constraint quotes_change_whole check (
    num_nulls(policy_id, policy_version_id, effective_day) in (0, 3)) not valid;

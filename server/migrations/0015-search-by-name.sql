-- A name may begin like thousands of others. The names themselves are in the index, so that all who
-- match are found in it, and only those of the page are fetched.
drop index policies_by_last_name;
create index policies_by_name on policies
  (insurer_id, livemode, (lower(last_name) collate "C"), (lower(first_name) collate "C"), id)
  include (last_name, first_name) where issued_at is not null;
create index offers_by_name on policies
  (insurer_id, livemode, (lower(last_name) collate "C"), (lower(first_name) collate "C"), id)
  include (last_name, first_name) where issued_at is null;

-- How common a beginning is decides between going through the names and going through the newest
-- sales; the planner takes no such figures from an index that covers only a part.
create statistics policies_last_names on (lower(last_name) collate "C") from policies;
create statistics policies_first_names on (lower(first_name) collate "C") from policies;
analyze policies;

-- Every sale locked the rows of its insurer and distributor for each of its events, against a deletion
-- that never comes: what an event is about has the same accounts, and is held to them itself.
set local lock_timeout = '5s';

alter table events
  drop constraint events_insurer_id_fkey,
  drop constraint events_distributor_id_fkey;

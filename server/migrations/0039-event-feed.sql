-- Events that never skip: each knows the policy it concerns, which of the policy's events it is, and
-- gets a position in one feed once it is committed. Whoever reads by position misses nothing.
create sequence event_places;
alter table events
  add column policy_id text collate "C",
  -- The version that held when it happened. Events from before this column do not say.
  add column version_id text collate "C",
  -- 1, 2, 3 ... of the policy, given under the policy's lock.
  add column sequence integer,
  -- Who wrote it, and in which order: of one policy, what happened later has the greater place.
  add column tx xid8,
  add column place bigint;

update events set
  policy_id = numbered.policy_id,
  sequence = case when numbered.policy_id is not null then numbered.sequence end,
  tx = pg_current_xact_id(),
  place = numbered.place
from (
  select id, policy_id,
    row_number() over (partition by policy_id order by id) as sequence,
    row_number() over (order by id) as place
  from (
    select id, case
      when type like 'product.%' then null
      else coalesce(data ->> 'policy_id', subject_id) end as policy_id
    from events) as told) as numbered
where numbered.id = events.id;
select setval('event_places', greatest(1, (select count(*) from events)), exists (select from events));

alter table events
  alter column tx set not null,
  alter column place set not null,
  add constraint events_counted check ((policy_id is null) = (sequence is null));
alter sequence event_places owned by events.place;
create unique index events_of_policy on events (policy_id, sequence);
create unique index events_by_place on events (place);
create index events_by_tx on events (tx);
-- A distributor lists those of its own sales.
create index events_by_distributor on events (distributor_id, livemode, id)
  where distributor_id is not null;

-- The transaction has its id before a place is drawn: whoever has seen all transactions up to some
-- moment, and which place was the last one then, knows that what comes later has a greater place.
-- Whatever is read here is read as it is now, and not as it was when the statement began that waited
-- for the policy.
create function number_event() returns trigger language plpgsql as $$
begin
  new.tx := pg_current_xact_id();
  if new.policy_id is not null then
    select version_id into new.version_id from policies where id = new.policy_id;
    select coalesce(max(sequence), 0) + 1 into new.sequence
      from events where policy_id = new.policy_id;
  end if;
  new.place := nextval('event_places');
  return new;
end $$;
create trigger events_are_numbered before insert on events for each row
  execute function number_event();

-- The events in the order in which they are read. Positions have no gaps and are given in short
-- transactions, one after the other, so that what has a position comes after all that was read before.
create table event_feed (
  position bigint primary key,
  event_id text collate "C" not null unique,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C"
);
insert into event_feed (position, event_id, livemode, insurer_id, distributor_id)
select place, id, livemode, insurer_id, distributor_id from events order by place;
create index event_feed_by_insurer on event_feed (insurer_id, livemode, position);
create index event_feed_by_distributor on event_feed (distributor_id, livemode, position)
  where distributor_id is not null;

-- How far the feed has come: one row, locked by whoever carries it on.
create table event_feed_end (
  is_only boolean primary key default true check (is_only),
  position bigint not null,
  -- Every event that this snapshot sees has a position. Of those that it does not see, the ones of
  -- transactions that began after it have a place beyond this one.
  seen pg_snapshot not null,
  seen_place bigint not null,
  -- While more wait than are taken in one go: up to where they are to be, and where that has come to.
  target pg_snapshot,
  target_place bigint,
  done_place bigint not null,
  -- Snapshots mean something in the cluster in which they were taken, and in no other.
  cluster text not null,
  constraint event_feed_has_a_target check ((target is null) = (target_place is null))
);
insert into event_feed_end (position, seen, seen_place, done_place, cluster)
select count(*), pg_current_snapshot(), count(*), count(*),
  (select system_identifier::text from pg_control_system())
from events;

-- A test clock stands still until it is advanced, and only ever forwards. Policies of test mode that
-- are sold on it live by it: their deadlines come when it passes them.
create table clocks (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  state text not null check (state in ('ready', 'advancing', 'failed')),
  at timestamptz not null,
  -- Where it is being advanced to, or was when that failed.
  target timestamptz,
  failure text,
  -- Who advances it says so by counting this up; whoever was thought dead then moves nothing more.
  turn integer not null default 0,
  -- Jobs that had failed already when it was told to advance: it does not wait for these.
  excused bigint[],
  created_at timestamptz not null,
  constraint clocks_have_a_target check ((state = 'ready') = (target is null)),
  constraint clocks_fail_for_a_reason check ((state = 'failed') = (failure is not null))
);
create index clocks_by_account on clocks (account_id, id);
create function refuse_turning_back() returns trigger language plpgsql as $$
begin
  raise exception 'clock % is not turned back', old.id using errcode = 'restrict_violation';
end $$;
create trigger clocks_go_forward before update on clocks for each row
  when (new.at < old.at) execute function refuse_turning_back();

alter table quotes
  add column clock_id text collate "C",
  add constraint quotes_on_clocks_are_tests check (clock_id is null or not livemode);
alter table policies
  add column clock_id text collate "C" references clocks,
  add constraint policies_on_clocks_are_tests check (clock_id is null or not livemode);
create index policies_by_clock on policies (clock_id, id) where clock_id is not null;
alter table deadlines add column clock_id text collate "C" references clocks;
-- When it happened on the test clock of what it happened to; created_at is in true time.
alter table events add column clock_at timestamptz;

drop index deadlines_due;
create index deadlines_due on deadlines (due_at, policy_id)
  where done_at is null and clock_id is null;
create index deadlines_by_clock on deadlines (clock_id, due_at)
  where done_at is null and clock_id is not null;
drop index offers_that_may_lapse;
create index offers_that_may_lapse on policies (offer_expires_at, id)
  where status = 'ready' and clock_id is null;
drop index policies_that_may_end;
create index policies_that_may_end on policies (end_day, id)
  where status = 'paid' and end_day is not null and clock_id is null;
drop index policies_held_until;
create index policies_held_until on policies (holds_until, id)
  where holds_until is not null and clock_id is null;

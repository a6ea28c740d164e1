-- On a test clock a provider is asked again when the clock has come to it, by a deadline; and there may
-- be news to come of a payment that was made.
set local lock_timeout = '5s';
alter table deadlines
  drop constraint deadlines_kind_check,
  add constraint deadlines_kind_check
    check (kind in ('proposal', 'settlement', 'collection', 'instalment'));
drop index payments_to_ask_about;
create index payments_to_ask_about on payments (ask_at) where ask_at is not null;
-- What waits on a test clock is asked about by its deadline, in the clock's time.
insert into deadlines (policy_id, kind, key, due_at, clock_id)
  select p.policy_id, 'settlement', p.id, c.at, c.id
  from payments p join policies on policies.id = p.policy_id join clocks c on c.id = policies.clock_id
  where p.status = 'pending'
  union all
  select r.policy_id, 'settlement', r.id, c.at, c.id
  from refunds r join policies on policies.id = r.policy_id join clocks c on c.id = policies.clock_id
  where r.status = 'pending';
update payments p set ask_at = null from policies
  where policies.id = p.policy_id and policies.clock_id is not null and p.ask_at is not null;
update refunds r set ask_at = null from policies
  where policies.id = r.policy_id and policies.clock_id is not null and r.ask_at is not null;

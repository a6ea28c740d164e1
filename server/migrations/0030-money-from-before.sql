-- Policies from before the ledger are booked by the same code that books new ones, when they are first
-- touched or in batches. What was paid for them and given back until now is set aside here for it: as it
-- is now, for whatever happens next is booked when it happens. The table is empty once that is done.
create table unbooked_policies (
  policy_id text collate "C" primary key,
  payment_id text collate "C" not null,
  till text not null,
  -- Those that were ordered and have not failed.
  refunds jsonb not null
);
insert into unbooked_policies (policy_id, payment_id, till, refunds)
select p.policy_id, p.id,
  case when p.provider in ('invoice', 'distributor') then 'collected_elsewhere' else 'cash' end,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'attempt', r.attempt, 'amount', r.amount)
      order by r.id)
    from refunds r
    where r.payment_id = p.id and r.policy_version_id is not null and r.status <> 'failed'), '[]')
from payments p
where p.status = 'ok' and not exists (select from balances b where b.policy_id = p.policy_id);

-- What a refund gives back: the credit that a version left, or money that could not be applied. Each is
-- given back once, of as many payments as it takes.
alter table refunds add column cause text collate "C";
update refunds set cause = coalesce('credit ' || policy_version_id, 'unapplied');
alter table refunds
  alter column cause set not null,
  drop constraint refunds_policy_version_id_key,
  add constraint refunds_once unique (payment_id, cause);
drop index refunds_of_unapplied_money;
drop index refunds_by_payment;

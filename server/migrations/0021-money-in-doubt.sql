-- Money that nobody is sure of. Payments and refunds say when their provider is asked next, why and
-- since when they need a person, and which money came too late to pay for anything.
alter table payments
  -- When the provider is asked about it next, while it is pending.
  add column ask_at timestamptz,
  add column doubt text check (doubt in ('unconfirmed', 'contradicted')),
  add column doubt_since timestamptz,
  -- When money came for it although it had failed.
  add column late_at timestamptz,
  -- When money came that cannot pay for the policy: too late, or another amount. A refund gives it back.
  add column unapplied_at timestamptz,
  add check ((doubt is null) = (doubt_since is null));
update payments set ask_at = now() where status = 'pending';
drop index payments_in_doubt;
create index payments_to_ask_about on payments (ask_at) where status = 'pending';
create index payments_in_doubt on payments (insurer_id, livemode, id) where doubt is not null;

alter table refunds
  add column livemode boolean,
  add column insurer_id text collate "C",
  add column distributor_id text collate "C",
  -- One that failed can be ordered again: for the provider that is another one.
  add column attempt integer not null default 1,
  add column attempted_at timestamptz,
  -- How often the provider was asked about this attempt, so that nothing is ordered from it twice.
  add column asks integer not null default 0,
  add column ask_at timestamptz,
  add column doubt text check (doubt in ('unconfirmed', 'failed')),
  add column doubt_since timestamptz,
  add check ((doubt is null) = (doubt_since is null)),
  -- Money that could not be applied belongs to no version of the policy.
  alter column policy_version_id drop not null;
update refunds set livemode = payments.livemode, insurer_id = payments.insurer_id,
  distributor_id = payments.distributor_id, attempted_at = refunds.created_at, asks = 1,
  ask_at = case when refunds.status = 'pending' then now() end,
  doubt = case when refunds.status = 'failed' then 'failed' end,
  doubt_since = case when refunds.status = 'failed' then coalesce(refunds.processed_at, now()) end
from payments where payments.id = payment_id;
alter table refunds
  alter column livemode set not null,
  alter column insurer_id set not null,
  alter column distributor_id set not null,
  alter column attempted_at set not null;
create index refunds_to_ask_about on refunds (ask_at) where status = 'pending';
create index refunds_in_doubt on refunds (insurer_id, livemode, payment_id) where doubt is not null;
-- Money that came too late is given back once, however often the provider tells of it.
create unique index refunds_of_unapplied_money on refunds (payment_id) where policy_version_id is null;

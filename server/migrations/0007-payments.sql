-- Money taken and money given back.
create table payments (
  id text collate "C" primary key,
  policy_id text collate "C" not null references policies,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  customer_id text collate "C" not null,
  provider text not null,
  method text not null,
  status text not null check (status in ('pending', 'ok', 'failed')),
  amount bigint not null,
  currency text not null,
  token text not null,
  charge_id text,
  reference text,
  reason text,
  error_code text,
  created_at timestamptz not null,
  processed_at timestamptz
);
create index payments_by_policy on payments (policy_id, id);
-- One payment that is pending or paid for each policy: no double payment, whatever the timing.
create unique index payments_one_live_per_policy on payments (policy_id) where status in ('pending', 'ok');
create index payments_in_doubt on payments (created_at) where status = 'pending';

create table refunds (
  id text collate "C" primary key,
  payment_id text collate "C" not null references payments,
  policy_id text collate "C" not null references policies,
  -- A cancellation is refunded once, however often its job runs.
  policy_version_id text collate "C" not null unique references policy_versions,
  status text not null check (status in ('pending', 'ok', 'failed')),
  method text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reference text,
  reason text,
  created_at timestamptz not null,
  processed_at timestamptz
);
create index refunds_by_payment on refunds (payment_id);

-- Offer and policy are one record that moves through its states.
create table policies (
  id text collate "C" primary key,
  version_id text collate "C" not null,
  status text not null check (status in ('ready', 'accepted', 'paid', 'cancelled', 'expired')),
  livemode boolean not null,
  insurer_id text collate "C" not null references accounts,
  distributor_id text collate "C" not null references accounts,
  product_id text collate "C" not null,
  product_version_id text collate "C" not null,
  item_id text collate "C" not null,
  plan_id text collate "C" not null,
  integration_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  customer_id text collate "C" not null,
  quote_id text collate "C" not null,
  insurer_policy_id text not null,
  insurer_external_policy_id text not null default '',
  first_name text not null,
  last_name text not null,
  email text not null,
  language text not null,
  currency text not null,
  time_zone text not null,
  flow text not null,
  gross_payment_amount bigint not null,
  data jsonb not null,
  quote jsonb not null,
  metadata jsonb not null,
  media jsonb not null,
  distributor_traffic_source text,
  referrer_url text,
  whitelisted_referrer_url text,
  sales_lead_id text,
  linked_policy_id text,
  payment_token text not null,
  asset_token text not null,
  contains_sensitive_data boolean not null,
  start_day date not null,
  -- The last day of cover; null while it is open.
  end_day date,
  termination_day date,
  -- When an offer that nobody paid stops being payable.
  offer_expires_at timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  issued_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text not null default '',
  cancellation_reason text,
  constraint policies_number_is_unique unique (insurer_id, insurer_policy_id)
);
-- For the sweep that writes down what has expired: only records that still can.
create index policies_that_may_end on policies (end_day) where status = 'paid' and end_day is not null;
create index offers_that_may_lapse on policies (offer_expires_at) where status = 'ready';

create table policy_versions (
  id text collate "C" primary key,
  policy_id text collate "C" not null references policies,
  kind text not null check (kind in ('offer', 'cancellation')),
  state text not null check (state in ('processing', 'active', 'superseded', 'failed')),
  -- What was ordered: for a cancellation the reason, the day and who asked.
  change jsonb not null,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index policy_versions_by_policy on policy_versions (policy_id, id);
-- One modification at a time: a second one breaks this, whatever the timing.
create unique index policy_versions_one_in_progress on policy_versions (policy_id) where state = 'processing';

-- Sealed under a data key of its own, which is sealed under a key of the ring.
create table policy_sensitive_data (
  policy_id text collate "C" primary key references policies,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null
);
create index policy_sensitive_data_by_ring_key on policy_sensitive_data (ring_key_id);

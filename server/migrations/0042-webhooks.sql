-- Endpoints that are told of events as they happen. What waits for an endpoint is what lies behind its
-- place in the feed: a delivery has a row only once it was tried.
create table webhooks (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  account_kind text not null check (account_kind in ('insurer', 'distributor')),
  -- Who manages the account: in whose log changes stand, and whose events tell of failures.
  insurer_id text collate "C" not null references accounts,
  livemode boolean not null,
  url text not null,
  description text not null,
  -- Types of events; '*' alone is all of them.
  event_types text[] not null check (cardinality(event_types) > 0),
  payload text not null check (payload in ('thin', 'full')),
  -- The names of three more headers, where the receiver expects them.
  legacy_headers jsonb,
  state text not null check (state in ('enabled', 'disabled')),
  disabled_because text check (disabled_because in ('order', 'gone', 'failing')),
  -- Every event up to this position of the feed was delivered, or has a row below.
  told_to bigint not null,
  -- Since when every attempt has failed; null where the last one did not.
  failing_since timestamptz,
  warned_at timestamptz,
  created_at timestamptz not null,
  -- Then it is as if there were none, and the sweep drops what is left of it.
  deleted_at timestamptz,
  constraint webhooks_are_disabled_for_a_reason check ((state = 'disabled') = (disabled_because is not null)),
  constraint webhooks_fail_before_a_warning check (warned_at is null or failing_since is not null)
);
create index webhooks_by_account on webhooks (account_id, livemode, id);
create index webhooks_failing on webhooks (failing_since) where failing_since is not null;

create table webhook_secrets (
  webhook_id text collate "C" not null references webhooks on delete cascade,
  -- 1, 2, 3 ... of the endpoint.
  number integer not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  -- When it ends, after a rotation.
  expires_at timestamptz,
  primary key (webhook_id, number)
);
create index webhook_secrets_by_ring_key on webhook_secrets (ring_key_id);

create table webhook_deliveries (
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  state text not null check (state in ('delivered', 'waiting', 'parked')),
  -- How often it was ordered again: what an attempt came to counts while nobody has done so meanwhile.
  round integer not null,
  -- How often it has failed in this round.
  failures integer not null,
  next_at timestamptz,
  -- Oldest first, the last ones only.
  attempts jsonb not null,
  tried_at timestamptz,
  primary key (webhook_id, event_id),
  constraint webhook_deliveries_wait_for_a_time check ((state = 'waiting') = (next_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, event_id)
  where state = 'waiting';
create index webhook_deliveries_parked on webhook_deliveries (webhook_id, event_id)
  where state = 'parked';

-- Answers kept for clients that retry: one row for each key a client chose.
create table idempotency_keys (
  account_id text collate "C" not null,
  livemode boolean not null,
  key text not null,
  request_hash bytea not null,
  -- Null while the first request is still being answered.
  status smallint,
  body text,
  started_at timestamptz not null,
  primary key (account_id, livemode, key)
);
create index idempotency_keys_by_age on idempotency_keys (started_at);

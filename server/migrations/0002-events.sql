-- The outbox: what happened, written in the transaction in which it happened.
create table events (
  id text collate "C" primary key,
  type text not null,
  livemode boolean not null,
  insurer_id text collate "C" not null references accounts,
  distributor_id text collate "C" references accounts,
  subject_id text collate "C" not null,
  data jsonb not null,
  created_at timestamptz not null
);
create index events_by_subject on events (subject_id, id);
create index events_by_insurer on events (insurer_id, livemode, id);

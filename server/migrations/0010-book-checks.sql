-- Runs over the book that price every policy again. Progress is kept, so that a check goes on where
-- a process that died left it.
create table book_checks (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  livemode boolean not null,
  state text not null check (state in ('running', 'done')),
  last_policy_id text collate "C",
  counts jsonb not null,
  differences jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index book_checks_one_at_a_time on book_checks (account_id, livemode)
  where state = 'running';

-- What is to happen to a policy at a moment that is known before. Workers take the policies of which
-- something is due by index, one transaction each. That an offer lapses and that a policy ends stand
-- in the policy's own row, so that a sale writes nothing here.
create table deadlines (
  policy_id text collate "C" not null references policies,
  kind text not null check (kind in ('proposal')),
  -- What it is about: asked for twice, it is one deadline.
  key text collate "C" not null,
  due_at timestamptz not null,
  done_at timestamptz,
  primary key (policy_id, kind, key)
);
create index deadlines_due on deadlines (due_at, policy_id) where done_at is null;

-- Policies of which something due could not be done. Nothing later of theirs is done before it.
create table deadline_failures (
  policy_id text collate "C" primary key references policies,
  attempts integer not null check (attempts > 0),
  reason text not null,
  failed_at timestamptz not null,
  retry_at timestamptz not null
);

-- Read in their order, from where the last look ended.
drop index offers_that_may_lapse;
create index offers_that_may_lapse on policies (offer_expires_at, id) where status = 'ready';
drop index policies_that_may_end;
create index policies_that_may_end on policies (end_day, id)
  where status = 'paid' and end_day is not null;

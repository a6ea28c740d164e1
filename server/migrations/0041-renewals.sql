-- A policy may go on when its term ends. What its row says of that is enough for a sale, which writes
-- nothing more, and for its status after the last day; what becomes of the renewal is a row of its own.
set local lock_timeout = '5s';
alter table policies
  -- The end of the last term, where another may follow.
  add column term_last_day date,
  -- When the next term is priced and told.
  add column renewal_notice_at timestamptz,
  -- Whether cover goes on after the term, by what is known.
  add column renews boolean not null default false;

drop index policies_that_may_end;
create index policies_that_may_end on policies ((coalesce(end_day, term_last_day)), id)
  where status = 'paid' and not renews and clock_id is null
    and coalesce(end_day, term_last_day) is not null;
create index policies_to_be_renewed on policies (renewal_notice_at, id)
  where status = 'paid' and clock_id is null and renewal_notice_at is not null;
create index policies_by_term on policies (insurer_id, livemode, term_last_day, id)
  where status = 'paid' and term_last_day is not null;

create table renewals (
  policy_id text collate "C" not null references policies,
  -- Of the term that it would add.
  first_day date not null,
  last_day date,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  kind text not null check (kind in ('automatic', 'on_acceptance')),
  state text not null check (state in ('scheduled', 'offered', 'accepted', 'declined', 'blocked',
    'knocked_out', 'withdrawn', 'done')),
  -- The version of the policy that it was last priced on.
  based_on text collate "C" not null,
  product_version_id text collate "C" not null,
  -- The price of the next term, and what a billing period cost before it.
  quote_id text collate "C",
  content_id text collate "C",
  payment_before bigint not null,
  payment_after bigint,
  -- Answers and data that were given for the next term alone.
  given jsonb not null,
  -- What it says anew, by name; the values stand in its quote and its content.
  says jsonb not null,
  -- Why it is blocked.
  problems jsonb not null,
  token_hash bytea,
  offered_at timestamptz,
  decided_at timestamptz,
  -- The account that decided, or null where the customer did by the link of the notice.
  decided_by text collate "C",
  primary key (policy_id, first_day),
  constraint renewals_are_priced_before_they_are_offered
    check (state not in ('offered', 'accepted', 'done') or (quote_id is not null and payment_after is not null)),
  constraint renewals_are_blocked_for_a_reason check ((state = 'blocked') = (problems <> '[]'))
);
create index renewals_by_state on renewals (insurer_id, livemode, state, first_day, policy_id);

alter table deadlines
  drop constraint deadlines_kind_check,
  add constraint deadlines_kind_check
    check (kind in ('proposal', 'settlement', 'collection', 'instalment', 'renewal'));

alter table policy_secrets
  drop constraint policy_secrets_kind_check,
  add constraint policy_secrets_kind_check
    check (kind in ('sensitive_data', 'tokens', 'proposal', 'invoice', 'renewal'));

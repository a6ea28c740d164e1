-- What is not paid is followed: a case per policy with its letters, holds that stop it, and fees, which
-- belong to no billing period and are asked for by invoices of their own.
set local lock_timeout = '5s';
create table fees (
  -- What asks for it, and for nothing else.
  invoice_id text collate "C" primary key,
  policy_id text collate "C" not null,
  amount bigint not null check (amount > 0),
  charged_at timestamptz not null
);
create index fees_by_policy on fees (policy_id);
create trigger fees_never_change before update or delete on fees for each row
  execute function refuse_change();
alter table invoices
  drop constraint invoices_kind_check,
  add constraint invoices_kind_check
    check (kind in ('sale', 'order', 'instalment', 'credit_note', 'fee'));

create table dunning_cases (
  id text collate "C" primary key,
  policy_id text collate "C" not null references policies,
  insurer_id text collate "C" not null,
  product_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  -- Whose steps it follows, whatever the product says later.
  product_version_id text collate "C" not null,
  state text not null check (state in ('open', 'cured', 'lapsed', 'ended')),
  step text not null check (step in ('overdue', 'reminded', 'noticed')),
  -- The last day on which nothing was overdue: from it on days count.
  since_day date not null,
  -- On which the step was taken.
  step_day date not null,
  reminders integer not null default 0 check (reminders >= 0),
  -- The last day for paying what the notice asks for.
  grace_until date,
  -- What was overdue when it was last looked at.
  overdue bigint not null check (overdue >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  check ((step = 'noticed') = (grace_until is not null)),
  check (state <> 'lapsed' or step = 'noticed')
);
create unique index dunning_cases_one_open on dunning_cases (policy_id) where state = 'open';
create index dunning_cases_by_policy on dunning_cases (policy_id, id);
create index dunning_cases_by_state on dunning_cases (insurer_id, livemode, state, id);
create index dunning_cases_by_step on dunning_cases (insurer_id, livemode, step, id)
  where state = 'open';
create index dunning_cases_of_products on dunning_cases (product_id, livemode, id)
  where state = 'open';

create table dunning_letters (
  id text collate "C" primary key,
  case_id text collate "C" not null references dunning_cases,
  policy_id text collate "C" not null,
  kind text not null check (kind in ('reminder', 'notice', 'lapse')),
  -- Which of the case it is: 1, 2, 3 and so on.
  place integer not null check (place > 0),
  -- The first reminder is 1, as is the first notice.
  number integer not null check (number > 0),
  day date not null,
  written_at timestamptz not null,
  -- The version of the policy by then.
  version_id text collate "C" not null,
  -- What is owed by it, to the cent: invoices with what of each is open.
  invoices jsonb not null,
  total bigint not null check (total >= 0),
  -- What was known when it was written: how many charges, and which receipts.
  known_charges integer not null,
  known_receipts jsonb not null,
  -- The invoice of its fee, where it costs one.
  fee_invoice_id text collate "C",
  grace_until date,
  -- By a lapse, the last day of cover.
  cover_until date,
  -- Why it does not count: what it says was wrong.
  void_at timestamptz,
  void_reason text,
  unique (case_id, kind, number),
  unique (case_id, place),
  check ((void_at is null) = (void_reason is null)),
  check ((kind = 'notice') = (grace_until is not null))
);
create index dunning_letters_by_policy on dunning_letters (policy_id, id);
create trigger dunning_letters_never_change before update on dunning_letters for each row
  when (to_jsonb(old) - 'void_at' - 'void_reason' is distinct from
      to_jsonb(new) - 'void_at' - 'void_reason' or old.void_at is not null)
  execute function refuse_change();
create trigger dunning_letters_stay before delete on dunning_letters for each row
  execute function refuse_change();

create table dunning_holds (
  id text collate "C" primary key,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  policy_id text collate "C",
  product_id text collate "C",
  reason text not null,
  -- The last day on which it holds.
  until date not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  released_at timestamptz,
  check ((policy_id is null) <> (product_id is null))
);
create index dunning_holds_of_policies on dunning_holds (policy_id) where released_at is null;
create index dunning_holds_of_products on dunning_holds (product_id, livemode)
  where released_at is null;
create index dunning_holds_by_insurer on dunning_holds (insurer_id, livemode, id);

alter table deadlines
  drop constraint deadlines_kind_check,
  add constraint deadlines_kind_check check
    (kind in ('proposal', 'settlement', 'collection', 'instalment', 'renewal', 'dunning'));

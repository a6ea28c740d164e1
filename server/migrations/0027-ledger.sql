-- The ledger: what each billing period of a policy was charged, what its customer was asked for, and
-- every movement of its money as a balanced pair. What happened stays written: rows are added, never
-- changed, but for how far an invoice is paid and how a policy's balances stand. They are written with
-- the policy's lock held, which is never deleted, so references would only double what a row costs.
create table charges (
  policy_id text collate "C" not null,
  period_first_day date not null,
  -- The version that made the period dearer or cheaper, once.
  version_id text collate "C" not null,
  period_last_day date not null,
  -- Over how many days a whole price is spread.
  whole_days integer not null check (whole_days > 0),
  amount bigint not null,
  tax bigint not null,
  fee bigint not null,
  commission bigint not null,
  charged_at timestamptz not null,
  primary key (policy_id, period_first_day, version_id),
  check (period_last_day >= period_first_day)
);

create table invoices (
  id text collate "C" primary key,
  policy_id text collate "C" not null,
  -- The order that it asks to be paid for.
  version_id text collate "C" not null,
  -- One that is proposed asks for what holds only once it is paid.
  state text not null check (state in ('proposed', 'open', 'settled', 'void')),
  total bigint not null check (total >= 0),
  open bigint not null check (open between 0 and total),
  due_day date not null,
  lines jsonb not null,
  -- Of the token that pays it; the sale's stands at the policy.
  token_hash bytea,
  created_at timestamptz not null,
  closed_at timestamptz,
  check (state <> 'proposed' or open = total),
  check ((state in ('proposed', 'open')) = (closed_at is null)),
  check (state not in ('settled', 'void') or open = 0)
);
create index invoices_by_policy on invoices (policy_id, id);

create table postings (
  policy_id text collate "C" not null,
  -- What happened. It moves an amount between two accounts once.
  cause text collate "C" not null,
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  reason text,
  posted_at timestamptz not null,
  primary key (policy_id, cause, debit, credit),
  check (debit <> credit),
  check (debit in ('receivable', 'premium', 'tax', 'fees', 'cash', 'customer_credit',
    'collected_elsewhere', 'written_off')),
  check (credit in ('receivable', 'premium', 'tax', 'fees', 'cash', 'customer_credit',
    'collected_elsewhere', 'written_off')),
  constraint postings_written_off_for_a_reason
    check (reason is not null or 'written_off' not in (debit, credit))
);

create table balances (
  policy_id text collate "C" primary key,
  receivable bigint not null check (receivable >= 0),
  customer_credit bigint not null check (customer_credit >= 0),
  -- No more is given back than came in, here or there.
  cash bigint not null check (cash >= 0),
  collected_elsewhere bigint not null check (collected_elsewhere >= 0),
  -- Credit pays what is owed before anything else does.
  constraint balances_owe_one_way check (receivable = 0 or customer_credit = 0)
);

create trigger charges_never_change before update or delete on charges for each row
  execute function refuse_change();
create trigger postings_never_change before update or delete on postings for each row
  execute function refuse_change();
create trigger invoices_never_change before update on invoices for each row
  when (row(old.id, old.policy_id, old.version_id, old.total, old.due_day, old.lines, old.token_hash,
        old.created_at)
      is distinct from
      row(new.id, new.policy_id, new.version_id, new.total, new.due_day, new.lines, new.token_hash,
        new.created_at)
    or (new.open > old.open))
  execute function refuse_change();
create trigger invoices_move before update of state on invoices for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('proposed', 'open'), ('proposed', 'settled'), ('proposed', 'void'), ('open', 'settled'),
    ('open', 'void')))
  execute function refuse_move('invoice');
create trigger invoices_stay before delete on invoices for each row
  execute function refuse_change();
create trigger balances_stay before delete on balances for each row
  execute function refuse_change();

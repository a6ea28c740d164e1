-- What came in, line by line as the bank told it: each is kept once, however often its file is sent, and
-- is booked as a payment, waits for a person, or was dismissed.
create table bank_receipts (
  id text collate "C" primary key,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  received_on date not null,
  reference text not null,
  -- What the bank itself calls the line, where it tells.
  bank_id text collate "C",
  -- Of amount, currency, day and reference. Equal lines are counted.
  digest bytea not null,
  ordinal integer not null check (ordinal > 0),
  -- One that waits was read, and is about to be booked.
  state text not null check (state in ('waiting', 'unmatched', 'matched', 'dismissed')),
  -- Why nobody could match it.
  why text,
  invoice_id text collate "C",
  payment_id text collate "C",
  -- Why it was dismissed.
  reason text,
  imported_at timestamptz not null,
  settled_at timestamptz,
  constraint bank_receipts_once unique (insurer_id, livemode, digest, ordinal),
  constraint bank_receipts_booked check ((state = 'matched') = (payment_id is not null)),
  constraint bank_receipts_dismissed check ((state = 'dismissed') = (reason is not null)),
  constraint bank_receipts_unmatched check (state <> 'unmatched' or why is not null)
);
create index bank_receipts_by_insurer on bank_receipts (insurer_id, livemode, id);
create index bank_receipts_in_hand on bank_receipts (insurer_id, livemode, id)
  where state in ('waiting', 'unmatched');
-- A payment is of one line of the bank.
create unique index bank_receipts_of_payment on bank_receipts (payment_id)
  where payment_id is not null;
create trigger bank_receipts_never_change before update on bank_receipts for each row
  when (row(old.id, old.insurer_id, old.livemode, old.amount, old.currency, old.received_on,
        old.reference, old.bank_id, old.digest, old.ordinal, old.imported_at)
      is distinct from
      row(new.id, new.insurer_id, new.livemode, new.amount, new.currency, new.received_on,
        new.reference, new.bank_id, new.digest, new.ordinal, new.imported_at))
  execute function refuse_change();
create trigger bank_receipts_move before update of state on bank_receipts for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('waiting', 'matched'), ('waiting', 'unmatched'), ('unmatched', 'matched'),
    ('unmatched', 'dismissed')))
  execute function refuse_move('receipt');
create trigger bank_receipts_stay before delete on bank_receipts for each row
  execute function refuse_change();
create index bank_receipts_waiting on bank_receipts (id) where state = 'waiting';

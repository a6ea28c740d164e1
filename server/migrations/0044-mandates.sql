-- What lets us take the next instalment: given with a payment, one at a time. What a provider calls it
-- is kept sealed, as tokens are. A payment that was collected names its mandate and which try it is of
-- its invoice; and one that was made may be charged back.
set local lock_timeout = '5s';
create table mandates (
  id text collate "C" primary key,
  policy_id text collate "C" not null references policies,
  provider text not null,
  method text not null,
  state text not null check (state in ('active', 'replaced', 'withdrawn', 'declined')),
  -- Why it ended, in the provider's words.
  reason text,
  -- The payment that it came with.
  given_by text collate "C" not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint mandates_end_once check ((state = 'active') = (ended_at is null))
);
create unique index mandates_one_active on mandates (policy_id) where state = 'active';
create index mandates_by_policy on mandates (policy_id, id);
create trigger mandates_never_change before update on mandates for each row
  when (old.state <> 'active'
    or row(old.id, old.policy_id, old.provider, old.method, old.given_by, old.created_at)
      is distinct from row(new.id, new.policy_id, new.provider, new.method, new.given_by, new.created_at))
  execute function refuse_change();
create trigger mandates_stay before delete on mandates for each row execute function refuse_change();

alter table payments
  add column mandate_id text collate "C",
  add column attempt integer check (attempt > 0),
  add constraint payments_collected_by_mandate check ((mandate_id is null) = (attempt is null)),
  add constraint payments_collected_for_an_invoice check (mandate_id is null or invoice_id is not null);

alter table policy_secrets
  drop constraint policy_secrets_kind_check,
  add constraint policy_secrets_kind_check
    check (kind in ('sensitive_data', 'tokens', 'proposal', 'invoice', 'renewal', 'mandate')),
  drop constraint policy_secrets_subject_check,
  add constraint policy_secrets_subject_check
    check ((kind in ('invoice', 'mandate')) = (subject <> ''));

-- Money that was taken back after it had come. The invoice opens again, by no more than that.
alter table payments
  add column charged_back_at timestamptz,
  add constraint payments_charged_back_failed check (charged_back_at is null or status = 'failed');
alter table balances
  add column charged_back bigint not null default 0 check (charged_back >= 0),
  drop constraint balances_cash_check,
  drop constraint balances_collected_elsewhere_check,
  -- No more is given back than came in, here and there, but for what was given back and then taken
  -- back as well.
  add constraint balances_come_in check (
    least(cash, 0) + least(collected_elsewhere, 0) + charged_back >= 0);
drop trigger invoices_never_change on invoices;
create trigger invoices_never_change before update on invoices for each row
  when (row(old.id, old.policy_id, old.version_id, old.total, old.due_day, old.lines, old.token_hash,
        old.created_at, old.kind, old.insurer_id, old.product_id, old.livemode, old.currency,
        old.issue_day, old.corrects)
      is distinct from
      row(new.id, new.policy_id, new.version_id, new.total, new.due_day, new.lines, new.token_hash,
        new.created_at, new.kind, new.insurer_id, new.product_id, new.livemode, new.currency,
        new.issue_day, new.corrects)
    or (new.open > old.open and (new.state <> 'open' or old.state not in ('open', 'settled')))
    -- What a proposal takes in is known once it is paid for.
    or (old.state <> 'proposed' and row(old.charges_from, old.charges_to)
      is distinct from row(new.charges_from, new.charges_to)))
  execute function refuse_change();
create function refuse_growth() returns trigger language plpgsql as $$
begin
  if (select charged_back from balances where policy_id = new.policy_id) >= new.open - old.open then
    return new;
  end if;
  raise exception 'invoice % opens again by more than was charged back', old.id
    using errcode = 'restrict_violation';
end $$;
create trigger invoices_open_again before update on invoices for each row
  when (new.open > old.open) execute function refuse_growth();
drop trigger invoices_move on invoices;
create trigger invoices_move before update of state on invoices for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('proposed', 'open'), ('proposed', 'settled'), ('proposed', 'void'), ('open', 'settled'),
    ('open', 'void'), ('open', 'written_off'), ('settled', 'open')))
  execute function refuse_move('invoice');

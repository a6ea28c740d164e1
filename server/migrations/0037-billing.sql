-- Instalments: every charge has its number, an invoice says what kind it is, whose and which charges
-- it tells of, and its own number stands beside it: given in batches, without gaps per insurer, mode
-- and year of issue, so that no sale waits for another.
set local lock_timeout = '5s';

alter table charges add column number integer;
alter table charges disable trigger charges_never_change;
update charges c set number = n.number
from (
  select policy_id, period_first_day, version_id, row_number() over (
    partition by policy_id order by charged_at, version_id, period_first_day) as number
  from charges) as n
where n.policy_id = c.policy_id and n.period_first_day = c.period_first_day
  and n.version_id = c.version_id;
alter table charges enable trigger charges_never_change;
alter table charges
  alter column number set not null,
  add constraint charges_counted check (number > 0),
  -- 1, 2, 3 and so on, given with the policy locked.
  add constraint charges_numbers unique (policy_id, number);

alter table invoices
  add column kind text,
  add column insurer_id text collate "C",
  add column livemode boolean,
  add column currency text,
  add column issue_day date,
  -- The charges that its lines tell of. Null while nobody owes it; the first of them also where it is
  -- from before charges were counted.
  add column charges_from integer,
  add column charges_to integer,
  -- What a credit note made smaller, where it did.
  add column corrects text collate "C";
update invoices i set kind = case when i.token_hash is null then 'sale' else 'order' end,
  insurer_id = p.insurer_id, livemode = p.livemode, currency = p.currency,
  issue_day = (i.created_at at time zone p.time_zone)::date
from policies p where p.id = i.policy_id;
-- Whatever was charged until now is taken in by the newest.
update invoices i set charges_to = newest.number
from (
  select distinct on (v.policy_id) v.id, (
    select max(c.number) from charges c where c.policy_id = v.policy_id) as number
  from invoices v where v.state in ('open', 'settled')
  order by v.policy_id, v.created_at desc, v.id desc) as newest
where newest.id = i.id;
alter table invoices
  alter column kind set not null,
  alter column insurer_id set not null,
  alter column livemode set not null,
  alter column currency set not null,
  alter column issue_day set not null,
  add constraint invoices_kind_check check (kind in ('sale', 'order', 'instalment', 'credit_note')),
  drop constraint invoices_state_check,
  add constraint invoices_state_check
    check (state in ('proposed', 'open', 'settled', 'void', 'written_off')),
  add constraint invoices_written_off_are_closed check (state <> 'written_off' or open = 0),
  add constraint invoices_credit_notes_ask_for_nothing
    check (kind <> 'credit_note' or state = 'settled'),
  add constraint invoices_only_credit_notes_correct
    check (corrects is null or kind = 'credit_note'),
  add constraint invoices_charges_in_order
    check (charges_from is null or charges_from <= charges_to),
  add constraint invoices_take_in_what_is_owed
    check (state not in ('proposed', 'void') or charges_to is null);

drop trigger invoices_never_change on invoices;
create trigger invoices_never_change before update on invoices for each row
  when (row(old.id, old.policy_id, old.version_id, old.total, old.due_day, old.lines, old.token_hash,
        old.created_at, old.kind, old.insurer_id, old.livemode, old.currency, old.issue_day,
        old.corrects)
      is distinct from
      row(new.id, new.policy_id, new.version_id, new.total, new.due_day, new.lines, new.token_hash,
        new.created_at, new.kind, new.insurer_id, new.livemode, new.currency, new.issue_day,
        new.corrects)
    or (new.open > old.open)
    -- What a proposal takes in is known once it is paid for.
    or (old.state <> 'proposed' and row(old.charges_from, old.charges_to)
      is distinct from row(new.charges_from, new.charges_to)))
  execute function refuse_change();
drop trigger invoices_move on invoices;
create trigger invoices_move before update of state on invoices for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('proposed', 'open'), ('proposed', 'settled'), ('proposed', 'void'), ('open', 'settled'),
    ('open', 'void'), ('open', 'written_off')))
  execute function refuse_move('invoice');

-- The number of an invoice, written down once. The last one of each series is held while others are
-- given out.
create table invoice_numbers (
  invoice_id text collate "C" primary key,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  number integer not null check (number > 0),
  constraint invoice_numbers_once unique (insurer_id, livemode, year, number)
);
create trigger invoice_numbers_never_change before update or delete on invoice_numbers for each row
  execute function refuse_change();
create table invoice_series (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  last integer not null check (last >= 0),
  primary key (insurer_id, livemode, year)
);
-- Invoices that wait for their number, in the order in which they get it. A row of its own, since
-- whoever gives numbers out holds no policy.
create table unnumbered_invoices (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  -- From before there were numbers: nobody waits for its document.
  is_old boolean not null,
  primary key (insurer_id, livemode, year, invoice_id)
);
insert into unnumbered_invoices (insurer_id, livemode, year, invoice_id, policy_id, is_old)
select insurer_id, livemode, extract(year from issue_day), id, policy_id, true
from invoices where state in ('open', 'settled');

-- The token that pays an open invoice is kept sealed as the others are.
alter table policy_secrets
  add column subject text collate "C" not null default '',
  drop constraint policy_secrets_pkey,
  add primary key (policy_id, kind, subject),
  drop constraint policy_secrets_kind_check,
  add constraint policy_secrets_kind_check
    check (kind in ('sensitive_data', 'tokens', 'proposal', 'invoice')),
  add constraint policy_secrets_subject_check check ((kind = 'invoice') = (subject <> ''));

-- Policies that were sold before instalments were asked for: theirs begin with the first period that
-- begins on this day or later. Null for those sold since.
alter table policies add column billing_from date;
update policies set billing_from = (now() at time zone time_zone)::date
where status in ('paid', 'cancelled');
-- Of these, those whose first instalment is still to be dated. The table is empty once that is done.
create table unbilled_policies (policy_id text collate "C" primary key);
insert into unbilled_policies (policy_id)
select id from policies where billing_from is not null and status = 'paid';

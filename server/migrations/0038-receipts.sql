-- Money that comes by itself, and what is given up. A receipt is a payment with the day on which the
-- bank had it; a payment on account stands for money that somebody collects and that is waited for.
set local lock_timeout = '5s';
alter table payments
  add column received_on date,
  add column on_account boolean not null default false,
  add constraint payments_receipts_came check (received_on is null or status = 'ok'),
  add constraint payments_on_account_are_waited_for check (not on_account or received_on is null);

-- An invoice may be paid in parts by receipts, whatever else pays for it; and a sale that is on account
-- is paid later. What moves the offer on keeps its payment single.
drop index payments_one_live;
create unique index payments_one_live on payments (coalesce(invoice_id, policy_id))
  where status in ('pending', 'ok') and received_on is null and not on_account;

-- What was written off is not the customer's: what comes in later, or is charged less, makes it good
-- before there is any credit.
alter table balances
  add column written_off bigint not null default 0 check (written_off >= 0);

-- Invoices are searched as payments are: newest first, by product, and those that are open by the day
-- on which they are due.
alter table invoices add column product_id text collate "C";
alter table invoices disable trigger user;
update invoices i set product_id = p.product_id from policies p where p.id = i.policy_id;
alter table invoices enable trigger user;
alter table invoices alter column product_id set not null;
create index invoices_by_insurer on invoices (insurer_id, livemode, id);
create index invoices_by_product on invoices (insurer_id, livemode, product_id, id);
create index invoices_open on invoices (insurer_id, livemode, due_day, id) where state = 'open';

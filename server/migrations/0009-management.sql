-- What management needs: who made an account, the audit log, and indexes that keep search fast
-- however large the book grows. Ids begin with their time, so a range of dates is a range of ids.
alter table accounts add column created_by text collate "C" references accounts;

create table audit_entries (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  key_id text collate "C" not null,
  action text not null,
  subject_id text collate "C" not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null
);
create index audit_entries_by_account on audit_entries (account_id, id);

create index policies_by_insurer on policies (insurer_id, livemode, id);
create index policies_by_status on policies (insurer_id, livemode, status, id);
create index policies_by_product on policies (insurer_id, livemode, product_id, id);
create index policies_by_distributor on policies (insurer_id, livemode, distributor_id, id);
create index policies_by_email on policies (insurer_id, livemode, lower(email) text_pattern_ops, id);
create index policies_by_last_name on policies (insurer_id, livemode, lower(last_name) text_pattern_ops, id);

create index quotes_by_insurer on quotes (insurer_id, livemode, id);
create index payments_by_insurer on payments (insurer_id, livemode, id);
create index payments_by_status on payments (insurer_id, livemode, status, id);

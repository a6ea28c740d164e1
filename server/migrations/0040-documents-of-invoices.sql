-- An invoice and a credit note are documents, too: each belongs to its invoice, so that none hides the
-- one before. A policy shows the newest of both.
set local lock_timeout = '5s';
alter table documents drop constraint documents_occasion_check;
alter table documents add constraint documents_occasion_check check (occasion in (
  'offer', 'policy', 'change', 'cancellation', 'reinstatement', 'invoice', 'credit_note'));
-- Most policies have none, and are asked for the newest with every view.
create index invoices_credit_notes on invoices (policy_id, id) where kind = 'credit_note';

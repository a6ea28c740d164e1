-- The notice of a renewal is a document of the price that it offers: offered anew, there is another.
set local lock_timeout = '5s';
alter table documents drop constraint documents_occasion_check;
alter table documents add constraint documents_occasion_check check (occasion in (
  'offer', 'policy', 'change', 'cancellation', 'reinstatement', 'invoice', 'credit_note',
  'renewal_notice'));

-- What a customer who does not pay is written is a document of the letter, with its amounts.
set local lock_timeout = '5s';
alter table documents drop constraint documents_occasion_check;
alter table documents add constraint documents_occasion_check check (occasion in (
  'offer', 'policy', 'change', 'cancellation', 'reinstatement', 'invoice', 'credit_note',
  'renewal_notice', 'reminder', 'notice', 'lapse'));

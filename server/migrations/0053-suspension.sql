-- Cover may be suspended before a policy lapses: a version takes it, another gives it back, and a letter
-- tells of it.
set local lock_timeout = '5s';
alter table policies add column suspended_since date;
alter table policy_versions
  drop constraint policy_versions_kind_check,
  add constraint policy_versions_kind_check check (kind in ('offer', 'change', 'cancellation', 'lapse',
    'reinstatement', 'renewal', 'suspension', 'resumption'));
alter table dunning_cases
  drop constraint dunning_cases_step_check,
  add constraint dunning_cases_step_check
    check (step in ('overdue', 'reminded', 'noticed', 'suspended')),
  drop constraint dunning_cases_check1,
  add constraint dunning_cases_grace
    check ((step in ('noticed', 'suspended')) = (grace_until is not null)),
  drop constraint dunning_cases_check2,
  add constraint dunning_cases_lapsed_after_notice
    check (state <> 'lapsed' or step in ('noticed', 'suspended'));
alter table dunning_letters
  drop constraint dunning_letters_kind_check,
  add constraint dunning_letters_kind_check
    check (kind in ('reminder', 'notice', 'suspension', 'lapse')),
  drop constraint dunning_letters_check1,
  add constraint dunning_letters_pay_until
    check ((kind in ('notice', 'suspension')) = (grace_until is not null));
alter table documents
  drop constraint documents_occasion_check,
  add constraint documents_occasion_check check (occasion in (
    'offer', 'policy', 'change', 'cancellation', 'reinstatement', 'invoice', 'credit_note',
    'renewal_notice', 'reminder', 'notice', 'suspension', 'lapse'));

-- A document belongs to what it tells of: a version of a policy today, an invoice or a letter later. A
-- change and a reinstatement have documents of their own. What is shown is the newest of each kind.
set local lock_timeout = '5s';
alter table documents rename column policy_version_id to subject_id;
alter table documents drop constraint documents_policy_version_id_fkey;
alter table documents drop constraint documents_occasion_check;
alter table documents add constraint documents_occasion_check
  check (occasion in ('offer', 'policy', 'change', 'cancellation', 'reinstatement'));
drop index documents_by_policy;
create index documents_by_policy on documents (policy_id, occasion, designation, made_at desc);

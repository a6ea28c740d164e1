-- Lapses whose notice is not proven any more, and delivery reports as they came.
-- compatible: servers of earlier releases neither read nor write what is new.

-- Servers of earlier releases close no case that waits: they know nothing of its letter by post.
update post_letters set state = 'void'
where state = 'waiting' and subject_id in (
  select l.id from dunning_letters l join dunning_cases c on c.id = l.case_id
  where c.state <> 'open' and c.waits_for is not null);
update dunning_cases set waits_for = null where state <> 'open' and waits_for is not null;
alter table dunning_cases drop constraint dunning_cases_wait;
alter table dunning_cases add constraint dunning_cases_wait
  check (waits_for is null or (state = 'open' and step = 'notice_sent' and grace_until is null));

alter table dunning_cases add column unproven_since date;
alter table dunning_cases add column lapse_upheld_at timestamptz;
alter table dunning_cases add constraint dunning_cases_unproven check (
  (unproven_since is null or state = 'lapsed')
  and (lapse_upheld_at is null or unproven_since is not null));
comment on column dunning_cases.unproven_since is
  'The day since which the notice of a lapse is not proven any more, while the policy stays lapsed.';
comment on column dunning_cases.lapse_upheld_at is
  'When a person let such a lapse stand. Null where nobody has.';
create index dunning_cases_unproven on dunning_cases (insurer_id, livemode, id)
  where unproven_since is not null and lapse_upheld_at is null;

create table mail_reports (
  mail_id text collate "C" not null references mails(id),
  hash bytea not null,
  outcome text not null check (outcome in ('delivered', 'bounced', 'temporary', 'accepted')),
  bytes integer not null check (bytes between 1 and 1048576),
  taken_in_at timestamptz not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  primary key (mail_id, hash)
);
comment on table mail_reports is
  'Reports about the delivery of mails, as they came. They are sealed as in policy_secrets: they hold '
  'addresses.';
comment on column mail_reports.hash is 'SHA-256 of the report, which the replies of the mail name.';
create index mail_reports_by_key on mail_reports (ring_key_id);

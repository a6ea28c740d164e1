-- Notices of dunning wait for the proof that they arrived, where the product asks for it; letters go
-- by post.
-- compatible: servers of earlier releases write neither waits_for nor grace_days, and the new checks take
-- all else that they write.
alter table dunning_cases add column waits_for text
  check (waits_for in ('delivery_report', 'tracked_letter'));
comment on column dunning_cases.waits_for is
  'What the notice needs before its grace begins. Null where it needs nothing, or has its proof.';
-- Servers of earlier releases take no step of a case that waits.
alter table dunning_cases add constraint dunning_cases_wait
  check (waits_for is null or (step = 'notice_sent' and grace_until is null));
alter table dunning_cases drop constraint dunning_cases_grace;
alter table dunning_cases add constraint dunning_cases_grace check (
  (step in ('notice_sent', 'suspended')) = (grace_until is not null or waits_for is not null)
  or (state in ('cured', 'ended') and grace_until is null));
comment on column dunning_cases.grace_until is
  'The last day for paying what the notice asks for. Null before the notice, and while it waits for '
  'its proof.';

alter table dunning_letters add column grace_days integer check (grace_days > 0);
comment on column dunning_letters.grace_days is
  'In a notice that has to be proved, the days for paying from its arrival; it then has no '
  'grace_until. Null in all other letters.';
alter table dunning_letters drop constraint dunning_letters_pay_until;
alter table dunning_letters add constraint dunning_letters_pay_until check (
  case kind
    when 'lapse' then grace_days is null
    when 'notice' then (grace_until is null) <> (grace_days is null)
    else (kind = 'suspension') = (grace_until is not null) and grace_days is null
  end);

create table notice_mails (
  letter_id text collate "C" not null references dunning_letters(id),
  mail_id text collate "C" not null,
  policy_id text collate "C" not null references policies(id),
  delivered_on date,
  failed_at timestamptz,
  recorded_at timestamptz not null,
  primary key (letter_id, mail_id),
  check (delivered_on is not null or failed_at is not null)
);
comment on table notice_mails is
  'What became of the mail of a notice that waits for its proof.';
comment on column notice_mails.delivered_on is
  'The day on which it is known to have arrived. It counts while failed_at is null.';
comment on column notice_mails.failed_at is
  'When it came back, or was given up. Null where it was not.';

create table post_letters (
  id text collate "C" primary key,
  insurer_id text collate "C" not null references accounts(id),
  distributor_id text collate "C" references accounts(id),
  product_id text collate "C" not null references products(id),
  policy_id text collate "C" not null references policies(id),
  livemode boolean not null,
  subject_id text collate "C" not null unique,
  state text not null check (state in ('waiting', 'sent', 'delivered', 'returned', 'void')),
  sent_on date,
  delivered_on date,
  returned_on date,
  evidence text,
  created_at timestamptz not null,
  check (state not in ('sent', 'delivered', 'returned') or sent_on is not null),
  check ((state = 'delivered') = (delivered_on is not null)),
  check ((delivered_on is null) = (evidence is null)),
  check (state <> 'returned' or returned_on is not null)
);
comment on table post_letters is
  'Letters that are sent by post, and what became of them.';
comment on column post_letters.subject_id is
  'The letter of dunning that it is; its documents are printed.';
comment on column post_letters.state is
  'A void one need not be sent any more.';
comment on column post_letters.sent_on is 'The day on which it was last posted.';
comment on column post_letters.evidence is
  'How its delivery is known, in the words of whoever recorded it.';
create index post_letters_by_insurer on post_letters (insurer_id, livemode, id);
create index post_letters_by_state on post_letters (insurer_id, livemode, state, id);
create index post_letters_of_policies on post_letters (policy_id, id);

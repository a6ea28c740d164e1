-- Consumers receive documents before they are bound: which, when, how, and the hash of each.
create table handovers (
  policy_id text collate "C" primary key references policies(id),
  required_at timestamptz not null
);
comment on table handovers is
  'Offers that can be paid only once the documents of their product are handed over.';

create table handed_documents (
  policy_id text collate "C" not null references policies(id),
  version_id text collate "C" not null,
  designation text not null,
  kind text not null check (kind in ('ipid', 'terms', 'information', 'withdrawal_instruction')),
  language text not null,
  content_hash bytea not null,
  mail_id text collate "C",
  handed_at timestamptz not null,
  voided_at timestamptz,
  constraint handed_documents_once
    unique nulls not distinct (policy_id, designation, content_hash, mail_id),
  check (voided_at is null or mail_id is not null)
);
comment on table handed_documents is
  'Documents that a customer has received before the contract, with the SHA-256 of the exact bytes.';
comment on column handed_documents.mail_id is
  'The mail that carried it. Null where the customer has opened it by its link.';
comment on column handed_documents.voided_at is 'When the mail came back; the record counts no more.';

-- Insurers name mail servers of their own and addresses that no mail goes to; reports say what was
-- delivered.
create table own_mail_servers (
  insurer_id text collate "C" not null references accounts(id),
  livemode boolean not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (insurer_id, livemode)
);
comment on table own_mail_servers is
  'The mail server that an insurer has named, for each mode. Its address with the password and the '
  'key that signs are sealed as in policy_secrets.';

create table mail_secrets (
  insurer_id text collate "C" not null references accounts(id),
  livemode boolean not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  primary key (insurer_id, livemode)
);
comment on table mail_secrets is
  'The secret of an insurer for each mode, sealed as in policy_secrets. Suppressed addresses are '
  'looked up by their hash with it, and return addresses of mails signed.';

create table suppressed_addresses (
  id text collate "C" primary key,
  insurer_id text collate "C" not null references accounts(id),
  livemode boolean not null,
  reason text not null check (reason in ('refused', 'bounced', 'person')),
  address_hash bytea not null,
  mail_id text collate "C",
  reply text,
  created_at timestamptz not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  constraint suppressed_addresses_once unique (insurer_id, livemode, address_hash)
);
comment on table suppressed_addresses is
  'Addresses that no mail of an insurer goes to. The address and the note of a person are sealed as '
  'in policy_secrets.';
comment on column suppressed_addresses.address_hash is
  'HMAC of the address with the secret of mail_secrets.';
comment on column suppressed_addresses.mail_id is
  'The mail that was refused or came back; null where a person has suppressed the address.';
comment on column suppressed_addresses.reply is
  'What the mail server or the report said, without addresses.';

create index suppressed_addresses_by_insurer on suppressed_addresses (insurer_id, livemode, id);
create index suppressed_addresses_by_ring_key on suppressed_addresses (ring_key_id);

alter table mails add column delivery text check (delivery in ('delivered', 'bounced'));
comment on column mails.delivery is
  'What delivery reports say, a bounce before all others; null while none does.';

create index mails_by_delivery on mails (insurer_id, livemode, delivery, id)
  where delivery is not null;

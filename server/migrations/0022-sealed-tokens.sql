-- Tokens that open a sale stood in clear. Now a hash is kept to compare with, and what views show again
-- is sealed beside the sensitive data of its policy. Only the server has the keys to seal with: the next
-- start seals the tokens that wait here, before it serves anybody, and this table is empty from then on.
create table unsealed_tokens as
  select id as policy_id, payment_token, asset_token from policies;
alter table unsealed_tokens
  alter column policy_id set not null,
  alter column payment_token set not null,
  alter column asset_token set not null,
  add primary key (policy_id);

-- Both tables are written anew, so that their files do not hold the tokens either.
alter table policies
  alter column payment_token type bytea using sha256(convert_to(payment_token, 'UTF8')),
  alter column asset_token type bytea using sha256(convert_to(asset_token, 'UTF8'));
alter table policies rename column payment_token to payment_token_hash;
alter table policies rename column asset_token to asset_token_hash;
-- A payment's token is that of its policy.
alter table payments
  alter column token drop not null,
  alter column token type boolean using null;
alter table payments drop column token;

alter table policy_sensitive_data rename to policy_secrets;
alter index policy_sensitive_data_by_ring_key rename to policy_secrets_by_ring_key;
-- A secret is written in the transaction of its policy, which is never deleted; a reference would double
-- what the row costs.
alter table policy_secrets
  drop constraint policy_sensitive_data_policy_id_fkey,
  add column kind text not null default 'sensitive_data' check (kind in ('sensitive_data', 'tokens')),
  drop constraint policy_sensitive_data_pkey,
  add primary key (policy_id, kind);
alter table policy_secrets alter column kind drop default;

-- A version that holds only once it is paid for has a token that pays for it. Like the tokens of the
-- sale it is kept sealed, and of those of a policy only the newest.
set local lock_timeout = '5s';
alter table policy_secrets
  drop constraint policy_secrets_kind_check,
  add constraint policy_secrets_kind_check check (kind in ('sensitive_data', 'tokens', 'proposal'));

-- A payment pays for the offer, or for what a later order asks for: each is paid once.
alter table payments add column invoice_id text collate "C";
drop index payments_one_live_per_policy;
create unique index payments_one_live on payments (coalesce(invoice_id, policy_id))
  where status in ('pending', 'ok');

-- The key of an account is a name that its insurer chose: unique among the accounts of that insurer,
-- and among those that no insurer made. Unique over all, it told one insurer what another has.
set local lock_timeout = '10s';
create unique index accounts_key_by_creator on accounts (created_by, key) nulls not distinct;
alter table accounts drop constraint accounts_key_key;

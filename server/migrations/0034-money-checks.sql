-- The whole book is checked for its prices, and for its money: one of each at a time.
set local lock_timeout = '5s';
alter table book_checks
  add column subject text not null default 'prices' check (subject in ('prices', 'money')),
  add column faults jsonb not null default '[]';
drop index book_checks_one_at_a_time;
create unique index book_checks_one_at_a_time on book_checks (account_id, livemode, subject)
  where state = 'running';

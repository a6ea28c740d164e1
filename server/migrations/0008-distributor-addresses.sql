-- A product can have mails sent to the distributor of a policy.
alter table accounts add column mail_address text;
comment on column accounts.mail_address is
  'Where mails about the sales of a distributor go; null where it gets none.';

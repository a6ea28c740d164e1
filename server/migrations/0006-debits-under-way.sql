-- A debit that its provider has accepted is under way: nobody has to ask about it for a customer who waits.
alter table payments add column processing_since timestamptz;
comment on column payments.processing_since is
  'When the provider first said that the payment was accepted and is under way.';

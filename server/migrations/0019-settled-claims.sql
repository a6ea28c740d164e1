-- A claim is settled in the transaction of the work, by its holder, with the sealed answer or with the
-- id of what was made. Answers that stood in clear go: whoever repeats such a request is refused, and
-- so is whoever repeats one that was not answered by now, for it may have been carried out. Refusals
-- did nothing and can be decided again.
delete from idempotency_keys where status >= 400;
alter table idempotency_keys
  drop column body,
  -- The request that has the key; another one that takes it over puts itself here.
  add column holder uuid,
  add column made_id text,
  add column ring_key_id text,
  add column sealed_key bytea,
  add column sealed_data bytea;
update idempotency_keys set status = 200 where status is null;

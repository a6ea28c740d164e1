-- Payments are searched as sales are, however many or few of them there are: by product, and by the
-- name of the customer as it was when they were made.
alter table payments
  add column product_id text collate "C", add column first_name text, add column last_name text;
update payments set product_id = policies.product_id,
  first_name = policies.first_name, last_name = policies.last_name
from policies where policies.id = policy_id;
alter table payments
  alter column product_id set not null,
  alter column first_name set not null,
  alter column last_name set not null;
create index payments_by_product on payments (insurer_id, livemode, product_id, id);
create index payments_by_name on payments
  (insurer_id, livemode, (lower(last_name) collate "C"), (lower(first_name) collate "C"), id)
  include (last_name, first_name);
alter table payments set (autovacuum_vacuum_insert_scale_factor = 0.01);
analyze payments;

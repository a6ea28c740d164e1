-- Offers and policies are listed apart: where one kind is rare, its list must not go through the
-- other. And a product or a distributor with few sales is found without going through all sales.
drop index policies_by_insurer;
drop index policies_by_status;
drop index policies_by_product;
drop index policies_by_distributor;
create index policies_by_insurer on policies (insurer_id, livemode, id) where issued_at is not null;
create index policies_by_status on policies (insurer_id, livemode, status, id) where issued_at is not null;
create index policies_by_product on policies (insurer_id, livemode, product_id, id) where issued_at is not null;
create index policies_by_distributor on policies (insurer_id, livemode, distributor_id, id) where issued_at is not null;
create index offers_by_insurer on policies (insurer_id, livemode, id) where issued_at is null;
create index offers_by_status on policies (insurer_id, livemode, status, id) where issued_at is null;
create index offers_by_product on policies (insurer_id, livemode, product_id, id) where issued_at is null;
create index offers_by_distributor on policies (insurer_id, livemode, distributor_id, id) where issued_at is null;

create index quotes_by_product on quotes (insurer_id, livemode, product_id, id);
create index quotes_by_distributor on quotes (insurer_id, livemode, distributor_id, id);
create index payments_by_distributor on payments (insurer_id, livemode, distributor_id, id);

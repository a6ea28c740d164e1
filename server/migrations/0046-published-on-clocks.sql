-- A version may be published on a test clock alone: what is sold there is renewed on it, and nobody else sees it.
set local lock_timeout = '5s';
alter table clocks add column published jsonb not null default '{}'
  constraint clocks_publish_by_product check (jsonb_typeof(published) = 'object');

-- What the row of a policy says of its customer, data and price is what holds today. Where a later day
-- brings something else, it says until when: after that a view reads the segments, and the row is
-- written anew when somebody comes by.
set local lock_timeout = '5s';
alter table policies add column holds_until timestamptz;
create index policies_held_until on policies (holds_until, id) where holds_until is not null;

-- Policies keep the items that they were sold with, also fields that their dataset no longer has.
-- One that was hidden while it was there stays hidden from those who do not own the dataset.
alter table datasets add column once_hidden text[] not null default '{}';
update datasets set once_hidden = array(
  select field ->> 'name' from jsonb_array_elements(fields) as field where (field ->> 'hidden')::boolean);

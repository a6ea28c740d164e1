-- A folder that is only tried out (impact, simulate, checkout preview) is kept as a what-if: a version
-- without a number, which "newest" never means and which cannot be published. Pushing the same content
-- gives it its number, once. All versions so far have one: they were pushed.
set local lock_timeout = '5s';
alter table product_versions alter column number drop not null,
  add constraint product_versions_published_are_pushed
    check (number is not null or published_at is null);
alter table integration_versions alter column number drop not null,
  add constraint integration_versions_published_are_pushed
    check (number is not null or published_at is null);
create index product_versions_what_ifs on product_versions (product_id, content_hash)
  where number is null;

drop trigger product_versions_never_change on product_versions;
create trigger product_versions_never_change before update on product_versions for each row
  when (row(old.id, old.product_id, old.content_hash, old.definition)
      is distinct from row(new.id, new.product_id, new.content_hash, new.definition)
    or (old.number is not null
      and row(old.number, old.created_at) is distinct from row(new.number, new.created_at))
    or (old.published_at is not null and new.published_at is distinct from old.published_at))
  execute function refuse_change();

drop trigger integration_versions_never_change on integration_versions;
create trigger integration_versions_never_change before update on integration_versions for each row
  when (row(old.id, old.integration_id, old.content_hash, old.definition)
      is distinct from row(new.id, new.integration_id, new.content_hash, new.definition)
    or (old.number is not null
      and row(old.number, old.created_at) is distinct from row(new.number, new.created_at))
    or (old.published_at is not null and new.published_at is distinct from old.published_at))
  execute function refuse_change();

-- A policy is read with the version it was sold on for as long as it lasts. So the database itself
-- refuses whatever would change or delete a version, whoever asks: publishing marks one with the
-- moment, once, and the preparation of a pricing revision has its states, and that is all.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once: make a new version instead', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger product_versions_never_change before update on product_versions for each row
  when (row(old.id, old.product_id, old.number, old.content_hash, old.definition, old.created_at)
      is distinct from
      row(new.id, new.product_id, new.number, new.content_hash, new.definition, new.created_at)
    or (old.published_at is not null and new.published_at is distinct from old.published_at))
  execute function refuse_change();
create trigger product_versions_stay before delete on product_versions for each row
  execute function refuse_change();

create trigger integration_versions_never_change before update on integration_versions for each row
  when (row(old.id, old.integration_id, old.number, old.content_hash, old.definition, old.created_at)
      is distinct from
      row(new.id, new.integration_id, new.number, new.content_hash, new.definition, new.created_at)
    or (old.published_at is not null and new.published_at is distinct from old.published_at))
  execute function refuse_change();
create trigger integration_versions_stay before delete on integration_versions for each row
  execute function refuse_change();

create trigger pricing_revisions_never_change before update on pricing_revisions for each row
  when (row(old.id, old.pricing_logic_id, old.content_hash, old.kind, old.created_at)
    is distinct from row(new.id, new.pricing_logic_id, new.content_hash, new.kind, new.created_at))
  execute function refuse_change();
create trigger pricing_revisions_stay before delete on pricing_revisions for each row
  execute function refuse_change();

create trigger file_contents_never_change before update or delete on file_contents for each row
  execute function refuse_change();
create trigger product_version_files_never_change before update or delete
  on product_version_files for each row execute function refuse_change();
create trigger product_version_items_never_change before update or delete
  on product_version_items for each row execute function refuse_change();
create trigger product_version_integrations_never_change before update or delete
  on product_version_integrations for each row execute function refuse_change();

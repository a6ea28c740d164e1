import type {
  AccountId,
  IntegrationId,
  IntegrationVersionId,
  ItemId,
  PlanId,
  PricingLogicId,
  PricingRevisionId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type {
  IntegrationDefinition,
  ProductDefinition,
  ProductFiles,
} from './product-definition.ts'

/** Finds or makes the product and holds its row, so that pushes of one product take turns. */
export async function lockProduct(
  tx: Queryable,
  product: {
    readonly id: ProductId
    readonly insurerId: AccountId
    readonly key: string
    readonly name: string
    readonly isWhatIf: boolean
  },
  now: Temporal.Instant,
): Promise<{ id: ProductId; liveVersionId: ProductVersionId | null }> {
  const rows = await tx.query<{ id: ProductId; liveVersionId: ProductVersionId | null }>(sql`
    insert into products (id, insurer_id, key, name, created_at)
    values (${product.id}, ${product.insurerId}, ${product.key}, ${product.name}, ${now})
    on conflict (insurer_id, key) do update set name =
      case when products.live_version_id is null and not ${product.isWhatIf}::boolean
        then excluded.name else products.name end
    returning id, live_version_id as "liveVersionId"`)
  return first(rows)
}

export async function insertVersion(
  tx: Queryable,
  version: {
    readonly id: ProductVersionId
    readonly productId: ProductId
    /** Null for a what-if. */
    readonly number: number | null
    readonly contentHash: string
    readonly definition: ProductDefinition
    readonly createdAt: Temporal.Instant
  },
): Promise<void> {
  await tx.query(sql`
    insert into product_versions (id, product_id, number, content_hash, definition, created_at)
    values (${version.id}, ${version.productId}, ${version.number}, ${version.contentHash},
      ${json(version.definition)}::jsonb, ${version.createdAt})`)
}

/** Makes a what-if and the integrations of its folder the newest pushed version. */
export async function promoteWhatIf(
  tx: Queryable,
  id: ProductVersionId,
  number: number,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    with promoted as (
      update integration_versions v set created_at = ${now}, number = 1 + coalesce((
        select max(number) from integration_versions w where w.integration_id = v.integration_id), 0)
      from product_version_integrations own
      where own.product_version_id = ${id} and own.integration_version_id = v.id and v.number is null)
    update product_versions set number = ${number}::int, created_at = ${now} where id = ${id}`)
}

/** Contents are kept once, however many versions share them. */
export async function insertFiles(
  tx: Queryable,
  versionId: ProductVersionId,
  files: ProductFiles,
  hashes: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [path, hash] of hashes) {
    const content = files.get(path)
    if (content === undefined) throw new Error(`${path} was hashed and is not there`)
    await tx.query(sql`
      with kept as (
        insert into file_contents (hash, content)
        values (${bufferOf(hash)}, ${bufferOf(content)})
        on conflict do nothing)
      insert into product_version_files (product_version_id, path, hash)
      values (${versionId}, ${path}, ${bufferOf(hash)})`)
  }
}

/** The same bytes, not a copy. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

export async function upsertItem(
  tx: Queryable,
  item: { id: ItemId; productId: ProductId; key: string },
): Promise<ItemId> {
  const rows = await tx.query<{ id: ItemId }>(sql`
    insert into items (id, product_id, key) values (${item.id}, ${item.productId}, ${item.key})
    on conflict (product_id, key) do update set key = excluded.key returning id`)
  return first(rows).id
}

export async function insertVersionItem(
  tx: Queryable,
  versionId: ProductVersionId,
  itemId: ItemId,
  revisionId: PricingRevisionId,
): Promise<void> {
  await tx.query(sql`
    insert into product_version_items (product_version_id, item_id, pricing_revision_id)
    values (${versionId}, ${itemId}, ${revisionId})`)
}

export async function upsertPlan(
  tx: Queryable,
  plan: { id: PlanId; productId: ProductId; key: string },
): Promise<void> {
  await tx.query(sql`
    insert into payment_plans (id, product_id, key) values (${plan.id}, ${plan.productId}, ${plan.key})
    on conflict (product_id, key) do nothing`)
}

export async function upsertRevision(
  tx: Queryable,
  revision: {
    readonly logicId: PricingLogicId
    readonly revisionId: PricingRevisionId
    readonly productId: ProductId
    readonly prefix: string
    readonly contentHash: string
    readonly kind: string
    readonly createdAt: Temporal.Instant
  },
): Promise<PricingRevisionId> {
  const rows = await tx.query<{ id: PricingRevisionId }>(sql`
    with logic as (
      insert into pricing_logics (id, product_id, prefix)
      values (${revision.logicId}, ${revision.productId}, ${revision.prefix})
      on conflict (product_id, prefix) do update set prefix = excluded.prefix returning id)
    insert into pricing_revisions (id, pricing_logic_id, content_hash, kind, created_at)
    select ${revision.revisionId}, logic.id, ${revision.contentHash}, ${revision.kind},
      ${revision.createdAt}
    from logic
    on conflict (pricing_logic_id, content_hash) do update set kind = excluded.kind returning id`)
  return first(rows).id
}

export async function upsertIntegration(
  tx: Queryable,
  integration: { id: IntegrationId; productId: ProductId; distributorId: AccountId; key: string },
): Promise<{ id: IntegrationId; distributorId: AccountId }> {
  const rows = await tx.query<{ id: IntegrationId; distributorId: AccountId }>(sql`
    insert into integrations (id, product_id, distributor_id, key)
    values (${integration.id}, ${integration.productId}, ${integration.distributorId}, ${integration.key})
    on conflict (product_id, key) do update set key = excluded.key
    returning id, distributor_id as "distributorId"`)
  return first(rows)
}

/**
 * Inserts a version of an integration only if its content changed; otherwise the newest version is used.
 * The version of a what-if has no number, and is used again by the next what-if with the same content.
 */
export async function ensureIntegrationVersion(
  tx: Queryable,
  version: {
    readonly id: IntegrationVersionId
    readonly integrationId: IntegrationId
    readonly contentHash: string
    readonly definition: IntegrationDefinition
    readonly createdAt: Temporal.Instant
    readonly isWhatIf: boolean
  },
): Promise<IntegrationVersionId> {
  const rows = await tx.query<{ id: IntegrationVersionId }>(sql`
    with newest as (
      select id, number, content_hash from integration_versions
      where integration_id = ${version.integrationId} and number is not null
      order by number desc limit 1),
    same as (
      select id, number from newest where content_hash = ${version.contentHash}
      union all
      select id, number from integration_versions
      where integration_id = ${version.integrationId} and number is null
        and content_hash = ${version.contentHash} and ${version.isWhatIf}::boolean
      order by number limit 1),
    made as (
      insert into integration_versions (id, integration_id, number, content_hash, definition, created_at)
      select ${version.id}, ${version.integrationId}, case when not ${version.isWhatIf}::boolean
          then coalesce((select number from newest), 0) + 1 end,
        ${version.contentHash}, ${json(version.definition)}::jsonb, ${version.createdAt}
      where not exists (select from same)
      returning id)
    select id from made union all select id from same`)
  return first(rows).id
}

export async function insertVersionIntegration(
  tx: Queryable,
  versionId: ProductVersionId,
  integrationVersionId: IntegrationVersionId,
): Promise<void> {
  await tx.query(sql`
    insert into product_version_integrations (product_version_id, integration_version_id)
    values (${versionId}, ${integrationVersionId})`)
}

/** The product that was published, and its live version before. */
export interface Publication {
  readonly productId: ProductId
  readonly versionIdBefore: ProductVersionId | null
}

/** Moves the live pointers of the product and of the integrations that were pushed with the version. */
export async function updateLiveVersion(
  tx: Queryable,
  insurerId: AccountId,
  versionId: ProductVersionId,
  now: Temporal.Instant,
): Promise<Publication | undefined> {
  const rows = await tx.query<Publication>(sql`
    with before as (
      select p.id, p.live_version_id from products p
      join product_versions v on v.product_id = p.id and v.id = ${versionId}
      where p.insurer_id = ${insurerId} for update of p),
    chosen as (
      update product_versions v set published_at = coalesce(published_at, ${now})
      from products p where v.id = ${versionId} and p.id = v.product_id and p.insurer_id = ${insurerId}
      returning v.id, v.product_id, v.definition ->> 'name' as name),
    chosen_integrations as (
      update integration_versions v set published_at = coalesce(published_at, ${now})
      from product_version_integrations pvi join chosen on chosen.id = pvi.product_version_id
      where v.id = pvi.integration_version_id
      returning v.id, v.integration_id),
    pointed as (
      update integrations set live_version_id = c.id
      from chosen_integrations c where integrations.id = c.integration_id)
    update products set live_version_id = chosen.id, name = chosen.name from chosen, before
    where products.id = chosen.product_id and products.id = before.id
    returning products.id as "productId", before.live_version_id as "versionIdBefore"`)
  return rows[0]
}

function first<Row>(rows: Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}

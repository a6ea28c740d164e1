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

export type RevisionState = 'preparing' | 'ready' | 'failed'

/** Everything about an integration and its product that publishing can change. */
export interface DirectoryEntry {
  readonly integrationId: IntegrationId
  readonly integrationKey: string
  readonly distributorId: AccountId
  readonly liveIntegrationVersionId: IntegrationVersionId | null
  readonly newestIntegrationVersionId: IntegrationVersionId
  readonly productId: ProductId
  readonly insurerId: AccountId
  readonly liveVersionId: ProductVersionId | null
  readonly newestVersionId: ProductVersionId
}

export async function selectDirectoryEntry(
  db: Queryable,
  integrationId: IntegrationId,
): Promise<DirectoryEntry | undefined> {
  const rows = await db.query<DirectoryEntry>(sql`
    select i.id as "integrationId", i.key as "integrationKey", i.distributor_id as "distributorId",
      i.live_version_id as "liveIntegrationVersionId", newest_integration.id as "newestIntegrationVersionId",
      p.id as "productId", p.insurer_id as "insurerId",
      p.live_version_id as "liveVersionId", newest_product.id as "newestVersionId"
    from integrations i join products p on p.id = i.product_id,
      lateral (select id from integration_versions v where v.integration_id = i.id
        order by number desc limit 1) as newest_integration,
      lateral (select id from product_versions v where v.product_id = p.id
        order by number desc limit 1) as newest_product
    where i.id = ${integrationId}`)
  return rows[0]
}

export interface StoredIntegrationVersion {
  readonly id: IntegrationVersionId
  readonly integrationId: IntegrationId
  readonly definition: IntegrationDefinition
  readonly isPublished: boolean
}

export async function selectIntegrationVersion(
  db: Queryable,
  id: IntegrationVersionId,
): Promise<StoredIntegrationVersion | undefined> {
  const rows = await db.query<StoredIntegrationVersion>(sql`
    select id, integration_id as "integrationId", definition, published_at is not null as "isPublished"
    from integration_versions where id = ${id}`)
  return rows[0]
}

export interface StoredVersion {
  readonly id: ProductVersionId
  readonly productId: ProductId
  readonly insurerId: AccountId
  readonly definition: ProductDefinition
  readonly isPublished: boolean
}

export async function selectVersion(
  db: Queryable,
  id: ProductVersionId,
): Promise<StoredVersion | undefined> {
  const rows = await db.query<StoredVersion>(sql`
    select v.id, product_id as "productId", insurer_id as "insurerId", definition,
      published_at is not null as "isPublished"
    from product_versions v join products p on p.id = v.product_id where v.id = ${id}`)
  return rows[0]
}

export async function selectVersionFiles(
  db: Queryable,
  id: ProductVersionId,
): Promise<ProductFiles> {
  const rows = await db.query<{ path: string; content: Buffer }>(sql`
    select path, content from product_version_files join file_contents using (hash)
    where product_version_id = ${id} order by path`)
  return new Map(rows.map((row) => [row.path, row.content]))
}

export interface StoredVersionItem {
  readonly itemId: ItemId
  readonly key: string
  readonly pricingLogicId: PricingLogicId
  readonly pricingRevisionId: PricingRevisionId
  readonly state: RevisionState
}

export async function selectVersionItems(
  db: Queryable,
  id: ProductVersionId,
): Promise<StoredVersionItem[]> {
  return db.query<StoredVersionItem>(sql`
    select i.id as "itemId", i.key, r.pricing_logic_id as "pricingLogicId",
      r.id as "pricingRevisionId", r.state
    from product_version_items vi join items i on i.id = vi.item_id
      join pricing_revisions r on r.id = vi.pricing_revision_id
    where vi.product_version_id = ${id}`)
}

export async function selectPlans(
  db: Queryable,
  productId: ProductId,
): Promise<{ id: PlanId; key: string }[]> {
  return db.query(sql`select id, key from payment_plans where product_id = ${productId}`)
}

export async function selectIntegrations(
  db: Queryable,
  productId: ProductId,
): Promise<{ id: IntegrationId; key: string; distributorId: AccountId }[]> {
  return db.query(sql`
    select id, key, distributor_id as "distributorId" from integrations
    where product_id = ${productId}`)
}

export interface StoredProduct {
  readonly id: ProductId
  readonly key: string
  readonly name: string
  readonly liveVersionId: ProductVersionId | null
  readonly createdAt: Temporal.Instant
}

export async function selectProducts(
  db: Queryable,
  insurerId: AccountId,
): Promise<StoredProduct[]> {
  return db.query<StoredProduct>(sql`
    select id, key, name, live_version_id as "liveVersionId", created_at as "createdAt"
    from products where insurer_id = ${insurerId} order by key`)
}

export async function selectProduct(
  db: Queryable,
  insurerId: AccountId,
  id: ProductId,
): Promise<StoredProduct | undefined> {
  const rows = await db.query<StoredProduct>(sql`
    select id, key, name, live_version_id as "liveVersionId", created_at as "createdAt"
    from products where insurer_id = ${insurerId} and id = ${id}`)
  return rows[0]
}

export interface VersionSummary {
  readonly id: ProductVersionId
  readonly number: number
  readonly contentHash: string
  readonly createdAt: Temporal.Instant
  readonly publishedAt: Temporal.Instant | null
}

export async function selectVersions(
  db: Queryable,
  productId: ProductId,
): Promise<VersionSummary[]> {
  return db.query<VersionSummary>(sql`
    select id, number, content_hash as "contentHash", created_at as "createdAt",
      published_at as "publishedAt"
    from product_versions where product_id = ${productId} order by number desc`)
}

/** Finds or makes the product and holds its row, so that pushes of one product take turns. */
export async function lockProduct(
  tx: Queryable,
  product: { id: ProductId; insurerId: AccountId; key: string; name: string },
  now: Temporal.Instant,
): Promise<{ id: ProductId; liveVersionId: ProductVersionId | null }> {
  const rows = await tx.query<{ id: ProductId; liveVersionId: ProductVersionId | null }>(sql`
    insert into products (id, insurer_id, key, name, created_at)
    values (${product.id}, ${product.insurerId}, ${product.key}, ${product.name}, ${now})
    on conflict (insurer_id, key) do update set name = excluded.name
    returning id, live_version_id as "liveVersionId"`)
  return first(rows)
}

export async function selectNewestVersion(
  db: Queryable,
  productId: ProductId,
): Promise<{ id: ProductVersionId; number: number; contentHash: string } | undefined> {
  const rows = await db.query<{ id: ProductVersionId; number: number; contentHash: string }>(sql`
    select id, number, content_hash as "contentHash" from product_versions
    where product_id = ${productId} order by number desc limit 1`)
  return rows[0]
}

export async function insertVersion(
  tx: Queryable,
  version: {
    readonly id: ProductVersionId
    readonly productId: ProductId
    readonly number: number
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

/** Contents are kept once, however many versions share them. */
export async function insertFiles(
  tx: Queryable,
  versionId: ProductVersionId,
  files: readonly { path: string; hash: Buffer; content: Uint8Array }[],
): Promise<void> {
  for (const file of files) {
    await tx.query(sql`
      with kept as (
        insert into file_contents (hash, content) values (${file.hash}, ${Buffer.from(file.content)})
        on conflict do nothing)
      insert into product_version_files (product_version_id, path, hash)
      values (${versionId}, ${file.path}, ${file.hash})`)
  }
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
    insert into pricing_revisions (id, pricing_logic_id, content_hash, kind, state, created_at)
    select ${revision.revisionId}, logic.id, ${revision.contentHash}, ${revision.kind}, 'ready',
      ${revision.createdAt}
    from logic
    on conflict (pricing_logic_id, content_hash) do update set state = 'ready' returning id`)
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

/** A version of its own only where something changed; otherwise the newest one stands. */
export async function ensureIntegrationVersion(
  tx: Queryable,
  version: {
    readonly id: IntegrationVersionId
    readonly integrationId: IntegrationId
    readonly contentHash: string
    readonly definition: IntegrationDefinition
    readonly createdAt: Temporal.Instant
  },
): Promise<IntegrationVersionId> {
  const rows = await tx.query<{ id: IntegrationVersionId }>(sql`
    with newest as (
      select id, number, content_hash from integration_versions
      where integration_id = ${version.integrationId} order by number desc limit 1),
    made as (
      insert into integration_versions (id, integration_id, number, content_hash, definition, created_at)
      select ${version.id}, ${version.integrationId}, coalesce((select number from newest), 0) + 1,
        ${version.contentHash}, ${json(version.definition)}::jsonb, ${version.createdAt}
      where not exists (select from newest where content_hash = ${version.contentHash})
      returning id)
    select id from made union all
    select id from newest where not exists (select from made)`)
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

/** Moves the live pointers of the product and of the integrations that were pushed with the version. */
export async function updateLiveVersion(
  tx: Queryable,
  insurerId: AccountId,
  versionId: ProductVersionId,
  now: Temporal.Instant,
): Promise<ProductId | undefined> {
  const rows = await tx.query<{ id: ProductId }>(sql`
    with chosen as (
      update product_versions v set published_at = coalesce(published_at, ${now})
      from products p where v.id = ${versionId} and p.id = v.product_id and p.insurer_id = ${insurerId}
      returning v.id, v.product_id),
    chosen_integrations as (
      update integration_versions v set published_at = coalesce(published_at, ${now})
      from product_version_integrations pvi join chosen on chosen.id = pvi.product_version_id
      where v.id = pvi.integration_version_id
      returning v.id, v.integration_id),
    pointed as (
      update integrations set live_version_id = c.id
      from chosen_integrations c where integrations.id = c.integration_id)
    update products set live_version_id = chosen.id from chosen
    where products.id = chosen.product_id returning products.id`)
  return rows[0]?.id
}

/** What stands behind a link, for an account that owns the product or sells it. */
export interface SmallRecord {
  readonly id: string
  readonly name: string
}

export async function findItemRecord(
  db: Queryable,
  accountId: AccountId,
  id: ItemId,
): Promise<SmallRecord | undefined> {
  const rows = await db.query<SmallRecord>(sql`
    select i.id, entry ->> 'name' as name
    from items i join products p on p.id = i.product_id
      join product_version_items vi on vi.item_id = i.id
      join product_versions v on v.id = vi.product_version_id,
      jsonb_array_elements(v.definition -> 'items') as entry
    where i.id = ${id} and entry ->> 'key' = i.key
      and (p.insurer_id = ${accountId} or exists (
        select from integrations n where n.product_id = p.id and n.distributor_id = ${accountId}))
    order by v.number desc limit 1`)
  return rows[0]
}

export async function findIntegrationRecord(
  db: Queryable,
  accountId: AccountId,
  id: IntegrationId,
): Promise<SmallRecord | undefined> {
  const rows = await db.query<SmallRecord>(sql`
    select n.id, v.definition ->> 'name' as name
    from integrations n join products p on p.id = n.product_id
      join integration_versions v on v.integration_id = n.id
    where n.id = ${id} and (p.insurer_id = ${accountId} or n.distributor_id = ${accountId})
    order by v.number desc limit 1`)
  return rows[0]
}

/** Whether the distributor sells a product of this insurer. */
export async function sharesProduct(
  db: Queryable,
  insurerId: AccountId,
  distributorId: AccountId,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from integrations n join products p on p.id = n.product_id
    where p.insurer_id = ${insurerId} and n.distributor_id = ${distributorId} limit 1`)
  return rows.length > 0
}

function first<Row>(rows: Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw new Error('a statement that always returns a row returned none')
  return row
}

import type {
  AccountId,
  IntegrationId,
  IntegrationVersionId,
  ItemId,
  JsonObject,
  PlanId,
  PricingLogicId,
  PricingRevisionId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { CompiledPricing } from '../pricing/index.ts'
import type {
  IntegrationDefinition,
  ProductDefinition,
  ProductFiles,
} from './product-definition.ts'

/** Everything about an integration and its product that publishing can change. */
export interface DirectoryEntry {
  readonly integrationId: IntegrationId
  readonly integrationKey: string
  readonly distributorId: AccountId
  readonly liveIntegrationVersionId: IntegrationVersionId | null
  /** Null where nothing but what-ifs has it. */
  readonly newestIntegrationVersionId: IntegrationVersionId | null
  readonly productId: ProductId
  readonly insurerId: AccountId
  readonly liveVersionId: ProductVersionId | null
  /** Null where nothing was pushed. */
  readonly newestVersionId: ProductVersionId | null
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
    from integrations i join products p on p.id = i.product_id
      left join lateral (select id from product_versions v
        where v.product_id = p.id and number is not null
        order by number desc limit 1) as newest_product on true
      left join lateral (select v.id from integration_versions v
        left join product_version_integrations own
          on own.integration_version_id = v.id and own.product_version_id = newest_product.id
        where v.integration_id = i.id and number is not null
        order by own.product_version_id is null, number desc limit 1) as newest_integration on true
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
  /** Tried out and never pushed. */
  readonly isWhatIf: boolean
}

export async function selectVersion(
  db: Queryable,
  id: ProductVersionId,
): Promise<StoredVersion | undefined> {
  const [row] = await db.query<StoredVersion>(sql`
    select v.id, product_id as "productId", insurer_id as "insurerId", definition,
      published_at is not null as "isPublished", number is null as "isWhatIf"
    from product_versions v join products p on p.id = v.product_id where v.id = ${id}`)
  return row
}

/** For an account that owns the product or sells it. */
export async function selectSellableVersion(
  db: Queryable,
  accountId: AccountId,
  id: ProductVersionId,
): Promise<Pick<StoredVersion, 'id' | 'productId' | 'isPublished'> | undefined> {
  const rows = await db.query<Pick<StoredVersion, 'id' | 'productId' | 'isPublished'>>(sql`
    select v.id, product_id as "productId", published_at is not null as "isPublished"
    from product_versions v join products p on p.id = v.product_id
    where v.id = ${id} and (p.insurer_id = ${accountId} or exists (
      select from integrations n where n.product_id = p.id and n.distributor_id = ${accountId}))`)
  return rows[0]
}

export interface OriginsOfIntegration {
  readonly integrationId: IntegrationId
  readonly origins: readonly string[]
}

/**
 * The lists of origins in force for those of an account who sell a version: of a draft its own, else
 * the live ones.
 */
export async function selectOriginsInForce(
  db: Queryable,
  accountId: AccountId,
  id: ProductVersionId,
): Promise<OriginsOfIntegration[]> {
  return db.query<OriginsOfIntegration>(sql`
    select n.id as "integrationId", in_force.definition -> 'allowedOrigins' as origins
    from product_versions v join products p on p.id = v.product_id
      join integrations n on n.product_id = p.id
      left join lateral (
        select w.id from product_version_integrations
        join integration_versions w on w.id = integration_version_id
        where product_version_id = v.id and w.integration_id = n.id and v.published_at is null
      ) as own on true
      join integration_versions in_force on in_force.id = coalesce(own.id, n.live_version_id)
    where v.id = ${id} and (p.insurer_id = ${accountId} or n.distributor_id = ${accountId})
    order by n.id`)
}

export async function selectVersionFiles(
  db: Queryable,
  id: ProductVersionId,
  /** A folder with its slash, where only what lies under it is wanted. */
  under = '',
): Promise<ProductFiles> {
  const rows = await db.query<StoredFile>(sql`
    select path, hash, length(content) as bytes
    from product_version_files join file_contents using (hash)
    where product_version_id = ${id} and starts_with(path, ${under}) order by path`)
  return selectContents(db, rows)
}

/** What prices can be made of: any text may be a table. */
export async function selectPricingFiles(
  db: Queryable,
  id: ProductVersionId,
): Promise<ProductFiles> {
  const rows = await db.query<StoredFile>(sql`
    select path, hash, length(content) as bytes
    from product_version_files join file_contents using (hash)
    where product_version_id = ${id}
      and path !~ '[.](json|typ|pdf|png|jpe?g|gif|webp|svg|ttf|otf)$' order by path`)
  return selectContents(db, rows)
}

export async function selectVersionPaths(db: Queryable, id: ProductVersionId): Promise<string[]> {
  const rows = await db.query<{ path: string }>(sql`
    select path from product_version_files where product_version_id = ${id} order by path`)
  return rows.map((row) => row.path)
}

interface StoredFile {
  readonly path: string
  readonly hash: Buffer
  readonly bytes: number
}

const pieceBytes = 1024 * 1024

/** In pieces: what comes in one would be decoded in one, and hold up every other request. */
async function selectContents(
  db: Queryable,
  stored: readonly StoredFile[],
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for (const batch of batches(stored)) {
    const contents = await selectSmall(db, batch)
    for (const file of batch) {
      const content = contents.get(file.hash.toString('hex')) ?? (await selectLarge(db, file))
      files.set(file.path, content)
    }
  }
  return files
}

/** Files that together are no more than a piece, or one that is more by itself. */
function* batches(stored: readonly StoredFile[]): Generator<StoredFile[]> {
  let batch: StoredFile[] = []
  let bytes = 0
  for (const file of stored) {
    if (batch.length > 0 && bytes + file.bytes > pieceBytes) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.bytes
  }
  yield batch
}

async function selectSmall(
  db: Queryable,
  files: readonly StoredFile[],
): Promise<Map<string, Uint8Array>> {
  const small = files.filter(({ bytes }) => bytes <= pieceBytes).map(({ hash }) => hash)
  if (small.length === 0) return new Map()
  const rows = await db.query<{ hash: Buffer; content: Buffer }>(sql`
    select hash, content from file_contents where hash = any(${small}::bytea[])`)
  return new Map(rows.map(({ hash, content }) => [hash.toString('hex'), content]))
}

async function selectLarge(db: Queryable, { path, hash, bytes }: StoredFile): Promise<Uint8Array> {
  const content = new Uint8Array(bytes)
  for (let from = 0; from < bytes; from += pieceBytes) {
    const rows = await db.query<{ piece: Buffer }>(sql`
      select substring(content from ${from + 1}::int for ${pieceBytes}::int) as piece
      from file_contents where hash = ${hash}`)
    if (rows[0] === undefined) throw new Error(`the content of ${path} is gone`)
    content.set(rows[0].piece, from)
  }
  return content
}

export interface StoredVersionItem {
  readonly itemId: ItemId
  readonly key: string
  readonly pricingLogicId: PricingLogicId
  readonly pricingRevisionId: PricingRevisionId
  readonly pricingKind: CompiledPricing['kind']
}

/** In the order of the folder. */
export async function selectVersionItems(
  db: Queryable,
  id: ProductVersionId,
): Promise<StoredVersionItem[]> {
  return db.query<StoredVersionItem>(sql`
    select i.id as "itemId", i.key, r.pricing_logic_id as "pricingLogicId",
      r.id as "pricingRevisionId", r.kind as "pricingKind"
    from product_version_items vi join items i on i.id = vi.item_id
      join pricing_revisions r on r.id = vi.pricing_revision_id
      join product_versions v on v.id = vi.product_version_id
    where vi.product_version_id = ${id}
    order by (select place from jsonb_array_elements(v.definition -> 'items')
      with ordinality as listed (entry, place) where entry ->> 'key' = i.key)`)
}

export interface StoredIntegration {
  readonly id: IntegrationId
  readonly key: string
  readonly distributorId: AccountId
}

/** The integrations that a version was sent with, in the order of the folder. */
export async function selectVersionIntegrations(
  db: Queryable,
  id: ProductVersionId,
): Promise<(StoredIntegration & { readonly versionId: IntegrationVersionId })[]> {
  return db.query(sql`
    select n.id, n.key, n.distributor_id as "distributorId", w.id as "versionId"
    from product_version_integrations own
      join integration_versions w on w.id = own.integration_version_id
      join integrations n on n.id = w.integration_id
      join product_versions v on v.id = own.product_version_id
    where v.id = ${id}
    order by (select place from jsonb_array_elements(v.definition -> 'integrations')
      with ordinality as listed (entry, place) where entry ->> 'key' = n.key)`)
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
): Promise<StoredIntegration[]> {
  return db.query(sql`
    select id, key, distributor_id as "distributorId" from integrations
    where product_id = ${productId}`)
}

/** The plans that a pushed version has or had. */
export async function selectPushedPlans(
  db: Queryable,
  productId: ProductId,
): Promise<{ id: PlanId; key: string }[]> {
  return db.query(sql`
    select id, key from payment_plans plan where product_id = ${productId} and exists (
      select from product_versions v, jsonb_array_elements(v.definition -> 'paymentPlans') as entry
      where v.product_id = plan.product_id and v.number is not null and entry ->> 'key' = plan.key)`)
}

/** Those that a pushed version was sent with. */
export async function selectPushedIntegrations(
  db: Queryable,
  productId: ProductId,
): Promise<StoredIntegration[]> {
  return db.query(sql`
    select id, key, distributor_id as "distributorId" from integrations n
    where product_id = ${productId} and exists (
      select from integration_versions v where v.integration_id = n.id and v.number is not null)`)
}

export interface StoredProduct {
  readonly id: ProductId
  readonly key: string
  readonly name: string
  readonly liveVersionId: ProductVersionId | null
  readonly createdAt: Temporal.Instant
}

/** All that was pushed: what is only tried out is not among them. */
export async function selectProducts(
  db: Queryable,
  insurerId: AccountId,
): Promise<StoredProduct[]> {
  return db.query<StoredProduct>(sql`
    select id, key, name, live_version_id as "liveVersionId", created_at as "createdAt"
    from products p where insurer_id = ${insurerId} and exists (
      select from product_versions v where v.product_id = p.id and v.number is not null)
    order by key`)
}

/** A product on sale, with an integration that sells it on pages; null where it has none. */
export interface SoldOnPages {
  readonly key: string
  readonly integrationId: IntegrationId | null
  readonly distributorId: AccountId | null
}

/** One row for each integration, in the order of their keys. */
export async function selectSoldOnPages(
  db: Queryable,
  insurerId: AccountId,
): Promise<SoldOnPages[]> {
  return db.query<SoldOnPages>(sql`
    select p.key, n.id as "integrationId", n.distributor_id as "distributorId"
    from products p join product_versions v on v.id = p.live_version_id
      left join integrations n on n.product_id = p.id and exists (
        select from jsonb_array_elements(v.definition -> 'integrations') as entry
        where entry ->> 'key' = n.key and (entry ->> 'apiOnly')::boolean is not true)
    where p.insurer_id = ${insurerId} order by p.key, n.key`)
}

export async function selectProductByKey(
  db: Queryable,
  insurerId: AccountId,
  key: string,
): Promise<Pick<StoredProduct, 'id' | 'liveVersionId'> | undefined> {
  const rows = await db.query<Pick<StoredProduct, 'id' | 'liveVersionId'>>(sql`
    select id, live_version_id as "liveVersionId" from products
    where insurer_id = ${insurerId} and key = ${key}`)
  return rows[0]
}

export async function selectProductKeys(
  db: Queryable,
  insurerId: AccountId,
): Promise<Map<ProductId, string>> {
  const rows = await db.query<{ id: ProductId; key: string }>(sql`
    select id, key from products where insurer_id = ${insurerId}`)
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/** Which datasets the rules of products name, by key or id: on sale, or else in the newest draft. */
export async function selectDatasetNames(
  db: Queryable,
  insurerId: AccountId,
): Promise<{ product: string; dataset: string }[]> {
  return db.query(sql`
    select distinct p.key as product, named[1] as dataset
    from products p join product_versions v on v.id = coalesce(p.live_version_id, (
        select id from product_versions d where d.product_id = p.id and number is not null
        order by number desc limit 1)),
      regexp_matches(v.definition::text, 'in_dataset:([[:alnum:]_-]+)', 'g') as named
    where p.insurer_id = ${insurerId} order by product, dataset`)
}

/** A product on sale, as far as it names datasets. */
export interface LiveProduct {
  readonly product: string
  readonly definition: JsonObject
  /** The texts of its formula files. */
  readonly formulas: string
}

/** The products on sale whose rules name one of these datasets, by key or id. */
export async function selectReaders(
  db: Queryable,
  insurerId: AccountId,
  names: readonly string[],
): Promise<LiveProduct[]> {
  const rows = await db.query<Omit<LiveProduct, 'formulas'> & { formulas: Uint8Array | null }>(sql`
    select p.key as product, v.definition, (
        select string_agg(content, decode('0a', 'hex')) from product_version_files
        join file_contents using (hash)
        where product_version_id = v.id and path ~ '(^|/)pricing[.]yaml$') as formulas
    from products p join product_versions v on v.id = p.live_version_id
    where p.insurer_id = ${insurerId} and exists (
      select from unnest(${names}::text[]) as name
      where strpos(v.definition::text, 'in_dataset:' || name) > 0)
    order by p.key`)
  return rows.map(({ formulas, ...row }) => ({
    ...row,
    formulas: formulas === null ? '' : Buffer.from(formulas).toString(),
  }))
}

/** By its id or its key, which cannot be mistaken for each other. */
export async function selectProduct(
  db: Queryable,
  insurerId: AccountId,
  idOrKey: string,
): Promise<StoredProduct | undefined> {
  if (idOrKey.includes('\0')) return undefined // No text of the database has it.
  const rows = await db.query<StoredProduct>(sql`
    select id, key, name, live_version_id as "liveVersionId", created_at as "createdAt"
    from products where insurer_id = ${insurerId} and (id = ${idOrKey} or key = ${idOrKey})`)
  return rows[0]
}

export interface VersionSummary {
  readonly id: ProductVersionId
  readonly number: number
  readonly contentHash: string
  readonly createdAt: Temporal.Instant
  readonly publishedAt: Temporal.Instant | null
}

/** The number of a what-if is null. */
export type AnyVersionSummary = Omit<VersionSummary, 'number'> & { readonly number: number | null }

export async function selectVersionSummary(
  db: Queryable,
  id: ProductVersionId,
): Promise<AnyVersionSummary | undefined> {
  const rows = await db.query<AnyVersionSummary>(sql`
    select id, number, content_hash as "contentHash", created_at as "createdAt",
      published_at as "publishedAt"
    from product_versions where id = ${id}`)
  return rows[0]
}

/** Those that were pushed, the newest first. */
export async function selectVersions(
  db: Queryable,
  productId: ProductId,
): Promise<VersionSummary[]> {
  return db.query<VersionSummary>(sql`
    select id, number, content_hash as "contentHash", created_at as "createdAt",
      published_at as "publishedAt"
    from product_versions where product_id = ${productId} and number is not null
    order by number desc`)
}

export async function selectNewestVersion(
  db: Queryable,
  productId: ProductId,
): Promise<{ id: ProductVersionId; number: number; contentHash: string } | undefined> {
  const rows = await db.query<{ id: ProductVersionId; number: number; contentHash: string }>(sql`
    select id, number, content_hash as "contentHash" from product_versions
    where product_id = ${productId} and number is not null order by number desc limit 1`)
  return rows[0]
}

/**
 * What a public page of a product goes by, whoever its insurer is: the version on sale; in test mode the
 * newest one where none is.
 */
export async function selectShownVersion(
  db: Queryable,
  productId: ProductId,
  livemode: boolean,
): Promise<{ insurerId: AccountId; productVersionId: ProductVersionId } | undefined> {
  const rows = await db.query<{ insurerId: AccountId; productVersionId: ProductVersionId | null }>(
    sql`
    select insurer_id as "insurerId", coalesce(live_version_id, case when not ${livemode} then (
      select id from product_versions
      where product_id = products.id and number is not null order by number desc limit 1)
      end) as "productVersionId"
    from products where id = ${productId}`,
  )
  const [{ insurerId, productVersionId } = { insurerId: null, productVersionId: null }] = rows
  return insurerId === null || productVersionId === null
    ? undefined
    : { insurerId, productVersionId }
}

/** A what-if with exactly this content. */
export async function selectWhatIf(
  db: Queryable,
  productId: ProductId,
  contentHash: string,
): Promise<ProductVersionId | undefined> {
  const rows = await db.query<{ id: ProductVersionId }>(sql`
    select id from product_versions
    where product_id = ${productId} and content_hash = ${contentHash} and number is null`)
  return rows[0]?.id
}

/** What stands behind a link, for an account that owns the product or sells it. */
export interface SmallRecord {
  readonly id: string
  readonly productId: ProductId
  readonly name: string
}

/** As it is called on sale, or by the newest version where none is. */
export async function findItemRecord(
  db: Queryable,
  accountId: AccountId,
  id: ItemId,
): Promise<SmallRecord | undefined> {
  const rows = await db.query<SmallRecord>(sql`
    select i.id, i.product_id as "productId", entry ->> 'name' as name
    from items i join products p on p.id = i.product_id
      join product_version_items vi on vi.item_id = i.id
      join product_versions v on v.id = vi.product_version_id,
      jsonb_array_elements(v.definition -> 'items') as entry
    where i.id = ${id} and entry ->> 'key' = i.key
      and (p.insurer_id = ${accountId} or exists (
        select from integrations n where n.product_id = p.id and n.distributor_id = ${accountId}))
    order by coalesce(v.id = p.live_version_id, false) desc, v.number desc nulls last limit 1`)
  return rows[0]
}

export async function findIntegrationRecord(
  db: Queryable,
  accountId: AccountId,
  id: IntegrationId,
): Promise<SmallRecord | undefined> {
  const rows = await db.query<SmallRecord>(sql`
    select n.id, n.product_id as "productId", v.definition ->> 'name' as name
    from integrations n join products p on p.id = n.product_id
      join integration_versions v on v.integration_id = n.id
    where n.id = ${id} and (p.insurer_id = ${accountId} or n.distributor_id = ${accountId})
    order by coalesce(v.id = n.live_version_id, false) desc, v.number desc nulls last limit 1`)
  return rows[0]
}

/** The products that an account owns or sells. */
export async function selectProductsOf(
  db: Queryable,
  accountId: AccountId,
): Promise<{ id: ProductId; key: string }[]> {
  return db.query(sql`
    select id, key from products where insurer_id = ${accountId}
    union select p.id, p.key from integrations n join products p on p.id = n.product_id
    where n.distributor_id = ${accountId}
    order by key, id`)
}

/** The distributors that sell products of this insurer. */
export async function selectSellersOf(db: Queryable, insurerId: AccountId): Promise<AccountId[]> {
  const rows = await db.query<{ id: AccountId }>(sql`
    select distinct n.distributor_id as id from integrations n
    join products p on p.id = n.product_id where p.insurer_id = ${insurerId}`)
  return rows.map(({ id }) => id)
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

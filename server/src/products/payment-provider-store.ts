import type { AccountId, ProductVersionId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { DeclaredProvider, OwnProvider } from './payment-provider.ts'
import type { PaymentMethod } from './product-definition.ts'

/** By name. Folders are checked on another thread, to which no moment can be sent. */
export async function selectOwnProviders(
  db: Queryable,
  insurerId: AccountId,
): Promise<OwnProvider[]> {
  return db.query<OwnProvider>(sql`
    select name, methods from payment_providers where insurer_id = ${insurerId} order by name`)
}

/** The same, with when they were declared. */
export async function selectDeclaredProviders(
  db: Queryable,
  insurerId: AccountId,
): Promise<DeclaredProvider[]> {
  return db.query<DeclaredProvider>(sql`
    select name, methods, created_at as "createdAt" from payment_providers
    where insurer_id = ${insurerId} order by name`)
}

export async function upsertOwnProvider(
  tx: Queryable,
  insurerId: AccountId,
  { name, methods, createdAt }: DeclaredProvider,
): Promise<void> {
  await tx.query(sql`
    insert into payment_providers (insurer_id, name, methods, created_at)
    values (${insurerId}, ${name}, ${[...methods]}::text[], ${createdAt})
    on conflict (insurer_id, name) do update set methods = excluded.methods`)
}

export async function deleteOwnProvider(
  tx: Queryable,
  insurerId: AccountId,
  name: string,
): Promise<void> {
  await tx.query(sql`
    delete from payment_providers where insurer_id = ${insurerId} and name = ${name}`)
}

/** The ways to pay that the plans of a version list. */
export async function selectMethodsOf(
  db: Queryable,
  versionId: ProductVersionId,
): Promise<PaymentMethod[]> {
  return db.query<PaymentMethod>(sql`
    select distinct listed ->> 'provider' as provider, listed ->> 'method' as method
    from product_versions v,
      jsonb_path_query(v.definition, '$.paymentPlans[*].methods[*]') as listed
    where v.id = ${versionId} order by provider, method`)
}

/** The providers of the versions that are or were on sale. */
export async function selectPublishedProviders(
  db: Queryable,
  insurerId: AccountId,
): Promise<{ provider: string; product: string; number: number }[]> {
  return db.query(sql`
    select distinct way ->> 'provider' as provider, p.key as product, v.number
    from product_versions v join products p on p.id = v.product_id,
      jsonb_path_query(v.definition, '$.paymentPlans[*].methods[*]') as way
    where p.insurer_id = ${insurerId} and v.published_at is not null
    order by p.key, v.number`)
}

/** The versions that are or were on sale, and let customers pay in this way. */
export async function selectPublishedWith(
  db: Queryable,
  insurerId: AccountId,
  way: { readonly provider: string; readonly method?: string },
): Promise<{ product: string; number: number }[]> {
  return db.query(sql`
    select p.key as product, v.number from product_versions v join products p on p.id = v.product_id
    where p.insurer_id = ${insurerId} and v.published_at is not null
      and v.definition -> 'paymentPlans' @> ${json([{ methods: [way] }])}::jsonb
    order by p.key, v.number`)
}

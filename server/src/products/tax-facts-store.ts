import { type Queryable, sql } from '../database/index.ts'

/** What tax returns are made by; null where the product does not say. */
export interface TaxFacts {
  readonly classOfBusiness: string | null
  readonly countryOfRisk: string | null
}

/** As the newest version of each product has them: also for what was sold before it said so. */
export async function selectTaxFacts(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, TaxFacts>> {
  if (productIds.length === 0) return new Map()
  const rows = await db.query<TaxFacts & { readonly id: string }>(sql`
    select distinct on (product_id) product_id as id,
      definition ->> 'classOfBusiness' as "classOfBusiness",
      definition ->> 'countryOfRisk' as "countryOfRisk"
    from product_versions where product_id = any(${productIds}) and number is not null
    order by product_id, published_at is null, number desc`)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

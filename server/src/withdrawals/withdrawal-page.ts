import { type ProductId, isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Account, selectAccount } from '../identity/index.ts'
import { type Catalogue, type ProductDefinition, selectShownVersion } from '../products/index.ts'
import { withdrawalPageNotFound } from './reasons.ts'

export interface PageDeps {
  readonly db: Queryable
  readonly catalogue: Catalogue
}

/** What the page of a product shows, and declarations on it keep. */
export interface WithdrawalPage extends NonNullable<
  Awaited<ReturnType<typeof selectShownVersion>>
> {
  readonly productId: ProductId
  readonly insurer: Account
  readonly definition: ProductDefinition
}

/** The page of a product, for anybody: customers are not asked for a key. */
export async function findWithdrawalPage(
  { db, catalogue }: PageDeps,
  productId: string,
  livemode: boolean,
): Promise<WithdrawalPage> {
  const shown = isId('pr', productId)
    ? await selectShownVersion(db, productId, livemode)
    : undefined
  if (shown === undefined || !isId('pr', productId)) throw withdrawalPageNotFound(productId)
  const [insurer, version] = await Promise.all([
    selectAccount(db, shown.insurerId),
    catalogue.version(shown.productVersionId),
  ])
  if (insurer === undefined || version === undefined) throw new Error(`${productId} is gone`)
  return { ...shown, productId, insurer, definition: version.definition }
}

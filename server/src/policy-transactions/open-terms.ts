import type { Reader } from '../database/index.ts'
import { type Policy, endBeforeLapse } from '../policies/index.ts'
import type { ProductDefinition } from '../products/index.ts'
import type { OpenTerms } from './allowed-actions.ts'
import { readWithdrawalRight } from './kinds/withdrawal/read-withdrawal.ts'

/** What decides what may be done to a policy: only what can matter to it is read. */
export async function readOpenTerms(
  db: Reader,
  policy: Policy,
  product: ProductDefinition,
): Promise<OpenTerms> {
  const [{ right }, endsOn] = await Promise.all([
    product.withdrawal === null || policy.issuedAt === null
      ? { right: null }
      : readWithdrawalRight(db, policy, product),
    policy.cancelledBy === 'system' ? endBeforeLapse(db, policy.id, policy.versionId) : null,
  ])
  return { life: product.life, withdrawalRight: right, endsOn }
}

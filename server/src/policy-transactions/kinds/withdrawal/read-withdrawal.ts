import type { Queryable, Reader } from '../../../database/index.ts'
import {
  type DocumentDelivery,
  type Policy,
  newestDelivery,
  selectContents,
  selectDeliveries,
  selectPolicyVersions,
  timelineOf,
} from '../../../policies/index.ts'
import type { ProductDefinition } from '../../../products/index.ts'
import { selectQuotes } from '../../../quotes/index.ts'
import { type WithdrawalRight, lawOf } from './withdrawal-period.ts'

/** The right of a policy's customer, and all deliveries; no right where the product gives none. */
export async function readWithdrawalRight(
  db: Queryable,
  policy: Pick<Policy, 'id'>,
  definition: Pick<ProductDefinition, 'law' | 'withdrawal'>,
): Promise<{
  readonly right: WithdrawalRight | null
  readonly deliveries: readonly DocumentDelivery[]
}> {
  const deliveries = await selectDeliveries(db, policy.id)
  const { withdrawal } = definition
  if (withdrawal === null) return { right: null, deliveries }
  const deliveredOn = newestDelivery(deliveries, 'policy')?.deliveredOn ?? null
  return { right: { ...withdrawal, law: lawOf(definition), deliveredOn }, deliveries }
}

/** Whether the customer agreed at the sale to be covered before the period is over. */
export async function readEarlyCover(
  db: Reader,
  policy: Pick<Policy, 'id'>,
  { earlyCover }: Pick<WithdrawalRight, 'earlyCover'>,
): Promise<boolean> {
  if (earlyCover === null) return false
  const versions = await selectPolicyVersions(db, policy.id)
  const sale = versions.find(({ kind }) => kind === 'offer')
  if (sale === undefined) throw new Error(`policy ${policy.id} was never sold`)
  const [sold] = (await timelineOf(db, sale.id)).segments
  if (sold === undefined) throw new Error(`version ${sale.id} has no segment`)
  const [[quote], [content]] = await Promise.all([
    selectQuotes(db, [sold.quoteId]),
    selectContents(db, [sold.contentId]),
  ])
  const answer = quote?.customerInput[earlyCover] ?? content?.data[earlyCover]
  return answer === true
}

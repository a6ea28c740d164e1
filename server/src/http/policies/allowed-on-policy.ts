import type { Static } from 'typebox'
import type { Caller } from '../../identity/index.ts'
import type { Policy } from '../../policies/index.ts'
import { readWithdrawalRight, refusalsOf } from '../../policy-transactions/index.ts'
import { type allowedSchema, viewAllowed } from '../access/allowed.ts'
import type { HttpDeps } from '../deps.ts'

/** What the caller may do with a policy now, under the names of the calls. */
export async function allowedOnPolicy(
  { db, renderService }: Pick<HttpDeps, 'db' | 'renderService'>,
  caller: Caller,
  policy: Policy,
  now: Temporal.Instant,
): Promise<Static<typeof allowedSchema>> {
  const product = await renderService.definition(policy.productVersionId)
  if (product === undefined) throw new Error(`${policy.id} was sold on no version`)
  const { right } =
    product.withdrawal === null || policy.issuedAt === null
      ? { right: null }
      : await readWithdrawalRight(db, policy, product)
  const refusals = refusalsOf(caller, policy, { life: product.life, withdrawalRight: right }, now)
  return viewAllowed(
    caller,
    {
      endorse: { permission: 'policies.endorse', refusal: refusals.endorsement },
      cancel: { permission: 'policies.cancel', refusal: refusals.cancellation },
      move_end: { permission: 'policies.cancel', refusal: refusals.end_move },
      withdraw: { permission: 'policies.withdraw', refusal: refusals.withdrawal },
      reactivate: { permission: 'policies.reinstate', refusal: refusals.reinstatement },
      record_delivery: { permission: 'deliveries.record', refusal: null },
    },
    policy,
  )
}

import type { FastifyRequest } from 'fastify'
import type { Policy } from '../../policies/index.ts'
import { readOpenTerms, refusalsOf } from '../../policy-transactions/index.ts'
import { callerOf } from '../access/access.ts'
import { type Act, viewAllowed } from '../access/allowed.ts'
import type { HttpDeps } from '../deps.ts'
import { refusalOfLink } from './endorsements/create-endorsement-link.ts'
import type { actsOnPolicy } from './policy.ts'

/** What the caller may do with a policy now, under the names of the calls. */
export async function allowedOnPolicy(
  { db, renderService }: Pick<HttpDeps, 'db' | 'renderService'>,
  request: FastifyRequest,
  policy: Policy,
  now: Temporal.Instant,
) {
  const caller = callerOf(request)
  const product = await renderService.definition(policy.productVersionId)
  if (product === undefined) throw new Error(`${policy.id} was sold on no version`)
  const refusals = refusalsOf(caller, policy, await readOpenTerms(db, policy, product), now)
  const acts: Record<(typeof actsOnPolicy)[number], Act> = {
    endorse: ['endorsePolicy', refusals.endorsement],
    create_endorsement_link: ['createEndorsementLink', refusalOfLink(caller)],
    adjust: ['adjustPremium', refusals.adjustment],
    cancel: ['cancelPolicy', refusals.cancellation],
    move_end: ['moveEnd', refusals.end_move],
    withdraw: ['withdrawPolicy', refusals.withdrawal],
    reactivate: ['reinstatePolicy', refusals.reinstatement],
    record_delivery: ['recordDelivery', null],
    hold_dunning: ['holdDunning', null],
    reveal: ['revealField', null],
  }
  return viewAllowed(request, acts, policy)
}

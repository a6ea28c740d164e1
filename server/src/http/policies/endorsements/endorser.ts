import type { FastifyRequest } from 'fastify'
import type { PolicyId } from '../../../kernel/index.ts'
import type { Caller } from '../../../identity/index.ts'
import { findPolicy } from '../../../policies/index.ts'
import { type EndorsementLink, openEndorsementLink } from '../../../policy-transactions/index.ts'
import { assertPageAllowed } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { HttpDeps } from '../../deps.ts'
import { needsSecretKey } from '../../reasons.ts'

/**
 * The caller who endorses a policy: by secret key, or by public key and the token of an endorsement
 * link.
 */
export interface Endorser {
  readonly caller: Caller
  /** Null for a secret key. */
  readonly link: EndorsementLink | null
}

/**
 * A link acts for the account that created it, on this policy alone. The public key must belong to
 * the sale.
 */
export async function endorserOf(
  deps: HttpDeps,
  request: FastifyRequest,
  policyId: PolicyId,
): Promise<Endorser> {
  const caller = callerOf(request)
  if (caller.keyKind === 'secret') return { caller, link: null }
  const token = request.headers['endorsement-token']
  if (typeof token !== 'string') throw needsSecretKey()
  const { livemode } = caller
  const policy = await findPolicy(deps.db, caller, policyId, deps.clock())
  await assertPageAllowed(deps.catalogue, caller, policy)
  const named = { policyId, customerId: policy.customerId, livemode }
  const link = openEndorsementLink(deps.keyRing, token, named, deps.clock())
  const { account, actor } = link
  return { caller: { ...caller, account, actor, keyKind: 'secret' }, link }
}

import type { FastifyRequest } from 'fastify'
import type { PolicyId } from '../../../kernel/index.ts'
import type { Caller } from '../../../identity/index.ts'
import { findPolicy } from '../../../policies/index.ts'
import { type EndorsementLink, openEndorsementLink } from '../../../policy-transactions/index.ts'
import { assertPageAllowed } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { HttpDeps } from '../../deps.ts'
import { needsSecretKey } from '../../reasons.ts'

/** Who changes a policy: with a secret key, or with a public key and the token of a link that one made. */
export interface Endorser {
  readonly caller: Caller
  /** Null for a secret key. */
  readonly link: EndorsementLink | null
}

/** The link speaks for whoever made it, and for this policy alone; the public key must be of its sale. */
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
  const link = openEndorsementLink(deps.keyRing, token, { policyId, livemode }, deps.clock())
  const { account, keyId } = link
  return { caller: { ...caller, account, keyId, keyKind: 'secret' }, link }
}

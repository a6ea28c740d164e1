import { Refusal, isId } from '../../kernel/index.ts'
import { type PolicyDocument, offerDocuments, policyDocuments } from '../../documents/index.ts'
import { type Policy, selectPolicy } from '../../policies/index.ts'
import { secretMatches } from '../../sealing/index.ts'
import type { HttpDeps } from '../deps.ts'

export const assetKinds = ['offers', 'policies'] as const
export type AssetKind = (typeof assetKinds)[number]

/** The policy that an asset link leads to, if its token is right, and that token. */
export async function openByToken(
  deps: HttpDeps,
  id: string,
  token: unknown,
): Promise<{ readonly policy: Policy; readonly assetToken: string }> {
  const policy = isId('tpol', id) ? await selectPolicy(deps.db, id) : undefined
  const isRight =
    policy !== undefined && typeof token === 'string' && secretMatches(token, policy.assetTokenHash)
  if (!isRight) throw new Refusal('not_found', 'There are no documents under this link.')
  return { policy, assetToken: token }
}

export function documentsOf(
  deps: HttpDeps,
  kind: AssetKind,
  policy: Policy,
): Promise<PolicyDocument[]> {
  return kind === 'offers' ? offerDocuments(deps, policy) : policyDocuments(deps, policy)
}

import { timingSafeEqual } from 'node:crypto'
import { Refusal, isId } from '../../kernel/index.ts'
import { type PolicyDocument, offerDocuments, policyDocuments } from '../../documents/index.ts'
import { type Policy, selectPolicy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'

export const assetKinds = ['offers', 'policies'] as const
export type AssetKind = (typeof assetKinds)[number]

/** The policy that an asset link leads to, if its token is right. */
export async function openByToken(deps: HttpDeps, id: string, token: unknown): Promise<Policy> {
  const policy = isId('tpol', id) ? await selectPolicy(deps.db, id) : undefined
  if (policy === undefined || !isToken(policy, token)) {
    throw new Refusal('not_found', 'There are no documents under this link.')
  }
  return policy
}

function isToken(policy: Policy, token: unknown): boolean {
  if (typeof token !== 'string') return false
  const [given, expected] = [Buffer.from(token), Buffer.from(policy.assetToken)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function documentsOf(
  deps: HttpDeps,
  kind: AssetKind,
  policy: Policy,
): Promise<PolicyDocument[]> {
  return kind === 'offers' ? offerDocuments(deps, policy) : policyDocuments(deps, policy)
}

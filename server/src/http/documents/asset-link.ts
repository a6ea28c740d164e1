import { Type } from '../wire/type.ts'
import { isId } from '../../kernel/index.ts'
import {
  type PolicyDocument,
  documentsOfSubject,
  offerDocuments,
  policyDocuments,
} from '../../documents/index.ts'
import { type Policy, selectPolicy } from '../../policies/index.ts'
import { secretMatches } from '../../sealing/index.ts'
import type { HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { assetsNotFound } from './reasons.ts'

export const assetKinds = ['offers', 'policies'] as const
export type AssetKind = (typeof assetKinds)[number]

/** Shared by the calls behind asset links. */
export const whose = { offers: 'an offer', policies: 'a policy' } as const
export const assetId = pathId('The offer or policy.', ids.policy)
export const assetQuery = Type.Object({
  token: Type.Optional(pathId('The token in the asset link of the offer.', ids.assetToken)),
})
export const noKeyNeeded = 'For customers: the token in the link gives access, no key is needed.'

/** The policy that an asset link leads to, if its token is right, and that token. */
export async function openByToken(
  deps: HttpDeps,
  id: string,
  token: unknown,
): Promise<{ readonly policy: Policy; readonly assetToken: string }> {
  const policy = isId('tpol', id) ? await selectPolicy(deps.db, id) : undefined
  const isRight =
    policy !== undefined && typeof token === 'string' && secretMatches(token, policy.assetTokenHash)
  if (!isRight) throw assetsNotFound()
  return { policy, assetToken: token }
}

export function documentsOf(
  deps: HttpDeps,
  kind: AssetKind,
  policy: Policy,
): Promise<PolicyDocument[]> {
  return kind === 'offers' ? offerDocuments(deps, policy) : policyDocuments(deps, policy)
}

/** One document by its permanent address, also of a superseded version or an earlier invoice. */
export async function documentAt(
  deps: HttpDeps,
  kind: AssetKind,
  policy: Policy,
  { versionId: subjectId, file }: { readonly versionId: string; readonly file: string },
): Promise<PolicyDocument | undefined> {
  const isSubject =
    isId('tpv', subjectId) ||
    isId('bil', subjectId) ||
    isId('qu', subjectId) ||
    isId('dnl', subjectId) ||
    isId('dfr', subjectId)
  if (!isSubject) return undefined
  const documents =
    kind === 'offers'
      ? await offerDocuments(deps, policy)
      : await documentsOfSubject(deps, policy, subjectId)
  return documents.find((one) => one.subjectId === subjectId && `${one.designation}.pdf` === file)
}

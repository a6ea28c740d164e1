import type { Static } from 'typebox'
import { presentDocuments } from '../../documents/index.ts'
import { type Viewer, selectAccount } from '../../identity/index.ts'
import { selectMandatesOf } from '../../payments/index.ts'
import { type PointOfView, type Policy, coverOf, momentOf } from '../../policies/index.ts'
import { openTokens } from '../../sales/index.ts'
import { actionsOpenTo, readOpenTerms } from '../../policy-transactions/index.ts'
import type { HttpDeps } from '../deps.ts'
import type { policySchema } from './policy.ts'
import { viewPolicy } from './view-policy.ts'

/**
 * The whole policy, as a secret key of this account is shown it; as it is, or from a point of view.
 */
export async function showWholePolicy(
  deps: Pick<
    HttpDeps,
    'db' | 'clock' | 'keyRing' | 'catalogue' | 'datasets' | 'renderService' | 'links'
  >,
  viewer: Viewer,
  policy: Policy,
  now: Temporal.Instant,
  asked: PointOfView | null,
): Promise<Static<typeof policySchema>> {
  const distributor = await selectAccount(deps.db, policy.distributorId)
  if (distributor === undefined) throw new Error(`${policy.id} has no distributor`)
  const tokens = await openTokens(deps, policy.id)
  const moment = asked === null ? now : momentOf(policy, asked)
  const [documents, mandates, cover] = await Promise.all([
    presentDocuments(deps, policy),
    selectMandatesOf(deps.db, policy.id),
    coverOf(deps.db, policy, moment),
  ])
  const data = await deps.datasets.shown(policy, viewer.account.id)
  const view = { ...policy, data, cover }
  const product = await deps.renderService.definition(policy.productVersionId)
  // Only the current state of a policy takes transactions.
  const actions =
    asked !== null || product === undefined
      ? []
      : actionsOpenTo(viewer, policy, await readOpenTerms(deps.db, policy, product), now)
  const mandate = mandates.at(-1) ?? null
  return viewPolicy(view, tokens, documents, distributor.key, moment, deps.links, actions, mandate)
}

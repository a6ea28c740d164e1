import type { ProductVersionId } from '../kernel/index.ts'
import type { Finder } from '../database/index.ts'
import { type Policy, type PolicyTimeline, selectTimelines } from '../policies/index.ts'
import {
  type PreviewRenewalDeps,
  type PreviewedRenewal,
  previewRenewal,
} from './preview-renewal.ts'
import { nothingGiven } from './renewal.ts'
import { selectRenewal } from './renewal-store.ts'

/** The next term of a policy by the newest published version, and by a draft. */
export interface TwoRenewals {
  readonly live: PreviewedRenewal
  readonly draft: PreviewedRenewal
}

/** Both on the next term's first day, with what was given for it; null where it was declined. */
export async function previewByDraft(
  deps: Omit<PreviewRenewalDeps, 'onCalculationFailed' | 'catalogue'> & {
    /** What is on sale, and what would be. */
    readonly catalogues: Readonly<Record<keyof TwoRenewals, PreviewRenewalDeps['catalogue']>>
    readonly onCalculationFailed: Readonly<
      Record<keyof TwoRenewals, PreviewRenewalDeps['onCalculationFailed']>
    >
  },
  policy: Policy,
  draftId: ProductVersionId,
  now: Temporal.Instant,
): Promise<TwoRenewals | null> {
  if (policy.termLastDay === null) return null
  const row = await selectRenewal(deps.db, policy.id, policy.termLastDay.add({ days: 1 }))
  if (row?.state === 'declined') return null
  const timeline = await timelineOf(deps.db, policy)
  const given = row?.given ?? nothingGiven
  const moment = { now, real: now, clockId: null }
  const by = (side: keyof TwoRenewals, productVersionId: ProductVersionId | null) =>
    previewRenewal(
      {
        ...deps,
        catalogue: deps.catalogues[side],
        onCalculationFailed: deps.onCalculationFailed[side],
      },
      { policy, timeline, given, productVersionId, quoted: null },
      moment,
    )
  return { live: await by('live', null), draft: await by('draft', draftId) }
}

async function timelineOf(db: Finder, { versionId }: Policy): Promise<PolicyTimeline> {
  const timeline = (await selectTimelines(db, [versionId])).get(versionId)
  if (timeline === undefined) throw new Error(`version ${versionId} says nothing`)
  return timeline
}

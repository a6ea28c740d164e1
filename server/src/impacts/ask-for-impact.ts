import {
  type AccountId,
  type Clock,
  type ProductVersionId,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import type { MarkedFields } from '../masks/index.ts'
import {
  type StoredVersion,
  marksOfAnswers,
  productVersionNotFound,
  selectProduct,
  selectVersion,
  selectVersionItems,
  selectVersionSummary,
} from '../products/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { checkGroupings } from './check-groupings.ts'
import type { Impact, ImpactScope } from './impact.ts'
import type { Grouping } from './tally/grouping.ts'
import { countAhead, countWaiting, insertImpact } from './impact-store.ts'
import { impactOfRater, tooManyImpacts } from './reasons.ts'

/** Of one insurer: they run one after the other. */
const waitingMax = 5

export interface ImpactWish {
  readonly productVersionId: ProductVersionId
  readonly scope: ImpactScope
  readonly groupings: readonly Grouping[]
  readonly hasShares: boolean
}

/** An impact, and how many come before it. */
export interface WaitingImpact {
  readonly impact: Impact
  readonly ahead: number
  /** Of the portfolio, which a draft may not have. */
  readonly currency: string
  /** The answers in it that are personal. */
  readonly marks: MarkedFields
}

export interface AskDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Asks what a version would do to the portfolio, in the caller's mode. It is run when its turn comes: here
 * nothing of it is compiled, which quotes would have to wait for.
 */
export async function askForImpact(
  { db, clock }: AskDeps,
  caller: Caller,
  wish: ImpactWish,
  replay: ReplayWriter<WaitingImpact> | null,
): Promise<WaitingImpact> {
  const insurerId = caller.account.id
  const draft = await ownVersion(db, insurerId, wish.productVersionId)
  const product = await selectProduct(db, insurerId, draft.productId)
  const stored = await selectVersionSummary(db, draft.id)
  if (product === undefined || stored === undefined) throw productVersionNotFound(draft.id)
  const liveVersionId = product.liveVersionId
  const live = liveVersionId === null ? undefined : await selectVersion(db, liveVersionId)
  const versions = live === undefined ? [draft] : [draft, live]
  for (const { id } of versions) {
    if (await isRated(db, id)) throw impactOfRater(product.key)
  }
  checkGroupings(wish.groupings, versions)
  const now = clock()
  const impact: Impact = {
    ...wish,
    id: mintId('imp', now),
    insurerId,
    livemode: caller.livemode,
    productId: draft.productId,
    contentHash: stored.contentHash,
    liveVersionId,
    today: todayIn(draft.definition.timeZone, now),
    state: 'queued',
    total: null,
    done: 0,
    place: null,
    tally: null,
    result: null,
    failure: null,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
  }
  return db.transaction(async (tx) => {
    if ((await countWaiting(tx, insurerId)) >= waitingMax) throw tooManyImpacts(waitingMax)
    await insertImpact(tx, impact)
    await enqueue(tx, 'run_impacts', {})
    const asked = {
      impact,
      ahead: await countAhead(tx, impact.id),
      currency: (live ?? draft).definition.currency,
      marks: marksOfAnswers((live ?? draft).definition),
    }
    await completeReservation(tx, replay, asked)
    return asked
  })
}

async function ownVersion(
  db: Queryable,
  insurerId: AccountId,
  id: ProductVersionId,
): Promise<StoredVersion> {
  const version = await selectVersion(db, id)
  if (version?.insurerId !== insurerId) throw productVersionNotFound(id)
  return version
}

async function isRated(db: Queryable, id: ProductVersionId): Promise<boolean> {
  return (await selectVersionItems(db, id)).some(({ pricingKind }) => pricingKind === 'http')
}

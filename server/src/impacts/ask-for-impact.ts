import {
  type AccountId,
  type Clock,
  type ProductVersionId,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import {
  type Catalogue,
  type LoadedVersion,
  productVersionNotFound,
  selectProduct,
  selectVersions,
} from '../products/index.ts'
import { type Receipt, settleClaim } from '../retries/index.ts'
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
}

export interface AskDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** Asks what a version would do to the book, in the caller's mode. It is run when its turn comes. */
export async function askForImpact(
  { db, clock, catalogue }: AskDeps,
  caller: Caller,
  wish: ImpactWish,
  receipt: Receipt<WaitingImpact> | null,
): Promise<WaitingImpact> {
  const insurerId = caller.account.id
  const draft = await ownVersion(catalogue, insurerId, wish.productVersionId)
  const product = await selectProduct(db, insurerId, draft.productId)
  const stored = (await selectVersions(db, draft.productId)).find(({ id }) => id === draft.id)
  if (product === undefined || stored === undefined) throw productVersionNotFound(draft.id)
  const liveVersionId = product.liveVersionId
  const live = liveVersionId === null ? undefined : await catalogue.version(liveVersionId)
  if ([draft, live].some(isRated)) throw impactOfRater(product.key)
  checkGroupings(wish.groupings, [draft, ...(live ? [live] : [])])
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
    const asked = { impact, ahead: await countAhead(tx, impact.id) }
    await settleClaim(tx, receipt, asked)
    return asked
  })
}

async function ownVersion(
  catalogue: Catalogue,
  insurerId: AccountId,
  id: ProductVersionId,
): Promise<LoadedVersion> {
  const version = await catalogue.version(id)
  if (version?.insurerId !== insurerId) throw productVersionNotFound(id)
  return version
}

function isRated(version: LoadedVersion | undefined): boolean {
  return [...(version?.items.values() ?? [])].some(({ pricing }) => pricing.kind === 'http')
}

import type { ProductVersionId } from '../kernel/index.ts'
import { passSecondPerson } from '../approvals/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type ProductFiles,
  type PushResult,
  type PushDeps,
  type PushedProduct,
  type StoredProduct,
  keepWhatIf,
  publishProduct,
  pushProduct,
} from '../products/index.ts'
import { type GateAnswer, askGate, passGate } from './pass-gate.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'

type Deps = PushDeps

/** Stores a folder as a draft version, and audits it. */
export function pushAsManager(
  deps: Deps,
  caller: Caller,
  files: ProductFiles,
  replay: ReplayWriter<PushedProduct> | null,
): Promise<PushResult> {
  return pushProduct(deps, caller.account, files, async (tx, pushed, now) => {
    if (pushed.isNew) {
      const change = { action: 'product.pushed', subjectId: pushed.productId } as const
      const after = { product_version_id: pushed.versionId }
      await recordAudit(tx, caller, { ...change, before: null, after }, now)
    }
    await completeReservation(tx, replay, pushed)
  })
}

/** Stores a folder as a what-if version, apart from pushed versions. */
export function keepWhatIfAsManager(
  deps: Deps,
  caller: Caller,
  files: ProductFiles,
  replay: ReplayWriter<PushedProduct> | null,
): Promise<PushResult> {
  return keepWhatIf(deps, caller.account, files, (tx, kept) =>
    completeReservation(tx, replay, kept),
  )
}

/** Makes a version live if it meets the publishing conditions; an earlier version is a rollback. */
export async function publishAsManager(
  deps: Deps,
  caller: Caller,
  request: PublishRequest,
  replay: ReplayWriter<StoredProduct> | null,
): Promise<StoredProduct> {
  for (;;) {
    const answer = await askGate(deps, caller, request.versionId)
    passGate(answer, request.force)
    const published = await publishThrough(deps, caller, request, answer, replay)
    // Another version may be live meanwhile: then the conditions are checked against that one.
    if (published !== null) return published
  }
}

/** Null, with nothing done, where another version is live than the one the gate was checked for. */
async function publishThrough(
  deps: Deps,
  caller: Caller,
  { versionId, force }: PublishRequest,
  answer: GateAnswer,
  replay: ReplayWriter<StoredProduct> | null,
): Promise<StoredProduct | null> {
  const moved = new Error('something else is on sale')
  const publishing = publishProduct(deps, caller.account, versionId, async (tx, published, now) => {
    if (published.versionIdBefore !== answer.liveVersionId) throw moved
    const change = { action: 'product.published', subjectId: published.productId } as const
    const before = { product_version_id: published.versionIdBefore }
    const forced = answer.obstacles.length > 0 && force !== null
    const after = {
      product_version_id: versionId,
      ...(forced && { forced: { reason: force, obstacles: [...answer.obstacles] } }),
    }
    await recordAudit(tx, caller, { ...change, before, after }, now)
    const sale = { productId: published.productId, distributorId: null }
    const act = { kind: 'publishing', subjectId: versionId, money: null, sale } as const
    await passSecondPerson(tx, caller, act, now)
    await completeReservation(tx, replay, published.product)
  })
  return publishing.catch((error: unknown) => {
    if (error === moved) return null
    throw error
  })
}

export interface PublishRequest {
  readonly versionId: ProductVersionId
  /** The reason to publish although the gate refuses; null for no exception. */
  readonly force: string | null
}

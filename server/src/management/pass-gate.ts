import type { ProductVersionId, Refusal } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Account, Caller } from '../identity/index.ts'
import { excessesOf, selectNewestDone } from '../impacts/index.ts'
import {
  type PublishGate,
  type PushDeps,
  selectProduct,
  selectVersion,
  selectVersionFiles,
  selectVersionSummary,
  stricter,
} from '../products/index.ts'
import { managedVersion } from './compare-versions.ts'
import { publishHeld, publishWhatIf } from './reasons.ts'

/** The result of checking the publishing conditions of a product. */
export interface GateAnswer {
  /** The version that was live then: the conditions depend on it. */
  readonly liveVersionId: ProductVersionId | null
  /** The unmet conditions; empty where the version may be published. */
  readonly obstacles: readonly string[]
}

/**
 * Whether a version may be published: by its own conditions and those of the live version, the stricter
 * of the two. A version that was live before may always be published again.
 */
export async function askGate(
  deps: PushDeps,
  caller: Caller,
  versionId: ProductVersionId,
): Promise<GateAnswer> {
  const version = await managedVersion(deps.db, caller, versionId)
  const { account: insurer } = caller
  const refusal = refusalOfPublishing(versionId, version)
  if (refusal !== null) throw refusal
  const product = await selectProduct(deps.db, insurer.id, version.productId)
  const liveVersionId = product?.liveVersionId ?? null
  if (version.isPublished) return { liveVersionId, obstacles: [] }
  const live = liveVersionId === null ? undefined : await selectVersion(deps.db, liveVersionId)
  const gate = stricter(version.definition.publish, live?.definition.publish)
  if (gate === null) return { liveVersionId, obstacles: [] }
  const tests = gate.needs.includes('tests') ? await missedTests(deps, insurer, versionId) : []
  const impact =
    gate.needs.includes('impact') && liveVersionId !== null
      ? await missedImpact(deps, gate, { productId: version.productId, versionId, liveVersionId })
      : []
  return { liveVersionId, obstacles: [...tests, ...impact] }
}

/** Why a version can never be published; null if it can. */
export function refusalOfPublishing(
  id: ProductVersionId,
  { isWhatIf }: { readonly isWhatIf: boolean },
): Refusal | null {
  return isWhatIf ? publishWhatIf(id) : null
}

/** Runs the test cases of the push again: their results may depend on the day. */
async function missedTests(
  deps: PushDeps,
  insurer: Account,
  versionId: ProductVersionId,
): Promise<string[]> {
  const files = await selectVersionFiles(deps.db, versionId)
  const hasTests = [...files.keys()].some((path) => /^tests\/.+\.ya?ml$/.test(path))
  if (!hasTests) return ['it has no test cases (tests/*.yaml)']
  const checked = await deps.checkFolder(insurer, files, () =>
    Promise.resolve({ ok: true } as const),
  )
  if (checked.ok) return []
  const [problem] = checked.problems
  return [`its folder no longer passes: ${problem?.file} ${problem?.place} ${problem?.message}`]
}

async function missedImpact(
  { db, clock }: { readonly db: Queryable; readonly clock: PushDeps['clock'] },
  gate: PublishGate,
  of: {
    readonly productId: Parameters<typeof selectNewestDone>[1]['productId']
    readonly versionId: ProductVersionId
    readonly liveVersionId: ProductVersionId
  },
): Promise<string[]> {
  const { productId, versionId, liveVersionId } = of
  const contentHash = (await selectVersionSummary(db, versionId))?.contentHash ?? ''
  const impact = await selectNewestDone(db, { productId, contentHash, liveVersionId })
  if (impact === undefined) {
    return [
      'there is no impact of exactly this content on the live portfolio against what is on sale',
    ]
  }
  const ageHours = impact.createdAt.until(clock()).total('hours')
  if (ageHours > 24 * gate.impactAgeDays) {
    const days = Math.floor(ageHours / 24)
    return [
      `its impact ${impact.id} is ${days} days old, and the limit is ${gate.impactAgeDays} days`,
    ]
  }
  return excessesOf(impact.result, gate.impactMax)
}

/** Refuses a version with unmet conditions, unless it is forced with a reason. */
export function passGate({ obstacles }: GateAnswer, force: string | null): void {
  if (obstacles.length > 0 && force === null) throw publishHeld(obstacles)
}

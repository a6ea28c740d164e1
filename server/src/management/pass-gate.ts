import type { ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Account } from '../identity/index.ts'
import { excessesOf, selectNewestDone } from '../impacts/index.ts'
import {
  type PublishGate,
  type PushDeps,
  productVersionNotFound,
  selectProduct,
  selectVersion,
  selectVersionFiles,
  selectVersionSummary,
  stricter,
} from '../products/index.ts'
import { publishHeld, publishWhatIf } from './reasons.ts'

/** What the gate of a product was asked, and what it said. */
export interface GateAnswer {
  /** What was on sale then; what is asked of a version goes with it. */
  readonly liveVersionId: ProductVersionId | null
  /** Why it does not open; none where it does. */
  readonly obstacles: readonly string[]
}

/**
 * Whether a version may be put on sale: by what it asks for itself and what the live one does, the
 * stricter of the two. What was live before may always come back.
 */
export async function askGate(
  deps: PushDeps,
  insurer: Account,
  versionId: ProductVersionId,
): Promise<GateAnswer> {
  const version = await selectVersion(deps.db, versionId)
  if (version?.insurerId !== insurer.id) throw productVersionNotFound(versionId)
  if (version.isWhatIf) throw publishWhatIf(versionId)
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

/** The cases that a push has run are run again: what they expect may go with the day. */
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

/** Refuses what the gate does not let through, unless somebody forces it and says why. */
export function passGate({ obstacles }: GateAnswer, force: string | null): void {
  if (obstacles.length > 0 && force === null) throw publishHeld(obstacles)
}

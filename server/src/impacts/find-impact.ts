import { type ImpactId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import type { MarkedFields } from '../masks/index.ts'
import { marksOfAnswers, selectVersion } from '../products/index.ts'
import type { WaitingImpact } from './ask-for-impact.ts'
import type { Impact } from './impact.ts'
import { countAhead, selectImpact, selectPart } from './impact-store.ts'
import { impactNotDone, impactNotFound } from './reasons.ts'
import { headLine, unpackLines } from './row-lines.ts'

export async function findImpact(
  db: Queryable,
  caller: Caller,
  id: ImpactId,
): Promise<WaitingImpact> {
  const impact = await selectImpact(db, id)
  if (impact?.insurerId !== caller.account.id || impact.livemode !== caller.livemode) {
    throw impactNotFound(id)
  }
  const versionId = impact.liveVersionId ?? impact.productVersionId
  const version = await selectVersion(db, versionId)
  if (version === undefined) throw new Error(`version ${versionId} is gone`)
  return {
    impact,
    ahead: impact.state === 'queued' ? await countAhead(db, id) : 0,
    currency: version.definition.currency,
    marks: marksOfAnswers(version.definition),
  }
}

/** Every row of an impact that is done, as CSV, some thousand at a time. */
export async function readRows(
  db: Queryable,
  caller: Caller,
  id: ImpactId,
): Promise<{ readonly lines: AsyncGenerator<string>; readonly marks: MarkedFields }> {
  const { impact, marks } = await findImpact(db, caller, id)
  if (impact.state !== 'done') throw impactNotDone(id, impact.state)
  return { marks, lines: linesOf(db, impact) }
}

async function* linesOf(db: Queryable, { id, groupings }: Impact): AsyncGenerator<string> {
  yield headLine(groupings)
  for (let number = 0; ; number++) {
    const part = await selectPart(db, id, number)
    if (part === undefined) return
    yield await unpackLines(part)
  }
}

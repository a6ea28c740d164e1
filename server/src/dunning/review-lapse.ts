import { type Moment, type PolicyId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import { type Catalogue, legalPeriodEnd } from '../products/index.ts'
import { selectLapsedCases, selectLetters, upsertCase } from './case-store.ts'
import { isGraceOverBefore } from './decide-proof.ts'
import type { DunningCase, DunningLetter } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import { readProof } from './read-proof.ts'

/**
 * A lapse has no effect where its notice has not arrived (par. 38 VVG). When that becomes known later, a
 * person decides: the customer may be insured elsewhere by then. The policy must be locked.
 */
export async function reviewLapses(
  deps: { readonly catalogue: Catalogue },
  tx: Transaction,
  policyId: PolicyId,
  moment: Moment,
): Promise<void> {
  const cases = await selectLapsedCases(tx, policyId)
  if (cases.length === 0) return
  const policy = await selectPolicy(tx, policyId)
  if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
  for (const lapsed of cases) {
    const letters = await selectLetters(tx, [lapsed.id])
    const notice = lastOf(letters, 'notice')
    const isUnproven =
      notice !== null &&
      isLapsedBy(policy, letters) &&
      !(await isProven(deps, tx, lapsed, { letters, notice }))
    if (isUnproven === (lapsed.unprovenSince !== null)) continue
    const unprovenSince = isUnproven ? todayIn(policy.timeZone, moment.now) : null
    await upsertCase(tx, { ...lapsed, unprovenSince, lapseUpheldAt: null })
    if (!isUnproven) continue
    const news = newsOfCase('dunning.proof_voided', lapsed, policy, { letter_id: notice.id })
    await recordEvents(tx, [news], moment)
  }
}

/** Whether nothing has come after the lapse. */
export function isLapsedBy(
  { versionId, status }: Pick<Policy, 'versionId' | 'status'>,
  letters: readonly DunningLetter[],
): boolean {
  return status === 'cancelled' && lastOf(letters, 'lapse')?.versionId === versionId
}

/** Whether the grace was over before cover ended, by what is known now. */
async function isProven(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  { productVersionId }: DunningCase,
  {
    letters,
    notice,
  }: { readonly letters: readonly DunningLetter[]; readonly notice: DunningLetter },
): Promise<boolean> {
  const product = await catalogue.version(productVersionId)
  const settings = product?.definition.dunning
  if (product === undefined || settings?.proof === undefined) return true
  const ended = lastOf(letters, 'suspension') ?? lastOf(letters, 'lapse')
  if (ended === null) throw new Error(`nothing was written after ${notice.id}`)
  return isGraceOverBefore(ended.day, settings.proof, settings.notice, {
    proven: await readProof(tx, notice, settings.proof),
    periodEnd: (day) => legalPeriodEnd(product.definition, day),
  })
}

function lastOf(
  letters: readonly DunningLetter[],
  wanted: DunningLetter['kind'],
): DunningLetter | null {
  return letters.findLast(({ kind, voidAt }) => kind === wanted && voidAt === null) ?? null
}

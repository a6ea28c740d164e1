import { type PolicyId, mintId } from '../../src/kernel/index.ts'
import { sql } from '../../src/database/index.ts'
import { momentOf } from '../../src/deadlines/index.ts'
import { recordEvents } from '../../src/events/index.ts'
import { lockPolicies, selectPolicy } from '../../src/policies/index.ts'
import { askForLetter, selectPostLetterOf } from '../../src/post/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'
import { sellerOn, soldPolicy } from './sale.ts'

/** A letter about a policy that waits for the post; nobody has written what it says. */
export async function waitingLetter(platform: TestPlatform, policyId?: string): Promise<string> {
  const { db, clock } = platform
  const id = (policyId ?? (await soldPolicy(sellerOn(platform))).id) as PolicyId // One that was sold.
  const subjectId = mintId('dnl', clock())
  await db.transaction(async (tx) => {
    await lockPolicies(tx, [id])
    const policy = await selectPolicy(tx, id)
    if (policy === undefined) throw new Error(`there is no policy ${id}`)
    await askForLetter(tx, policy, subjectId, await momentOf(tx, clock, policy))
  })
  const letter = await selectPostLetterOf(db, subjectId)
  if (letter === undefined) throw new Error('the letter is gone')
  return letter.id
}

/** A letter that waits for the post, and that is written: its PDF is still to be made. */
export async function writtenLetter(platform: TestPlatform, policyId: string): Promise<string> {
  const { db, clock } = platform
  const id = await waitingLetter(platform, policyId)
  const caseId = mintId('dnc', clock())
  await db.transaction(async (tx) => {
    await lockPolicies(tx, [policyId as PolicyId]) // As the API gives it.
    await tx.query(sql`
      insert into dunning_cases (id, policy_id, insurer_id, product_id, livemode, currency,
        product_version_id, state, step, since_day, step_day, overdue, opened_at, closed_at)
      select ${caseId}, id, insurer_id, product_id, livemode, currency, product_version_id, 'cured',
        'notice_sent', '2028-11-01', '2028-11-02', 0, now(), now()
      from policies where id = ${policyId}`)
    await tx.query(sql`
      insert into dunning_letters (id, case_id, policy_id, kind, place, number, day, written_at,
        version_id, invoices, total, known_charges, known_receipts, grace_days)
      select letter.subject_id, ${caseId}, policy.id, 'notice', 1, 1, '2028-11-02', now(),
        policy.version_id, '[]', 0, 0, '[]', 14
      from post_letters letter join policies policy on policy.id = letter.policy_id
      where letter.id = ${id}`)
    const policy = await selectPolicy(tx, policyId as PolicyId)
    if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
    const { livemode, insurerId, distributorId } = policy
    const about = { id: caseId, policyId: policy.id, livemode, insurerId, distributorId }
    const data = { policy_id: policyId, step: 'notice_sent' } as const
    await recordEvents(tx, [{ type: 'dunning.cured', about, data }], clock())
  })
  return id
}

/** The day of a moment in the demo's time zone, as the calls about letters take it. */
export const dayIn = ({ clock }: TestPlatform): string =>
  clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()

/** The same, after it was posted today. */
export async function sentLetter(platform: TestPlatform, policyId?: string): Promise<string> {
  const id = await waitingLetter(platform, policyId)
  const date = dayIn(platform)
  const sent = await managerOn(platform).post(`/manage/letters/${id}/sent`, { date })
  if (sent.statusCode !== 200) throw new Error(sent.body)
  return id
}

import { type PolicyId, mintId } from '../../src/kernel/index.ts'
import { momentOf } from '../../src/deadlines/index.ts'
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

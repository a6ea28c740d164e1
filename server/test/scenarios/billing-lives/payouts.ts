import { expect } from 'vitest'
import { managerOn } from '../../builders/manager.ts'
import { type ShownPayout, iban, payoutsOf } from '../../builders/payouts.ts'
import type { Life } from './life.ts'
import { tally } from './tally.ts'

/** A person has the credit paid out, whatever it could still pay for. */
export async function payOut({ platform, id, model, description }: Life): Promise<boolean> {
  const order = { reason: 'Ordered on the phone.' }
  const ordered = await managerOn(platform).post(`/manage/policies/${id}/pay_out`, order)
  const { amount, code } = ordered.json<{ amount?: number; code?: string }>()
  if (model.credit === 0) {
    expect([ordered.statusCode, code], description).toEqual([422, 'no_credit'])
    return false
  }
  const expected = model.payOut()
  expect([ordered.statusCode, amount], ordered.body + description).toEqual([200, expected.amount])
  tally.draw('pay out beyond payments')
  if (expected.beyondPayments > 0) tally.accept('pay out beyond payments')
  await platform.runDue()
  return true
}

/** What a person at the bank says of all that waits for them, or of what they have sent last. */
export async function bankSays(
  { platform, id, model, description }: Life,
  outcome: 'done' | 'failed' | 'returned',
): Promise<boolean> {
  const manager = managerOn(platform)
  const report = async (payout: ShownPayout, reported: typeof outcome) => {
    const path = `/manage/payouts/${payout.id}/resolve`
    const answer = await manager.post(path, {
      outcome: reported,
      ...(reported !== 'done' && { note: 'The account is closed.' }),
    })
    expect(answer.statusCode, answer.body + description).toBe(200)
  }
  const payouts = await payoutsOf(platform, id)
  const inState = (state: string) => payouts.filter((one) => one.state === state)
  if (outcome === 'returned') {
    const sent = inState('done')[0]
    expect(sent?.amount ?? 0, description).toBeLessThanOrEqual(model.sentByBank)
    expect(sent === undefined, description).toBe(model.sentByBank === 0)
    if (sent === undefined) return false
    await report(sent, 'returned')
    model.returnByBank(sent.amount)
    return true
  }
  const waiting = inState('needs_account')
  for (const payout of waiting) {
    const set = await manager.post(`/manage/payouts/${payout.id}/account`, { iban })
    expect(set.statusCode, set.body + description).toBe(200)
    // Only what was given to the bank can fail there.
    const batch = outcome === 'failed' ? await manager.post('/manage/payout_batches', {}) : set
    expect(batch.statusCode, batch.body + description).toBe(200)
    await report(payout, outcome)
  }
  if (outcome === 'done') model.sendByBank()
  return waiting.length > 0
}

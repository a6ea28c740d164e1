import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { assertRingOpensAll } from '../../src/key-ring.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { transactionsOn } from '../builders/transactions.ts'
import {
  type StripeStage,
  intentOf,
  later,
  openStripeStage,
  paidByStripe,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'
import { copyTestDatabase } from '../support/database.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(() => stage.close())

const premium = 146_241

/** The platform on what a backup of this moment holds. */
async function backedUp(): Promise<() => Promise<TestPlatform>> {
  const { platform, stripe } = stage
  const database = await copyTestDatabase(platform.connection)
  return async () => {
    const { demo, keyRing } = platform
    const portfolio = { database, demo, keyRing }
    const options = { portfolio, leavesDocuments: true, stripe: stripe.settings }
    const restored = await openTestPlatform(options)
    restored.clock.set(platform.clock())
    return restored
  }
}

describe('a database that was restored from a backup', () => {
  it('asks about what was under way, takes no instalment again, and lists what it does not know', async () => {
    const { platform, stripe } = stage
    const { account } = stripe
    const clock = await newClock(platform, '2031-05-01T10:00:00Z')
    const yearly = await paidByStripe(stage, 'pm_card_visa', { clock, startDay: '2031-06-01' })
    const [held, cancelled] = [
      await paidByStripe(stage, 'pm_card_visa'),
      await paidByStripe(stage, 'pm_card_visa'),
    ]
    stripe.faults.push({ on: /confirm$/, kind: 'hangs' })
    const pending = await paidByStripe(stage, 'pm_card_visa')
    expect(pending.payment.status).toBe('pending')
    const restore = await backedUp()

    // What happens after the backup, and is lost with the database.
    const lost = await paidByStripe(stage, 'pm_card_visa')
    await transactionsOn(platform, cancelled.seller).cancel(cancelled.offer.id, '2028-03-31')
    await platform.runDue()
    const collectedTo = '2032-06-02T10:00:00Z'
    expect(await advanceAll(platform, clock, collectedTo)).toMatchObject({ status: 'ready' })
    const chargesBefore = account.charges.size

    const restored = await restore()
    try {
      expect(await statusOf(restored, `/payments/${pending.payment.id}`)).toBe('pending')
      await later(restored, { minutes: 1 })
      expect(await statusOf(restored, `/payments/${pending.payment.id}`)).toBe('ok')
      expect(await statusOf(restored, `/policies/${pending.offer.id}`)).toBe('paid')
      expect(await statusOf(restored, `/policies/${held.offer.id}`)).toBe('paid')

      // The instalment is due once more, and its money is there already.
      expect(await advanceAll(restored, clock, collectedTo)).toMatchObject({ status: 'ready' })
      const money = { receivable: 0, cash: 2 * premium }
      expect(await moneyOf(restored, yearly.offer.id)).toMatchObject(money)
      expect(account.charges.size).toBe(chargesBefore)

      await later(restored, { hours: 2 })
      await later(restored, { hours: 2 })
      const listed = await managerOn(restored).get('/manage/reconciliation?state=unmatched')
      const [refund] = account.refunds.values()
      const lostCharge = intentOf(stripe, lost.payment.id).latest_charge
      const problem = 'not_here'
      expect(listed.json()).toHaveLength(2)
      expect(listed.json()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ problem, amount: premium, source: lostCharge }),
          expect.objectContaining({ problem, amount: -(refund?.amount ?? 0), source: refund?.id }),
        ]),
      )
      expect(await checkMoney(restored)).toMatchObject({ policies_different: 0, faults: [] })
    } finally {
      await restored.close()
    }
  })
})

describe('credentials of a provider', () => {
  it('are sealed anew with a new key, and opened by it alone', async () => {
    const { platform, stripe } = stage
    const sealedWith = async () => {
      const rows = await platform.db.query<{ id: string }>(sql`
        select distinct ring_key_id as id from provider_credentials`)
      return rows.map(({ id }) => id)
    }
    const newKey = { id: 'newer', key: randomBytes(32) }
    expect(await sealedWith()).toEqual(['test'])
    await expect(assertRingOpensAll(platform.db, [newKey])).rejects.toThrow('encryption key')
    const withRing = (keyRing: KeyRing) =>
      openTestPlatform({
        beside: { platform: { ...platform, keyRing }, connection: platform.connection },
        stripe: stripe.settings,
      })
    const rotating = await withRing([newKey, ...platform.keyRing])
    await rotating.handlers.sweep({})
    expect(await sealedWith()).toEqual(['newer'])
    const checked = await managerOn(rotating).post('/manage/payment_providers/stripe/check')
    expect(checked.json()).toMatchObject({ ok: true })
    await rotating.close()
    const rotated = await withRing([newKey])
    const again = await managerOn(rotated).post('/manage/payment_providers/stripe/check')
    expect(again.json()).toMatchObject({ ok: true })
    await rotated.close()
  })
})

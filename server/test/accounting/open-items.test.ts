import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type InvoiceId, type PolicyId, mintId } from '../../src/kernel/index.ts'
import { postChargeBack, postPayment, postRefund } from '../../src/ledger/index.ts'
import { lockPolicies, selectPolicies } from '../../src/policies/index.ts'
import { agreedReports, reportsOn } from '../builders/reports.ts'
import { advanceAll } from '../builders/clock.ts'
import { dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await dunCyber(platform, '')
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

const premium = 146_241

/** What was open of the invoices of a policy on a day, and how old it was. */
async function openOf(policyId: string, day: string) {
  const { open } = await agreedReports(platform, day)
  return open
    .filter(({ policy_id }) => policy_id === policyId)
    .map(({ open: amount, bucket, overdue_days }) => [amount, bucket, overdue_days])
}

const movementsOf = async (policyId: string) => {
  const rows = await platform.db.query<{ row: string }>(sql`
    select booking_day || ' ' || kind || ' ' || amount as row from invoice_movements
    where policy_id = ${policyId} order by number`)
  return rows.map(({ row }) => row)
}
const invoiceOf = async (policyId: string) => {
  const [row] = await platform.db.query(sql`
    select state, total, open, paid from invoices
    where policy_id = ${policyId} and kind = 'sale'`)
  return row
}

describe('an invoice that is open for long', () => {
  it('grows older, is paid in part, reduced and given up, and every past day stays as it was', async () => {
    const { id, clock, seller, invoiceId } = await soldUnpaid(platform)
    await advanceAll(platform, clock, '2031-07-05T10:00:00Z')
    const received = { id: invoiceId, amount: 50_000, currency: 'eur', on: '2031-07-05' }
    await receivedByHand(platform, received)
    await advanceAll(platform, clock, '2031-08-10T10:00:00Z')
    const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
    await seller.cancel(id, version_id, { termination_date: '2032-05-30' })
    await platform.runDue()
    const [left] = await openOf(id, '2031-08-10')
    await advanceAll(platform, clock, '2031-09-30T10:00:00Z')
    const off = await managerOn(platform).post(`/manage/invoices/${invoiceId}/write_off`, {
      reason: 'The company was dissolved.',
    })
    expect(off.statusCode, off.body).toBe(200)
    expect(await openOf(id, '2031-04-30')).toEqual([])
    expect(await openOf(id, '2031-06-01')).toEqual([[premium, 'not_due', 0]])
    expect(await openOf(id, '2031-07-01')).toEqual([[premium, '1_30', 30]])
    expect(await openOf(id, '2031-07-04')).toEqual([[premium, '31_60', 33]])
    expect(await openOf(id, '2031-07-05')).toEqual([[premium - 50_000, '31_60', 34]])
    expect(await openOf(id, '2031-08-09')).toEqual([[premium - 50_000, '61_90', 69]])
    expect(await openOf(id, '2031-09-29')).toEqual([[left?.[0], 'over_90', 120]])
    expect(await openOf(id, '2031-09-30')).toEqual([])
    const open = Number(left?.[0])
    expect(await movementsOf(id)).toEqual([
      `2031-05-01 issued ${premium}`,
      '2031-07-05 paid -50000',
      `2031-08-10 reduced -${premium - 50_000 - open}`,
      `2031-09-30 written_off -${open}`,
    ])
    expect(await invoiceOf(id)).toEqual({
      state: 'written_off',
      total: premium,
      open: 0,
      paid: 50_000,
    })
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })

  it('that was paid when it was made moves only when its money is charged back', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    const paid = await seller.pay(offer, { provider: 'sandbox', method: 'card' })
    expect(paid.statusCode, paid.body).toBe(200)
    expect(await movementsOf(offer.id)).toEqual([])
    expect(await invoiceOf(offer.id)).toMatchObject({ state: 'settled', open: 0, paid: premium })
    platform.clock.advance({ hours: 48 })
    const payment_id = paid.json<{ id: string }>().id
    await sandboxCallback(platform, { payment_id, status: 'charged_back' })
    const day = platform.clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
    expect(await movementsOf(offer.id)).toEqual([`${day} charged_back ${premium}`])
    expect(await invoiceOf(offer.id)).toMatchObject({ state: 'open', open: premium, paid: 0 })
    expect(await openOf(offer.id, day.subtract({ days: 1 }).toString())).toEqual([])
    expect(await openOf(offer.id, day.toString())).toEqual([[premium, 'not_due', 0]])
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })

  it('that was reduced, paid too much and charged back is owed whole, and never paid below zero', async () => {
    const { id, clock, seller, invoiceId } = await soldUnpaid(platform)
    await advanceAll(platform, clock, '2031-06-10T10:00:00Z')
    const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
    await seller.cancel(id, version_id, { termination_date: '2032-02-29' })
    await platform.runDue()
    const [reduced] = await openOf(id, '2031-06-10')
    const open = Number(reduced?.[0])
    // A card that was asked for the whole before: what it paid too much was given back, and then all
    // of it was charged back.
    await platform.db.pool.query('alter table invoices disable trigger user') // No event reports it.
    await platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [id as PolicyId])
      const [policy] = await selectPolicies(tx, [id as PolicyId])
      if (policy === undefined) throw new Error('it was sold')
      const moved = { policy, invoiceId: invoiceId as InvoiceId, till: 'cash' } as const
      const now = Temporal.Instant.from('2031-06-20T10:00:00Z')
      const payment = { paymentId: 't_asked_before', amount: premium } as const
      const refund = { refundId: mintId('ref', now), attempt: 1, amount: premium - open }
      await postPayment(tx, { ...moved, ...payment }, now)
      await postRefund(tx, { ...moved, ...refund }, now)
      await postChargeBack(tx, { ...moved, ...payment }, now)
    })
    await platform.db.pool.query('alter table invoices enable trigger user')
    expect((await movementsOf(id)).slice(2)).toEqual([
      `2031-06-20 paid -${open}`,
      `2031-06-20 charged_back ${open}`,
      `2031-06-20 reduced ${premium - open}`,
    ])
    expect(await invoiceOf(id)).toEqual({ state: 'open', total: premium, open: premium, paid: 0 })
    expect(await openOf(id, '2031-06-19')).toEqual([[open, '1_30', 18]])
    expect(await openOf(id, '2031-06-20')).toEqual([[premium, '1_30', 19]])
  })
})

describe('what changed an open invoice', () => {
  it('is never changed or deleted, and never posted into a closed month', async () => {
    const { id, clock } = await soldUnpaid(platform)
    const refused = { code: '23001' }
    const { pool } = platform.db
    for (const change of [
      'update invoice_movements set amount = 1',
      'delete from invoice_movements',
    ]) {
      await expect(pool.query(`${change} where policy_id = $1`, [id])).rejects.toMatchObject(
        refused,
      )
    }
    const closed = await managerOn(platform).post('/manage/closings', { month: '2031-06' })
    expect(closed.statusCode, closed.body).toBe(202)
    await advanceAll(platform, clock, '2031-06-20T10:00:00Z')
    const [item] = (await reportsOn(platform, '2031-06-20')).open.filter(
      ({ policy_id }) => policy_id === id,
    )
    const received = { amount: 100, currency: 'eur', on: '2031-06-20' }
    await receivedByHand(platform, { ...received, id: item?.invoice_id ?? '' })
    expect((await movementsOf(id)).slice(1)).toEqual(['2031-07-01 paid -100'])
    expect(await openOf(id, '2031-06-30')).toEqual([[premium, '1_30', 29]])
    expect(await openOf(id, '2031-07-01')).toEqual([[premium - 100, '1_30', 30]])
    const late = `insert into invoice_movements (policy_id, invoice_id, insurer_id, livemode, kind,
        amount, booking_day, moved_at)
      select policy_id, id, insurer_id, livemode, 'paid', -1, '2031-06-30', now() from invoices
      where policy_id = $1`
    await pool.query('alter table invoice_movements disable trigger invoice_movements_after_policy')
    await expect(pool.query(late, [id])).rejects.toMatchObject({ code: '40001' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { dunnedBy, publishedDraft } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** The bikes, paid by the month, from 31 January on. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      dunnedBy(text.replace('type: single', 'type: recurring\n    frequency: month')),
    'pricing.yaml': (text) => text.replace('billing_cycles: payments\n', 'billing_cycles: 12\n'),
  })
})
afterAll(() => platform.close())

const start = '2027-01-31'

async function bikesOnClock() {
  const clock = await newClock(platform, '2027-01-30T10:00:00Z')
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey })
  return { clock, seller, transactions: transactionsOn(platform, seller) }
}

const quote = { data: { start_date: start, purchase_date: '2027-01-02' } }

/** Everything that was asked for, as a person would list it. */
async function asked(policyId: string): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select concat_ws(' ', kind, issue_day, 'due', due_day, total, state, open, 'of',
      charges_from, 'to', charges_to) as line
    from invoices where policy_id = ${policyId} order by created_at, due_day`)
  return rows.map(({ line }) => line)
}

async function linesOf(policyId: string): Promise<JsonObject[]> {
  const rows = await platform.db.query<{ lines: JsonObject[] }>(sql`
    select lines from invoices where policy_id = ${policyId} order by created_at desc, id desc limit 1`)
  return rows[0]?.lines ?? []
}

const to = async (clock: ClockId, day: string) =>
  expect(await advanceAll(platform, clock, `${day}T12:00:00Z`)).toMatchObject({ status: 'ready' })

describe('a policy that is paid by the month', () => {
  it('is asked for every month before it begins, to its last day and not after', async () => {
    const { clock, seller } = await bikesOnClock()
    const { id } = await soldPolicy(seller, { quote })
    await to(clock, '2028-03-01')
    expect(await asked(id)).toMatchInlineSnapshot(`
      [
        "sale 2027-01-30 due 2027-01-31 17578 settled 0 of 1 to 1",
        "instalment 2027-02-15 due 2027-03-01 17578 settled 0 of 2 to 2",
        "instalment 2027-03-17 due 2027-03-31 17578 settled 0 of 3 to 3",
        "instalment 2027-04-17 due 2027-05-01 17578 settled 0 of 4 to 4",
        "instalment 2027-05-17 due 2027-05-31 17578 settled 0 of 5 to 5",
        "instalment 2027-06-17 due 2027-07-01 17578 settled 0 of 6 to 6",
        "instalment 2027-07-17 due 2027-07-31 17578 settled 0 of 7 to 7",
        "instalment 2027-08-17 due 2027-08-31 17578 settled 0 of 8 to 8",
        "instalment 2027-09-17 due 2027-10-01 17578 settled 0 of 9 to 9",
        "instalment 2027-10-17 due 2027-10-31 17578 settled 0 of 10 to 10",
        "instalment 2027-11-17 due 2027-12-01 17578 settled 0 of 11 to 11",
        "instalment 2027-12-17 due 2027-12-31 17578 settled 0 of 12 to 12",
      ]
    `)
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })

  it('that was sold as one payment before such prices were refused is never asked again', async () => {
    const { clock, seller } = await bikesOnClock()
    const { id } = await soldPolicy(seller, { quote })
    await platform.db.transaction(async (tx) => {
      await tx.query(sql`select from policies where id = ${id} for update`)
      await tx.query(sql`
        update policies set quote = jsonb_set(quote, '{billingCycles}', '1') where id = ${id}`)
    })
    await to(clock, '2027-06-20')
    expect(await asked(id)).toHaveLength(1)
  })

  it('pays more with the next month where an endorsement made it dearer, as the preview said', async () => {
    const { clock, seller, transactions } = await bikesOnClock()
    const { id } = await soldPolicy(seller, { quote })
    await to(clock, '2027-03-05')
    const { token, endorsement: change } = await transactions.quoteEndorsement(id, {
      overnight_parking: 'street',
    })
    expect(change).toMatchObject({ settled_by: 'instalment', settled_on: '2027-03-31' })
    const preview = await transactions.preview(id, { endorsement: { quote_token: token } })
    expect(preview.invoice).toMatchObject({ amount: change.amount, is_paid_first: false })
    expect(await transactions.endorse(id, { quote_token: token })).toMatchObject({
      status: 'active',
    })
    const dearer = (await transactions.view(id)).quote.gross_payment_amount
    await to(clock, '2027-03-20')
    expect((await asked(id)).at(-1)).toBe(
      `instalment 2027-03-17 due 2027-03-31 ${dearer + change.amount} settled 0 of 3 to 4`,
    )
    expect(await linesOf(id)).toMatchObject([
      {
        kind: 'adjustment',
        first_day: '2027-03-01',
        last_day: '2027-03-30',
        amount: change.amount,
      },
      { kind: 'period', first_day: '2027-03-31', last_day: '2027-04-30', amount: dearer },
    ])
  })

  it('owes what an endorsement left also where it is cancelled before, and is asked for it at once', async () => {
    const { clock, seller, transactions } = await bikesOnClock()
    const { id } = await soldPolicy(seller, { quote })
    await to(clock, '2027-03-05')
    const { token, endorsement: change } = await transactions.quoteEndorsement(id, {
      overnight_parking: 'street',
    })
    await transactions.endorse(id, { quote_token: token })
    await transactions.cancel(id, '2027-03-30')
    await to(clock, '2027-03-06')
    expect((await asked(id)).slice(-1)).toEqual([
      `transaction 2027-03-05 due 2027-03-05 ${change.amount} settled 0 of 3 to 3`,
    ])
    await to(clock, '2027-04-20')
    expect(await asked(id)).toHaveLength(3)
    // Back without a gap: what fell due is paid first, and the next is asked for in its time.
    const { payment } = await transactions.reinstate(id, { gap: false })
    expect(payment?.amount).toBe(21_505)
    await transactions.pay(id, payment?.token ?? '')
    await to(clock, '2027-05-20')
    expect((await asked(id)).slice(3)).toMatchInlineSnapshot(`
      [
        "transaction 2027-04-20 due 2027-04-20 21505 settled 0 of 4 to 4",
        "instalment 2027-04-20 due 2027-05-01 21505 settled 0 of 5 to 5",
        "instalment 2027-05-17 due 2027-05-31 21505 settled 0 of 6 to 6",
      ]
    `)
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })

  it('by card without a mandate is asked with a token for each month, and owes all of them', async () => {
    const { clock, seller } = await bikesOnClock()
    const offer = await madeOffer(seller, { quote })
    await seller.pay(offer, { provider: 'sandbox', method: 'card', sandbox: { mandate: 'none' } })
    await to(clock, '2027-04-20')
    expect(await asked(offer.id)).toMatchInlineSnapshot(`
      [
        "sale 2027-01-30 due 2027-01-31 17578 settled 0 of 1 to 1",
        "instalment 2027-02-15 due 2027-03-01 17578 open 17578 of 2 to 2",
        "instalment 2027-03-17 due 2027-03-31 17578 open 17578 of 3 to 3",
        "instalment 2027-04-17 due 2027-05-01 17578 open 17578 of 4 to 4",
      ]
    `)
    const tokens = await platform.db.query<{ subject: string }>(sql`
      select i.id as subject from invoices i join policy_secrets s on s.subject = i.id
      where i.policy_id = ${offer.id} and i.token_hash is not null and s.kind = 'invoice'`)
    expect(tokens).toHaveLength(3)
    // What comes by transfer for one month says nothing of the next: nobody else collects it.
    const [open] = await openInvoices(platform, offer.id)
    const on = '2027-04-20'
    await receivedByHand(platform, { id: open?.id ?? '', amount: 17_578, currency: 'chf', on })
    await to(clock, '2027-05-20')
    expect((await asked(offer.id)).filter((line) => line.includes('settled'))).toHaveLength(2)
    expect((await asked(offer.id)).at(-1)).toBe(
      'instalment 2027-05-17 due 2027-05-31 17578 open 17578 of 5 to 5',
    )
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })
})

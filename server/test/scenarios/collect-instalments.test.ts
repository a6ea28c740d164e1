import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId, InvoiceId, JsonObject, PolicyId } from '../../src/kernel/index.ts'
import type { PaymentProvider } from '../../src/payments/index.ts'
import { openSecret } from '../../src/policies/index.ts'
import { openBank } from '../builders/bank.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { dunnedBy, publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { invoicesOf, moneyOf } from '../builders/money-of.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { tally } from './records.ts'

let platform: TestPlatform
let sandbox: PaymentProvider
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  sandbox = platform.providers.get('sandbox') ?? expect.fail('there is a sandbox')
})
afterAll(() => platform.close())
afterEach(() => {
  vi.restoreAllMocks()
  put(sandbox)
})

/** Only here may another be put in the sandbox's place. */
const put = (provider: PaymentProvider) =>
  (platform.providers as Map<string, PaymentProvider>).set('sandbox', provider)

const premium = 146_241
const card = { provider: 'sandbox', method: 'card' }

/** A policy of yearly instalments from 1 June 2031 on, whose first year is paid by card. */
async function soldOnClock(script: JsonObject) {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const seller = sellerOn(platform, { clock })
  const offer = await madeOffer(seller, { quote: { data: { policy_start_date: '2031-06-01' } } })
  const paid = await seller.pay(offer, { ...card, sandbox: script })
  expect(paid.statusCode, paid.body).toBe(200)
  return { clock, seller, id: offer.id as PolicyId }
}
type Sold = Awaited<ReturnType<typeof soldOnClock>>

const until = async ({ clock }: { clock: ClockId }, day: string) => {
  const shown = await advanceAll(platform, clock, `${day}T12:00:00Z`)
  expect(shown).toMatchObject({ status: 'ready' })
}

/** The payments that were collected: how, and on which day in Berlin. */
async function collected({ id }: { id: string }): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select concat_ws(' ', attempt, (created_at at time zone 'Europe/Berlin')::date, status, error_code)
      as line
    from payments where policy_id = ${id} and mandate_id is not null order by created_at, id`)
  return rows.map(({ line }) => line)
}
const instalmentOf = async ({ id }: { id: string }) =>
  (await invoicesOf(platform, id)).find(({ kind }) => kind === 'instalment')
const mandateOf = async ({ id, seller }: Sold) =>
  (await seller.get(`/policies/${id}`)).json<{ mandate: { status: string } }>().mandate.status

/** What the customer was sent to pay the instalment with. */
async function tokenOf({ id }: { id: PolicyId }): Promise<string> {
  const invoice = await instalmentOf({ id })
  const subject = invoice?.id as InvoiceId // The platform has just given it.
  const place = { policyId: id, kind: 'invoice', subject } as const
  return (await openSecret(platform, place)) ?? expect.fail('an open invoice has a token')
}
const payWith = (sold: Sold, token: string, script: JsonObject = {}, way: JsonObject = card) =>
  sold.seller.pay({ id: sold.id, payment_token: token }, { ...way, sandbox: script })

it('what a renewal asks for is collected on the first day of its term', async () => {
  const sold = await soldOnClock({})
  await until(sold, '2032-05-31')
  expect(await instalmentOf(sold)).toBeUndefined()
  await until(sold, '2032-06-01')
  expect(await collected(sold)).toEqual(['1 2032-06-01 ok'])
  expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: 0, cash: 2 * premium })
})

/** From here on without terms that end: what is due is asked for two weeks before. */
describe('an instalment', () => {
  beforeAll(() =>
    publishedDraft(platform, 'cyber', {
      'product.yaml': (text) => dunnedBy(withoutRenewal(text)),
    }),
  )

  it('is collected on its due day by the mandate, and again a year later', async () => {
    const sold = await soldOnClock({})
    await until(sold, '2032-05-31')
    expect(await instalmentOf(sold)).toMatchObject({ state: 'open', open: premium })
    expect(await collected(sold)).toEqual([])
    await until(sold, '2033-06-01')
    expect(await collected(sold)).toEqual(['1 2032-06-01 ok', '1 2033-06-01 ok'])
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: 0, cash: 3 * premium })
    expect(await mandateOf(sold)).toBe('active')
  })

  it('is tried again after each of the plan’s pauses while declines are soft, and then no more', async () => {
    const sold = await soldOnClock({ mandate: 'soft_decline' })
    await until(sold, '2032-08-01')
    expect(await collected(sold)).toEqual([
      '1 2032-06-01 failed card_declined',
      '2 2032-06-04 failed card_declined',
      '3 2032-06-09 failed card_declined',
      '4 2032-06-16 failed card_declined',
    ])
    expect(await instalmentOf(sold)).toMatchObject({ state: 'open', open: premium })
    expect(await mandateOf(sold)).toBe('active')
  })

  it('is taken by the third try, and by no fourth', async () => {
    const sold = await soldOnClock({ mandate: 'third_try' })
    await until(sold, '2032-08-01')
    expect((await collected(sold)).slice(2)).toEqual(['3 2032-06-09 ok'])
    expect(await instalmentOf(sold)).toMatchObject({ state: 'settled', open: 0 })
  })

  it.each([
    ['hard_decline', 'card_closed', 'declined'],
    ['revoked', 'mandate_revoked', 'revoked'],
  ])('is never tried again after a %s, nor is the next one', async (mandate, code, status) => {
    const sold = await soldOnClock({ mandate })
    await until(sold, '2033-07-01')
    expect(await collected(sold)).toEqual([`1 2032-06-01 failed ${code}`])
    expect(await mandateOf(sold)).toBe(status)
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: 2 * premium })
  })

  it('may take days, and is not tried meanwhile', async () => {
    const sold = await soldOnClock({ mandate: 'late' })
    await until(sold, '2032-06-03')
    expect(await collected(sold)).toEqual(['1 2032-06-01 pending'])
    await until(sold, '2032-08-01')
    expect(await collected(sold)).toEqual(['1 2032-06-01 ok'])
  })

  it('that is charged back after a week is open again, and not collected', async () => {
    const sold = await soldOnClock({ mandate: 'charge_back' })
    await until(sold, '2032-06-07')
    expect(await instalmentOf(sold)).toMatchObject({ state: 'settled' })
    await until(sold, '2032-08-01')
    expect(await collected(sold)).toEqual(['1 2032-06-01 failed charged_back'])
    expect(await instalmentOf(sold)).toMatchObject({ state: 'open', open: premium })
    expect(await mandateOf(sold)).toBe('declined')
  })

  it('whose answer is lost is asked about: taken, or tried again', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 10_000 ? AbortSignal.abort() : timeout(ms),
    )
    const [taken, lost] = [
      await soldOnClock({ mandate: 'timeout' }),
      await soldOnClock({ mandate: 'unreached' }),
    ]
    for (const sold of [taken, lost]) await until(sold, '2032-06-05')
    expect(await collected(taken)).toEqual(['1 2032-06-01 ok'])
    expect(await collected(lost)).toEqual([
      '1 2032-06-01 failed unknown_charge',
      '2 2032-06-04 failed unknown_charge',
    ])
  })

  it('that nobody confirms is voided after the provider’s patience, and tried again', async () => {
    const sold = await soldOnClock({ mandate: 'pending' })
    await until(sold, '2032-06-02')
    expect(await collected(sold)).toEqual(['1 2032-06-01 pending'])
    await until(sold, '2032-06-07')
    expect(await collected(sold)).toEqual([
      '1 2032-06-01 failed not_confirmed',
      '2 2032-06-06 pending',
    ])
  })
})

describe('the token of an open invoice', () => {
  it('pays what is open and replaces the mandate, by which the next one is collected', async () => {
    const sold = await soldOnClock({ mandate: 'hard_decline' })
    await until(sold, '2032-06-05')
    const token = await tokenOf(sold)
    const declined = await payWith(sold, token, { outcome: 'failed' })
    expect(declined.json()).toMatchObject({ status: 'failed' })
    const paid = await payWith(sold, token)
    expect(paid.json(), paid.body).toMatchObject({ status: 'ok' })
    expect(await instalmentOf(sold)).toMatchObject({ state: 'settled', open: 0 })
    expect(await mandateOf(sold)).toBe('active')
    const again = await payWith(sold, token)
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      400,
      `Invoice ${(await instalmentOf(sold))?.id} cannot be paid: it is settled.`,
    ])
    await until(sold, '2033-06-05')
    expect(await collected(sold)).toEqual(['1 2032-06-01 failed card_closed', '1 2033-06-01 ok'])
  })

  it('pays before the due day: then nothing is collected, and the mandate before is replaced', async () => {
    const sold = await soldOnClock({})
    await until(sold, '2032-05-20')
    expect((await payWith(sold, await tokenOf(sold))).json()).toMatchObject({ status: 'ok' })
    await until(sold, '2032-07-01')
    expect(await collected(sold)).toEqual([])
    const rows = await platform.db.query<{ state: string }>(sql`
      select state from mandates where policy_id = ${sold.id} order by ended_at nulls last`)
    expect(rows.map(({ state }) => state)).toEqual(['replaced', 'active'])
  })

  it('pays after the provider withdrew the mandate, which nobody uses again', async () => {
    const sold = await soldOnClock({ mandate: 'revoked' })
    await until(sold, '2032-06-05')
    expect(await mandateOf(sold)).toBe('revoked')
    expect(await instalmentOf(sold)).toMatchObject({ state: 'open', open: premium })
    // A card that gives no mandate pays for one year; the next is asked for, and not collected.
    const paid = await payWith(sold, await tokenOf(sold), { mandate: 'none' })
    expect(paid.json()).toMatchObject({ status: 'ok' })
    expect(await mandateOf(sold)).toBe('revoked')
    await until(sold, '2033-07-01')
    expect(await collected(sold)).toEqual(['1 2032-06-01 failed mandate_revoked'])
    const next = (await invoicesOf(platform, sold.id)).filter(({ state }) => state === 'open')
    expect(next).toMatchObject([{ kind: 'instalment', open: premium }])
    const history = await managerOn(platform).get(`/manage/policies/${sold.id}/history`)
    const types = history.json<{ events: { type: string }[] }>().events.map(({ type }) => type)
    expect(tally(types)).toMatchObject({ 'mandate.given': 1, 'mandate.revoked': 1 })
  })

  it('makes the collection wait while its payment is pending', async () => {
    const sold = await soldOnClock({})
    await until(sold, '2032-05-30')
    const pending = await payWith(sold, await tokenOf(sold), { outcome: 'pending', void: 'ok' })
    await until(sold, '2032-06-01')
    expect(await collected(sold)).toEqual([])
    // Nobody confirms it for two days: then it is collected after all.
    await until(sold, '2032-06-03')
    expect(await collected(sold)).toEqual(['1 2032-06-02 ok'])
    // And money that comes for it later is given back whole.
    const body = { payment_id: pending.json<{ id: string }>().id, status: 'ok' }
    expect((await sandboxCallback(platform, body)).statusCode).toBe(200)
    await platform.runDue()
    const late = (await sold.seller.get(`/payments/${body.payment_id}`)).json()
    expect(late).toMatchObject({
      status: 'failed',
      error_code: 'too_late',
      refunds: [{ status: 'ok', method: 'whole', amount: premium }],
    })
  })

  it('pays nothing once a cancellation has settled the invoice: the money is given back whole', async () => {
    const sold = await soldOnClock({})
    await until(sold, '2032-05-20')
    const pending = await payWith(sold, await tokenOf(sold), { outcome: 'pending' })
    await transactionsOn(platform, sold.seller).cancel(sold.id, '2032-05-31')
    expect(await instalmentOf(sold)).toMatchObject({ state: 'settled', open: 0 })
    const body = { payment_id: pending.json<{ id: string }>().id, status: 'ok' }
    expect((await sandboxCallback(platform, body)).statusCode).toBe(200)
    await platform.runDue()
    expect((await sold.seller.get(`/payments/${body.payment_id}`)).json()).toMatchObject({
      status: 'failed',
      refunds: [{ status: 'ok', method: 'whole', amount: premium }],
    })
    await until(sold, '2032-07-01')
    expect(await collected(sold)).toEqual([])
    expect(await moneyOf(platform, sold.id)).toMatchObject({ receivable: 0, credit: 0 })
  })
})

describe('whatever happens to the one who collects', () => {
  /** In true time, by a bank that keeps its own accounts. */
  async function soldWithBank() {
    const bank = openBank(sandbox)
    put(bank.provider)
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer, card)).statusCode).toBe(200)
    const id = offer.id as PolicyId // The platform has just given it.
    const begun = platform.clock()
    const start = (await seller.get(`/policies/${id}`)).json<{ start_date: string }>().start_date
    const due = Temporal.Instant.from(start).toZonedDateTimeISO('Europe/Berlin').add({ years: 1 })
    const at = async (moment: Temporal.ZonedDateTime, work: () => Promise<unknown>) => {
      platform.clock.set(moment.toInstant())
      await work()
    }
    const sweep = async () => {
      await platform.handlers.sweep({})
      await platform.runDue()
    }
    await at(due.subtract({ days: 10 }), sweep)
    return { bank, seller, id, due, at, sweep, back: () => platform.clock.set(begun) }
  }
  const capturedBy = ({ charges }: ReturnType<typeof openBank>) =>
    [...charges.values()].filter(({ state }) => state === 'captured').length

  it.each(['deaf', 'mute'] as const)('a %s bank takes each instalment once', async (mood) => {
    const { bank, id, due, at, sweep, back } = await soldWithBank()
    bank.mood = mood
    await at(due.add({ hours: 1 }), sweep)
    expect(await instalmentOf({ id })).toMatchObject({ state: 'open' })
    bank.mood = 'honest'
    for (let days = 1; days < 8; days++) await at(due.add({ days }), sweep)
    expect(await instalmentOf({ id })).toMatchObject({ state: 'settled' })
    expect(capturedBy(bank)).toBe(2)
    expect(await moneyOf(platform, id)).toMatchObject({ cash: 2 * premium, credit: 0 })
    back()
  })

  it('one that dies before it calls leaves a payment that is found to be none, and a second try', async () => {
    const { bank, id, due, at, sweep, back } = await soldWithBank()
    // As if the process were gone after its commit.
    put({ ...bank.provider, collect: () => new Promise(() => undefined) })
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    platform.clock.set(due.add({ hours: 1 }).toInstant())
    void platform.handlers.sweep({}).catch(() => undefined)
    await vi.waitFor(async () => expect(await collected({ id })).toHaveLength(1))
    vi.restoreAllMocks()
    put(bank.provider)
    for (let days = 1; days < 6; days++) await at(due.add({ days }), sweep)
    expect((await collected({ id })).map((line) => line.replace(/ \S+/, ''))).toEqual([
      '1 failed voided',
      '2 ok',
    ])
    expect(capturedBy(bank)).toBe(2)
    back()
  })

  it('two sweeps and three customers at once pay an instalment once', async () => {
    const { bank, seller, id, due, at, back } = await soldWithBank()
    const token = await tokenOf({ id })
    await at(due.add({ hours: 1 }), async () => {
      const pay = () => seller.pay({ id, payment_token: token }, card)
      const [one, other, ...answers] = await Promise.all([
        platform.handlers.sweep({}),
        platform.handlers.sweep({}),
        pay(),
        pay(),
        pay(),
      ])
      expect([one, other]).toEqual([undefined, undefined])
      const codes = Object.keys(tally(answers.map(({ statusCode }) => statusCode)))
      expect(['200', '400', '422']).toEqual(expect.arrayContaining(codes))
      await platform.runDue()
    })
    expect(await instalmentOf({ id })).toMatchObject({ state: 'settled' })
    expect(capturedBy(bank)).toBe(2)
    expect(await moneyOf(platform, id)).toMatchObject({ cash: 2 * premium, credit: 0 })
    back()
  })
})

/** After all that was done above. */
it('the money of the whole portfolio agrees', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(10)
  expect((await managerOn(platform).get('/manage/payments?in_doubt=true')).json()).toEqual([])
})

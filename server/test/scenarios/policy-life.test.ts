import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { eventsOf, paymentsOf, refundsOf, tally } from './records.ts'
import { draws } from '../support/draws.ts'

/**
 * Any life that a policy can have, in any order of steps and with time passing in between, against
 * a model so small that it is plainly right.
 */

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await publishedDraft(platform, 'bike', { 'product.yaml': withoutRenewal })
})
afterAll(() => platform.close())

/** One sale as the model knows it. */
interface Sale {
  readonly offer: OfferCreated
  readonly offerEnds: Temporal.Instant
  readonly startDay: Temporal.PlainDate
  readonly coverEnds: Temporal.Instant
  stored: 'ready' | 'accepted' | 'paid' | 'cancelled' | 'expired'
  pending: { readonly id: string; readonly since: Temporal.Instant } | null
  isCancelling: Temporal.PlainDate | null
  refunds: number
  readonly events: Record<string, number>
  readonly paymentIds: string[]
}

interface Model {
  now: Temporal.Instant
  readonly sales: Sale[]
}

type Step = fc.AsyncCommand<Model, TestPlatform>

const zone = 'Europe/Zurich'
const seller = () => sellerOn(platform, { product: 'bike' })
const dayOf = (now: Temporal.Instant) => now.toZonedDateTimeISO(zone).toPlainDate()
const isOver = (end: Temporal.Instant, now: Temporal.Instant) =>
  Temporal.Instant.compare(end, now) <= 0

function statusOf(sale: Sale, now: Temporal.Instant): Sale['stored'] {
  if (sale.stored === 'ready' && isOver(sale.offerEnds, now)) return 'expired'
  if (sale.stored === 'paid' && isOver(sale.coverEnds, now)) return 'expired'
  return sale.stored
}

function happened(sale: Sale, ...types: string[]): void {
  for (const type of types) sale.events[type] = (sale.events[type] ?? 0) + 1
}

/** A step, after which everything that can be seen must agree with the model. */
function step(name: string, run: (model: Model) => Promise<void>): Step {
  return {
    check: () => true,
    run: async (model) => {
      await run(model)
      await Promise.all(model.sales.map((sale) => expectAgreement(sale, model.now)))
    },
    toString: () => name,
  }
}

async function expectAgreement(sale: Sale, now: Temporal.Instant): Promise<void> {
  const { id } = sale.offer
  const status = statusOf(sale, now)
  const byPublicKey = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  const [full, offer, limited, payments, refunds, events] = await Promise.all([
    seller().get(`/policies/${id}`),
    seller().get(`/offers/${id}`),
    byPublicKey.get(`/policies/${id}`),
    paymentsOf(platform, id),
    refundsOf(platform, id),
    eventsOf(platform, id, ...sale.paymentIds),
  ])
  const isLocked = sale.isCancelling !== null
  expect(full.json()).toMatchObject({ status, expired: status === 'expired', is_locked: isLocked })
  expect(offer.json()).toMatchObject({ status })
  expect(limited.json()).toMatchObject({ status })
  const standing = tally(payments.map((payment) => payment.status))
  expect(standing['ok'] ?? 0).toBe(wasPaid(sale) ? 1 : 0)
  expect(standing['pending'] ?? 0).toBe(sale.pending === null ? 0 : 1)
  expect(refunds).toHaveLength(sale.refunds)
  expect(tally(events)).toEqual(sale.events)
}

const wasPaid = (sale: Sale) => sale.events['policy.issued'] === 1

const sell = step('sell', async (model) => {
  const startDay = dayOf(model.now).add({ days: 10 })
  const data = { start_date: startDay.toString() }
  const offer = await madeOffer(seller(), { quote: { data } })
  model.sales.push({
    offer,
    // Its validity is longer, but nobody pays once the first day of cover has passed.
    offerEnds: startDay.add({ days: 1 }).toZonedDateTime(zone).toInstant(),
    startDay,
    coverEnds: startDay.add({ years: 1 }).toZonedDateTime(zone).toInstant(),
    stored: 'ready',
    pending: null,
    isCancelling: null,
    refunds: 0,
    events: { 'offer.created': 1 },
    paymentIds: [],
  })
})

/** A step with one of the sales, if there is one yet. */
function withSale(
  name: string,
  at: number,
  run: (model: Model, sale: Sale) => Promise<void>,
): Step {
  return step(`${name} of sale ${at}`, async (model) => {
    const sale = model.sales[at % Math.max(model.sales.length, 1)]
    if (sale !== undefined) await run(model, sale)
  })
}

type Means = 'invoice' | 'ok' | 'failed' | 'pending'

const pay = (at: number, means: Means) =>
  withSale(`payment (${means})`, at, async (model, sale) => {
    const options: JsonObject =
      means === 'invoice'
        ? {}
        : { provider: 'sandbox', method: 'card', sandbox: { outcome: means } }
    const answer = await seller().pay(sale.offer, options)
    const status = statusOf(sale, model.now)
    if (status !== 'ready') {
      expect(answer.statusCode).toBe(status === 'accepted' ? 422 : 400)
      return
    }
    expect(answer.statusCode).toBe(200)
    const payment = answer.json<{ id: string; status: string }>()
    expect(payment.status).toBe(means === 'invoice' ? 'ok' : means)
    sale.paymentIds.push(payment.id)
    if (means !== 'invoice') happened(sale, 'payment.pending')
    if (means === 'pending') {
      sale.stored = 'accepted'
      sale.pending = { id: payment.id, since: model.now }
    } else settle(sale, means === 'failed' ? 'failed' : 'ok')
  })

function settle(sale: Sale, outcome: 'ok' | 'failed'): void {
  sale.pending = null
  happened(sale, `payment.${outcome}`)
  sale.stored = outcome === 'ok' ? 'paid' : 'ready'
  if (outcome === 'ok') happened(sale, 'policy.issued')
}

const callBack = (at: number, outcome: 'ok' | 'failed') =>
  withSale(`callback (${outcome})`, at, async (_, sale) => {
    if (sale.pending === null) return
    const body = { payment_id: sale.pending.id, status: outcome }
    expect((await sandboxCallback(platform, body)).statusCode).toBe(200)
    settle(sale, outcome)
  })

const cancel = (at: number) =>
  withSale('cancellation', at, async (model, sale) => {
    const path = `/policies/${sale.offer.id}`
    const { version_id: version } = (await seller().get(path)).json<{ version_id: string }>()
    const day = dayOf(model.now)
    const cancellation = { termination_date: day.toString() }
    const answer = await seller().cancel(sale.offer.id, version, cancellation)
    const expected = cancellationAnswer(sale, statusOf(sale, model.now))
    expect(answer.statusCode).toBe(expected)
    if (expected !== 202) return
    sale.isCancelling = day
    happened(sale, 'policy.cancellation_requested')
  })

function cancellationAnswer(sale: Sale, status: Sale['stored']): number {
  if (status === 'cancelled' || status === 'expired') return 422
  if (sale.isCancelling !== null) return 409
  return status === 'paid' ? 202 : 400
}

const confirmationHoursMax = 48

const work = step('work off the jobs', async (model) => {
  await platform.runDue()
  for (const sale of model.sales) {
    if (sale.isCancelling !== null) {
      // The bike gives the premium back only before the start.
      if (Temporal.PlainDate.compare(sale.isCancelling, sale.startDay) < 0) sale.refunds += 1
      sale.stored = 'cancelled'
      sale.isCancelling = null
      happened(sale, 'policy.cancelled')
    }
    const givesUpAt = sale.pending?.since.add({ hours: confirmationHoursMax })
    if (givesUpAt !== undefined && isOver(givesUpAt, model.now)) settle(sale, 'failed')
  }
})

const sweep = step('sweep', async (model) => {
  await platform.handlers.sweep({})
  for (const sale of model.sales) {
    if (statusOf(sale, model.now) !== 'expired' || sale.stored === 'expired') continue
    if (sale.isCancelling !== null) continue
    happened(sale, sale.stored === 'ready' ? 'offer.expired' : 'policy.expired')
    sale.stored = 'expired'
  }
})

const wait = (hours: number) =>
  step(`wait ${hours} hours`, async (model) => {
    platform.clock.advance({ hours })
    model.now = platform.clock()
  })

const which = fc.nat(2)
const steps = [
  fc.constant(sell),
  fc
    .tuple(which, fc.constantFrom<Means>('invoice', 'ok', 'failed', 'pending'))
    .map(([at, means]) => pay(at, means)),
  fc
    .tuple(which, fc.constantFrom('ok' as const, 'failed' as const))
    .map(([at, outcome]) => callBack(at, outcome)),
  which.map(cancel),
  fc.constant(work),
  fc.constant(sweep),
  fc.constantFrom(1, 30, 49, 11 * 24, 20 * 24, 370 * 24).map(wait),
]

describe('whatever happens to a policy', () => {
  it('every view agrees, nothing is paid twice, and there is one event for each move', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 25, size: 'max' }), async (commands) => {
        platform.clock.set(testStart)
        const model: Model = { now: testStart, sales: [] }
        // One that is paid and one that is not: few draws would often have none of either.
        await sell.run(model, platform)
        await pay(0, 'invoice').run(model, platform)
        await sell.run(model, platform)
        await fc.asyncModelRun(() => ({ model, real: platform }), commands)
      }),
      { numRuns: draws(6), endOnFailure: true },
    )
    const twice = await platform.db.query(sql`
      select policy_id from payments where status = 'ok' group by policy_id having count(*) > 1`)
    expect(twice).toEqual([])
    const unpaid = await platform.db.query(sql`
      select id from policies where status in ('paid', 'cancelled') and not exists (
        select from payments where policy_id = policies.id and payments.status = 'ok')`)
    expect(unpaid).toEqual([])
  })
})

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { card, planIdOf } from '../builders/life.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices, tokenOf } from '../builders/open-invoice.ts'
import { type VersionStatus, ordersOn } from '../builders/orders.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { BillingModel, type Card, cards } from './billing-model.ts'
import { billedAs } from '../builders/billed.ts'
import type { ModelOrder, ModelPrice } from './policy-model.ts'

/**
 * Lives of policies that are paid monthly by card, many on one clock: whatever is ordered, declined,
 * tried again, paid late, charged back and given back, after each step the books are those of a model
 * that tells the same story another way.
 */

let platform: TestPlatform
let planId: string
const prices = new Map<string, ModelPrice>()

/** A thousand lives take BILLING_LIVES=1000. */
const lives = Number(process.env['BILLING_LIVES'] ?? 10)
const livesPerClock = Math.min(lives, 25)

beforeAll(async () => {
  platform = await openTestPlatform()
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      withoutRenewal(text)
        .replace('refund: full_before_start', 'refund: pro_rata')
        .concat('backdate_days: 730\nreinstatement_days: 730\n'),
  })
  planId = await planIdOf(platform, 'bike', 'monthly')
  const seller = sellerOn(platform, {
    product: 'bike',
    secretKey: platform.demo.insurer.test.secret,
  })
  for (const answers of allAnswers) {
    prices.set(JSON.stringify(answers), await quotedPrice(seller, answers))
  }
})
afterAll(() => platform.close())

const allAnswers = [0, 20_000].flatMap((deductible) =>
  ['locked_room', 'street'].flatMap((overnight_parking) =>
    [false, true].map((damage_cover) => ({ deductible, overnight_parking, damage_cover })),
  ),
)
const sold = { deductible: 20_000, overnight_parking: 'street', damage_cover: false }

const asked = (answers: JsonObject, first: string) => ({
  data: { ...answers, start_date: first, purchase_date: '2027-01-02', payment: 'monthly' },
  body: { subscription_plan_id: planId },
})

async function quotedPrice(seller: Seller, answers: JsonObject): Promise<ModelPrice> {
  const quote = await seller.quote(asked(answers, '2027-03-02'))
  const [row] = await platform.db.query<{ premium: Record<string, number> }>(sql`
    select premium from quotes where id = ${`qu_${quote.json<{ token: string }>().token.slice(0, 28)}`}`)
  if (row === undefined) throw new Error(quote.body)
  return {
    payment: row.premium['grossPaymentAmount'] ?? Number.NaN,
    tax: row.premium['premiumTax'] ?? Number.NaN,
    commission: row.premium['netCommissionTotal'] ?? Number.NaN,
  }
}

function priceOf({ deductible, overnight_parking, damage_cover }: JsonObject): ModelPrice {
  const price = prices.get(JSON.stringify({ deductible, overnight_parking, damage_cover }))
  if (price === undefined) throw new Error('a price that nobody asked for')
  return price
}

interface Life {
  readonly id: string
  readonly seller: Seller
  readonly orders: ReturnType<typeof ordersOn>
  readonly model: BillingModel
}

/** What is done with a policy, as it is told when something does not hold. */
type Told =
  | 'nothing'
  | { readonly change: JsonObject; readonly from: number; readonly pay: Card | null }
  | { readonly cancel: number }
  | { readonly reinstate: 'whole' | 'with a gap'; readonly pay: Card | null }
  | { readonly payOpen: Card }

const isOver = ({ model }: Life) => Temporal.PlainDate.compare(model.today, lastDayOf(model)) > 0
const lastDayOf = ({ days }: BillingModel) =>
  days.periods.at(-1)?.lastDay ?? fail('a year has months')

function fail(message: string): never {
  throw new Error(message)
}

/** A day so far from today, in the year that is insured. */
function dayFrom({ days, today }: BillingModel, away: number): Temporal.PlainDate {
  const first = days.periods[0]?.firstDay ?? fail('a year has months')
  const last = days.periods.at(-1)?.lastDay ?? first
  const day = today.add({ days: away })
  if (Temporal.PlainDate.compare(day, first) < 0) return first
  return Temporal.PlainDate.compare(day, last) > 0 ? last : day
}

/** Looks at an order, gives it with the token of what was seen, and pays for it where that is to be. */
async function take(
  { id, orders, model }: Life,
  order: ModelOrder,
  pay: Card | null,
  previewed: JsonObject,
  give: (preview_token: string) => Promise<VersionStatus>,
): Promise<void> {
  const foreseen = model.foresee(order)
  const { toPay, arrears } = foreseen
  const preview = await orders.preview(id, previewed)
  if (toPay > 0) {
    expect(preview.invoice).toMatchObject({ amount: toPay, arrears, is_paid_first: true })
  } else {
    expect(preview.invoice?.is_paid_first ?? false).toBe(false)
  }
  const { status, payment } = await give(preview.preview_token)
  expect({ status, amount: payment?.amount ?? 0 }).toEqual({
    status: toPay > 0 ? 'proposed' : 'active',
    amount: toPay,
  })
  if (toPay > 0 && pay === null) return
  if (toPay > 0 && pay !== null) {
    const paid = await orders.pay(id, payment?.token ?? '', card(pay))
    expect(paid.json()).toMatchObject({ status: 'ok' })
    await platform.workOff()
  }
  model.take(foreseen, pay)
}

async function change(life: Life, says: JsonObject, from: number, pay: Card | null): Promise<void> {
  const { id, orders, model } = life
  const day = dayFrom(model, from)
  const held = model.days.answersOn(day)
  const differing = Object.entries(says).filter(([name, value]) => held[name] !== value)
  if (model.days.lastCovered !== null || differing.length === 0) return
  const order = { kind: 'change', day, says: Object.fromEntries(differing) } as const
  const { token } = await orders.quoteChange(id, says, day.toString())
  const said = { quote_token: token }
  await take(life, order, pay, { change: said }, (preview_token) =>
    orders.change(id, { ...said, preview_token }),
  )
}

async function cancel(life: Life, away: number): Promise<void> {
  const { id, orders, model } = life
  if (model.days.lastCovered !== null) return
  const lastDay = dayFrom(model, away)
  const last = lastDay.toString()
  const said = { cancellation: { termination_date: last } }
  await take(life, { kind: 'cancellation', lastDay }, null, said, (preview_token) =>
    orders.cancel(id, last, { preview_token }),
  )
}

async function reinstate(life: Life, hasGap: boolean, pay: Card | null): Promise<void> {
  const { id, orders, model } = life
  const { lastCovered } = model.days
  if (lastCovered === null) return
  const yesterday = model.today.subtract({ days: 1 })
  const isGap = hasGap && Temporal.PlainDate.compare(lastCovered, yesterday) < 0
  const order = { kind: 'reinstatement', gapUntil: isGap ? yesterday : null } as const
  const said: JsonObject = hasGap ? { gap: true } : {}
  await take(life, order, pay, { reinstatement: said }, (preview_token) =>
    orders.reinstate(id, { ...said, preview_token }),
  )
}

async function payOpen({ id, seller, model }: Life, by: Card): Promise<void> {
  const [open] = await openInvoices(platform, id)
  if (open === undefined) return
  const token = (await tokenOf(platform, id, open)) ?? fail(`${open.id} has no token`)
  const paid = await seller.post('/payments', { policy_id: id, token, ...card(by) })
  expect(paid.statusCode, paid.body).toBe(model.isUnderWay ? 422 : 200)
  await platform.workOff()
  if (!model.isUnderWay) model.payOpen(by)
}

async function doStep(life: Life, told: Told): Promise<void> {
  if (told === 'nothing') return
  if ('payOpen' in told) return payOpen(life, told.payOpen)
  if (isOver(life)) return
  if ('change' in told) return change(life, told.change, told.from, told.pay)
  if ('cancel' in told) return cancel(life, told.cancel)
  return reinstate(life, told.reinstate === 'with a gap', told.pay)
}

async function expectAsModelled({ id, model }: Life): Promise<void> {
  const { receivable, credit, cash, charged } = model
  const sum = (part: keyof ModelPrice) => charged.reduce((all, one) => all + one[part], 0)
  const payment = sum('payment')
  const tax = sum('tax')
  expect(await billedAs(platform, id)).toEqual({
    balances: { receivable, credit, cash },
    // Once by what is kept, and once more from every posting there is.
    posted: { receivable, credit, cash, premium: payment - tax, tax, fees: 0 },
    charged,
    open: model.invoices.map(({ due, open }) => `${due} ${open}`),
    hasMandate: model.card !== null,
  })
}

async function beginLife(clock: ClockId, first: Temporal.PlainDate, plays: Card): Promise<Life> {
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey })
  const quote = asked(sold, first.toString())
  const { id } = await soldPolicy(seller, { quote, payment: card(plays) })
  await platform.workOff()
  const model = new BillingModel({
    firstDay: first,
    answers: sold,
    priceOf,
    at: start,
    card: plays,
  })
  return { id, seller, orders: ordersOn(platform, seller), model }
}

const start = Temporal.Instant.from('2027-01-29T10:00:00Z')
const someDays = fc.oneof(fc.integer({ min: -70, max: 60 }), fc.integer({ min: -3, max: 3 }))
const someCard = fc.constantFrom(...cards)
const maybePaid = fc.oneof(
  { weight: 3, arbitrary: someCard },
  { weight: 1, arbitrary: fc.constant(null) },
)
const someAnswers = fc
  .record(
    {
      deductible: fc.constantFrom(0, 20_000),
      overnight_parking: fc.constantFrom('locked_room', 'street'),
      damage_cover: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((says) => Object.keys(says).length > 0)

const steps = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Told> }[]>(
  { weight: 2, arbitrary: fc.constant('nothing') },
  { weight: 4, arbitrary: fc.record({ change: someAnswers, from: someDays, pay: maybePaid }) },
  { weight: 2, arbitrary: fc.record({ cancel: someDays }) },
  {
    weight: 3,
    arbitrary: fc.record({ reinstate: fc.constantFrom('whole', 'with a gap'), pay: maybePaid }),
  },
  { weight: 3, arbitrary: fc.record({ payOpen: someCard }) },
)
/** The first of them begin on days that most months do not have. */
const someLife = fc.record({
  first: fc.integer({ min: 0, max: 31 }),
  card: someCard,
  steps: fc.array(steps, { minLength: 7, maxLength: 7 }),
})
const waits = fc.array(fc.constantFrom(1, 4, 9, 17, 31, 45), { minLength: 7, maxLength: 7 })

describe('lives that are paid monthly by card', () => {
  it('have in the books, after each step, what a plain model says', async () => {
    let told = 0
    const batches = Math.ceil(lives / livesPerClock)
    const batch = fc.array(someLife, { minLength: livesPerClock, maxLength: livesPerClock })
    await fc.assert(
      fc.asyncProperty(batch, waits, async (stories, pauses) => {
        const clock = await newClock(platform, start.toString())
        const day = start.toZonedDateTimeISO('Europe/Zurich').toPlainDate()
        const begun: { readonly life: Life; readonly steps: readonly Told[] }[] = []
        for (const { first, card: plays, steps } of stories) {
          const life = await beginLife(clock, day.add({ days: 1 + first }), plays)
          begun.push({ life, steps })
        }
        let now = start
        for (const [n, pause] of pauses.entries()) {
          for (const { life, steps } of begun) {
            await doStep(life, steps[n] ?? 'nothing')
            await expectAsModelled(life)
            told += 1
          }
          now = now.add({ hours: 24 * pause })
          expect(await advanceAll(platform, clock, now.toString())).toMatchObject({
            status: 'ready',
          })
          for (const { life } of begun) {
            life.model.passTo(now)
            await expectAsModelled(life)
          }
        }
      }),
      { numRuns: batches, endOnFailure: true },
    )
    expect(told).toBe(batches * livesPerClock * 7)
    expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  })
})

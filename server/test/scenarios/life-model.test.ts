import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type JsonObject, todayIn } from '../../src/kernel/index.ts'
import { withdrawableBy } from '../builders/draft.ts'
import { exampleFolder } from '../builders/folder.ts'
import { agreedReports } from '../builders/reports.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type Preview, type VersionStatus, transactionsOn } from '../builders/transactions.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type ModelKind, allModelKinds, modelKinds, withModelKinds } from './model-kinds.ts'
import { type ModelTransaction, type ModelPrice, PolicyModel } from './policy-model.ts'

/**
 * Whatever is requested for a policy, in whatever order and from whatever day: what every day says and
 * costs, what was charged, paid and given back are those of a model that works every day out by itself.
 */

let platform: TestPlatform
let insurer: Seller
let transactions: ReturnType<typeof transactionsOn>
const prices = new Map<string, ModelPrice>()
const firstDay = Temporal.PlainDate.from('2027-03-02')
const lastDay = Temporal.PlainDate.from('2028-03-01')
const start = Temporal.Instant.from('2027-03-01T09:00:00Z')

beforeAll(async () => {
  platform = await openTestPlatform()
  await sellBikes()
  insurer = sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })
  transactions = transactionsOn(platform, insurer)
  platform.clock.set(start)
  for (const answers of allAnswers) prices.set(JSON.stringify(answers), await quotedPrice(answers))
})
afterAll(() => platform.close())

/** Bikes may be changed and reinstated two years back, so that little is refused, and have no documents. */
async function sellBikes(): Promise<void> {
  const files = await exampleFolder('bike', {
    'product.yaml': (text) =>
      withModelKinds(withdrawableBy(text))
        .concat('backdate_days: 730\nreinstatement_days: 730\n')
        // Nobody knows when documents arrive, so that everybody can withdraw.
        .concat('withdrawal: { early_cover: damage_cover }\n')
        .concat('adjustment: { fields: [deductible], within_days: 730 }\n'),
  })
  const kept = [...files].filter(([path]) => !/^(documents|tests)\//.test(path))
  const manager = managerOn(platform)
  const pushed = await manager.push(new Map(kept))
  const { product_version_id: version } = pushed.json<{ product_version_id: string }>()
  const published = await manager.post(`/manage/product_versions/${version}/publish`)
  if (published.statusCode !== 200) throw new Error(`${pushed.body} ${published.body}`)
}

const allAnswers = [0, 10_000, 20_000].flatMap((deductible) =>
  ['locked_room', 'courtyard', 'street'].flatMap((overnight_parking) =>
    [false, true].map((damage_cover) => ({ deductible, overnight_parking, damage_cover })),
  ),
)

async function quotedPrice(answers: JsonObject): Promise<ModelPrice> {
  const quote = await insurer.quote({ data: { ...answers, start_date: firstDay.toString() } })
  const [row] = await platform.db.query<{ premium: Record<string, number> }>(sql`
    select premium from quotes where id = ${`qu_${quote.json<{ token: string }>().token.slice(0, 28)}`}`)
  if (row === undefined) throw new Error(quote.body)
  return {
    payment: row.premium['grossPaymentAmount'] ?? Number.NaN,
    tax: row.premium['premiumTax'] ?? Number.NaN,
    commission: row.premium['netCommissionTotal'] ?? Number.NaN,
  }
}

/** Some thousand steps take LIFE_STORIES=300. */
const numRuns = Number(process.env['LIFE_STORIES'] ?? 8)

interface Story {
  readonly id: string
  /** Whether the customer agreed to cover before the period of a withdrawal is over. */
  readonly isEarly: boolean
  model: PolicyModel
  /** What waits to be paid for, and with which token. */
  proposal: {
    readonly transaction: ModelTransaction
    readonly token: string
    readonly until: string
    /** What its preview said. */
    readonly expected: ExpectedOutcome
  } | null
}

interface ExpectedOutcome {
  readonly preview: Preview
  readonly versionId: string
}

type Step = (story: Story) => Promise<void>

const today = () => todayIn('Europe/Zurich', platform.clock())
const hasExpired = () => Temporal.PlainDate.compare(today(), lastDay) > 0

/**
 * Previews a transaction, then requests it with the preview token. What came of it: it holds, or is
 * to be paid for first.
 */
async function take(
  story: Story,
  transaction: ModelTransaction,
  previewed: JsonObject,
  give: (preview_token: string) => Promise<VersionStatus>,
): Promise<void> {
  const preview = await transactions.preview(story.id, previewed)
  expect(await transactions.preview(story.id, previewed)).toMatchObject({
    charges: preview.charges,
    timeline: preview.timeline,
  })
  const outcome = await give(preview.preview_token)
  const expected = { preview, versionId: outcome.version_id }
  const owed = story.model.with(transaction).cost().payment - story.model.cost().payment
  // Nobody pays for a cancellation first: what it costs more is asked for at once.
  const isCancellation = transaction.kind === 'cancellation'
  if (owed > 0 && !isCancellation) {
    expect(outcome).toMatchObject({ status: 'proposed', payment: { amount: owed } })
    const { token = '', pay_until: until = '' } = outcome.payment ?? {}
    expect(preview.invoice).toEqual({
      amount: owed,
      arrears: 0,
      due_date: until,
      is_paid_first: true,
    })
    story.proposal = { transaction, token, until, expected }
    return
  }
  expect(outcome).toMatchObject({ status: 'active', payment: null })
  await expectAsPreviewed(story.id, expected)
  story.model = story.model.with(transaction)
  story.proposal = null
  if (owed <= 0) return
  await platform.handlers.sweep({})
  await platform.runDue()
}

/** Days, charges and refund are those of the preview. */
async function expectAsPreviewed(
  id: string,
  { preview, versionId }: ExpectedOutcome,
): Promise<void> {
  const { charges, refund, timeline } = preview
  expect(await transactions.charged(id, versionId)).toEqual({ charges, refunded: refund.amount })
  expect(await transactions.days(id)).toEqual(
    timeline.after.map(({ first_day: day, kind, gross_payment_amount: payment }) => ({
      day,
      kind,
      payment,
    })),
  )
}

/** From a day of the year, counted from today, or from its first or last where that is not in it. */
function dayFromToday(days: number): Temporal.PlainDate {
  const day = today().add({ days })
  if (Temporal.PlainDate.compare(day, firstDay) < 0) return firstDay
  return Temporal.PlainDate.compare(day, lastDay) > 0 ? lastDay : day
}

/** Whether its last day is over: until then a cancelled one is changed as any other. */
function hasEnded({ model: { lastCovered, isWithdrawn } }: Story): boolean {
  if (isWithdrawn) return true
  return lastCovered !== null && Temporal.PlainDate.compare(lastCovered, today()) < 0
}

function earlier(day: Temporal.PlainDate, other: Temporal.PlainDate | null): Temporal.PlainDate {
  return other !== null && Temporal.PlainDate.compare(other, day) < 0 ? other : day
}

const change =
  (days: number, newAnswers: JsonObject): Step =>
  async (story) => {
    if (hasEnded(story) || hasExpired()) return
    const day = earlier(dayFromToday(days), story.model.lastCovered)
    const held = story.model.on(day).answers
    // To say what holds anyway decides nothing: a transaction that counts from an earlier day may change it.
    const differing = Object.entries(newAnswers).filter(([name, value]) => held[name] !== value)
    if (differing.length === 0) return
    const transaction = { kind: 'change', day, newAnswers: Object.fromEntries(differing) } as const
    const quote = await transactions.quoteEndorsement(story.id, newAnswers, day.toString())
    const owed = story.model.with(transaction).cost().payment - story.model.cost().payment
    expect(quote.endorsement.amount).toBe(owed)
    const request = { quote_token: quote.token }
    await take(story, transaction, { endorsement: request }, (preview_token) =>
      transactions.endorse(story.id, { ...request, preview_token }),
    )
  }

const cancel =
  (days: number, by: ModelKind): Step =>
  async (story) => {
    if (story.model.isCancelled || hasExpired()) return
    const day = dayFromToday(days)
    const transaction = { kind: 'cancellation', lastDay: day, by } as const
    const last = day.toString()
    const { named } = modelKinds[by]
    const previewed = { cancellation: { termination_date: last, ...named } }
    await take(story, transaction, previewed, (preview_token) =>
      transactions.cancel(story.id, last, { ...named, preview_token }),
    )
  }

const moveEnd =
  (days: number): Step =>
  async (story) => {
    const { lastCovered } = story.model
    const day = dayFromToday(days)
    if (lastCovered === null || hasEnded(story) || day.equals(lastCovered)) return
    const transaction = { kind: 'end_move', lastDay: day } as const
    const last = day.toString()
    await take(story, transaction, { end_move: { termination_date: last } }, (preview_token) =>
      transactions.moveEnd(story.id, last, { preview_token }),
    )
  }

const reinstate =
  (hasGap: boolean): Step =>
  async (story) => {
    const { lastCovered } = story.model
    if (lastCovered === null || story.model.isWithdrawn || hasExpired()) return
    const yesterday = today().subtract({ days: 1 })
    const isGap = hasGap && Temporal.PlainDate.compare(lastCovered, yesterday) < 0
    const transaction = { kind: 'reinstatement', gapUntil: isGap ? yesterday : null } as const
    const request: JsonObject = hasGap ? { gap: true } : {}
    await take(story, transaction, { reinstatement: request }, (preview_token) =>
      transactions.reinstate(story.id, { ...request, preview_token }),
    )
  }

const withdraw =
  (daysAgo: number): Step =>
  async (story) => {
    if (story.model.isWithdrawn || hasExpired()) return
    const concluded = todayIn('Europe/Zurich', start)
    const day = today().subtract({ days: daysAgo })
    const receivedOn = Temporal.PlainDate.compare(day, concluded) < 0 ? concluded : day
    const transaction = { kind: 'withdrawal', receivedOn, isVoid: !story.isEarly } as const
    const request = { received_on: receivedOn.toString() }
    await take(story, transaction, { withdrawal: request }, (preview_token) =>
      transactions.withdraw(story.id, { ...request, preview_token }),
    )
  }

/** Declares a value once the term is over. Nobody pays for it before it counts: it is invoiced. */
const adjust =
  (deductible: number): Step =>
  async (story) => {
    if (story.model.isWithdrawn || !(hasEnded(story) || hasExpired())) return
    const transaction = { kind: 'adjustment', newAnswers: { deductible } } as const
    const owed = story.model.with(transaction).cost().payment - story.model.cost().payment
    const adjustment = { answers: { deductible } }
    const preview = await transactions.preview(story.id, { adjustment })
    expect([preview.invoice?.amount ?? 0, preview.invoice?.is_paid_first ?? false]).toEqual([
      Math.max(0, owed),
      false,
    ])
    const { preview_token } = preview
    const outcome = await transactions.adjust(story.id, { ...adjustment, preview_token })
    expect(outcome).toMatchObject({ status: 'active', payment: null })
    await platform.handlers.sweep({})
    await platform.runDue()
    await expectAsPreviewed(story.id, { preview, versionId: outcome.version_id })
    story.model = story.model.with(transaction)
    story.proposal = null
  }

const pay: Step = async (story) => {
  const { proposal } = story
  if (proposal === null) return
  const paid = await transactions.pay(story.id, proposal.token)
  expect(paid.statusCode, paid.body).toBe(200)
  await platform.runDue()
  await expectAsPreviewed(story.id, proposal.expected)
  story.model = story.model.with(proposal.transaction)
  story.proposal = null
}

const wait =
  (days: number): Step =>
  async (story) => {
    platform.clock.advance({ hours: 24 * days })
    await platform.handlers.sweep({})
    await platform.runDue()
    const { proposal } = story
    if (proposal === null || today().toString() <= proposal.until) return
    const late = await transactions.pay(story.id, proposal.token)
    expect(late.statusCode).toBe(400)
    story.proposal = null
  }

async function expectAsModelled({ id, model }: Story): Promise<void> {
  const segments = (await transactions.days(id)).map(({ day, kind, payment }) => {
    return {
      from: model.numberOf(Temporal.PlainDate.from(day)),
      isCovered: kind === 'cover',
      payment,
    }
  })
  const held = model.days.map((_, n) => segments.findLast(({ from }) => from <= n + 1))
  expect(held.map((one) => [one?.isCovered, one?.payment])).toEqual(
    model.days.map(({ isCovered, price }) => [isCovered, price.payment]),
  )
  const { payment, tax, commission } = model.cost()
  expect(await transactions.money(id)).toEqual({ charged: payment, receivable: 0, credit: 0 })
  expect(await posted(id)).toEqual({
    tax,
    commission,
    posted: { premium: payment - tax, tax, fees: 0 },
    kept: payment,
  })
  expect(await transactions.view(id)).toMatchObject(seen(model))
}

const unnamed = { cancellation_kind: null, cancellation_reason_code: null }

/** How the policy shows itself today. */
function seen(model: PolicyModel) {
  const day = dayFromToday(0)
  const status = hasExpired() ? 'expired' : 'paid'
  return {
    status: model.isCancelled ? 'cancelled' : status,
    is_locked: false,
    termination_date: model.lastCovered === null ? null : expect.any(String),
    ...unnamed,
    ...(model.cancelledBy !== null && modelKinds[model.cancelledBy].named),
    quote: {
      gross_payment_amount: model.on(day).price.payment,
      customer_input: model.on(day).answers,
    },
  }
}

/** What the ledger says besides: charges by kind, postings by account, and what was paid and kept. */
async function posted(id: string) {
  const [row] = await platform.db.query<{
    tax: number
    commission: number
    premiumPosted: number
    taxPosted: number
    feesPosted: number
    kept: number
  }>(sql`
    select
      (select sum(tax)::bigint from charges where policy_id = ${id}) as tax,
      (select sum(commission)::bigint from charges where policy_id = ${id}) as commission,
      (select coalesce(sum(case 'premium' when credit then amount when debit then -amount end), 0)::bigint
        from postings where policy_id = ${id}) as "premiumPosted",
      (select coalesce(sum(case 'tax' when credit then amount when debit then -amount end), 0)::bigint
        from postings where policy_id = ${id}) as "taxPosted",
      (select coalesce(sum(case 'fees' when credit then amount when debit then -amount end), 0)::bigint
        from postings where policy_id = ${id}) as "feesPosted",
      (select coalesce(sum(amount), 0)::bigint from payments
        where policy_id = ${id} and status = 'ok')
      - (select coalesce(sum(amount), 0)::bigint from refunds
        where policy_id = ${id} and status = 'ok') as kept`)
  if (row === undefined) throw new Error('a query without rows')
  const { tax, commission, premiumPosted, taxPosted, feesPosted, kept } = row
  const posted = { premium: premiumPosted, tax: taxPosted, fees: feesPosted }
  return { tax, commission, posted, kept }
}

const someDays = fc.oneof(fc.integer({ min: -120, max: 200 }), fc.integer({ min: -3, max: 3 }))
const someAnswers = fc
  .record(
    {
      deductible: fc.constantFrom(0, 10_000, 20_000),
      overnight_parking: fc.constantFrom('locked_room', 'courtyard', 'street'),
      damage_cover: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((newAnswers) => Object.keys(newAnswers).length > 0)

/** A step of the story, as it is shown when something does not hold. */
type StoryStep =
  | { readonly change: JsonObject; readonly from: number }
  | { readonly cancel: number; readonly by: ModelKind }
  | { readonly moveEnd: number }
  | { readonly reinstate: 'whole' | 'with a gap' }
  | { readonly withdraw: number }
  | { readonly adjust: number }
  | { readonly wait: number }
  | 'pay'

const steps = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<StoryStep> }[]>(
  { weight: 6, arbitrary: fc.record({ change: someAnswers, from: someDays }) },
  { weight: 2, arbitrary: fc.record({ cancel: someDays, by: fc.constantFrom(...allModelKinds) }) },
  { weight: 2, arbitrary: fc.record({ moveEnd: someDays }) },
  {
    weight: 3,
    arbitrary: fc.record({ reinstate: fc.constantFrom('whole', 'with a gap') }),
  },
  { weight: 1, arbitrary: fc.record({ withdraw: fc.constantFrom(0, 0, 3, 40) }) },
  { weight: 3, arbitrary: fc.record({ adjust: fc.constantFrom(0, 10_000, 20_000) }) },
  { weight: 6, arbitrary: fc.constant('pay') },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(1, 20, 45, 200) }) },
)

const stories = fc.array(steps, { minLength: 5, maxLength: 16 })

function stepOf(step: StoryStep): Step {
  if (step === 'pay') return pay
  if ('change' in step) return change(step.from, step.change)
  if ('cancel' in step) return cancel(step.cancel, step.by)
  if ('moveEnd' in step) return moveEnd(step.moveEnd)
  if ('reinstate' in step) return reinstate(step.reinstate === 'with a gap')
  if ('withdraw' in step) return withdraw(step.withdraw)
  if ('adjust' in step) return adjust(step.adjust)
  return wait(step.wait)
}

describe('any sequence of transactions of a policy', () => {
  it('every day and every cent is as a plain model has it', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(stories, fc.boolean(), async (chosen, isEarly) => {
        platform.clock.set(start)
        const damage_cover = isEarly
        const answers = { deductible: 10_000, overnight_parking: 'courtyard', damage_cover }
        const data = { ...answers, start_date: firstDay.toString() }
        const { id } = await soldPolicy(insurer, { quote: { data } })
        const priceOf = ({
          deductible,
          overnight_parking,
          damage_cover: isCovered,
        }: JsonObject) => {
          const key = { deductible, overnight_parking, damage_cover: isCovered }
          const price = prices.get(JSON.stringify(key))
          if (price === undefined) throw new Error('a price that nobody asked for')
          return price
        }
        const model = new PolicyModel({ firstDay, lastDay, answers, priceOf })
        const story: Story = { id, isEarly, model, proposal: null }
        for (const one of chosen) {
          await stepOf(one)(story)
          await expectAsModelled(story)
          taken += 1
        }
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns * 5)
    // Every story began anew in March: the year has passed for all of them now.
    platform.clock.set(Temporal.Instant.from('2028-06-01T09:00:00Z'))
    await platform.handlers.sweep({})
    await platform.runDue()
    expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
    for (const days of [-30, 0, 1, 20, 46, 100, 200, 330, 365, 400]) {
      await agreedReports(platform, firstDay.add({ days }).toString())
    }
  })
})

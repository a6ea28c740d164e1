import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import { billedAs } from '../builders/billed.ts'
import { agreedReports, expectSameAsThen } from '../builders/reports.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { dunnedBy, publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { card, planIdOf } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { massEndorsementsOn, taxLaw } from '../builders/mass-endorsements.ts'
import { checkMoney } from '../builders/money-check.ts'
import { bankPays } from '../builders/payouts.ts'
import { tokenOf } from '../builders/open-invoice.ts'
import { type VersionStatus, transactionsOn } from '../builders/transactions.ts'
import {
  type OfferCreated,
  type Seller,
  quoteMedia,
  sellerOn,
  soldPolicy,
} from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { receivedByHand, receivedByBank } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import {
  BillingModel,
  type Between,
  type ByHand,
  type Card,
  type ModelInvoice,
  type PaidBy,
  cards,
} from './billing-model.ts'
import { type ModelKind, allModelKinds, modelKinds, withModelKinds } from './model-kinds.ts'
import type { ModelPlan, ModelTransaction, ModelPrice } from './policy-model.ts'

/**
 * Lives of policies that are paid monthly, or quarterly or yearly from some day on, by card or by transfers that are waited for, many on one
 * clock: whatever is requested, declined, tried again, paid late, received, charged back, given back and
 * given up, after each step the ledger is that of a model that computes the same life another way.
 */

let platform: TestPlatform
const prices = new Map<string, ModelPrice>()

/** A thousand lives take BILLING_LIVES=1000. */
const lives = Number(process.env['BILLING_LIVES'] ?? 4)
/** Draws the same lives again. */
const seed = process.env['BILLING_SEED']
const livesPerClock = Math.min(Math.ceil(lives / 2), 25)
/** Only who hangs is to meet it. */
const timeLimitMs = 240_000 + lives * 10_000

beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

/** The plans of those who pay by card, and of those whose transfers are waited for. */
const planKeys = {
  card: { monthly: 'monthly', quarterly: 'quarterly', yearly: 'yearly' },
  tracked: { monthly: 'transfers', quarterly: 'tracked_quarterly', yearly: 'tracked_yearly' },
} as const satisfies Record<string, Record<ModelPlan, string>>

const frequencies: Readonly<Record<ModelPlan, string>> = {
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
}

const planOf = (key: string, plan: ModelPlan, isTracked: boolean) => `  - key: ${key}
    name: ${key}
    type: recurring
    frequency: ${frequencies[plan]}
    issue_days_before: ${issueDaysBefore}
    retry_days: [3, 5, 7]
${isTracked ? '    receipts: tracked\n' : ''}    methods:
      - { provider: sandbox, method: card }
${isTracked ? '      - { provider: invoice, method: invoice }\n' : ''}`

/** Of all plans. */
const issueDaysBefore = 7

const plans = ['monthly', 'quarterly', 'yearly'] as const
const otherPlans = [
  ...plans.slice(1).map((plan) => planOf(planKeys.card[plan], plan, false)),
  ...plans.map((plan) => planOf(planKeys.tracked[plan], plan, true)),
].join('')
const allKeys = ['once', ...Object.values(planKeys.card), ...Object.values(planKeys.tracked)]
const answeredByPlans = (text: string) => text.replace('in:once,monthly', `in:${allKeys.join()}`)

/** Fewer payments cost less; each plan is known by its answer. */
const byPlan = `  payments: SWITCH(payment, "monthly", 12, "transfers", 12, "quarterly", 4, "tracked_quarterly", 4, 1)
  payment_factor: SWITCH(payments, 12, 1.04, 4, 1.02, 1)
`

const indexation =
  'indexation: [{ answer: deductible, takes_effect: day, percent_max: 100, clause: No. 9 }]\n'

/** Puts it on sale, and asks for the price of everything that can be answered. */
async function putOnSale({ increaseDue, refund }: Between): Promise<void> {
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      withModelKinds(dunnedBy(withoutRenewal(text)))
        .replace('increase_due: next', `increase_due: ${increaseDue}`)
        .replace('\nintegrations:', `${otherPlans}\nintegrations:`)
        .concat(`refund: ${refund}\nbackdate_days: 730\nreinstatement_days: 730\n`)
        .concat('withdrawal: { early_cover: damage_cover }\n')
        .concat(indexation),
    'checkout.yaml': () => 'plan_question: payment\n',
    'quote.json': answeredByPlans,
    'items/e-bike/quote.json': answeredByPlans,
    'pricing.yaml': (text) => text.replace(/ {2}payments: .*\n {2}payment_factor: .*\n/, byPlan),
  })
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', secretKey })
  for (const plan of plans) {
    for (const answers of allAnswers) {
      const price = await quotedPrice(seller, answers, planKeys.card[plan])
      prices.set(JSON.stringify({ ...answers, plan }), price)
    }
  }
}

const allAnswers = [0, 10_000, 20_000].flatMap((deductible) =>
  ['locked_room', 'street'].flatMap((overnight_parking) =>
    [false, true].map((damage_cover) => ({ deductible, overnight_parking, damage_cover })),
  ),
)
const sold = { deductible: 10_000, overnight_parking: 'street', damage_cover: false }

const asked = async (answers: JsonObject, first: string, payment: string) => ({
  data: { ...answers, start_date: first, purchase_date: '2027-01-02', payment },
  body: { subscription_plan_id: await planIdOf(platform, 'bike', payment) },
})

async function quotedPrice(seller: Seller, answers: JsonObject, plan: string): Promise<ModelPrice> {
  const quote = await seller.quote(await asked(answers, '2027-03-02', plan))
  const [row] = await platform.db.query<{ premium: Record<string, number> }>(sql`
    select premium from quotes where id = ${`qu_${quote.json<{ token: string }>().token.slice(0, 28)}`}`)
  if (row === undefined) throw new Error(quote.body)
  return {
    payment: row.premium['grossPaymentAmount'] ?? Number.NaN,
    tax: row.premium['premiumTax'] ?? Number.NaN,
    commission: row.premium['netCommissionTotal'] ?? Number.NaN,
  }
}

function priceOf(
  { deductible, overnight_parking, damage_cover }: JsonObject,
  plan: ModelPlan,
): ModelPrice {
  const price = prices.get(JSON.stringify({ deductible, overnight_parking, damage_cover, plan }))
  if (price === undefined) throw new Error('a price that nobody asked for')
  return price
}

interface Life {
  /** What is done to the policy, to find out why the ledger differs. */
  readonly description: string
  readonly id: string
  readonly offer: OfferCreated
  readonly seller: Seller
  /** Whether what comes by transfer is waited for, so that a transaction can be promised to be paid. */
  readonly isTracked: boolean
  /** Whether the customer agreed to cover before the period of a withdrawal is over. */
  readonly isEarly: boolean
  readonly transactions: ReturnType<typeof transactionsOn>
  readonly model: BillingModel
}

/** What is done with a policy, as it is shown when something does not hold. */
type Step =
  | 'nothing'
  | { readonly change: JsonObject; readonly from: number; readonly pay: PaidBy | null }
  | { readonly plan: ModelPlan; readonly from: number }
  | { readonly cancel: number; readonly by: ModelKind }
  | { readonly moveEnd: number; readonly pay: PaidBy | null }
  | { readonly reinstate: 'whole' | 'with a gap'; readonly pay: PaidBy | null }
  /** So many days ago it was received. */
  | { readonly withdraw: number }
  | { readonly payOpen: Card; readonly at: number }
  | {
      readonly receive: 'a part' | 'all' | 'more'
      readonly by: 'hand' | 'bank'
      readonly at: number
    }
  | { readonly giveUp: number }
  | { readonly enter: 'goodwill' | 'fee' | 'correction'; readonly amount: number }
  | { readonly reverse: number }
  | { readonly defer: number; readonly by: number }
  | { readonly takeBack: number }

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

/** Previews a transaction, requests it with the preview token, and pays for it where that is needed. */
async function take(
  life: Life,
  transaction: ModelTransaction,
  wanted: PaidBy | null,
  previewed: JsonObject,
  give: (preview_token: string) => Promise<VersionStatus>,
): Promise<void> {
  const { id, transactions, model } = life
  const by = wanted === 'promise' && !life.isTracked ? 'ok' : wanted
  const expected = model.previewBilling(transaction)
  const { toPay, arrears } = expected
  const preview = await transactions.preview(id, previewed)
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
  if (toPay > 0) {
    if (by === null) return
    const paid = await transactions.pay(id, payment?.token ?? '', by === 'promise' ? {} : card(by))
    // Who owes from before comes back with money alone.
    if (by === 'promise' && arrears > 0) return expect(paid.statusCode, paid.body).toBe(400)
    expect(paid.json()).toMatchObject({ status: 'ok' })
    await platform.runDue()
  }
  model.take(expected, by)
}

async function change(
  life: Life,
  newAnswers: JsonObject,
  from: number,
  pay: PaidBy | null,
): Promise<void> {
  const { id, transactions, model } = life
  if (hasEnded(model)) return
  const day = earlier(dayFrom(model, from), model.days.lastCovered)
  const held = model.days.answersOn(day)
  const differing = Object.entries(newAnswers).filter(([name, value]) => held[name] !== value)
  if (differing.length === 0) return
  const transaction = { kind: 'change', day, newAnswers: Object.fromEntries(differing) } as const
  const { token } = await transactions.quoteEndorsement(id, newAnswers, day.toString())
  const request = { quote_token: token }
  await take(life, transaction, pay, { endorsement: request }, (preview_token) =>
    transactions.endorse(id, { ...request, preview_token }),
  )
}

/** Another plan: from the day that is asked for, or else the next one that is possible. */
async function changePlan(life: Life, plan: ModelPlan, from: number): Promise<void> {
  const { id, transactions, model, seller, isTracked } = life
  if (hasEnded(model)) return
  const day = earlier(dayFrom(model, from), model.days.lastCovered)
  const period = model.nextPlanned(day)
  const keys = isTracked ? planKeys.tracked : planKeys.card
  const subscription_plan_id = await planIdOf(platform, 'bike', keys[plan])
  const quote = async (effective: Temporal.PlainDate) =>
    seller.post(
      '/quotes',
      { policy_id: id, data: {}, subscription_plan_id, effective_date: effective.toString() },
      { accept: quoteMedia },
    )
  if (model.days.planOn(day) !== plan && period?.firstDay.equals(day) !== true) {
    const refused = await quote(day)
    const { code, errors } = refused.json<{ code: string; errors?: { params: JsonObject }[] }>()
    expect([code, errors?.[0]?.params], life.description).toEqual(
      period === undefined
        ? ['plan_never_changes', undefined]
        : ['plan_change_date', { in: [period.firstDay.toString()] }],
    )
  }
  if (period === undefined || model.days.planOn(period.firstDay) === plan) return
  const transaction = { kind: 'plan', day: period.firstDay, plan } as const
  const quoted = await quote(period.firstDay)
  expect(quoted.statusCode, quoted.body + life.description).toBe(200)
  const { token, endorsement } = quoted.json<{ token: string; endorsement: JsonObject }>()
  const after = model.days.with(transaction)
  const first = after.periods.find(({ firstDay }) => firstDay.equals(period.firstDay))
  if (first === undefined) throw new Error('a plan begins with a period')
  const { payment: amount, tax } = after.costOf(first)
  expect(endorsement, life.description).toMatchObject({
    plan_change: { first_payment: { last_day: first.lastDay.toString(), amount, tax } },
  })
  const request = { quote_token: token }
  await take(life, transaction, null, { endorsement: request }, (preview_token) =>
    transactions.endorse(id, { ...request, preview_token }),
  )
}

async function cancel(life: Life, away: number, by: ModelKind): Promise<void> {
  const { id, transactions, model } = life
  if (model.days.lastCovered !== null) return
  const lastDay = dayFrom(model, away)
  const last = lastDay.toString()
  const { named } = modelKinds[by]
  const request = { cancellation: { termination_date: last, ...named } }
  await take(life, { kind: 'cancellation', lastDay, by }, null, request, (preview_token) =>
    transactions.cancel(id, last, { ...named, preview_token }),
  )
}

/** Whether its last day is over: until then a cancelled one is changed as any other. */
function hasEnded({ days: { lastCovered, isWithdrawn }, today }: BillingModel): boolean {
  if (isWithdrawn) return true
  return lastCovered !== null && Temporal.PlainDate.compare(lastCovered, today) < 0
}

function earlier(day: Temporal.PlainDate, other: Temporal.PlainDate | null): Temporal.PlainDate {
  return other !== null && Temporal.PlainDate.compare(other, day) < 0 ? other : day
}

async function moveEnd(life: Life, away: number, pay: PaidBy | null): Promise<void> {
  const { id, transactions, model } = life
  const { lastCovered } = model.days
  const lastDay = dayFrom(model, away)
  if (lastCovered === null || hasEnded(model) || lastDay.equals(lastCovered)) return
  const request = { end_move: { termination_date: lastDay.toString() } }
  await take(life, { kind: 'end_move', lastDay }, pay, request, (preview_token) =>
    transactions.moveEnd(id, lastDay.toString(), { preview_token }),
  )
}

async function reinstate(life: Life, hasGap: boolean, pay: PaidBy | null): Promise<void> {
  const { id, transactions, model } = life
  const { lastCovered } = model.days
  if (lastCovered === null || model.days.isWithdrawn) return
  const yesterday = model.today.subtract({ days: 1 })
  const isGap = hasGap && Temporal.PlainDate.compare(lastCovered, yesterday) < 0
  const transaction = { kind: 'reinstatement', gapUntil: isGap ? yesterday : null } as const
  const request: JsonObject = hasGap ? { gap: true } : {}
  await take(life, transaction, pay, { reinstatement: request }, (preview_token) =>
    transactions.reinstate(id, { ...request, preview_token }),
  )
}

async function withdraw(life: Life, daysAgo: number): Promise<void> {
  const { id, transactions, model, isEarly } = life
  if (model.days.isWithdrawn) return
  const concluded = start.toZonedDateTimeISO('Europe/Zurich').toPlainDate()
  const day = model.today.subtract({ days: daysAgo })
  const receivedOn = Temporal.PlainDate.compare(day, concluded) < 0 ? concluded : day
  const transaction = { kind: 'withdrawal', receivedOn, isVoid: !isEarly } as const
  const request = { received_on: receivedOn.toString() }
  await take(life, transaction, null, { withdrawal: request }, (preview_token) =>
    transactions.withdraw(id, { ...request, preview_token }),
  )
}

/** One of the invoices, in the platform and in the model. */
async function invoiceAt({ id, model }: Life, at: number) {
  const rows = await platform.db.query<{ id: `bil_${string}`; kind: string }>(sql`
    select id, kind from invoices
    where policy_id = ${id} and total > 0 and kind <> 'credit_note' and state not in ('proposed', 'void')
    order by due_day, id`)
  const { invoices } = model
  const modelled = invoices[at % invoices.length] ?? fail('there is the invoice of the sale')
  const real = rows[at % invoices.length] ?? fail('it is in the ledger')
  return { modelled, real }
}

async function payOpen(life: Life, by: Card, at: number): Promise<void> {
  const { id, seller, model, offer } = life
  const { modelled, real } = await invoiceAt(life, at)
  const ofSale = real.kind === 'sale' ? offer.payment_token : null
  const token =
    ofSale ?? (await tokenOf(platform, id, { ...real, open: modelled.open, due_date: '' }))
  const paid = await seller.post('/payments', { policy_id: id, token: token ?? '', ...card(by) })
  const isPayable = modelled.open > 0 && !model.isUnderWay(modelled)
  // The token of the sale says that the policy is paid, another that its invoice is closed.
  expect(isPayable ? [200] : [400, 422], paid.body).toContain(paid.statusCode)
  await platform.runDue()
  if (isPayable) model.payInvoice(modelled, by)
}

async function receive(
  life: Life,
  { receive: much, by, at }: Extract<Step, { receive: string }>,
): Promise<void> {
  const { modelled, real } = await invoiceAt(life, at)
  const amounts = {
    'a part': Math.ceil(modelled.total / 3),
    all: modelled.open,
    more: modelled.open + 2_345,
  }
  const amount = amounts[much] || modelled.total
  const received = { id: real.id, amount, currency: 'chf', on: life.model.today.toString() }
  if (by === 'hand') await receivedByHand(platform, received)
  else await receivedByBank(platform, received, { isSettled: isSettled(modelled) })
  await platform.runDue()
  life.model.receive(modelled, amount)
}

const isSettled = ({ open, isGivenUp }: ModelInvoice) => open === 0 && !isGivenUp

async function giveUp(life: Life, at: number): Promise<void> {
  const { modelled, real } = await invoiceAt(life, at)
  const isPossible = modelled.open > 0 && !life.model.isUnderWay(modelled)
  const path = `/manage/invoices/${real.id}/write_off`
  const given = await managerOn(platform).post(path, { reason: 'Nobody answers.' })
  expect(given.statusCode, given.body).toBe(isPossible ? 200 : 422)
  if (isPossible) life.model.giveUp(modelled)
}

/** Cents by which it is charged; goodwill and a part of the corrections are given. */
async function enterByHand(
  { id, model }: Life,
  { enter: kind, amount }: Extract<Step, { enter: string }>,
): Promise<void> {
  const due = model.today.add({ days: 8 })
  const isCharged = kind === 'fee' || (kind === 'correction' && amount > 0)
  const entered = await managerOn(platform).post(`/manage/policies/${id}/manual_entries`, {
    kind,
    amount: kind === 'correction' ? amount : Math.abs(amount),
    reason: 'Agreed by phone.',
    ...(kind === 'fee' && { text: 'Copy' }),
    ...(kind === 'correction' && { tax_rate: '5' }),
    ...(isCharged && { due_date: due.toString() }),
  })
  const isBeyond = kind === 'correction' && amount < -correctable(model)
  expect(entered.statusCode, entered.body).toBe(isBeyond ? 400 : 200)
  await platform.runDue()
  if (!isBeyond) model.enter(kind, isCharged ? Math.abs(amount) : -Math.abs(amount), due)
}

/** What the months cost, and what corrections changed. */
function correctable({ charged, byHand }: BillingModel): number {
  const priced = charged.reduce((sum, { payment }) => sum + payment, 0)
  const corrections = byHand.filter(({ kind }) => kind === 'correction')
  return Math.max(
    0,
    corrections.reduce((sum, { amount }) => sum + amount, priced),
  )
}

/** Takes an entry back: of the model the entry at the same place. */
async function reverse({ id, model }: Life, at: number): Promise<void> {
  const path = `/manage/policies/${id}/manual_entries`
  const { entries } = (await managerOn(platform).get(path)).json<{
    entries: { id: string; allowed: { reverse: { allowed: boolean; code: string } } }[]
  }>()
  expect(entries.length).toBe(model.byHand.length)
  const modelled = model.byHand[at % entries.length]
  const real = entries[at % entries.length]
  if (modelled === undefined || real === undefined) return
  const { allowed, code } = real.allowed.reverse
  if (!allowed) {
    const isUsed = modelled.kind === 'goodwill' && model.credit < -modelled.amount
    expect(isUsed ? 'goodwill_used' : code).toMatch(/^(?:goodwill_used|entry_\w+)$/)
  }
  const reversed = await managerOn(platform).post(`${path}/${real.id}/reverse`, {
    reason: 'Wrong.',
  })
  expect(reversed.statusCode, reversed.body).toBe(allowed ? 200 : 422)
  await platform.runDue()
  const due = model.today.add({ days: issueDaysBefore })
  if (allowed) model.enter(modelled.kind, -modelled.amount, due, modelled)
}

/** The customer gets more time. */
async function defer(life: Life, at: number, by: number): Promise<void> {
  const { modelled, real } = await invoiceAt(life, at)
  const isPossible = modelled.open > 0 && !life.model.isUnderWay(modelled)
  const { today } = life.model
  const isOverdue = Temporal.PlainDate.compare(modelled.due, today) < 0
  const due = (isOverdue ? today : modelled.due).add({ days: by })
  const path = `/manage/invoices/${real.id}/defer`
  const body = { due_date: due.toString(), reason: 'Agreed by phone.' }
  const deferred = await managerOn(platform).post(path, body)
  expect(deferred.statusCode, deferred.body).toBe(isPossible ? 200 : 422)
  await platform.runDue()
  if (isPossible) life.model.defer(modelled, due)
}

/** The bank of the customer takes back what a card has paid, however long ago. */
async function takeBack({ id, model }: Life, at: number): Promise<void> {
  const paid = model.cardPayments[at % model.cardPayments.length]
  if (paid === undefined) return
  const { due, total } = paid.invoice
  const rows = await platform.db.query<{ id: string }>(sql`
    select p.id from payments p join invoices i
      on i.id = coalesce(p.invoice_id, 'bil_' || (
        select substr(version_id, 5) from invoices s where s.policy_id = p.policy_id and s.kind = 'sale'))
    where p.policy_id = ${id} and p.status = 'ok' and p.provider = 'sandbox'
      and i.due_day = ${due.toString()} and i.total = ${total} and p.amount = ${paid.amount}`)
  const payment_id = rows[0]?.id ?? fail('it is in the ledger')
  const response = await sandboxCallback(platform, { payment_id, status: 'charged_back' })
  expect(response.statusCode, response.body).toBe(200)
  await platform.runDue()
  model.takeBack(paid)
}

async function doStep(life: Life, step: Step): Promise<void> {
  platform.clock.advance({ milliseconds: 1 }) // What is asked for later sorts later.
  if (step === 'nothing') return
  if ('payOpen' in step) return payOpen(life, step.payOpen, step.at)
  if ('receive' in step) return receive(life, step)
  if ('giveUp' in step) return giveUp(life, step.giveUp)
  if ('enter' in step) return enterByHand(life, step)
  if ('reverse' in step) return reverse(life, step.reverse)
  if ('defer' in step) return defer(life, step.defer, step.by)
  if ('takeBack' in step) return takeBack(life, step.takeBack)
  if (isOver(life)) return
  if ('change' in step) return change(life, step.change, step.from, step.pay)
  if ('plan' in step) return changePlan(life, step.plan, step.from)
  if ('cancel' in step) return cancel(life, step.cancel, step.by)
  if ('moveEnd' in step) return moveEnd(life, step.moveEnd, step.pay)
  if ('withdraw' in step) return withdraw(life, step.withdraw)
  return reinstate(life, step.reinstate === 'with a gap', step.pay)
}

async function expectAsModelled({ id, model, description }: Life): Promise<void> {
  // What came by transfer goes back as soon as somebody sends it.
  await bankPays(platform, id)
  const { receivable, credit, cash, givenUp: writtenOff, charged } = model
  const sum = (part: keyof ModelPrice) => charged.reduce((all, one) => all + one[part], 0)
  const payment = sum('payment')
  const tax = sum('tax')
  const balances = { receivable, credit, cash, writtenOff }
  const byHand = (kind: ByHand['kind']) =>
    model.byHand.reduce((all, one) => all + (one.kind === kind ? one.amount : 0), 0)
  const correctionTax = model.byHand.reduce((all, one) => all + taxByHand(one), 0)
  expect(await billedAs(platform, id), description).toEqual({
    balances,
    // Once by what is kept, and once more from every posting there is.
    posted: {
      ...balances,
      premium: payment - tax,
      tax: tax + correctionTax,
      fees: byHand('fee') - model.waivedFees,
      goodwill: 0 - byHand('goodwill'),
      corrections: byHand('correction') - correctionTax,
    },
    charged,
    invoices: model.invoices.map((one) => `${one.due} ${stateOf(one)} ${one.open}/${one.total}`),
    hasMandate: model.card !== null,
  })
}

/** Five of a hundred and five parts, half a cent away from zero. */
function taxByHand({ kind, amount }: ByHand): number {
  if (kind !== 'correction') return 0
  return Math.sign(amount) * Math.floor((Math.abs(amount) * 10 + 105) / 210)
}

function stateOf({ open, isGivenUp }: ModelInvoice): string {
  if (isGivenUp) return 'written_off'
  return open > 0 ? 'open' : 'settled'
}

async function beginLife(
  clock: ClockId,
  { first: days, sold: { by, isTracked }, isEarly, steps }: Story,
  between: Between,
): Promise<Life> {
  const first = start
    .toZonedDateTimeISO('Europe/Zurich')
    .toPlainDate()
    .add({ days: 1 + days })
  const description = JSON.stringify({ first, by, isTracked, isEarly, steps })
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey })
  const answers = { ...sold, damage_cover: isEarly }
  const quote = await asked(answers, first.toString(), isTracked ? 'transfers' : 'monthly')
  const offer = await soldPolicy(seller, { quote, payment: by === 'promise' ? {} : card(by) })
  await platform.runDue()
  const model = new BillingModel({
    firstDay: first,
    answers,
    priceOf,
    at: start,
    by,
    between,
  })
  const transactions = transactionsOn(platform, seller)
  return { description, id: offer.id, offer, seller, isTracked, isEarly, transactions, model }
}

const start = Temporal.Instant.from('2027-01-29T10:00:00Z')
const someDays = fc.oneof(fc.integer({ min: -70, max: 60 }), fc.integer({ min: -3, max: 3 }))
const someCard = fc.constantFrom(...cards)
const maybePaid = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<PaidBy | null> }[]>(
  { weight: 4, arbitrary: someCard },
  { weight: 2, arbitrary: fc.constant('promise') },
  { weight: 1, arbitrary: fc.constant(null) },
)
const which = fc.nat(20)
const someAnswers = fc
  .record(
    {
      deductible: fc.constantFrom(0, 10_000, 20_000),
      overnight_parking: fc.constantFrom('locked_room', 'street'),
      damage_cover: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((newAnswers) => Object.keys(newAnswers).length > 0)

const steps = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
  { weight: 2, arbitrary: fc.constant('nothing') },
  { weight: 4, arbitrary: fc.record({ change: someAnswers, from: someDays, pay: maybePaid }) },
  { weight: 4, arbitrary: fc.record({ plan: fc.constantFrom(...plans), from: someDays }) },
  { weight: 2, arbitrary: fc.record({ cancel: someDays, by: fc.constantFrom(...allModelKinds) }) },
  { weight: 2, arbitrary: fc.record({ moveEnd: someDays, pay: maybePaid }) },
  {
    weight: 3,
    arbitrary: fc.record({ reinstate: fc.constantFrom('whole', 'with a gap'), pay: maybePaid }),
  },
  { weight: 1, arbitrary: fc.record({ withdraw: fc.constantFrom(0, 0, 2, 30) }) },
  { weight: 3, arbitrary: fc.record({ payOpen: someCard, at: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      receive: fc.constantFrom('a part', 'all', 'more'),
      by: fc.constantFrom('hand', 'bank'),
      at: which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ giveUp: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      enter: fc.constantFrom('goodwill', 'fee', 'correction'),
      amount: fc.integer({ min: -9_000, max: 9_000 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ reverse: which }) },
  { weight: 2, arbitrary: fc.record({ defer: which, by: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ takeBack: which }) },
)
/** The first of them begin on days that most months do not have. */
const someLife = fc.record({
  first: fc.integer({ min: 0, max: 31 }),
  sold: fc.oneof(
    fc.record({ by: someCard, isTracked: fc.boolean() }),
    fc.constant({ by: 'promise', isTracked: true } as const),
  ),
  isEarly: fc.boolean(),
  steps: fc.array(steps, { minLength: 7, maxLength: 7 }),
})
/** Before these steps the law changes the tax, for what is due so many days later. */
const taxLaws = [
  { step: 2, from: 50, to: 80 },
  { step: 5, from: 80, to: 77 },
] as const
const someLaws = fc.array(fc.integer({ min: -20, max: 50 }), { minLength: 2, maxLength: 2 })
const waits = fc.array(fc.constantFrom(1, 4, 9, 17, 31, 45), { minLength: 7, maxLength: 7 })

describe.each<Between>([
  { increaseDue: 'next', refund: 'credit' },
  { increaseDue: 'now', refund: 'at_once' },
])(
  'lives that are paid monthly, what costs more being due $increaseDue, and what is too much being $refund',
  (between) => {
    beforeAll(() => putOnSale(between))

    it(
      'have in the ledger, after each step, what a plain model says',
      { timeout: timeLimitMs },
      async () => {
        let lived = 0
        const batches = Math.ceil(lives / 2 / livesPerClock)
        const batch = fc.array(someLife, { minLength: livesPerClock, maxLength: livesPerClock })
        await fc.assert(
          fc.asyncProperty(batch, waits, someLaws, async (stories, pauses, laws) => {
            lived += await liveThrough(stories, pauses, laws, between)
          }),
          {
            numRuns: batches,
            endOnFailure: true,
            ...(seed !== undefined && { seed: Number(seed) }),
          },
        )
        expect(lived).toBe(batches * livesPerClock * 7)
        expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
      },
    )
  },
)

type Story = typeof someLife extends fc.Arbitrary<infer Value> ? Value : never

/** The law changes the tax of all of them at once, in one mass endorsement. */
async function changeTax(
  begun: readonly { readonly life: Life }[],
  law: (typeof taxLaws)[number] | undefined,
  inDays: number,
  lastDay: Temporal.PlainDate | null,
): Promise<Temporal.PlainDate> {
  const today = begun[0]?.life.model.today ?? fail('there are lives')
  const day = laterOf(
    today.add({ days: inDays }),
    lastDay?.add({ days: 1 }) ?? today.subtract({ days: 20 }),
  )
  const { from, to } = law ?? fail('there is a law')
  const mass = massEndorsementsOn(platform)
  const percent = (rate: number) => String(rate / 10)
  const id = await mass.draft(taxLaw(percent(from), percent(to), day.toString()))
  const { preview } = await mass.preview(id)
  const done = await mass.start(id)
  const { results: _, ...sums } = preview ?? fail('it is previewed')
  expect(done).toMatchObject({ status: 'done', result: sums })
  expect(done.result).toMatchObject({ waiting: 0, failed: {} })
  for (const { life } of begun) {
    if (!hasEnded(life.model) && !isOver(life)) life.model.changeTax(day, { from, to })
  }
  return day
}

/** Before this step an index raises the deductible of all who have the middle one, from a day on. */
const indexStep = 3
const raised = { from: 10_000, to: 20_000 }

async function raiseByIndex(
  begun: readonly { readonly life: Life }[],
  inDays: number,
): Promise<void> {
  const today = begun[0]?.life.model.today ?? fail('there are lives')
  const day = today.add({ days: Math.abs(inDays) })
  const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(one, other) < 0
  const isRaised = ({ model }: Life): boolean => {
    const { days } = model
    const first = days.periods[0]?.firstDay ?? fail('a year has months')
    const last = days.lastCovered ?? lastDayOf(model)
    if (hasEnded(model) || isBefore(day, first) || isBefore(last, day)) return false
    return days.answersOn(day)['deductible'] === raised.from
  }
  const expected = begun.filter(({ life }) => isRaised(life)).map(({ life }) => life.id)
  const mass = massEndorsementsOn(platform)
  const id = await mass.draft({
    product_id: 'bike',
    kind: 'indexation',
    effective_date: day.toString(),
    indexation: { answer: 'deductible', to: raised.to },
    reason: 'The index of prices rose.',
  })
  const { preview } = await mass.preview(id)
  const done = await mass.start(id)
  expect(done).toMatchObject({ status: 'done', result: { applied: preview?.applied, failed: {} } })
  // Those of clocks before are raised too.
  const rows = await platform.db.query<{ policyId: string }>(sql`
    select policy_id as "policyId" from mass_endorsement_results
    where mass_endorsement_id = ${id} and outcome = 'applied'`)
  const applied = new Set(rows.map(({ policyId }) => policyId))
  for (const { life } of begun) {
    expect([applied.has(life.id), life.description]).toEqual([
      expected.includes(life.id),
      life.description,
    ])
    if (!applied.has(life.id)) continue
    const newAnswers = { deductible: raised.to }
    life.model.take(life.model.previewBilling({ kind: 'change', day, newAnswers }), null)
  }
}

function laterOf(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}

/** All of them on one clock; how many steps were taken. */
async function liveThrough(
  stories: readonly Story[],
  pauses: readonly number[],
  laws: readonly number[],
  between: Between,
): Promise<number> {
  let lived = 0
  const clock = await newClock(platform, start.toString())
  const begun: { readonly life: Life; readonly steps: readonly Step[] }[] = []
  for (const story of stories) {
    begun.push({ life: await beginLife(clock, story, between), steps: story.steps })
  }
  let now = start
  const reports: Awaited<ReturnType<typeof agreedReports>>[] = []
  let lastDay: Temporal.PlainDate | null = null
  for (const [n, pause] of pauses.entries()) {
    const law = taxLaws.findIndex(({ step }) => step === n)
    if (law !== -1) {
      lastDay = await changeTax(begun, taxLaws[law], laws[law] ?? 0, lastDay)
      for (const { life } of begun) await expectAsModelled(life)
    }
    if (n === indexStep) {
      await raiseByIndex(begun, laws[0] ?? 0)
      for (const { life } of begun) await expectAsModelled(life)
    }
    for (const { life, steps } of begun) {
      await doStep(life, steps[n] ?? 'nothing')
      await expectAsModelled(life)
      lived += 1
    }
    now = now.add({ hours: 24 * pause })
    const stands = await advanceAll(platform, clock, now.toString())
    expect(stands, JSON.stringify(stands)).toMatchObject({ status: 'ready' })
    for (const { life } of begun) {
      life.model.passTo(now)
      await expectAsModelled(life)
    }
    const over = now.subtract({ hours: 48 }).toZonedDateTimeISO('UTC').toPlainDate()
    reports.push(await agreedReports(platform, over.toString()))
    await agreedReports(platform, over.add({ days: n * 37 }).toString())
  }
  for (const report of reports) await expectSameAsThen(platform, report)
  return lived
}

import { expect } from 'vitest'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { card, planIdOf } from '../../builders/life.ts'
import { quoteMedia } from '../../builders/sale.ts'
import type { VersionStatus } from '../../builders/transactions.ts'
import type { BillingModel, PaidBy } from '../billing-model.ts'
import { type ModelKind, modelKinds } from '../model-kinds.ts'
import type { ModelPlan, ModelTransaction } from '../policy-model.ts'
import { type Life, dayFrom, earlier, hasEnded, start } from './life.ts'
import { planKeys } from './on-sale.ts'

/** Previews a transaction, requests it with the preview token, and pays for it where that is needed. */
async function take(
  life: Life,
  transaction: ModelTransaction,
  wanted: PaidBy | null,
  previewed: JsonObject,
  give: (preview_token: string) => Promise<VersionStatus>,
): Promise<boolean> {
  const { platform, id, transactions, model } = life
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
    if (by === null) return false
    const paid = await transactions.pay(id, payment?.token ?? '', by === 'promise' ? {} : card(by))
    // Who owes from before comes back with money alone.
    if (by === 'promise' && arrears > 0) {
      expect(paid.statusCode, paid.body).toBe(400)
      return false
    }
    expect(paid.json()).toMatchObject({ status: 'ok' })
    await platform.runDue()
  }
  model.take(expected, by)
  return true
}

export async function change(
  life: Life,
  newAnswers: JsonObject,
  from: number,
  pay: PaidBy | null,
): Promise<boolean> {
  const { id, transactions, model } = life
  if (hasEnded(model)) return false
  const day = earlier(dayFrom(model, from), model.days.lastCovered)
  const held = model.days.answersOn(day)
  const differing = Object.entries(newAnswers).filter(([name, value]) => held[name] !== value)
  if (differing.length === 0) return false
  const transaction = { kind: 'change', day, newAnswers: Object.fromEntries(differing) } as const
  const { token } = await transactions.quoteEndorsement(id, newAnswers, day.toString())
  const request = { quote_token: token }
  return take(life, transaction, pay, { endorsement: request }, (preview_token) =>
    transactions.endorse(id, { ...request, preview_token }),
  )
}

/** Another plan: from the day that is asked for, or else the next one that is possible. */
export async function changePlan(life: Life, plan: ModelPlan, from: number): Promise<boolean> {
  const { platform, id, transactions, model, seller, isTracked } = life
  if (hasEnded(model)) return false
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
        ? refusedPlan(model)
        : ['plan_change_date', { in: [period.firstDay.toString()] }],
    )
  }
  if (period === undefined || model.days.planOn(period.firstDay) === plan) return false
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
  return take(life, transaction, null, { endorsement: request }, (preview_token) =>
    transactions.endorse(id, { ...request, preview_token }),
  )
}

/** Of a term of which everything is charged: the next one may have another plan, if there is one. */
function refusedPlan({ days: { lastCovered, nextTerm } }: BillingModel) {
  return lastCovered === null
    ? ['plan_changes_at_renewal', { in: [nextTerm.toString()] }]
    : ['plan_never_changes', undefined]
}

export async function cancel(life: Life, away: number, by: ModelKind): Promise<boolean> {
  const { id, transactions, model } = life
  if (model.days.lastCovered !== null) return false
  const lastDay = dayFrom(model, away)
  const last = lastDay.toString()
  const { named } = modelKinds[by]
  const request = { cancellation: { termination_date: last, ...named } }
  return take(life, { kind: 'cancellation', lastDay, by }, null, request, (preview_token) =>
    transactions.cancel(id, last, { ...named, preview_token }),
  )
}

export async function moveEnd(life: Life, away: number, pay: PaidBy | null): Promise<boolean> {
  const { id, transactions, model } = life
  const { lastCovered } = model.days
  const lastDay = dayFrom(model, away)
  if (lastCovered === null || hasEnded(model) || lastDay.equals(lastCovered)) return false
  const request = { end_move: { termination_date: lastDay.toString() } }
  return take(life, { kind: 'end_move', lastDay }, pay, request, (preview_token) =>
    transactions.moveEnd(id, lastDay.toString(), { preview_token }),
  )
}

export async function reinstate(life: Life, hasGap: boolean, pay: PaidBy | null): Promise<boolean> {
  const { id, transactions, model } = life
  const { lastCovered } = model.days
  if (lastCovered === null || model.days.isWithdrawn) return false
  const yesterday = model.today.subtract({ days: 1 })
  const isGap = hasGap && Temporal.PlainDate.compare(lastCovered, yesterday) < 0
  const transaction = { kind: 'reinstatement', gapUntil: isGap ? yesterday : null } as const
  const request: JsonObject = hasGap ? { gap: true } : {}
  return take(life, transaction, pay, { reinstatement: request }, (preview_token) =>
    transactions.reinstate(id, { ...request, preview_token }),
  )
}

export async function withdraw(life: Life, daysAgo: number): Promise<boolean> {
  const { id, transactions, model, isEarly } = life
  if (model.days.isWithdrawn) return false
  const concluded = start.toZonedDateTimeISO('Europe/Zurich').toPlainDate()
  const day = model.today.subtract({ days: daysAgo })
  const receivedOn = Temporal.PlainDate.compare(day, concluded) < 0 ? concluded : day
  const transaction = { kind: 'withdrawal', receivedOn, isVoid: !isEarly } as const
  const request = { received_on: receivedOn.toString() }
  return take(life, transaction, null, { withdrawal: request }, (preview_token) =>
    transactions.withdraw(id, { ...request, preview_token }),
  )
}

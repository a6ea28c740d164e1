import type { Client } from '../client.ts'
import { BinderyError } from '../bindery-error.ts'
import type { AcceptedTransaction, CreatePayment, VersionStatus } from '../generated.ts'
import { momentIn } from './calendar.ts'
import { type Offered, type PayBy, cardOf } from './sell.ts'
import { SimulationError } from './simulation-error.ts'
import type { DatedStep, StepVerb, StepVerbs } from './steps.ts'
import { versionOf } from './version-of.ts'

/** A policy on its test clock, with the steps of the simulation. */
export interface Stage {
  readonly client: Client
  readonly offered: Offered
  readonly dated: readonly DatedStep[]
  /** How the sale is paid. */
  readonly payBy: PayBy
  readonly signal: AbortSignal | undefined
}

/** A step that was carried out. */
export interface DoneStep {
  readonly day: string
  /** The time of the clock; a card step counts from the beginning of its day. */
  readonly at: string
  readonly verb: StepVerb
  /** The value of the step; for a folder, the version that it became. */
  readonly value: unknown
}

/** Carries out a step; a refusal of the server is reported with the step. */
export async function carryOutStep(stage: Stage, dated: DatedStep, at: string): Promise<DoneStep> {
  const { day, verb } = dated
  try {
    const value = await carryOut(stage, dated)
    return { day, at: verb === 'card' ? cardTurns(stage, day) : at, verb, value }
  } catch (error) {
    if (error instanceof SimulationError && error.step !== null) throw error
    const why = error instanceof Error ? error.message : String(error)
    const fix = error instanceof SimulationError ? error.fix : ''
    throw new SimulationError(`${verb} on ${day}: ${why}`, {
      step: dated.index,
      fix,
      cause: error,
    })
  }
}

/** Returns what the life records of the step. */
async function carryOut(stage: Stage, { step, day, verb }: DatedStep): Promise<unknown> {
  const { client, offered } = stage
  const { policyId } = offered
  const { policies } = client
  const seen = () => policies.get(policyId)
  if (step.change !== undefined) {
    const { from } = step
    const effective = from === undefined ? {} : { effective_date: from }
    const data = step.change
    const quote = await client.quotes.createForEndorsement({
      policy_id: policyId,
      data,
      ...effective,
    })
    await done(stage, await policies.endorse(await seen(), { quote_token: quote.token }))
  }
  if (step.update !== undefined) {
    const effective_date = step.from ?? day
    await done(stage, await policies.endorse(await seen(), { ...step.update, effective_date }))
  }
  if (step.cancel !== undefined) {
    const { last_day = day, reason = 'Simulated.', kind, reason_code, occurred_on } = step.cancel
    const cancellation = {
      termination_date: last_day,
      cancellation_reason: reason,
      ...(kind !== undefined && { cancellation_kind: kind }),
      ...(reason_code !== undefined && { cancellation_reason_code: reason_code }),
      ...(occurred_on !== undefined && { occurred_on }),
    }
    await done(stage, await policies.cancel(await seen(), cancellation))
  }
  if (step.reinstate !== undefined) {
    await done(stage, await policies.reinstate(await seen(), step.reinstate))
  }
  if (step.publish !== undefined) {
    const product_version_id = await versionOf(client, step.publish)
    await client.manage.clocks.publish(offered.clockId, { product_version_id })
    return { product_version_id }
  }
  if (step.renewal !== undefined) await decide(stage, step.renewal)
  if (step.pay !== undefined) await payAll(stage, step.pay, day)
  return step[verb] // The behaviour of the card was set when it was given.
}

async function decide(
  { client, offered }: Stage,
  decision: NonNullable<DatedStep['step']['renewal']>,
): Promise<void> {
  const { renewal } = client.policies
  if (decision === 'accept') await renewal.accept(offered.policyId)
  else if (decision === 'decline') await renewal.decline(offered.policyId)
  else await renewal.retry(offered.policyId, decision.retry)
}

/** Waits until a transaction is in force or awaits payment. */
async function done(
  { client, signal }: Stage,
  accepted: AcceptedTransaction,
): Promise<VersionStatus> {
  const options = signal === undefined ? {} : { signal }
  const version = await client.policies.waitForVersion(accepted, options)
  if (version.status !== 'failed') return version
  throw new SimulationError('The transaction was accepted but failed.', {
    fix: 'See the reason with: bindery policies history',
  })
}

/** Pays a proposed transaction and all open invoices, oldest due first. */
async function payAll(
  stage: Stage,
  value: NonNullable<StepVerbs['pay']>,
  day: string,
): Promise<void> {
  const { client, offered } = stage
  const card = cardOf(offered.terms.plan)
  const asUsual = card === undefined ? 'transfer' : 'card'
  const how = value === true ? asUsual : value
  if (how === 'card' && card === undefined) {
    throw new SimulationError(`The payment plan ${offered.terms.plan.key} does not accept cards.`, {
      fix: 'Write pay: transfer.',
    })
  }
  const by = how === 'card' ? (card ?? stage.payBy) : stage.payBy
  const proposal = await proposed(stage)
  const { open_invoices: open, currency } = await client.policies.account(offered.policyId)
  if (open.length === 0 && proposal === null) throw new SimulationError('There is nothing to pay.')
  if (proposal !== null) await pay(stage, day, proposal, by)
  for (const { id, open: amount } of open) {
    if (how === 'transfer') {
      await client.manage.receipts.record(id, { amount, currency, received_on: day })
      continue
    }
    const { payment_token: token } = await client.manage.invoices.show(id)
    if (token === null) {
      throw new SimulationError(`Invoice ${id} cannot be paid by card.`, {
        fix: 'Write pay: transfer.',
      })
    }
    await pay(stage, day, token, by)
  }
}

/** The payment of a transaction that awaits payment; null where there is none. */
async function proposed({ client, offered }: Stage): Promise<string | null> {
  const { policyId } = offered
  const { versions } = await client.manage.policies.history(policyId)
  const waiting = versions.find(({ state }) => state === 'proposed')
  if (waiting === undefined) return null
  const params = { policyId, versionId: waiting.id }
  const { payment } = await client.call('showVersionStatus', { params })
  return payment?.token ?? null
}

/** Pays with a card that behaves as the later steps say. */
export async function pay(stage: Stage, day: string, token: string, by: PayBy): Promise<void> {
  const { client, offered } = stage
  const isCard = by.provider === 'sandbox'
  const payment = await client.payments.create({
    policy_id: offered.policyId,
    token,
    ...by,
    ...(isCard && { sandbox: cardFrom(stage, day) }),
  })
  if (payment.status !== 'failed') return
  throw new BinderyError({ kind: 'refused', status: 200, message: 'The payment failed.' })
}

/** The behaviour of a card from a day on, as the later steps say. */
function cardFrom(stage: Stage, day: string): NonNullable<CreatePayment['sandbox']> {
  const turns = stage.dated.flatMap((one) =>
    one.step.card === undefined || one.day <= day
      ? []
      : [{ from: cardTurns(stage, one.day), mandate: one.step.card }],
  )
  return { mandate: 'ok', ...(turns.length > 0 && { mandate_then: turns }) }
}

/** The first moment of the day, so that the step affects collections of that day. */
function cardTurns({ offered }: Stage, day: string): string {
  return momentIn(offered.timeZone, day, '00:00:00')
}

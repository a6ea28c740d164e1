import { daysInclusive, todayIn } from '../kernel/index.ts'
import { type DocumentDefinition, cancellationReasonOf, localText } from '../products/index.ts'
import { assembleInvoice } from './assemble-invoice.ts'
import { changedValues } from './changed-values.ts'
import { fillFields } from './declared-fields.ts'
import type { CaseChange, CaseContent, DocumentCase } from './document-case.ts'
import type { DocumentData, FormatData } from './document-data.ts'
import { amountText, dayText, momentText, percentText } from './formats.ts'

/**
 * The data of a template. A document shows its own occasion: what came later is left out, so that it
 * reads the same whenever it is made.
 */
export function assembleData(
  facts: DocumentCase,
  document: Pick<DocumentDefinition, 'designation' | 'names'>,
  format: FormatData,
): DocumentData {
  const { policy, content, definition, occasion } = facts
  const { currency, timeZone } = definition
  const moment = (at: Temporal.Instant) => momentText(format, at, timeZone)
  const name = document.names[facts.language] ?? document.designation
  return {
    document: {
      designation: document.designation,
      name,
      occasion,
      language: facts.language,
      title: `${name} ${facts.invoice?.number ?? policy.insurerPolicyId}`,
      date: dayText(
        format,
        facts.invoice?.issueDay ?? facts.dunning?.day ?? todayIn(timeZone, facts.at),
      ),
    },
    insurer: { key: facts.insurer.key, name: facts.insurer.name },
    distributor: { key: facts.distributor.key, name: facts.distributor.name },
    product: {
      key: definition.key,
      name: localText(definition.names, facts.language, definition.name),
      currency,
      time_zone: timeZone,
    },
    item: {
      key: facts.item.key,
      name: localText(facts.item.names, facts.language, facts.item.name),
    },
    policy: {
      id: policy.id,
      number: policy.insurerPolicyId,
      external_number: policy.insurerExternalPolicyId || null,
      version_id: policy.versionId,
      status: statusOf(facts),
      start: dayText(format, policy.startDay),
      end: policy.endDay && dayText(format, policy.endDay),
      days_of_cover: policy.endDay && daysInclusive(policy.startDay, policy.endDay),
      created: moment(policy.createdAt),
      offer_valid_until: moment(policy.offerExpiresAt),
      issued: occasion === 'offer' ? null : policy.issuedAt && moment(policy.issuedAt),
      data: fillFields(content.data, facts.fields.policy),
    },
    links: { withdrawal: facts.withdrawalLink, pay: facts.payLink },
    customer: customerOf(content),
    quote: {
      id: content.quote.id,
      created: moment(content.quote.createdAt),
      valid_until: moment(content.quote.expiresAt),
      data: fillFields(content.quote.data, facts.fields.quote),
    },
    price: priceOf(facts, content, format),
    plan: planData(facts.plan),
    payment: occasion === 'offer' ? null : paymentOf(facts, format),
    endorsement: endorsementOf(facts, format),
    adjustment: adjustmentOf(facts, format),
    cancellation: cancellationOf(facts, format),
    withdrawal: withdrawalOf(facts, format),
    reinstatement: reinstatementOf(facts, format),
    invoice: facts.invoice && assembleInvoice(facts.invoice, currency, format),
    deferral: deferralOf(facts, format),
    renewal: renewalOf(facts, format),
    dunning: dunningOf(facts, format),
    format,
  }
}

/** Charges and credits after a cancellation show a policy that is cancelled. */
function statusOf({ occasion, policy }: DocumentCase): DocumentData['policy']['status'] {
  if (occasion === 'offer') return 'ready'
  return policy.isEnded ? 'cancelled' : 'paid'
}

function customerOf({ firstName, lastName, email }: CaseContent): DocumentData['customer'] {
  const name = `${firstName} ${lastName}`.trim()
  return { first_name: firstName, last_name: lastName, name, email }
}

function priceOf(
  { definition }: DocumentCase,
  { quote: { premium, billingCycles } }: CaseContent,
  format: FormatData,
): DocumentData['price'] {
  const amount = (cents: number) => amountText(format, cents, definition.currency)
  return {
    payment: amount(premium.grossPaymentAmount),
    gross: amount(premium.grossPremium),
    net: amount(premium.netPremium),
    tax: amount(premium.premiumTax),
    tax_rate: { value: premium.taxRate, text: percentText(format, premium.taxRate) },
    net_net: amount(premium.netNetPremium),
    commission: amount(premium.netCommissionTotal),
    billing_cycles: billingCycles,
    extra: premium.extra,
  }
}

function paymentOf(facts: DocumentCase, format: FormatData): DocumentData['payment'] {
  const { payment, definition } = facts
  if (payment === null) return null
  return {
    provider: payment.provider,
    method: payment.method,
    amount: amountText(format, payment.amount, definition.currency),
    date: dayText(format, todayIn(definition.timeZone, payment.at)),
  }
}

function endorsementOf(facts: DocumentCase, format: FormatData): DocumentData['endorsement'] {
  const { endorsement, content, definition } = facts
  if (endorsement === null) return null
  const before = knownOf(facts, endorsement.before)
  return {
    effective: dayText(format, endorsement.effectiveDay),
    requested: momentText(format, endorsement.requestedAt, definition.timeZone),
    cause: endorsement.cause,
    clause: clauseOf(facts, endorsement.indexed),
    before: { ...before, price: priceOf(facts, endorsement.before, format) },
    values: changedValues(before, knownOf(facts, content)),
    ...settledOf(facts, endorsement.amount, format),
    plan_change: planChangeOf(endorsement.plan, definition.currency, format),
  }
}

/** The clause of the terms by which an answer rises, in the language of the document. */
function clauseOf({ definition, language }: DocumentCase, answer: string | null): string | null {
  const { clause } = definition.life.indexation.find((one) => one.answer === answer) ?? {}
  const inDefault = clause?.[definition.defaultLanguage]
  return inDefault === undefined ? null : localText(clause, language, inDefault)
}

function planChangeOf(
  change: CaseChange['plan'],
  currency: string,
  format: FormatData,
): NonNullable<DocumentData['endorsement']>['plan_change'] {
  if (change === null) return null
  const { first } = change
  return {
    before: planData(change.before),
    first: dayText(format, first.firstDay),
    last: dayText(format, first.lastDay),
    amount: amountText(format, first.amount, currency),
    due: dayText(format, first.dueDay),
  }
}

function planData({ key, name, type, frequency }: DocumentCase['plan']): DocumentData['plan'] {
  return { key, name, type, frequency }
}

function adjustmentOf(facts: DocumentCase, format: FormatData): DocumentData['adjustment'] {
  const { adjustment, content } = facts
  if (adjustment === null) return null
  const before = knownOf(facts, adjustment.before)
  return {
    first: dayText(format, adjustment.firstDay),
    last: dayText(format, adjustment.lastDay),
    before: { ...before, price: priceOf(facts, adjustment.before, format) },
    values: changedValues(before, knownOf(facts, content)),
    ...settledOf(facts, adjustment.amount, format),
  }
}

/** What may differ after a transaction, under the names of templates. */
function knownOf({ fields }: DocumentCase, of: CaseContent) {
  return {
    customer: customerOf(of),
    policy: { data: fillFields(of.data, fields.policy) },
    quote: { data: fillFields(of.quote.data, fields.quote) },
  }
}

function settledOf({ definition }: DocumentCase, cents: number, format: FormatData) {
  const amount = (one: number) => amountText(format, Math.max(0, one), definition.currency)
  return { charged: amount(cents), given_back: amount(-cents) }
}

function cancellationOf(facts: DocumentCase, format: FormatData): DocumentData['cancellation'] {
  const { cancellation, definition } = facts
  if (cancellation === null) return null
  const { named, receivedOn, occurredOn } = cancellation
  const code = named?.reasonCode ?? null
  const listed = named === null ? undefined : cancellationReasonOf(definition.cancellation, named)
  const inDefault = listed?.labels[definition.defaultLanguage]
  return {
    date: dayText(format, cancellation.lastDay),
    reason: cancellation.reason || null,
    kind: named?.kind ?? null,
    reason_code: code,
    reason_label: code && localText(listed?.labels, facts.language, inDefault ?? code),
    received: receivedOn && dayText(format, receivedOn),
    occurred: occurredOn && dayText(format, occurredOn),
    cancelled_by: cancellation.by,
    cancelled: momentText(format, cancellation.at, definition.timeZone),
    refund: amountText(format, cancellation.refund, definition.currency),
  }
}

/** What is paid back after a withdrawal is due so many days after its receipt. */
const refundDaysMax = 30

function withdrawalOf(facts: DocumentCase, format: FormatData): DocumentData['withdrawal'] {
  const { withdrawal, definition } = facts
  if (withdrawal === null) return null
  const { receivedOn, sentOn, cover, kept, refund } = withdrawal
  const day = (one: Temporal.PlainDate) => dayText(format, one)
  return {
    received: day(receivedOn),
    sent: day(sentOn),
    cover: cover && { first: day(cover.firstDay), last: day(cover.lastDay) },
    kept: amountText(format, kept, definition.currency),
    refund: amountText(format, refund, definition.currency),
    refund_until: day(receivedOn.add({ days: refundDaysMax })),
  }
}

function reinstatementOf(facts: DocumentCase, format: FormatData): DocumentData['reinstatement'] {
  const { reinstatement, definition } = facts
  if (reinstatement === null) return null
  const { firstDay, gap, amount } = reinstatement
  return {
    date: dayText(format, firstDay),
    gap: gap && { first: dayText(format, gap.firstDay), last: dayText(format, gap.lastDay) },
    charged: amountText(format, amount, definition.currency),
  }
}

function renewalOf(facts: DocumentCase, format: FormatData): DocumentData['renewal'] {
  const { renewal, content } = facts
  if (renewal === null) return null
  const { isAutomatic, firstDay, lastDay, endorsed, indexed, link } = renewal
  const before = knownOf(facts, renewal.before)
  const places = [
    ...endorsed.answers.map((name) => `quote.data.${name}`),
    ...endorsed.data.map((name) => `policy.data.${name}`),
  ]
  const values = changedValues(before, knownOf(facts, content))
  return {
    kind: isAutomatic ? 'automatic' : 'on_acceptance',
    first: dayText(format, firstDay),
    last: dayText(format, lastDay),
    decide_until: dayText(format, firstDay.subtract({ days: 1 })),
    before: { ...before, price: priceOf(facts, renewal.before, format) },
    values: values.filter(({ path }) =>
      places.some((place) => path === place || path.startsWith(`${place}.`)),
    ),
    indexed: indexed.flatMap((name) =>
      values
        .filter(({ path }) => path === `quote.data.${name}`)
        .map((value) => ({ ...value, clause: clauseOf(facts, name) })),
    ),
    link,
  }
}

function deferralOf(
  { deferral, definition }: DocumentCase,
  format: FormatData,
): DocumentData['deferral'] {
  if (deferral === null) return null
  return {
    due_before: dayText(format, deferral.dueBefore),
    due: dayText(format, deferral.dueDay),
    open: amountText(format, deferral.open, definition.currency),
  }
}

function dunningOf(facts: DocumentCase, format: FormatData): DocumentData['dunning'] {
  const { dunning, definition } = facts
  if (dunning === null) return null
  const amount = (cents: number) => amountText(format, cents, definition.currency)
  const { kind, graceUntil, coverUntil, coverFrom, revivalAmount } = dunning
  const costs = dunning.invoices.reduce((sum, one) => sum + (one.isFee ? one.open : 0), 0)
  return {
    kind,
    number: dunning.number,
    invoices: dunning.invoices.map(({ number, dueDay, open, page: pay }) => {
      return { number, due: dayText(format, dueDay), open: amount(open), pay }
    }),
    fee: amount(dunning.fee),
    total: amount(dunning.total),
    premium: amount(dunning.total - costs),
    costs: amount(costs),
    pay_until: kind === 'lapse' ? null : graceUntil && dayText(format, graceUntil),
    grace_days: dunning.graceDays,
    cover_until: coverUntil && dayText(format, coverUntil),
    cover_from: coverFrom && dayText(format, coverFrom),
    revival:
      graceUntil === null || revivalAmount === null
        ? null
        : { amount: amount(revivalAmount), pay_until: dayText(format, graceUntil) },
  }
}

import { type JsonObject, daysInclusive, todayIn } from '../kernel/index.ts'
import type { Account } from '../identity/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { Policy } from '../policies/index.ts'
import type {
  DocumentDefinition,
  DocumentOccasion,
  ItemDefinition,
  PaymentPlanDefinition,
  ProductDefinition,
} from '../products/index.ts'
import type { Quote } from '../quotes/index.ts'
import { type DeclaredFields, fillFields } from './declared-fields.ts'
import type { DocumentData, FormatData } from './document-data.ts'
import { amountText, dayText, momentText, percentText } from './formats.ts'

/** All that a paper tells of, before it is put into the words of its language. */
export interface PaperCase {
  readonly occasion: DocumentOccasion
  readonly language: string
  readonly definition: ProductDefinition
  readonly fields: DeclaredFields
  readonly item: Pick<ItemDefinition, 'key' | 'name'>
  readonly plan: PaymentPlanDefinition
  readonly insurer: Pick<Account, 'key' | 'name'>
  readonly distributor: Pick<Account, 'key' | 'name'>
  readonly policy: CasePolicy
  readonly quote: Pick<Quote, 'id' | 'createdAt' | 'expiresAt'> & {
    /** The answers, with dataset items in place. */
    readonly data: JsonObject
    readonly premium: Premium
    readonly billingCycles: number
  }
  readonly payment: CasePayment | null
  /** What a cancellation gives back. */
  readonly refund: number
}

export type CasePolicy = Pick<
  Policy,
  | 'id'
  | 'versionId'
  | 'insurerPolicyId'
  | 'insurerExternalPolicyId'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'data'
  | 'startDay'
  | 'endDay'
  | 'createdAt'
  | 'offerExpiresAt'
  | 'issuedAt'
  | 'cancelledAt'
  | 'cancelledBy'
  | 'cancellationReason'
  | 'terminationDay'
>

export interface CasePayment {
  readonly provider: string
  readonly method: string
  readonly amount: number
  readonly at: Temporal.Instant
}

const statuses = { offer: 'ready', policy: 'paid', cancellation: 'cancelled' } as const

/**
 * What a template sees. A paper tells of its own occasion: what came later is left out, so that it
 * reads the same whenever it is made.
 */
export function assembleData(
  paper: PaperCase,
  document: Pick<DocumentDefinition, 'designation' | 'names'>,
  format: FormatData,
): DocumentData {
  const { policy, quote, definition, occasion } = paper
  const { currency, timeZone } = definition
  const moment = (at: Temporal.Instant) => momentText(format, at, timeZone)
  const name = document.names[paper.language] ?? document.designation
  return {
    document: {
      designation: document.designation,
      name,
      occasion,
      language: paper.language,
      title: `${name} ${policy.insurerPolicyId}`,
      date: dayText(format, todayIn(timeZone, occasionMoment(paper))),
    },
    insurer: { key: paper.insurer.key, name: paper.insurer.name },
    distributor: { key: paper.distributor.key, name: paper.distributor.name },
    product: { key: definition.key, name: definition.name, currency, time_zone: timeZone },
    item: { key: paper.item.key, name: paper.item.name },
    policy: {
      id: policy.id,
      number: policy.insurerPolicyId,
      external_number: policy.insurerExternalPolicyId || null,
      version_id: policy.versionId,
      status: statuses[occasion],
      start: dayText(format, policy.startDay),
      end: policy.endDay && dayText(format, policy.endDay),
      days_of_cover: policy.endDay && daysInclusive(policy.startDay, policy.endDay),
      created: moment(policy.createdAt),
      offer_valid_until: moment(policy.offerExpiresAt),
      issued: occasion === 'offer' ? null : policy.issuedAt && moment(policy.issuedAt),
      data: fillFields(policy.data, paper.fields.policy),
    },
    customer: {
      first_name: policy.firstName,
      last_name: policy.lastName,
      name: `${policy.firstName} ${policy.lastName}`.trim(),
      email: policy.email,
    },
    quote: {
      id: quote.id,
      created: moment(quote.createdAt),
      valid_until: moment(quote.expiresAt),
      data: fillFields(quote.data, paper.fields.quote),
    },
    price: priceOf(paper, format),
    plan: {
      key: paper.plan.key,
      name: paper.plan.name,
      type: paper.plan.type,
      frequency: paper.plan.frequency,
    },
    payment: occasion === 'offer' ? null : paymentOf(paper, format),
    cancellation: occasion === 'cancellation' ? cancellationOf(paper, format) : null,
    format,
  }
}

/** When the offer was made, the policy issued or cancelled: the day a paper is dated. */
function occasionMoment({ occasion, policy }: PaperCase): Temporal.Instant {
  switch (occasion) {
    case 'offer':
      return policy.createdAt
    case 'policy':
      return policy.issuedAt ?? policy.createdAt
    case 'cancellation':
      return policy.cancelledAt ?? policy.createdAt
  }
}

function priceOf(paper: PaperCase, format: FormatData): DocumentData['price'] {
  const { premium, billingCycles } = paper.quote
  const amount = (cents: number) => amountText(format, cents, paper.definition.currency)
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

function paymentOf(paper: PaperCase, format: FormatData): DocumentData['payment'] {
  const { payment, definition } = paper
  if (payment === null) return null
  return {
    provider: payment.provider,
    method: payment.method,
    amount: amountText(format, payment.amount, definition.currency),
    date: dayText(format, todayIn(definition.timeZone, payment.at)),
  }
}

function cancellationOf(paper: PaperCase, format: FormatData): DocumentData['cancellation'] {
  const { policy, definition } = paper
  if (policy.terminationDay === null || policy.cancelledAt === null) return null
  return {
    date: dayText(format, policy.terminationDay),
    reason: policy.cancellationReason || null,
    cancelled_by: policy.cancelledBy,
    cancelled: momentText(format, policy.cancelledAt, definition.timeZone),
    refund: amountText(format, paper.refund, definition.currency),
  }
}

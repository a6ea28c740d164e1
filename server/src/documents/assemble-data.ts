import { type JsonObject, daysInclusive, todayIn } from '../kernel/index.ts'
import type { Account } from '../identity/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { Policy } from '../policies/index.ts'
import {
  type DocumentDefinition,
  type DocumentOccasion,
  type ItemDefinition,
  type PaymentPlanDefinition,
  type ProductDefinition,
  localText,
} from '../products/index.ts'
import type { Quote } from '../quotes/index.ts'
import { type DeclaredFields, fillFields } from './declared-fields.ts'
import type { DocumentData, FormatData } from './document-data.ts'
import { amountText, dayText, momentText, percentText } from './formats.ts'

/** All that a document tells of, before it is put into the words of its language. */
export interface DocumentCase {
  readonly occasion: DocumentOccasion
  readonly language: string
  readonly definition: ProductDefinition
  readonly fields: DeclaredFields
  readonly item: Pick<ItemDefinition, 'key' | 'name' | 'names'>
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
 * What a template sees. A document tells of its own occasion: what came later is left out, so that it
 * reads the same whenever it is made.
 */
export function assembleData(
  told: DocumentCase,
  document: Pick<DocumentDefinition, 'designation' | 'names'>,
  format: FormatData,
): DocumentData {
  const { policy, quote, definition, occasion } = told
  const { currency, timeZone } = definition
  const moment = (at: Temporal.Instant) => momentText(format, at, timeZone)
  const name = document.names[told.language] ?? document.designation
  return {
    document: {
      designation: document.designation,
      name,
      occasion,
      language: told.language,
      title: `${name} ${policy.insurerPolicyId}`,
      date: dayText(format, todayIn(timeZone, occasionMoment(told))),
    },
    insurer: { key: told.insurer.key, name: told.insurer.name },
    distributor: { key: told.distributor.key, name: told.distributor.name },
    product: {
      key: definition.key,
      name: localText(definition.names, told.language, definition.name),
      currency,
      time_zone: timeZone,
    },
    item: {
      key: told.item.key,
      name: localText(told.item.names, told.language, told.item.name),
    },
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
      data: fillFields(policy.data, told.fields.policy),
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
      data: fillFields(quote.data, told.fields.quote),
    },
    price: priceOf(told, format),
    plan: {
      key: told.plan.key,
      name: told.plan.name,
      type: told.plan.type,
      frequency: told.plan.frequency,
    },
    payment: occasion === 'offer' ? null : paymentOf(told, format),
    cancellation: occasion === 'cancellation' ? cancellationOf(told, format) : null,
    format,
  }
}

/** When the offer was made, the policy issued or cancelled: the day a document is dated. */
function occasionMoment({ occasion, policy }: DocumentCase): Temporal.Instant {
  switch (occasion) {
    case 'offer':
      return policy.createdAt
    case 'policy':
      return policy.issuedAt ?? policy.createdAt
    case 'cancellation':
      return policy.cancelledAt ?? policy.createdAt
  }
}

function priceOf(told: DocumentCase, format: FormatData): DocumentData['price'] {
  const { premium, billingCycles } = told.quote
  const amount = (cents: number) => amountText(format, cents, told.definition.currency)
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

function paymentOf(told: DocumentCase, format: FormatData): DocumentData['payment'] {
  const { payment, definition } = told
  if (payment === null) return null
  return {
    provider: payment.provider,
    method: payment.method,
    amount: amountText(format, payment.amount, definition.currency),
    date: dayText(format, todayIn(definition.timeZone, payment.at)),
  }
}

function cancellationOf(told: DocumentCase, format: FormatData): DocumentData['cancellation'] {
  const { policy, definition } = told
  if (policy.terminationDay === null || policy.cancelledAt === null) return null
  return {
    date: dayText(format, policy.terminationDay),
    reason: policy.cancellationReason || null,
    cancelled_by: policy.cancelledBy,
    cancelled: momentText(format, policy.cancelledAt, definition.timeZone),
    refund: amountText(format, told.refund, definition.currency),
  }
}

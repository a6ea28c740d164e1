import {
  firstPremiums,
  planFrequencies,
  receiptModes,
  type PaymentMethod,
  type PaymentPlanDefinition,
} from '../product-definition.ts'
import { readKey, refuseRepeats } from './names.ts'
import type { Part } from './part.ts'

const word = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const listPlans = 'List at least one plan with key, type and methods.'
const issueDaysBeforeMax = 60
const dueDayMax = 28
const retryDaysMax = 30
const retriesMax = 5

const billingDefault: Pick<
  PaymentPlanDefinition,
  'issueDaysBefore' | 'dueDay' | 'retryDays' | 'receipts'
> = { issueDaysBefore: 14, dueDay: null, retryDays: [3, 5, 7], receipts: 'elsewhere' }

const listMethods = 'List at least one method, for example {provider: invoice, method: invoice}.'

export function readPaymentPlans(part: Part): PaymentPlanDefinition[] {
  const entries = part.filledList(listPlans)
  refuseRepeats(entries)
  return entries.map(readPaymentPlan)
}

function readPaymentPlan(part: Part): PaymentPlanDefinition {
  part.hasOnly([
    'key',
    'name',
    'type',
    'frequency',
    'methods',
    'issue_days_before',
    'due_day',
    'retry_days',
    'receipts',
    'first_premium',
  ])
  const key = readKey(part.member('key'))
  const type = part.member('type').oneOf(['single', 'recurring'])
  return {
    key,
    name: part.member('name').optional(key, (name) => name.text()),
    type,
    frequency: readFrequency(part.member('frequency'), type),
    methods: readMethods(part.member('methods')),
    ...readBilling(part, type),
    firstPremium: readFirstPremium(part),
  }
}

/** Where receipts are not tracked, what is invoiced counts as paid. */
function readFirstPremium(part: Part): PaymentPlanDefinition['firstPremium'] {
  const given = part.member('first_premium')
  const first = given.optional('covers' as const, (one) => one.oneOf(firstPremiums))
  if (first === 'suspends' && part.member('receipts').value !== 'tracked') {
    const message = 'The first premium counts as paid where receipts are not tracked.'
    given.refuse(message, 'Write receipts: tracked, or leave first_premium out.')
  }
  return first
}

/** When instalments are asked for, and how it is known that they were paid. */
function readBilling(
  part: Part,
  type: PaymentPlanDefinition['type'],
): Pick<PaymentPlanDefinition, keyof typeof billingDefault> {
  if (type === 'single') {
    for (const name of ['issue_days_before', 'due_day', 'retry_days']) {
      if (part.member(name).isAbsent) continue
      const message = `A single payment is made with the sale: ${name} is for instalments.`
      part.member(name).refuse(message, 'Remove it, or make the type recurring.')
    }
  }
  const { issueDaysBefore, dueDay, retryDays, receipts } = billingDefault
  return {
    issueDaysBefore: part
      .member('issue_days_before')
      .optional(issueDaysBefore, (days) => days.integer(0, issueDaysBeforeMax)),
    dueDay: part
      .member('due_day')
      .optional<number | null>(dueDay, (day) => day.integer(1, dueDayMax)),
    retryDays: part.member('retry_days').optional(retryDays, readRetryDays),
    receipts: part.member('receipts').optional(receipts, (given) => given.oneOf(receiptModes)),
  }
}

function readRetryDays(part: Part): readonly number[] {
  const pauses = part.list('List pauses in days, for example [3, 5, 7], or [] for no second try.')
  if (pauses.length > retriesMax) {
    part.refuse(`There are more than ${retriesMax} pauses.`, `List at most ${retriesMax}.`)
  }
  return pauses.map((pause) => pause.integer(1, retryDaysMax))
}

function readFrequency(
  part: Part,
  type: PaymentPlanDefinition['type'],
): PaymentPlanDefinition['frequency'] {
  if (type === 'recurring') return part.oneOf(planFrequencies)
  if (!part.isAbsent) {
    part.refuse('A single payment has no frequency.', 'Remove it, or make the type recurring.')
  }
  return null
}

function readMethods(part: Part): PaymentMethod[] {
  const methods = part.filledList(listMethods).map((entry) => {
    entry.hasOnly(['provider', 'method', 'bind_on'])
    const fix = 'Use lower-case letters, digits, dashes and underscores.'
    return {
      entry,
      provider: entry.member('provider').matching(word, fix),
      method: entry.member('method').matching(word, fix),
      bindOn: entry
        .member('bind_on')
        .optional('succeeded' as const, (given) => given.oneOf(['succeeded', 'processing'])),
    }
  })
  const seen = new Set<string>()
  for (const { entry, provider, method } of methods) {
    const pair = `${provider}/${method}`
    if (seen.has(pair)) entry.refuse(`${pair} is listed twice.`, 'Remove one of them.')
    seen.add(pair)
  }
  return methods.map(({ provider, method, bindOn }) => ({
    provider,
    method,
    ...(bindOn === 'processing' && { bindOn }),
  }))
}

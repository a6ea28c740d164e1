import {
  planFrequencies,
  type PaymentMethod,
  type PaymentPlanDefinition,
} from '../product-definition.ts'
import { readKey, refuseRepeats } from './names.ts'
import type { Part } from './part.ts'

const word = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const listPlans = 'List at least one plan with key, type and methods.'
const listMethods = 'List at least one method, for example {provider: invoice, method: invoice}.'

export function readPaymentPlans(part: Part): PaymentPlanDefinition[] {
  const entries = part.filledList(listPlans)
  refuseRepeats(entries)
  return entries.map(readPaymentPlan)
}

function readPaymentPlan(part: Part): PaymentPlanDefinition {
  part.hasOnly(['key', 'name', 'type', 'frequency', 'methods'])
  const key = readKey(part.member('key'))
  const type = part.member('type').oneOf(['single', 'recurring'])
  return {
    key,
    name: part.member('name').optional(key, (name) => name.text()),
    type,
    frequency: readFrequency(part.member('frequency'), type),
    methods: readMethods(part.member('methods')),
  }
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
    entry.hasOnly(['provider', 'method'])
    const mend = 'Use lower-case letters, digits, dashes and underscores.'
    return {
      entry,
      provider: entry.member('provider').matching(word, mend),
      method: entry.member('method').matching(word, mend),
    }
  })
  const seen = new Set<string>()
  for (const { entry, provider, method } of methods) {
    const pair = `${provider}/${method}`
    if (seen.has(pair)) entry.refuse(`${pair} is listed twice.`, 'Remove one of them.')
    seen.add(pair)
  }
  return methods.map(({ provider, method }) => ({ provider, method }))
}

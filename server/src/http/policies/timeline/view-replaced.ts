import type { Static } from 'typebox'
import type { Json } from '../../../kernel/index.ts'
import { type MarkedFields, isMarked, mask } from '../../../masks/index.ts'
import type { ReplacedValue } from '../../../policy-transactions/index.ts'
import { type ProductDefinition, inAllLanguages } from '../../../products/index.ts'
import type { PeriodPrice } from '../../../timelines/index.ts'
import type { replacedValue } from './segment.ts'

/** Personal whatever a product marks. */
const ofCustomer: readonly string[] = ['first_name', 'last_name', 'email']

/** Replaced values with the labels of their fields, masked for those who may not see them. */
export function viewReplaced(
  replaced: readonly ReplacedValue[],
  { checkout, languages, defaultLanguage }: ProductDefinition,
  marks: MarkedFields | null,
): Static<typeof replacedValue>[] {
  return replaced.map(({ path, before, after }) => {
    const field = path.join('.')
    const isMasked = marks !== null && (ofCustomer.includes(field) || isMarked(marks, path))
    const shown = (value: Json) => (isMasked && value !== null ? mask : value)
    const { label } = checkout?.fields[field] ?? checkout?.fields[path[0] ?? ''] ?? {}
    const labels =
      label === undefined ? {} : inAllLanguages(label, languages, label[defaultLanguage] ?? field)
    return { field, labels, before: shown(before), after: shown(after) }
  })
}

export function viewPeriodPrice({ payment, tax, fee, commission }: PeriodPrice) {
  return { gross_payment_amount: payment, tax, fee, commission }
}

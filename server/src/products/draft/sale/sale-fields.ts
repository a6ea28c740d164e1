import { type ProposedField, type Frequency, type TermUnit } from '../../../pricing/index.ts'

/** The most that a term may be: cover lasts less than 120 years. */
const mostOf: Readonly<Record<TermUnit, number>> = { years: 99, months: 1_188, days: 9_999 }

/** A day on which cover begins is required, and not in the past. */
export function startField(field: ProposedField): ProposedField {
  const rules = field.validation.split('|')
  const isBounded = rules.some((rule) => /^after(_or_equal)?:(?!\d)/.test(rule))
  return withRules(
    field,
    [...rules, 'required', ...(isBounded ? [] : ['after_or_equal:today'])],
    'cover begins on that day',
  )
}

/** How long cover lasts is a whole number above zero. */
export function termField(field: ProposedField, unit: TermUnit): ProposedField {
  const rules = field.validation.split('|').map((rule) => (rule === 'numeric' ? 'integer' : rule))
  const has = (names: RegExp) => rules.some((rule) => names.test(rule))
  const isListed = has(/^in:/)
  return withRules(
    { ...field, type: 'integer' },
    [
      ...rules,
      'required',
      ...(isListed || has(/^(min|gt|gte|between|size):/) ? [] : ['min:1']),
      ...(isListed || has(/^(max|lt|lte|between|size):/) ? [] : [`max:${mostOf[unit]}`]),
    ],
    `cover lasts so many ${unit}`,
  )
}

function withRules(field: ProposedField, rules: readonly string[], why: string): ProposedField {
  const before = field.validation.split('|')
  const all = [...new Set(rules)]
  const added = all.filter((rule) => !before.includes(rule))
  if (added.length === 0) return field
  const reasons = field.reasons.filter((reason) => !reason.startsWith('Not required'))
  return {
    ...field,
    validation: all.join('|'),
    reasons: [...reasons, `${added.join(', ')}: ${why}.`],
  }
}

const added: Pick<
  ProposedField,
  'place' | 'reference' | 'cellValue' | 'isPercent' | 'label' | 'help'
> = {
  place: 'No cell of the workbook',
  reference: '',
  cellValue: null,
  isPercent: false,
  label: null,
  help: null,
}

/** A question for the first day of cover that no cell of the workbook has. */
export function askedDay(today: Temporal.PlainDate): ProposedField {
  return {
    ...added,
    name: 'policy_start_date',
    validation: 'iso_date|required|after_or_equal:today',
    reasons: ['Cover begins on that day.'],
    type: 'iso_date',
    saved: today.toString(),
  }
}

/** A question for the plan; the page that sells answers it with the plan that was chosen. */
export function frequencyField(
  plans: readonly Frequency[],
  fields: readonly ProposedField[],
): ProposedField {
  const isTaken = fields.some(({ name }) => name === 'payment_frequency')
  return {
    ...added,
    place: 'The sheet Bindery',
    name: isTaken ? 'bindery_payment_frequency' : 'payment_frequency',
    validation: `string|required|in:${plans.join(',')}`,
    reasons: ['The payments of a year share the premium.'],
    type: 'string',
    saved: plans[0] ?? null,
  }
}

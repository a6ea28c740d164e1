import {
  type PaymentPlanDefinition,
  type PlanFrequency,
  type RenewalSettings,
  type RenewedAnswer,
  renewalKinds,
} from '../product-definition.ts'
import { parseDuration, shortestDays } from './durations.ts'
import { type Part, quoted } from './part.ts'

const noticeDaysMax = 365
const termYearsMax = 10
const termsMin = 2
const termsMax = 100

export const renewalDefault: RenewalSettings = {
  kind: 'none',
  noticeDays: 30,
  term: 'P1Y',
  maxTerms: null,
  adjustmentClause: false,
  set: {},
}

/** How a policy goes on when its term ends. */
export function readRenewal(part: Part, plans: readonly PaymentPlanDefinition[]): RenewalSettings {
  if (part.isAbsent) return renewalDefault
  if (!part.hasOnly(['kind', 'notice_days', 'term', 'max_terms', 'adjustment_clause', 'set']))
    return renewalDefault
  const kind = part.member('kind').oneOf(renewalKinds)
  const term = part.member('term').optional(renewalDefault.term, (given) => readTerm(given, plans))
  const noticeDays = part
    .member('notice_days')
    .optional(renewalDefault.noticeDays, (days) => days.integer(0, noticeDaysMax))
  const termDays = shortestDays(term)
  if (noticeDays >= termDays) {
    const message = `The notice would come ${noticeDays} days before the end of a term of ${term}, which may have ${termDays}.`
    part.member('notice_days').refuse(message, `Write at most ${termDays - 1}, or a longer term.`)
  }
  if (kind === 'none') refuseUnused(part)
  return {
    kind,
    noticeDays,
    term,
    maxTerms: part
      .member('max_terms')
      .optional<number | null>(renewalDefault.maxTerms, (terms) =>
        terms.integer(termsMin, termsMax),
      ),
    adjustmentClause: part
      .member('adjustment_clause')
      .optional(renewalDefault.adjustmentClause, (given) => given.boolean()),
    set: part.member('set').optional({}, readSet),
  }
}

/** Settings of a renewal that never comes are a mistake somewhere. */
function refuseUnused(part: Part): void {
  for (const name of ['notice_days', 'term', 'max_terms', 'adjustment_clause', 'set']) {
    const unused = part.member(name)
    if (unused.isAbsent) continue
    unused.refuse(
      'Policies of this product are not renewed.',
      `Remove ${name}, or choose automatic or on_acceptance.`,
    )
  }
}

const monthsOf: Readonly<Record<PlanFrequency, number>> = {
  month: 1,
  quarter: 3,
  half_year: 6,
  year: 12,
}

/** How long a term of a cover with an open end is. */
function readTerm(part: Part, plans: readonly PaymentPlanDefinition[]): string {
  const text = part.text(termFix)
  if (text === '') return renewalDefault.term
  const duration = parseDuration(text)
  if (duration === null) {
    part.refuse(`${quoted(text)} is not a duration of whole days, months or years.`, termFix)
    return renewalDefault.term
  }
  const days = shortestDays(text)
  if (days > shortestDays(`P${termYearsMax}Y`)) {
    const message = `A term of ${text} is longer than ${termYearsMax} years.`
    part.refuse(message, `Write P${termYearsMax}Y or less: a renewal adds the next one.`)
    return renewalDefault.term
  }
  const longer = plans.find(
    ({ frequency }) => frequency !== null && shortestDays(`P${monthsOf[frequency]}M`) > days,
  )
  if (longer !== undefined) {
    const message = `A term of ${text} is shorter than one payment period of plan ${quoted(longer.key)}.`
    part.refuse(message, 'Write a longer term, or bill more often.')
  }
  return text
}

const termFix = 'Write an ISO 8601 duration such as P1Y or P6M.'

const setFix =
  'Write start or end for the days of the new term, { value: … } for a fixed answer or { add: 1 } to count on.'

function readSet(part: Part): Readonly<Record<string, RenewedAnswer>> {
  const answers = part.jsonObject('Name answers and what the renewal makes of them.')
  const names = Object.keys(answers)
  return Object.fromEntries(names.map((name) => [name, readAnswer(part.member(name))]))
}

function readAnswer(part: Part): RenewedAnswer {
  if (part.value === 'start' || part.value === 'end') return part.value
  if (typeof part.value === 'string') {
    part.refuse(`${quoted(part.value)} is neither start nor end.`, setFix)
    return 'start'
  }
  const given = part.jsonObject(setFix)
  const { value, add } = given
  const names = Object.keys(given)
  if (names.length === 1 && value !== undefined) return { value }
  if (names.length === 1 && typeof add === 'number') return { add }
  part.refuse('This does not say what the renewal makes of the answer.', setFix)
  return 'start'
}

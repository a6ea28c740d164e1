import { type FieldError, exampleIds, notFound, reason } from '../kernel/index.ts'

export const impactNotFound = notFound('Impact', {
  code: 'impact_not_found',
  when: 'You have no such impact in this mode.',
  example: exampleIds.impact,
})
export const impactOfRater = reason({
  kind: 'validation_failed',
  code: 'impact_of_rater',
  when: 'An external rater prices the product. A rater is not called for a whole portfolio.',
  message: (product: string) =>
    `${product} is priced by an outside rater, which is not asked for a whole portfolio. Ask the operator of the rater for the impact.`,
  errors: () => [wrong('product_version_id')],
  example: ['bike'],
})
export const impactFieldUnknown = reason({
  kind: 'validation_failed',
  code: 'impact_field_unknown',
  when: 'The result is grouped by a field that is not a question of the product.',
  message: (field: string, meant: string) =>
    `The result cannot be grouped by ${field}. ${meant === '' ? 'Group by a question of quote.json, or by item, plan or integration.' : meant}`,
  errors: () => [wrong('by')],
  example: ['deductable', 'Did you mean deductible?'],
})
export const bandsNotRising = reason({
  kind: 'validation_failed',
  code: 'bands_not_rising',
  when: 'The bounds of the bands are not in ascending order.',
  message: (field: string) =>
    `The bands of ${field} must be in ascending order, each bound above the one before it.`,
  errors: () => [wrong('by')],
  example: ['insured_sum'],
})
export const bandsOfNoNumber = reason({
  kind: 'validation_failed',
  code: 'bands_of_no_number',
  when: 'Bands are requested for a field that is not a number.',
  message: (field: string, kind: string) =>
    `${field} is ${kind}, and only numbers have bands. Leave the bands out to get one group per value, or name a number.`,
  errors: () => [wrong('by')],
  example: ['company_backup', 'text'],
})
export const scopeIncomplete = reason({
  kind: 'validation_failed',
  code: 'scope_incomplete',
  when: 'The scope lacks the days of the renewals or the number of days of the quotes, or has a member that its kind does not take.',
  message: (why: string) => `The scope is not clear: ${why}.`,
  errors: () => [wrong('scope')],
  example: ['renewals need from and to, as dates such as 2027-03-01'],
})
export const tooManyImpacts = reason({
  kind: 'validation_failed',
  code: 'too_many_impacts',
  when: 'The maximum number of your impact analyses is waiting or running.',
  message: (most: number) =>
    `You already have ${most} impacts waiting or running. Wait for them, or stop one.`,
  example: [5],
})
export const impactFieldSensitive = reason({
  kind: 'validation_failed',
  code: 'impact_field_sensitive',
  when: 'The product marks a field as sensitive, so that nothing is grouped by it.',
  message: (field: string) =>
    `The product marks ${field} as sensitive, so an impact cannot be grouped by it.`,
  errors: () => [wrong('by')],
  example: ['canton'],
})
export const impactNotDone = reason({
  kind: 'validation_failed',
  code: 'impact_not_done',
  when: 'The impact analysis is not done yet, so it has no rows.',
  message: (id: string, state: string) =>
    `Impact ${id} is ${state}. Its rows are available once it is done.`,
  example: [exampleIds.impact, 'queued'],
})

function wrong(field: string): FieldError {
  return { code: 'invalid_value', field }
}

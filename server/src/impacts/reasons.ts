import { type FieldError, exampleIds, notFound, reason } from '../kernel/index.ts'

export const impactNotFound = notFound('Impact', {
  code: 'impact',
  when: 'You have no such impact in this mode.',
  example: exampleIds.impact,
})
export const impactOfRater = reason({
  kind: 'validation_failed',
  code: 'impact_of_rater',
  when: 'An outside rater prices the product: asking it for a whole portfolio is not ours to do.',
  message: (product: string) =>
    `${product} is priced by an outside rater, which is not asked again for a whole portfolio. Ask its operator what the change does.`,
  errors: () => [wrong('product_version_id')],
  example: ['bike'],
})
export const impactFieldUnknown = reason({
  kind: 'validation_failed',
  code: 'impact_field_unknown',
  when: 'The result is to be told apart by something that no quote of the product asks for.',
  message: (field: string, meant: string) =>
    `A quote has no single answer ${field}. ${meant === '' ? 'The questions are in quote.json; item, plan and integration can be told apart as well.' : meant}`,
  errors: () => [wrong('by')],
  example: ['deductable', 'Did you mean deductible?'],
})
export const bandsNotRising = reason({
  kind: 'validation_failed',
  code: 'bands_not_rising',
  when: 'The bounds of bands do not rise.',
  message: (field: string) =>
    `The bands of ${field} must rise: each bound above the one before it.`,
  errors: () => [wrong('by')],
  example: ['insured_sum'],
})
export const bandsOfNoNumber = reason({
  kind: 'validation_failed',
  code: 'bands_of_no_number',
  when: 'Bands are wanted of something that is no number: all of the portfolio would be in none of them.',
  message: (field: string, kind: string) =>
    `${field} is ${kind}: only numbers have bands. Leave the bands out and each value is told by itself, or name a number.`,
  errors: () => [wrong('by')],
  example: ['company_backup', 'text'],
})
export const scopeIncomplete = reason({
  kind: 'validation_failed',
  code: 'scope_incomplete',
  when: 'The scope does not say which renewals, or quotes of how many days, or says it of others.',
  message: (why: string) => `The scope is not clear: ${why}.`,
  errors: () => [wrong('scope')],
  example: ['renewals need from and to, as days such as 2027-03-01'],
})
export const tooManyImpacts = reason({
  kind: 'validation_failed',
  code: 'too_many_impacts',
  when: 'As many impacts of yours are waiting as may wait.',
  message: (most: number) =>
    `${most} impacts of yours are waiting or running already. Wait for them, or stop one.`,
  example: [5],
})
export const impactNotDone = reason({
  kind: 'validation_failed',
  code: 'impact_not_done',
  when: 'The rows are told once all of them are there.',
  message: (id: string, state: string) =>
    `Impact ${id} is ${state}: it has its rows when it is done.`,
  example: [exampleIds.impact, 'queued'],
})

function wrong(field: string): FieldError {
  return { code: 'invalid_value', field }
}

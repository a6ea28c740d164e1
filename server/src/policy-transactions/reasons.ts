import { type FieldError, exampleIds, reason } from '../kernel/index.ts'

/** Why a transaction is refused; the deed says what it would do to the policy, such as `cancelled`. */
export const notPaid = reason({
  kind: 'transaction_not_allowed',
  code: 'not_paid',
  when: 'It is still an offer, which can be left to expire.',
  message: (id: string, deed: string) =>
    `Policy ${id} is not paid: only a paid policy can be ${deed}.`,
  example: [exampleIds.policy, 'cancelled'],
})
export const modificationInProgress = reason({
  kind: 'modification_in_progress',
  code: 'modification_in_progress',
  when: 'Another modification of the policy has not finished.',
  message: (id: string) => `Another modification of policy ${id} has already started.`,
  example: [exampleIds.policy],
})
export const staleVersion = reason({
  kind: 'version_mismatch',
  code: 'stale_version',
  when: 'The policy has changed since it was viewed.',
  message: (ifMatch: string, id: string) =>
    `If-Match names ${ifMatch}, which is not the active version of policy ${id}.`,
  example: [exampleIds.policyVersion, exampleIds.policy],
})
export const notAPreviewToken = reason({
  kind: 'validation_failed',
  code: 'not_a_preview_token',
  when: 'What was sent as `preview_token` is none.',
  message: 'preview_token must be the token of a preview.',
  errors: [{ code: 'invalid_value', field: 'preview_token', rules: ['regex'] }],
})
export const previewTokenUnknown = reason({
  kind: 'version_mismatch',
  code: 'unknown_preview_token',
  when: 'The preview token was altered, or never given out.',
  message: 'preview_token was not given out here, or was altered. Preview the order again.',
})
export const previewOfDifferentTransaction = reason({
  kind: 'version_mismatch',
  code: 'preview_of_other',
  when: 'The preview was of another policy, or of another order.',
  message: 'preview_token is of another order than this one. Preview this one.',
})
export const previewOfOlder = reason({
  kind: 'version_mismatch',
  code: 'preview_of_older',
  when: 'The policy has changed since the preview.',
  message: (id: string) =>
    `preview_token is of an older version of policy ${id}. Preview the order again.`,
  example: [exampleIds.policy],
})
export const previewExpired = reason({
  kind: 'version_mismatch',
  code: 'preview_expired',
  when: 'The preview is too old.',
  message: 'preview_token has expired. Preview the order again.',
})
export const previewOutdated = reason({
  kind: 'version_mismatch',
  code: 'preview_outdated',
  when: 'The order would no longer come to what the preview said.',
  message: (id: string) =>
    `The order of policy ${id} no longer comes to what its preview said. Preview it again.`,
  example: [exampleIds.policy],
})
export const laterDayUnpriced = reason({
  kind: 'transaction_not_allowed',
  code: 'later_day_unpriced',
  when: 'Something else was ordered for a later day, which has no price with this change.',
  message: (why: string) => `A later day could not be priced: ${why}`,
  example: ['knockout'],
})
export const alreadyCancelled = reason({
  kind: 'already_cancelled',
  code: 'already_cancelled',
  when: 'It was cancelled before.',
  message: (id: string) => `Policy ${id} is already cancelled.`,
  example: [exampleIds.policy],
})
export const policyExpired = reason({
  kind: 'policy_expired',
  code: 'policy_expired',
  when: 'It has run out.',
  message: (id: string, deed: string) => `Policy ${id} is expired and cannot be ${deed}.`,
  example: [exampleIds.policy, 'cancelled'],
})
export const policyCancelled = reason({
  kind: 'already_cancelled',
  code: 'policy_cancelled',
  when: 'It is cancelled.',
  message: (id: string, deed: string) => `Policy ${id} is cancelled and cannot be ${deed}.`,
  example: [exampleIds.policy, 'changed'],
})
export const notCancelled = reason({
  kind: 'not_cancelled',
  code: 'not_cancelled',
  when: 'It is not cancelled.',
  message: (id: string) =>
    `Policy ${id} is not cancelled: only a cancelled policy can be reinstated.`,
  example: [exampleIds.policy],
})
export const tooLateToReinstate = reason({
  kind: 'too_late',
  code: 'too_late_to_reinstate',
  when: 'More days have passed since its last day of cover than the product allows, or cover would have ended by now.',
  message: (id: string, until: string) =>
    `Policy ${id} could be reinstated until ${until}. Sell a new one.`,
  example: [exampleIds.policy, '2029-08-29'],
})
export const endorsementNotPermitted = reason({
  kind: 'not_permitted',
  code: 'endorsements_by_insurer',
  when: 'The product lets only its insurer change policies.',
  message: 'Only the insurer changes policies of this product.',
})
export const nothingToEndorse = reason({
  kind: 'validation_failed',
  code: 'nothing_to_endorse',
  when: 'The policy says all of this already, or nothing was sent.',
  message: 'The order changes nothing: send at least one field with another value.',
  errors: [{ code: 'required', field: 'data', rules: ['required'] }],
})
export const terminationIsNoDate = reason({
  kind: 'validation_failed',
  code: 'not_a_date',
  when: 'The termination date is not a date.',
  message: 'termination_date must be a date such as 2027-03-31.',
  errors: [wrongDate('iso_date')],
})
export const terminationBeforeStart = reason({
  kind: 'validation_failed',
  code: 'before_start',
  when: 'Cover has begun and cannot end before it did.',
  message: (start: string) => `termination_date must not be before the start of cover on ${start}.`,
  errors: (start) => [wrongDate('after_or_equal', start)],
  example: ['2029-01-01'],
})
export const terminationAfterEnd = reason({
  kind: 'validation_failed',
  code: 'after_end',
  when: 'Cover ends before that by itself.',
  message: (end: string) => `termination_date must not be after the end of cover on ${end}.`,
  errors: (end) => [wrongDate('before_or_equal', end)],
  example: ['2029-12-31'],
})

function wrongDate(rule: string, limit?: string): FieldError {
  return {
    code: 'invalid_value',
    field: 'termination_date',
    rules: [rule],
    ...(limit !== undefined && { params: { [rule]: [limit] } }),
  }
}

export const endorsementTokenUnknown = reason({
  kind: 'authentication_required',
  code: 'endorsement_token',
  when: 'The change token is not one of ours, is for another policy, or has expired.',
  message: 'The change token is not valid for this policy, or has expired. Ask for a new link.',
})

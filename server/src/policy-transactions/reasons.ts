import { type FieldError, exampleIds, reason } from '../kernel/index.ts'

/** Why a policy transaction is refused. `deed` is its participle, such as `cancelled`. */
export const notPaid = reason({
  kind: 'transaction_not_allowed',
  code: 'not_paid',
  when: 'The policy is still an offer. Let the offer expire instead.',
  message: (id: string, deed: string) =>
    `Policy ${id} is not paid. Only a paid policy can be ${deed}.`,
  example: [exampleIds.policy, 'cancelled'],
})
export const modificationInProgress = reason({
  kind: 'modification_in_progress',
  code: 'modification_in_progress',
  when: 'Another modification of the policy has not finished.',
  message: (id: string) => `Another modification of policy ${id} has already started.`,
  example: [exampleIds.policy],
})
export const planChangeNotOn = reason({
  kind: 'validation_failed',
  code: 'plan_change_date',
  when: 'The payment plan cannot change on this day: it is not the first day of a billing period, or that period is charged already. `errors` has the next possible day.',
  message: (id: string, day: string, next: string) =>
    `The payment plan of policy ${id} cannot change on ${day}. The next possible day is ${next}.`,
  errors: (_id: string, _day: string, next: string): FieldError[] => [
    { code: 'invalid_value', field: 'effective_date', rules: ['in'], params: { in: [next] } },
  ],
  example: [exampleIds.policy, '2027-02-01', '2027-03-01'],
})
export const planChangesAtRenewal = reason({
  kind: 'validation_failed',
  code: 'plan_changes_at_renewal',
  when: 'All periods of the term are charged already. The payment plan can change with the next term, whose first day is in `errors`.',
  message: (id: string, next: string) =>
    `All of the current term of policy ${id} is charged. Its payment plan can change from ${next} on: accept the renewal with another plan.`,
  errors: (_id: string, next: string): FieldError[] => [
    { code: 'invalid_value', field: 'effective_date', rules: ['in'], params: { in: [next] } },
  ],
  example: [exampleIds.policy, '2028-01-01'],
})
export const planNeverChanges = reason({
  kind: 'transaction_not_allowed',
  code: 'plan_never_changes',
  when: 'The policy has no period that is still to be charged, and no term follows.',
  message: (id: string) =>
    `The payment plan of policy ${id} cannot change: nothing is left to be charged.`,
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
  when: 'The value of `preview_token` is not a preview token.',
  message: 'preview_token is not a preview token. Send the token that the preview returned.',
  errors: [{ code: 'invalid_value', field: 'preview_token', rules: ['regex'] }],
})
export const previewTokenUnknown = reason({
  kind: 'version_mismatch',
  code: 'unknown_preview_token',
  when: 'The preview token was altered, or was not issued by this platform.',
  message: 'preview_token was altered, or was not issued here. Preview the transaction again.',
})
export const previewOfDifferentTransaction = reason({
  kind: 'version_mismatch',
  code: 'preview_of_different_transaction',
  when: 'The preview was of another policy, or of another transaction.',
  message: 'preview_token belongs to a different transaction. Preview this transaction.',
})
export const previewOfOlder = reason({
  kind: 'version_mismatch',
  code: 'preview_of_older_version',
  label: 'preview_of_older',
  when: 'The policy has changed since the preview.',
  message: (id: string) =>
    `preview_token is of an older version of policy ${id}. Preview the transaction again.`,
  example: [exampleIds.policy],
})
export const previewExpired = reason({
  kind: 'version_mismatch',
  code: 'preview_expired',
  when: 'The preview has expired.',
  message: 'preview_token has expired. Preview the transaction again.',
})
export const previewOutdated = reason({
  kind: 'version_mismatch',
  code: 'preview_outdated',
  when: 'The result of the transaction would differ from its preview.',
  message: (id: string) =>
    `The result for policy ${id} would now differ from the preview. Preview the transaction again.`,
  example: [exampleIds.policy],
})
export const laterDayUnpriced = reason({
  kind: 'transaction_not_allowed',
  code: 'later_day_unpriced',
  when: 'A later transaction of the policy cannot be priced together with this one.',
  message: (why: string) =>
    `A later transaction of the policy cannot be priced together with this one: ${why}`,
  example: ['knockout'],
})
export const alreadyCancelled = reason({
  kind: 'already_cancelled',
  code: 'already_cancelled',
  when: 'The policy is already cancelled.',
  message: (id: string) => `Policy ${id} is already cancelled.`,
  example: [exampleIds.policy],
})
export const policyExpired = reason({
  kind: 'policy_expired',
  code: 'policy_expired',
  when: 'The policy has expired.',
  message: (id: string, deed: string) => `Policy ${id} is expired and cannot be ${deed}.`,
  example: [exampleIds.policy, 'cancelled'],
})
export const policyCancelled = reason({
  kind: 'already_cancelled',
  code: 'policy_cancelled',
  when: 'The policy is cancelled.',
  message: (id: string, deed: string) => `Policy ${id} is cancelled and cannot be ${deed}.`,
  example: [exampleIds.policy, 'endorsed'],
})
export const policyWithdrawn = reason({
  kind: 'already_cancelled',
  code: 'policy_withdrawn',
  when: 'The customer has withdrawn from the contract. Nothing can be done to the policy any more.',
  message: (id: string, deed: string) => `Policy ${id} was withdrawn and cannot be ${deed}.`,
  example: [exampleIds.policy, 'endorsed'],
})
export const noRightOfWithdrawal = reason({
  kind: 'transaction_not_allowed',
  code: 'no_right_of_withdrawal',
  when: 'The product gives its customers no right of withdrawal.',
  message: (id: string) =>
    `The product of policy ${id} has no right of withdrawal. Cancel the policy instead.`,
  example: [exampleIds.policy],
})
export const withdrawalPeriodOver = reason({
  kind: 'too_late',
  code: 'withdrawal_period_over',
  when: 'The withdrawal was sent after the last day of the period.',
  message: (id: string, lastDay: string) =>
    `A withdrawal from policy ${id} had to be sent by ${lastDay}. Cancel the policy instead.`,
  example: [exampleIds.policy, '2028-12-04'],
})
export const withdrawalDateInvalid = reason({
  kind: 'validation_failed',
  code: 'withdrawal_date_invalid',
  when: 'The day of receipt or of sending is not a date, lies before the contract or in the future, was sent after it was received, or is further back than this account may go.',
  message: (
    field: 'received_on' | 'sent_on',
    rule: 'iso_date' | 'before_or_equal' | 'after_or_equal',
    limit: string | null,
  ) =>
    limit === null
      ? `${field} must be a date such as 2027-03-31.`
      : `${field} must not be ${rule === 'before_or_equal' ? 'after' : 'before'} ${limit}.`,
  errors: (field, rule, limit) => [
    {
      code: 'invalid_value',
      field,
      rules: [rule],
      ...(limit !== null && { params: { [rule]: [limit] } }),
    },
  ],
  example: ['received_on', 'before_or_equal', '2028-11-20'],
})
export const notCancelled = reason({
  kind: 'not_cancelled',
  code: 'not_cancelled',
  when: 'The policy is not cancelled.',
  message: (id: string) =>
    `Policy ${id} is not cancelled. Only a cancelled policy can be reinstated.`,
  example: [exampleIds.policy],
})
export const noEndToMove = reason({
  kind: 'not_cancelled',
  code: 'no_end_to_move',
  when: 'The policy is not cancelled, so it has no end that could move.',
  message: (id: string) => `Policy ${id} is not cancelled. Cancel it to give it another end.`,
  example: [exampleIds.policy],
})
export const coverIsOver = reason({
  kind: 'too_late',
  code: 'cover_is_over',
  when: 'The last day of cover is over.',
  message: (id: string) =>
    `The cover of policy ${id} is over, and its end cannot move any more. Reinstate the policy.`,
  example: [exampleIds.policy],
})
export const endStays = reason({
  kind: 'validation_failed',
  code: 'end_stays',
  when: 'The policy ends on this day already.',
  message: (id: string, day: string) => `Policy ${id} ends on ${day} already. Send another day.`,
  errors: (_, day) => [wrongDate('not_in', day)],
  example: [exampleIds.policy, '2029-06-30'],
})
export const tooLateToReinstate = reason({
  kind: 'too_late',
  code: 'too_late_to_reinstate',
  when: 'The last day of cover is longer ago than the product allows, or cover would have ended by now.',
  message: (id: string, until: string) =>
    `Policy ${id} could be reinstated until ${until}. Sell a new policy.`,
  example: [exampleIds.policy, '2029-08-29'],
})
export const endorsementNotPermitted = reason({
  kind: 'not_permitted',
  code: 'endorsements_by_insurer',
  when: 'The product lets only its insurer endorse policies.',
  message: 'Only the insurer may endorse policies of this product.',
})
export const nothingToEndorse = reason({
  kind: 'validation_failed',
  code: 'nothing_to_endorse',
  when: 'The policy already has all of these values, or nothing was sent.',
  message: 'The endorsement changes nothing. Send at least one field with a new value.',
  errors: [{ code: 'required', field: 'data', rules: ['required'] }],
})
export const adjustmentNotPermitted = reason({
  kind: 'not_permitted',
  code: 'adjustments_by_insurer',
  when: 'Only the insurer adjusts a premium.',
  message: 'Only the insurer may adjust the premium of a term that is over.',
})
export const adjustmentNotDeclared = reason({
  kind: 'transaction_not_allowed',
  code: 'no_adjustment_agreed',
  when: 'The product version that the term was sold on declares no premium adjustment.',
  message: (id: string) =>
    `The product of policy ${id} has no premium adjustment. Endorse the policy instead.`,
  example: [exampleIds.policy],
})
export const noTermToAdjust = reason({
  kind: 'transaction_not_allowed',
  code: 'no_term_to_adjust',
  when: 'No term of the policy is over.',
  message: (id: string) =>
    `No term of policy ${id} is over. The premium is adjusted after the end of a term. Endorse the policy instead.`,
  example: [exampleIds.policy],
})
export const adjustmentTooLate = reason({
  kind: 'too_late',
  code: 'too_late_to_adjust',
  when: 'The term has been over for longer than the product allows.',
  message: (id: string, until: string) =>
    `The premium of this term of policy ${id} could be adjusted until ${until}.`,
  example: [exampleIds.policy, '2029-12-27'],
})
export const nothingToAdjust = reason({
  kind: 'validation_failed',
  code: 'nothing_to_adjust',
  when: 'No value was declared.',
  message: 'The adjustment declares nothing. Send at least one value in answers.',
  errors: [{ code: 'required', field: 'answers', rules: ['required'] }],
})
export const terminationIsNoDate = reason({
  kind: 'validation_failed',
  code: 'termination_date_invalid',
  label: 'not_a_date',
  when: 'The termination date is not a date.',
  message: 'termination_date must be a date such as 2027-03-31.',
  errors: [wrongDate('iso_date')],
})
export const terminationBeforeStart = reason({
  kind: 'validation_failed',
  code: 'termination_before_start',
  label: 'before_start',
  when: 'Cover cannot end before it began.',
  message: (start: string) => `termination_date must not be before the start of cover on ${start}.`,
  errors: (start) => [wrongDate('after_or_equal', start)],
  example: ['2029-01-01'],
})
export const terminationTooEarly = reason({
  kind: 'validation_failed',
  code: 'too_far_back',
  when: 'The product does not let this account backdate a cancellation so far.',
  message: (earliest: string) => `termination_date must not be before ${earliest}.`,
  errors: (earliest) => [wrongDate('after_or_equal', earliest)],
  example: ['2029-06-30'],
})
export const terminationAfterEnd = reason({
  kind: 'validation_failed',
  code: 'termination_after_end',
  label: 'after_end',
  when: 'Cover already ends earlier.',
  message: (end: string) => `termination_date must not be after the end of cover on ${end}.`,
  errors: (end) => [wrongDate('before_or_equal', end)],
  example: ['2029-12-31'],
})

export const cancellationKindMissing = reason({
  kind: 'validation_failed',
  code: 'cancellation_kind_missing',
  when: 'A reason code, a day of receipt or a day of the event was sent without a kind.',
  message:
    'cancellation_reason_code, received_on and occurred_on belong to a kind. Send cancellation_kind too.',
  errors: [{ code: 'required', field: 'cancellation_kind', rules: ['required'] }],
})
export const cancellationKindUnknown = reason({
  kind: 'validation_failed',
  code: 'cancellation_kind_unknown',
  when: 'The product has no such kind of cancellation.',
  message: (kind: string, known: readonly string[]) =>
    `The product has no cancellation kind \`${kind}\`. ${listed('It has', known)}`,
  errors: (_, known) => [notIn('cancellation_kind', known)],
  example: ['customer', []],
})
export const cancellationReasonUnknown = reason({
  kind: 'validation_failed',
  code: 'cancellation_reason_code_unknown',
  when: 'The product has no such reason for this kind of cancellation.',
  message: (code: string, kind: string, known: readonly string[]) =>
    `The cancellation kind \`${kind}\` has no reason \`${code}\`. ${listed('It has', known)}`,
  errors: (_code, _kind, known) => [notIn('cancellation_reason_code', known)],
  example: ['moved', 'customer', ['sold', 'risk_gone', 'claim', 'extraordinary']],
})
export const cancellationKindNotPermitted = reason({
  kind: 'not_permitted',
  code: 'cancellation_kind_by_insurer',
  when: 'Only the insurer cancels for itself or by agreement. A distributor requests cancellations of customers.',
  message: 'Only the insurer may request this kind of cancellation.',
})
export const cancellationDateInvalid = reason({
  kind: 'validation_failed',
  code: 'cancellation_date_invalid',
  when: 'The day of receipt or of the event is not a date, lies in the future, or is further back than this account may go.',
  message: (
    field: 'received_on' | 'occurred_on',
    rule: 'iso_date' | 'before_or_equal' | 'after_or_equal',
    limit: string | null,
  ) =>
    limit === null
      ? `${field} must be a date such as 2027-03-31.`
      : `${field} must not be ${rule === 'before_or_equal' ? 'after' : 'before'} ${limit}.`,
  errors: (field, rule, limit) => [
    {
      code: 'invalid_value',
      field,
      rules: [rule],
      ...(limit !== null && { params: { [rule]: [limit] } }),
    },
  ],
  example: ['received_on', 'before_or_equal', '2028-11-20'],
})
export const eventDateMissing = reason({
  kind: 'validation_failed',
  code: 'event_date_missing',
  when: 'The right to cancel for this reason exists for some time after an event, whose day was not sent.',
  message: 'occurred_on is missing. Send the day of the event that gives the right to cancel.',
  errors: [{ code: 'required', field: 'occurred_on', rules: ['required'] }],
})
export const cancellationRightOver = reason({
  kind: 'too_late',
  code: 'cancellation_right_over',
  when: 'The right to cancel for this reason was not used in time after its event.',
  message: (lastDay: string) =>
    `A cancellation for this reason had to be received by ${lastDay}. Cancel for another reason.`,
  example: ['2028-11-15'],
})
export const noticeNotKept = reason({
  kind: 'validation_failed',
  code: 'notice_not_kept',
  when: 'The notice of this kind of cancellation does not allow this last day. The error has the first possible day, which may lie in the next term.',
  message: (first: string | null) =>
    first === null
      ? 'The notice does not allow termination_date: the policy ends before the notice is over.'
      : `The notice does not allow termination_date. The first possible day is ${first}.`,
  errors: (first) => [wrongDate('after_or_equal', first ?? undefined)],
  example: ['2028-12-04'],
})

/** For example: It has: `sold`, `claim`. */
function listed(begin: string, known: readonly string[]): string {
  return known.length === 0
    ? `${begin} none.`
    : `${begin}: ${known.map((one) => `\`${one}\``).join(', ')}.`
}

function notIn(field: string, known: readonly string[]): FieldError {
  return { code: 'invalid_value', field, rules: ['in'], params: { in: [...known] } }
}

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
  code: 'endorsement_token_invalid',
  label: 'endorsement_token',
  when: 'The endorsement token is unknown, is for another policy, or has expired.',
  message:
    'The endorsement token is not valid for this policy, or has expired. Ask for a new link.',
})

import { amount, currency, day, dayOrNull, firstForm, oneOf, optional, text } from './form.ts'

const version = { version_id: text('The version of the policy that the order is.') }
const failed = { ...version, reason: text('Why it failed.') }
const expired = { status: oneOf(['expired'], 'How it stands now.') }
const changed = { ...version, effective_date: day('From which day on it counts.') }
const reinstated = {
  ...version,
  gap_until: dayOrNull('The last day without cover; null where cover has no gap.'),
}
const owed = {
  amount: amount('What has to be paid for it.'),
  arrears: optional(amount('How much of that is for what was owed before.')),
  currency,
  pay_until: day('The last day on which it can be paid.'),
}

/** Offers and policies, and the orders of them. */
export const policyForms = {
  'offer.created': firstForm('An offer was made.', {
    status: oneOf(['ready'], 'How it stands.'),
    version_id: text('The first version of the policy that it becomes.'),
  }),
  'offer.expired': firstForm('An offer was not paid in time.', expired),
  'policy.issued': firstForm('An offer was paid: there is a policy.', {
    status: oneOf(['paid'], 'How it stands now.'),
    version_id: text('The version that holds.'),
  }),
  'policy.endorsement_requested': firstForm('A change was ordered.', version),
  'policy.endorsed': firstForm('A change was carried out.', changed),
  'policy.endorsement_failed': firstForm('A change could not be carried out.', failed),
  'policy.endorsement_proposed': firstForm('A change waits until it is paid for.', {
    ...changed,
    ...owed,
  }),
  'policy.cancellation_requested': firstForm('A cancellation was ordered.', version),
  'policy.cancelled': firstForm('A policy was cancelled.', {
    ...version,
    termination_date: day('The last day of cover.'),
  }),
  'policy.cancellation_failed': firstForm('A cancellation could not be carried out.', failed),
  'policy.reinstatement_requested': firstForm('A reinstatement was ordered.', version),
  'policy.reinstated': firstForm('A policy that was cancelled holds again.', reinstated),
  'policy.reinstatement_failed': firstForm('A reinstatement could not be carried out.', failed),
  'policy.reinstatement_proposed': firstForm('A reinstatement waits until it is paid for.', {
    ...reinstated,
    ...owed,
  }),
  'policy.proposal_preempted': firstForm('What was proposed is over: another version came first.', {
    ...version,
    preempted_by: text('The version that came first.'),
  }),
  'policy.proposal_lapsed': firstForm('What was proposed was not paid in time.', version),
  'policy.expired': firstForm('The last day of a policy is over.', expired),
  'policy.renewed': firstForm('A policy has another term.', changed),
  'policy.suspended': firstForm('There is no cover until what is overdue is paid.', changed),
  'policy.resumed': firstForm('What was suspended is covered again.', changed),
}

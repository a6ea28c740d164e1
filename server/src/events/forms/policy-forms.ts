import { amount, currency, day, dayOrNull, firstForm, oneOf, optional, text } from './form.ts'

const version = { version_id: text('The version of the policy that the transaction makes.') }
const failed = { ...version, reason: text('Why it failed.') }
const expired = { status: oneOf(['expired'], 'The new status.') }
const changed = { ...version, effective_date: day('The day from which it takes effect.') }
const reinstated = {
  ...version,
  gap_until: dayOrNull('The last day without cover; null if there is no gap.'),
}
const ended = { ...version, termination_date: day('The last day of cover.') }
const party = {
  party_id: text('The person in the role.'),
  role: oneOf(['insured', 'payer', 'beneficiary'], 'The role.'),
}
const owed = {
  amount: amount('The amount to pay for it.'),
  arrears: optional(amount('How much of that is arrears.')),
  currency,
  pay_until: day('The last day on which it can be paid.'),
}

/** Offers and policies, and policy transactions. */
export const policyForms = {
  'offer.created': firstForm('An offer was created.', {
    status: oneOf(['ready'], 'The status.'),
    version_id: text('The first version of the policy that it becomes.'),
  }),
  'offer.expired': firstForm('An offer was not paid in time.', expired),
  'policy.issued': firstForm('An offer was paid and became a policy.', {
    status: oneOf(['paid'], 'The new status.'),
    version_id: text('The version in force.'),
  }),
  'policy.endorsement_requested': firstForm('An endorsement was requested.', version),
  'policy.endorsed': firstForm('An endorsement took effect.', changed),
  'policy.endorsement_failed': firstForm('An endorsement failed.', failed),
  'policy.endorsement_proposed': firstForm('An endorsement waits for its payment.', {
    ...changed,
    ...owed,
  }),
  'policy.adjustment_requested': firstForm('A premium adjustment was requested.', version),
  'policy.adjusted': firstForm(
    'The premium of a term that is over was adjusted to declared values.',
    { ...version, effective_date: day('The first day of the term.') },
  ),
  'policy.adjustment_failed': firstForm('A premium adjustment failed.', failed),
  'policy.tax_changed': firstForm(
    'The law changed the rate of tax: periods from this day on have the new one.',
    changed,
  ),
  'policy.cancellation_requested': firstForm('A cancellation was requested.', version),
  'policy.cancelled': firstForm('A policy was cancelled.', {
    ...ended,
    cancellation_kind: optional(
      oneOf(
        ['customer', 'insurer', 'agreement', 'system'],
        'Who ended the contract, if that was named; `system` after a lapse.',
      ),
    ),
    cancellation_reason_code: optional(
      text('The code of the reason, if one was named; `non_payment` after a lapse.'),
    ),
  }),
  'policy.cancellation_failed': firstForm('A cancellation failed.', failed),
  'policy.end_move_requested': firstForm('A move of the end was requested.', version),
  'policy.end_moved': firstForm(
    'A policy that was cancelled for later ends on another day.',
    ended,
  ),
  'policy.end_move_failed': firstForm('A move of the end failed.', failed),
  'policy.end_move_proposed': firstForm('A move of the end waits for its payment.', {
    ...ended,
    ...owed,
  }),
  'policy.withdrawal_requested': firstForm('A withdrawal was requested.', version),
  'policy.withdrawn': firstForm(
    'The customer has withdrawn from the contract. `policy.cancelled` is sent too.',
    {
      ...version,
      received_on: day('The day on which the withdrawal was received.'),
      termination_date: day(
        'The last day of cover; before the first day where nothing is left of it.',
      ),
    },
  ),
  'policy.withdrawal_failed': firstForm('A withdrawal failed.', failed),
  'policy.reinstatement_requested': firstForm('A reinstatement was requested.', version),
  'policy.reinstated': firstForm('A cancelled policy is in force again.', reinstated),
  'policy.reinstatement_failed': firstForm('A reinstatement failed.', failed),
  'policy.reinstatement_proposed': firstForm('A reinstatement waits for its payment.', {
    ...reinstated,
    ...owed,
  }),
  'policy.proposal_preempted': firstForm(
    'A proposal is void, because another version took effect first.',
    {
      ...version,
      preempted_by: text('The version that took effect first.'),
    },
  ),
  'policy.proposal_lapsed': firstForm('A proposal was not paid in time.', version),
  'policy.policyholder_changed': firstForm(
    'Another person is the policyholder. `policy.endorsed` is sent too, and `mandate.revoked` where ' +
      'there was a mandate.',
    {
      ...changed,
      customer_id: text('The customer from that day on.'),
      previous_customer_id: text('The customer until then.'),
    },
  ),
  'policy.party_added': firstForm('A person was named for a role.', {
    ...party,
    from: day('The first day.'),
  }),
  'policy.party_ended': firstForm('The role of a person was ended.', {
    ...party,
    until: day('The last day; before the first where it never counted.'),
  }),
  'policy.delivery_recorded': firstForm('Documents are known to have reached the customer.', {
    document: oneOf(['policy', 'termination', 'renewal_notice'], 'The documents.'),
    delivered_on: day('The day on which the customer received them.'),
  }),
  'policy.first_premium_overdue': firstForm(
    'The first premium was not paid by its due day, and there is no cover. You may rescind.',
    {
      invoice_id: text('The invoice of the first premium.'),
      amount: amount('The open amount.'),
      currency,
      due_day: day('Its due day.'),
    },
  ),
  'policy.expired': firstForm('The last day of the policy is over.', expired),
  'policy.renewed': firstForm('A policy was renewed for another term.', changed),
  'policy.suspended': firstForm('Cover is suspended until the overdue amount is paid.', changed),
  'policy.resumed': firstForm('Cover was resumed after a suspension.', changed),
  'policy.revived': firstForm(
    'A lapse is void: the premium was paid in time, or its notice had not arrived. Cover resumes.',
    changed,
  ),
}

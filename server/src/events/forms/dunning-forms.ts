import {
  amount,
  count,
  currency,
  day,
  firstForm,
  ofPolicy as policy_id,
  oneOf,
  optional,
  text,
} from './form.ts'

const letter = {
  policy_id,
  letter_id: text('The letter.'),
  number: count('The number of the letter among those of its kind in the case.'),
  amount: amount('The amount that it asks for.'),
  currency,
}
const closed = {
  policy_id,
  step: oneOf(
    ['overdue', 'reminded', 'notice_sent', 'suspended'],
    'The last dunning step of the case.',
  ),
}
const hold = {
  policy_id: optional(text('The policy with the hold.')),
  product_id: optional(text('The product with the hold.')),
  until: day('The last day of the hold.'),
}

/** What follows when an invoice is not paid. */
export const dunningForms = {
  'dunning.opened': firstForm('An invoice of a policy is overdue.', {
    policy_id,
    overdue: amount('The overdue amount.'),
    currency,
  }),
  'dunning.reminded': firstForm('The customer was reminded.', letter),
  'dunning.notice_sent': firstForm(
    'A notice with the last day for payment was sent to the customer.',
    {
      ...letter,
      grace_until: optional(
        day('The last day for payment; left out while the notice waits for its proof.'),
      ),
    },
  ),
  'dunning.notice_proved': firstForm(
    'A notice is known to have arrived. Its grace begins, or ends later than it did.',
    {
      policy_id,
      letter_id: text('The notice.'),
      delivered_on: day('The day on which it arrived.'),
      grace_until: day('The last day for payment.'),
    },
  ),
  'dunning.proof_voided': firstForm(
    'What proved that a notice had arrived no longer counts. The notice waits for another proof; about a policy that has lapsed, a person decides.',
    {
      policy_id,
      letter_id: text('The notice.'),
    },
  ),
  'dunning.notice_voided': firstForm('A notice was wrong and was voided.', {
    policy_id,
    letter_id: text('The notice.'),
    reason: text('What was wrong with it.'),
  }),
  'dunning.suspended': firstForm('Cover is suspended until the overdue amount is paid.', {
    ...letter,
    version_id: text('The version that suspends cover.'),
    cover_until: day('The last day of cover.'),
    pay_until: day('The last day on which a payment resumes cover. After it the policy lapses.'),
  }),
  'dunning.lapsed': firstForm('A policy lapsed because it was not paid.', {
    ...letter,
    version_id: text('The version that ends the policy.'),
    cover_until: day('The last day of cover.'),
    revival_until: optional(
      day('The last day on which paying the premium of the notice voids the lapse.'),
    ),
    revival_amount: optional(amount('The amount to pay for that.')),
  }),
  'dunning.revived': firstForm('The premium of the notice was paid in time after the lapse.', {
    ...letter,
    version_id: text('The version that voids the lapse.'),
    cover_from: day('The day from which there is cover again.'),
  }),
  'dunning.termination_due': firstForm(
    'A suspended policy can be terminated. Send the letter of termination and record its delivery.',
    {
      policy_id,
      suspended_since: day('The first day without cover.'),
    },
  ),
  'dunning.legal_action_recorded': firstForm(
    'The overdue premium was claimed at law. The policy does not lapse.',
    {
      policy_id,
      date: day('The day of the legal action.'),
    },
  ),
  'dunning.cured': firstForm('The overdue amount is settled.', closed),
  'dunning.ended': firstForm(
    'A dunning case was closed because cover ended for another reason.',
    closed,
  ),
  'dunning.held': firstForm('Dunning was put on hold until the end of a day.', hold),
  'dunning.released': firstForm('A dunning hold was ended early.', hold),
}

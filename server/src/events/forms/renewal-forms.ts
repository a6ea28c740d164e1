import {
  amount,
  amountOrNull,
  day,
  dayOrNull,
  firstForm,
  listOfTexts,
  oneOf,
  text,
  textOrNull,
} from './form.ts'

const term = {
  first_day: day('The first day of the next term.'),
  last_day: dayOrNull('The last day of the next term; null if it is open-ended.'),
}
const problems = listOfTexts('The codes of the problems.')
const decided = {
  first_day: term.first_day,
  gross_payment_amount: amountOrNull(
    'The amount of one payment in the next term; null without a price.',
  ),
  subscription_plan_id: textOrNull(
    'The payment plan of the next term; null if it was declined before it was priced.',
  ),
  by: oneOf(['customer', 'insurer', 'distributor'], 'Who decided.'),
}

const endorsement = {
  endorsement_id: text('The endorsement of the next term.'),
  effective_date: day('The first day of the next term.'),
}

/** The next term of a policy, until the policy is renewed. */
export const renewalForms = {
  'renewal.offered': firstForm('The next term was priced and offered.', {
    ...term,
    gross_payment_amount: amount('The amount of one payment in the next term.'),
    gross_payment_amount_before: amount('The amount of one payment in this term.'),
    product_version_id: text('The version of the product that priced the next term.'),
  }),
  'renewal.price_held': firstForm(
    'A policy was renewed at its old price, because the dearer one could not take effect.',
    {
      first_day: term.first_day,
      gross_payment_amount: amount('The amount of one payment, as before.'),
      gross_payment_amount_offered: amount('The amount of one payment that was offered.'),
      reason: oneOf(
        ['no_clause', 'not_proven'],
        '`no_clause`: the product has no adjustment clause. `not_proven`: no delivery of the ' +
          'notice was recorded for a month before the term.',
      ),
    },
  ),
  'renewal.accepted': firstForm('The next term was accepted.', decided),
  'renewal.declined': firstForm(
    'The next term was declined: the policy ends with its current term.',
    decided,
  ),
  'renewal.blocked': firstForm('The next term could not be priced, or the renewal failed.', {
    ...term,
    problems,
  }),
  'renewal.knocked_out': firstForm('The product declines the next term with a knockout.', {
    ...term,
    problems,
  }),
  'renewal.voided': firstForm(
    'The renewal is void, because the policy was cancelled or the next term was endorsed.',
    {
      ...term,
      reason: oneOf(
        ['cancelled', 'endorsed'],
        '`cancelled`: the policy was cancelled. `endorsed`: what is endorsed for the next term has ' +
          'changed, and it is priced and offered again.',
      ),
    },
  ),
  'renewal.endorsement_recorded': firstForm(
    'An endorsement of the next term was recorded.',
    endorsement,
  ),
  'renewal.endorsement_revoked': firstForm(
    'An endorsement of the next term was revoked.',
    endorsement,
  ),
  'renewal.endorsement_applied': firstForm(
    'The next term has begun, with the endorsement that was recorded for it.',
    endorsement,
  ),
  'renewal.endorsement_voided': firstForm(
    'An endorsement of the next term is void: the term does not come, or not with it.',
    {
      ...endorsement,
      reason: oneOf(
        ['declined', 'not_accepted', 'blocked', 'knocked_out', 'cancelled', 'price_held'],
        'What became of the renewal. `price_held`: the policy was renewed at its old price, at ' +
          'which the endorsement has no price.',
      ),
    },
  ),
}

import {
  amount,
  amountOrNull,
  day,
  dayOrNull,
  firstForm,
  listOfTexts,
  oneOf,
  text,
} from './form.ts'

const term = {
  first_day: day('The first day of the next term.'),
  last_day: dayOrNull('Its last day; null where it has none.'),
}
const problems = listOfTexts('The codes of what stands in its way.')
const decided = {
  first_day: term.first_day,
  gross_payment_amount: amountOrNull('What a payment of the next term is; null without a price.'),
  by: oneOf(['customer', 'insurer', 'distributor'], 'Who decided it.'),
}

/** The next term of a policy, until it is carried out. */
export const renewalForms = {
  'renewal.offered': firstForm('The next term was priced and told.', {
    ...term,
    gross_payment_amount: amount('What a payment of the next term is.'),
    gross_payment_amount_before: amount('What it is in this term.'),
    product_version_id: text('The version of the product that it was priced with.'),
  }),
  'renewal.accepted': firstForm('The next term was accepted.', decided),
  'renewal.declined': firstForm('The next term was declined: the policy ends.', decided),
  'renewal.blocked': firstForm('The next term could not be priced or carried out.', {
    ...term,
    problems,
  }),
  'renewal.knocked_out': firstForm('The product does not renew this policy.', {
    ...term,
    problems,
  }),
  'renewal.voided': firstForm('The next term is gone: the policy was cancelled.', term),
}

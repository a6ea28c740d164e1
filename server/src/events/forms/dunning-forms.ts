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
  number: count('Which of its kind it is in the case.'),
  amount: amount('What it asks for.'),
  currency,
}
const closed = {
  policy_id,
  step: oneOf(['overdue', 'reminded', 'notice_sent', 'suspended'], 'How far it had come.'),
}
const hold = {
  policy_id: optional(text('The policy that is held.')),
  product_id: optional(text('The product that is held.')),
  until: day('The last day of the hold.'),
}

/** What follows when an invoice is not paid. */
export const dunningForms = {
  'dunning.opened': firstForm('Something of a policy is overdue.', {
    policy_id,
    overdue: amount('How much.'),
    currency,
  }),
  'dunning.reminded': firstForm('The customer was reminded.', letter),
  'dunning.notice_sent': firstForm('The customer was told the last day for paying.', {
    ...letter,
    grace_until: day('That day.'),
  }),
  'dunning.notice_voided': firstForm('A notice was wrong, and does not count.', {
    policy_id,
    letter_id: text('The notice.'),
    reason: text('What was wrong with it.'),
  }),
  'dunning.suspended': firstForm('There is no cover until what is overdue is paid.', {
    ...letter,
    version_id: text('The version that takes the cover.'),
    cover_until: day('The last day of cover.'),
    pay_until: day('The last day on which paying brings it back: then the policy lapses.'),
  }),
  'dunning.lapsed': firstForm('A policy ended because it was not paid for.', {
    ...letter,
    version_id: text('The version that ends it.'),
    cover_until: day('The last day of cover.'),
  }),
  'dunning.cured': firstForm('What was overdue is settled.', closed),
  'dunning.ended': firstForm('A case was closed: the cover is over for another reason.', closed),
  'dunning.held': firstForm('Dunning was stopped until a day is over.', hold),
  'dunning.released': firstForm('A hold of dunning was ended before its day.', hold),
}

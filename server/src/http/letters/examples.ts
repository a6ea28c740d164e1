import type { Refusal } from '../../kernel/index.ts'
import { letterNotPosted } from '../../post/index.ts'
import { allAllowed, ids, moment } from '../wire/example-ids.ts'

const refused = ({ details: { code, message } }: Refusal) => ({
  allowed: false,
  code,
  reason: message,
})
const notPosted = refused(letterNotPosted(ids.postLetter, 'waiting'))

export const letterExample = {
  id: ids.postLetter,
  livemode: false,
  policy_id: ids.policy,
  product_id: ids.product,
  subject_id: ids.dunningLetter,
  state: 'waiting',
  sent_on: null,
  delivered_on: null,
  returned_on: null,
  evidence: null,
  created_at: moment,
  allowed: { ...allAllowed('send'), deliver: notPosted, return: notPosted },
}

/** On its way, or arrived. */
const posted = (state: 'sent' | 'delivered') => ({
  ...letterExample,
  state,
  sent_on: '2028-11-20',
  allowed: allAllowed('send', 'deliver', 'return'),
})

export const sentLetterExample = posted('sent')

export const deliverLetterExample = {
  date: '2028-11-22',
  evidence: 'Tracking RR123456785DE: delivered to the recipient.',
}

export const deliveredLetterExample = {
  ...posted('delivered'),
  delivered_on: deliverLetterExample.date,
  evidence: deliverLetterExample.evidence,
}

export const returnedLetterExample = {
  ...sentLetterExample,
  state: 'returned',
  returned_on: '2028-11-27',
  allowed: allAllowed('send', 'deliver', 'return'),
}

export const sendLetterExample = { date: '2028-11-20' }

export const returnLetterExample = { date: '2028-11-27' }

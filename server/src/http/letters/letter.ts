import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { invalidData, parseDay, timestamp } from '../../kernel/index.ts'
import { type PostLetter, postStates, refusalOfArrival } from '../../post/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { invalidMember } from '../reasons.ts'
import { flag, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  deliverLetterExample,
  letterExample,
  returnLetterExample,
  sendLetterExample,
} from './examples.ts'

const evidenceLengthMax = 500

const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

export const letterSchema = Type.Object(
  {
    id: text('The letter.'),
    livemode: flag('True for live, false for test.'),
    policy_id: text('The policy that it is about.'),
    product_id: text('The product that was sold.'),
    subject_id: text('The letter of a dunning case that it is.'),
    state: oneOf(
      postStates,
      '`waiting`: to be sent. `sent`: posted. `delivered`: it is known to have arrived. ' +
        '`returned`: it came back. `void`: it need not be sent any more.',
    ),
    sent_on: dayOrNull('The day on which it was last posted; null if it was not.'),
    delivered_on: dayOrNull('The day on which it arrived; null while that is not known.'),
    returned_on: dayOrNull('The day on which it last came back; null if it did not.'),
    evidence: textOrNull('How it is known that it arrived; null while it is not.'),
    created_at: timestampText('Since when it is to be sent.'),
    allowed: allowed('send', 'deliver', 'return'),
  },
  { $id: 'Letter', description: 'A letter that is sent by post.', examples: [letterExample] },
)

const date = (description: string) => Type.String({ maxLength: 10, description })

export const sendLetterBody = Type.Object(
  { date: date('The day on which it was posted, such as `2029-01-26`.') },
  { $id: 'SendLetter', examples: [sendLetterExample] },
)

export const deliverLetterBody = Type.Object(
  {
    date: date('The day on which it arrived, such as `2029-01-28`.'),
    evidence: Type.String({
      minLength: 1,
      maxLength: evidenceLengthMax,
      pattern: '\\S',
      description:
        'How that is known, such as the number and the answer of the tracking. Do not include ' +
        'personal data.',
    }),
  },
  { $id: 'DeliverLetter', examples: [deliverLetterExample] },
)

export const returnLetterBody = Type.Object(
  { date: date('The day on which it came back, such as `2029-02-02`.') },
  { $id: 'ReturnLetter', examples: [returnLetterExample] },
)

/** Views letters for whoever made the request. */
export function viewerOfLetters(request: FastifyRequest) {
  return (letter: PostLetter): Static<typeof letterSchema> => ({
    id: letter.id,
    livemode: letter.livemode,
    policy_id: letter.policyId,
    product_id: letter.productId,
    subject_id: letter.subjectId,
    state: letter.state,
    sent_on: letter.sentOn?.toString() ?? null,
    delivered_on: letter.deliveredOn?.toString() ?? null,
    returned_on: letter.returnedOn?.toString() ?? null,
    evidence: letter.evidence,
    created_at: timestamp(letter.createdAt),
    allowed: viewAllowed(
      request,
      {
        send: ['sendLetter', null],
        deliver: ['deliverLetter', refusalOfArrival(letter)],
        return: ['returnLetter', refusalOfArrival(letter)],
      },
      letter,
    ),
  })
}

export const wrongDay = invalidMember(
  'A member is missing, or `date` is no date, is after today, or does not fit the other days of the letter.',
  { code: 'required', field: 'date', rules: ['required'] },
)

export function dayOf(body: { readonly date: string }): Temporal.PlainDate {
  const day = parseDay(body.date)
  if (day !== null) return day
  throw invalidData([{ code: 'invalid_value', field: 'date', rules: ['iso_date'] }], null)
}

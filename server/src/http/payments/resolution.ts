import { Type } from '../wire/type.ts'
import { paymentResolutionExample, refundResolutionExample } from './examples.ts'
import { invalidMember } from '../reasons.ts'

const noteLengthMax = 500

const note = Type.String({
  minLength: 1,
  maxLength: noteLengthMax,
  description: 'How you know, for the audit log. Do not include personal data.',
})

const outcome = <Values extends string>(values: readonly Values[], description: string) =>
  Type.Unsafe<Values>({ type: 'string', enum: values, description })

export const resolvePaymentBody = Type.Object(
  {
    outcome: outcome(
      ['ok', 'failed'],
      '`ok`: the money was received. `failed`: it was not received and will not be.',
    ),
    note,
  },
  { $id: 'ResolvePayment', examples: [paymentResolutionExample] },
)
export const resolveRefundBody = Type.Object(
  {
    outcome: outcome(
      ['ok', 'retry', 'payout'],
      '`ok`: you have refunded the money in another way. `retry`: the provider is asked ' +
        'for the refund again. `payout`: it becomes a payout by bank.',
    ),
    note,
  },
  { $id: 'ResolveRefund', examples: [refundResolutionExample] },
)

export const wrongResolution = (...outcomes: readonly string[]) =>
  invalidMember(
    `The note is missing, or the outcome is neither ${outcomes.join(' nor ')}.`,
    { code: 'invalid_value', field: 'outcome', rules: ['in'], params: { in: outcomes } },
    { code: 'required', field: 'note', rules: ['required'] },
  )

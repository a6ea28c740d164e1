import { Type } from '../../wire/type.ts'
import { amount, oneOf } from '../../wire/schema.ts'

export const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

export const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

export const segmentKind = oneOf(
  ['cover', 'gap', 'suspended', 'ended', 'void'],
  '`cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, but charged. ' +
    '`ended`: after the last day of cover. `void`: withdrawn from, free of charge.',
)

export const periodPrice = {
  gross_payment_amount: amount('The amount of the payment.'),
  tax: amount('The tax in this amount.'),
  fee: amount('The fees in this amount.'),
  commission: amount('The commission of the distributor. It is not part of the amount.'),
}

export const replacedValue = Type.Object(
  {
    field: Type.String({ description: 'The field, with its members after a dot.' }),
    labels: Type.Record(Type.String(), Type.String(), {
      description: 'The label of the field, by language; empty if the product has none.',
    }),
    before: Type.Unsafe<unknown>({ description: 'The earlier value; null if there was none.' }),
    after: Type.Unsafe<unknown>({ description: 'The later value; null if there is none.' }),
  },
  { description: 'A field with another value.' },
)

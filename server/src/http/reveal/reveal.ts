import { Type } from '../wire/type.ts'
import { text } from '../wire/schema.ts'
import {
  revealFieldExample,
  revealLeadFieldExample,
  revealQuoteFieldExample,
  revealedFieldExample,
} from './examples.ts'

export const reasonToSee = Type.String({
  minLength: 5,
  maxLength: 500,
  pattern: '^\\s*\\S[^]{3,}\\S\\s*$',
  description:
    'Why you need to see it, in 5 to 500 characters, for the audit log. Do not include ' +
    'personal data.',
})

const revealFields = {
  field: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'A place that `masked` of the record lists, such as `email` or `data.phone`.',
  }),
  reason: reasonToSee,
}

const revealBody = ($id: string, example: typeof revealFieldExample) =>
  Type.Object(revealFields, {
    $id,
    description: 'The masked field, and why it is revealed.',
    examples: [example],
  })

export const revealFieldBody = revealBody('RevealField', revealFieldExample)
export const revealLeadFieldBody = revealBody('RevealLeadField', revealLeadFieldExample)
export const revealQuoteFieldBody = revealBody('RevealQuoteField', revealQuoteFieldExample)

export const revealedFieldSchema = Type.Object(
  {
    field: text('The field.'),
    value: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          'Its value. For a place with `*`, a list of the values of all entries. It is shown ' +
          'only once.',
      }),
    ),
  },
  {
    $id: 'RevealedField',
    description: 'A masked field with its value.',
    examples: [revealedFieldExample],
  },
)

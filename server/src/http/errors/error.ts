import { Type } from 'typebox'
import { named, oneOf, text } from '../wire/schema.ts'

export const fieldErrorSchema = Type.Object(
  {
    code: oneOf(
      ['required', 'invalid_value'],
      '`required`: the field is missing or empty. `invalid_value`: it breaks a rule.',
    ),
    field: text('The name of the field.'),
    path: Type.Optional(
      text('Where the field stands, for example `data`. Absent for members of the body itself.'),
    ),
    rules: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The names of the rules that failed, for example `max`.',
      }),
    ),
    message: text(
      'What is wrong, in a sentence for whoever fills in the field: in the `language` of an offer, ' +
        'else in the language of the product that `Accept-Language` asks for, else in its default. ' +
        'English, German, French and Italian are spoken; other languages get English.',
    ),
    params: Type.Record(Type.String(), Type.Array(Type.String()), {
      description:
        'The arguments of the rules that failed, as the product has them, by the name of the rule: ' +
        '`{"max": ["20"]}`. Rules without arguments, or with very many, are left out.',
    }),
  },
  { $id: 'FieldError', description: 'One field that fails validation.' },
)

export const errorSchema = Type.Object(
  {
    status: text('The reason phrase of the HTTP status.'),
    message: Type.Optional(
      text('What is wrong, in a sentence. Absent where saying more would give something away.'),
    ),
    errors: Type.Optional(
      Type.Array(named(fieldErrorSchema), {
        description: 'Every failing field at once, in the order of the product definition.',
      }),
    ),
  },
  { $id: 'Error', description: 'Why a request was refused. All errors have this shape.' },
)

import { Type } from '../wire/type.ts'
import { named, oneOf, text } from '../wire/schema.ts'

export const fieldErrorSchema = Type.Object(
  {
    code: oneOf(
      ['required', 'invalid_value'],
      '`required`: the field is missing or empty. `invalid_value`: it breaks a rule.',
    ),
    field: text('The name of the field.'),
    path: Type.Optional(
      text(
        'The object that holds the field, for example `data`. Absent for members of the body ' +
          'itself.',
      ),
    ),
    rules: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The names of the rules that failed, for example `max`.',
      }),
    ),
    message: text(
      'What is wrong, in a sentence for the person who fills in the field. Its language is ' +
        'the `language` of an offer, else the product language that `Accept-Language` ' +
        'prefers, else the default language of the product. Available in English, German, ' +
        'French and Italian; other languages get English.',
    ),
    params: Type.Record(Type.String(), Type.Array(Type.String()), {
      description:
        'The arguments of the failed rules as the product defines them, by rule name: ' +
        '`{"max": ["20"]}`. Omitted for rules without arguments or with very many.',
    }),
  },
  { $id: 'FieldError', description: 'One field that fails validation.' },
)

export const errorSchema = Type.Object(
  {
    status: text('The reason phrase of the HTTP status.'),
    code: Type.Optional(
      text(
        'Why the request was refused, for programs to decide by: a code never changes its ' +
          'meaning. Absent where the body has `status` only.',
      ),
    ),
    message: Type.Optional(
      text(
        'What is wrong, in a sentence for people: its words may change. Absent where it would ' +
          'reveal something to a caller without access.',
      ),
    ),
    errors: Type.Optional(
      Type.Array(named(fieldErrorSchema), {
        description: 'All failing fields, in the order of the product definition.',
      }),
    ),
  },
  { $id: 'Error', description: 'Why a request was refused. All errors have this shape.' },
)

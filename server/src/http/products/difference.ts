import { Type } from 'typebox'
import { oneOf, text } from '../wire/schema.ts'

export const differenceSchema = Type.Object(
  {
    area: text('What kind of thing differs: settings, quote rules, prices and so on.'),
    change: oneOf(['added', 'removed', 'changed'], 'What happened to it.'),
    place: text('Which one: a field, a plan, a test case.'),
    before: Type.Unsafe<unknown>({ description: 'As it was; null when it is new.' }),
    after: Type.Unsafe<unknown>({ description: 'As it is; null when it is gone.' }),
    about: Type.Optional(
      text('What it is where the place does not say it, as for cells: `the factor of "retail"`.'),
    ),
  },
  { $id: 'Difference', description: 'One thing in which two versions of a product differ.' },
)

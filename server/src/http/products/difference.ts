import { Type } from '../wire/type.ts'
import { oneOf, text } from '../wire/schema.ts'

export const differenceSchema = Type.Object(
  {
    area: text('The area of the difference: settings, quote rules, prices and so on.'),
    change: oneOf(['added', 'removed', 'changed'], 'The kind of difference.'),
    place: text('The name of the field, plan, test case or other.'),
    before: Type.Unsafe<unknown>({ description: 'The earlier value; null if it is new.' }),
    after: Type.Unsafe<unknown>({ description: 'The later value; null if it was removed.' }),
    about: Type.Optional(
      text('A description where `place` is not enough, as for cells: `the factor of "retail"`.'),
    ),
  },
  { $id: 'Difference', description: 'One difference between two versions of a product.' },
)

import type { TSchema } from 'typebox'
import { Type } from './type.ts'
import { anyObject } from './schema.ts'

/** The keyword by which the schema of an answer marks what some callers may not see. */
export const personalKeyword = 'x-personal'
export type PersonalMark = 'masked' | 'by_product'

/** A member that callers without the permission `personal_data.read` get masked. */
export function personal<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [personalKeyword]: 'masked' satisfies PersonalMark }
}

/** Data of quotes and policies, in which those fields are masked that the product marks. */
export function dataOfProduct(description: string) {
  return Type.Unsafe<object>({
    ...anyObject(`${description} Fields that the product marks as personal may be masked.`),
    [personalKeyword]: 'by_product' satisfies PersonalMark,
  })
}

/** Says which members of a record are masked. */
export const maskedMember = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'The places of masked personal data, such as `data.phone` or `assets.*.href`. Absent if ' +
      'nothing is masked. Masks are for callers without the permission `personal_data.read`.',
  }),
)

import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from './type.ts'

/** Short words for the shapes that recur in request and response schemas. */
export const text = (description: string) => Type.String({ description })
/** A name, an id or a day from the caller, short enough to be repeated in a response. */
export const word = (description: string) => Type.String({ description, maxLength: 200 })
export const flag = (description: string) => Type.Boolean({ description })
export const oneOf = (values: readonly string[], description: string) =>
  Type.String({ enum: [...values], description })
export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })
/** With `anyOf`, the serializer would check each response against each schema. */
export const orNull = <Schema extends TSchema & { readonly type: string }>(
  schema: Schema,
  description: string,
) => Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'], description })
export const timestampOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })
export const timestampText = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date-time', description })
export const amount = (description: string) =>
  Type.Integer({ description: `${description} In whole minor units.` })
export const anyObject = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description })
export const anyArray = (description: string) =>
  Type.Unsafe<readonly unknown[]>({ type: 'array', items: {}, description })

/** An id in the path of a request; the example shows what it looks like. */
export const pathId = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

/** Refers to a schema with an `$id`, which the document then names once. */
export function named<Schema extends TSchema>(schema: Schema) {
  const id: unknown = Reflect.get(schema, '$id')
  if (typeof id !== 'string') throw new Error('only a schema with an $id can be referred to')
  return Type.Unsafe<Static<Schema>>({ $ref: `${id}#` })
}

export const linkSchema = Type.Object(
  { href: text('An absolute address.') },
  { $id: 'Link', description: 'A link to a resource. The name of the link says which one.' },
)
export const link = named(linkSchema)
export const transactionLinkSchema = Type.Object(
  {
    href: linkSchema.properties.href,
    method: Type.Unsafe<'POST' | 'PATCH'>(oneOf(['POST', 'PATCH'], 'The HTTP method.')),
  },
  {
    $id: 'TransactionLink',
    description: 'A link to a transaction. The name of the link says which one.',
  },
)
export const transactionLink = named(transactionLinkSchema)
export const links = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { description: 'Links to related resources.' })

/** A text by language. */
export const texts = (description: string) =>
  Type.Record(Type.String(), Type.String(), { description })

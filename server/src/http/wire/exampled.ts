import type { TSchema } from 'typebox'

/** A response with an example of its own, where the schema serves several routes. */
export function exampled<Schema extends TSchema>(
  schema: Schema,
  description: string,
  example: unknown,
) {
  return { description, content: { 'application/json': { schema, example } } }
}

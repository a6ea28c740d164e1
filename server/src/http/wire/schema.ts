import { type TProperties, Type } from 'typebox'

/** Short words for the shapes that recur in request and response schemas. */
export const text = (description: string) => Type.String({ description })
export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })
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

export const link = Type.Object({ href: Type.String({ description: 'An absolute address.' }) })
export const links = (properties: TProperties) => Type.Object(properties)

/** A schema that the document names once and routes refer to. */
export const named = <Value>(id: string) => Type.Unsafe<Value>({ $ref: `${id}#` })

import { type Static, type TObject, type TProperties, Type } from 'typebox'

/** What an event of one type tells. A form that has been told never changes: another one is a greater version. */
export interface EventForm<Data extends TObject = TObject> {
  readonly version: number
  /** When it is told, for readers of the catalogue. */
  readonly tells: string
  readonly data: Data
}

/** The first form of a type: all that its `data` has, and nothing else. */
export function firstForm<Properties extends TProperties>(
  tells: string,
  properties: Properties,
): EventForm<TObject<Properties>> {
  const data = Type.Object(properties, {
    additionalProperties: false,
    description: 'More about it; never about a person.',
  })
  return { version: 1, tells, data }
}

export type DataOf<Form extends EventForm> = Static<Form['data']>

/** Short words for what recurs. */
export const text = (description: string) => Type.String({ description })
export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })
export const oneOf = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description })
export const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })
export const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })
export const amount = (description: string) =>
  Type.Integer({ description: `${description} In whole minor units.` })
export const amountOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: `${description} In whole minor units.`,
  })

export const currency = text('The currency, for example `eur`.')
export const ofPolicy = text('The policy that it belongs to.')

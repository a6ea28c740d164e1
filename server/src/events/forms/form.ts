/** What an event of one type says. A form that has been published never changes: another one is a greater version. */
export interface EventForm<Data extends Members = Members> {
  readonly version: number
  /** When it is recorded, for readers of the catalogue. */
  readonly when: string
  /** As a JSON schema. */
  readonly data: {
    readonly type: 'object'
    readonly required?: readonly string[]
    readonly properties: Data
    readonly additionalProperties: false
    readonly description: string
  }
}

/**
 * What stands at a place, as a JSON schema, and for TypeScript the type of it. They are written plainly:
 * who records events would else load a whole library of schemas for it.
 */
interface Shape<Value> {
  readonly type: string | readonly string[]
  readonly description: string
  readonly [valueType]?: Value
}
declare const valueType: unique symbol

const mayBeLeftOut = Symbol('may be left out')
interface OptionalShape<Value> extends Shape<Value> {
  readonly [mayBeLeftOut]: true
}

type Members = Readonly<Record<string, Shape<unknown>>>
type ValueOf<One> = One extends Shape<infer Value> ? Value : never
type OptionalIn<Data> = {
  [Name in keyof Data]: Data[Name] extends OptionalShape<unknown> ? Name : never
}[keyof Data]

/** The first form of a type: all that its `data` has, and nothing else. */
export function firstForm<Data extends Members>(when: string, properties: Data): EventForm<Data> {
  const required = Object.keys(properties).filter(
    (name) => !(mayBeLeftOut in (properties[name] ?? {})),
  )
  const data = {
    type: 'object' as const,
    ...(required.length > 0 && { required }),
    properties,
    additionalProperties: false as const,
    description: 'More about it; never about a person.',
  }
  return { version: 1, when, data }
}

export type DataOf<Form extends EventForm> = DataOfForm<Form['data']['properties']>
type DataOfForm<Data> = {
  [Name in Exclude<keyof Data, OptionalIn<Data>>]: ValueOf<Data[Name]>
} & { [Name in OptionalIn<Data>]?: ValueOf<Data[Name]> }

/** Short words for what recurs. */
export const optional = <Value>(shape: Shape<Value>): OptionalShape<Value> => ({
  ...shape,
  [mayBeLeftOut]: true,
})
export const text = (description: string): Shape<string> => ({ type: 'string', description })
export const textOrNull = (description: string): Shape<string | null> =>
  shape({ type: ['string', 'null'], description })
export const oneOf = <const Value extends string>(
  values: readonly Value[],
  description: string,
): Shape<Value> => shape({ type: 'string', enum: [...values], description })
export const day = (description: string): Shape<string> =>
  shape({ type: 'string', format: 'date', description })
export const dayOrNull = (description: string): Shape<string | null> =>
  shape({ type: ['string', 'null'], format: 'date', description })
export const flag = (description: string): Shape<boolean> => ({ type: 'boolean', description })
export const count = (description: string): Shape<number> => ({ type: 'integer', description })
export const amount = (description: string): Shape<number> =>
  count(`${description} In whole minor units.`)
export const amountOrNull = (description: string): Shape<number | null> =>
  shape({ type: ['integer', 'null'], description: `${description} In whole minor units.` })
export const listOfTexts = (description: string): Shape<string[]> =>
  shape({ type: 'array', items: { type: 'string' }, description })

export const currency = text('The currency, for example `eur`.')
export const ofPolicy = text('The policy that it belongs to.')

/** With members of a JSON schema that no type needs to know of. */
function shape<Value>(written: Shape<Value> & Readonly<Record<string, unknown>>): Shape<Value> {
  return written
}

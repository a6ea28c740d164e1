/** The data of one event type. A published form never changes: a new one has a greater version. */
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
 * The JSON schema of a member, and its type for TypeScript. The schemas are plain objects:
 * recording events would otherwise load a whole schema library.
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
    description: 'Details of the event, without personal data.',
  }
  return { version: 1, when, data }
}

export type DataOf<Form extends EventForm> = DataOfForm<Form['data']['properties']>
type DataOfForm<Data> = {
  [Name in Exclude<keyof Data, OptionalIn<Data>>]: ValueOf<Data[Name]>
} & { [Name in OptionalIn<Data>]?: ValueOf<Data[Name]> }

/** Short names for recurring shapes. */
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
export const ofPolicy = text('The policy that the event belongs to.')

/** Allows further members of a JSON schema, which the types do not list. */
function shape<Value>(written: Shape<Value> & Readonly<Record<string, unknown>>): Shape<Value> {
  return written
}

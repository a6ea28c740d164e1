import type { Type as TypeBuilder } from 'typebox'

interface Schema {
  readonly [optional]?: true
  readonly [keyword: string]: unknown
}
type Properties = Readonly<Record<string, Schema>>
type Options = Readonly<Record<string, unknown>>

/** Marks a member that may be missing; serializers and validators do not see it. */
const optional = Symbol('optional')

/**
 * The builders of typebox that our schemas use, with its types. The schemas themselves are plain
 * objects, so nothing of the library runs: its 373 modules would take a sixth of every start.
 */
export const Type = {
  Object: (properties: Properties, options?: Options) => {
    const required = Object.keys(properties).filter((name) => !properties[name]?.[optional])
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Record: (_key: Schema, value: Schema, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Array: (items: Schema, options?: Options) => ({ type: 'array', items, ...options }),
  String: (options?: Options) => ({ type: 'string', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Literal: (value: unknown, options?: Options) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
  Optional: (schema: Schema) => ({ ...schema, [optional]: true }),
  Partial: (schema: Schema & { properties: Properties }) => ({
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'required')),
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, { ...one, [optional]: true }]),
    ),
  }),
} as unknown as Pick<typeof TypeBuilder, Builder> // The library's own schemas are these objects.

type Builder =
  | 'Object'
  | 'Record'
  | 'Array'
  | 'String'
  | 'Integer'
  | 'Number'
  | 'Boolean'
  | 'Literal'
  | 'Unknown'
  | 'Unsafe'
  | 'Optional'
  | 'Partial'

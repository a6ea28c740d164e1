import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { operations, inPlace } from './documented.ts'

/** Bounded by their own checks, or by the size of the folder. */
const boundedElsewhere = /\.(first_name|last_name|email|media|mandate_from|files\.\*)$/

it.each(
  operations.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema === undefined ? [] : [{ operationId, schema }]
  }),
)('$operationId takes no text and no list of any length', ({ schema }) => {
  const unbounded = [...unboundedIn(schema, '')]
  expect(unbounded.filter((place) => !boundedElsewhere.test(place))).toEqual([])
})

/** The places in it where a text or a list may have any length. */
function* unboundedIn(written: JsonObject, place: string): Generator<string> {
  const schema = inPlace<JsonObject>(written)
  const types = [schema['type']].flat()
  if (types.includes('array') && schema['maxItems'] === undefined) yield place
  const bounds = ['maxLength', 'enum', 'const', 'pattern']
  if (types.includes('string') && bounds.every((one) => schema[one] === undefined)) yield place
  const { properties = {}, items, additionalProperties: others } = schema
  for (const [name, member] of Object.entries(properties as JsonObject)) {
    yield* unboundedIn(member as JsonObject, `${place}.${name}`)
  }
  if (items !== undefined) yield* unboundedIn(items as JsonObject, `${place}.*`)
  if (typeof others === 'object') yield* unboundedIn(others as JsonObject, `${place}.*`)
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../kernel/index.ts'
import { changedValues } from './changed-values.ts'

describe('the values that an endorsement replaced', () => {
  it('are listed by the names under which templates find them, also where one was not there', () => {
    const before = { quote: { data: { employees: 12, backup: 'weekly', tags: ['a'] } } }
    const after = {
      quote: { data: { employees: 20, backup: 'weekly', tags: ['a', 'b'], vpn: true } },
    }
    expect(changedValues(before, after)).toEqual([
      { path: 'quote.data.employees', before: 12, after: 20 },
      { path: 'quote.data.tags', before: ['a'], after: ['a', 'b'] },
      { path: 'quote.data.vpn', before: null, after: true },
    ])
    expect(changedValues(after, before).at(-1)).toEqual({
      path: 'quote.data.vpn',
      before: true,
      after: null,
    })
  })

  it('are found under any name', () => {
    expect(changedValues({}, { constructor: 1 })).toEqual([
      { path: 'constructor', before: null, after: 1 },
    ])
  })

  const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null))
  const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('.'))
  const { object } = fc.letrec<{ object: JsonObject; value: Json }>((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf), tie('object')),
    object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  }))

  it('are none where nothing changed, and otherwise what stands at their places', () => {
    const at = (whole: JsonObject, path: string): Json =>
      path.split('.').reduce<Json>(
        (value, step) =>
          value !== null && typeof value === 'object' && Object.hasOwn(value, step)
            ? ((value as JsonObject)[step] ?? null) // An object, or a list, which no step leads into.
            : null,
        whole,
      )
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(changedValues(before, before)).toEqual([])
        for (const change of changedValues(before, after)) {
          expect(change.before).toEqual(at(before, change.path))
          expect(change.after).toEqual(at(after, change.path))
          expect(change.before).not.toEqual(change.after)
        }
      }),
    )
  })
})

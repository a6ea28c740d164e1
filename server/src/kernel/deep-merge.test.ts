import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from './words.ts'
import { differingPaths, deepMerge } from './deep-merge.ts'

const someObject = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'toString'),
  fc.jsonValue({ maxDepth: 3 }),
  { maxKeys: 4 },
) as fc.Arbitrary<JsonObject>

describe('a patch that is merged into an object', () => {
  it('replaces what it names, member by member, and lists as a whole', () => {
    const base = { name: 'Meier', address: { city: 'Bern', zip: '3000' }, drivers: [{ age: 30 }] }
    expect(
      deepMerge(base, { address: { city: 'Thun' }, drivers: [{ age: 31 }, { age: 20 }] }),
    ).toEqual({
      name: 'Meier',
      address: { city: 'Thun', zip: '3000' },
      drivers: [{ age: 31 }, { age: 20 }],
    })
  })

  it('twice is the same as once, and nothing changes what it does not name', () => {
    fc.assert(
      fc.property(someObject, someObject, (base, patch) => {
        const once = deepMerge(base, patch)
        expect(deepMerge(once, patch)).toEqual(once)
        for (const name of Object.keys(base)) {
          if (!Object.hasOwn(patch, name)) expect(once[name]).toEqual(base[name])
        }
        expect(deepMerge(base, {})).toEqual(base)
      }),
    )
  })
})

describe('the places in which two objects differ', () => {
  it('are found as deep as they go', () => {
    expect(
      differingPaths(
        { a: 1, b: { c: [{ d: 1 }, { d: 2 }], e: null }, f: [1] },
        { a: 1, b: { c: [{ d: 1 }, { d: 3 }] }, f: [1, 2], g: 0 },
      ),
    ).toEqual([['b', 'c', '1', 'd'], ['b', 'e'], ['f'], ['g']])
  })

  it('are none where they are equal, and some where they are not', () => {
    fc.assert(
      fc.property(someObject, someObject, (one, other) => {
        expect(differingPaths(one, structuredClone(one))).toEqual([])
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
        expect(differingPaths(one, other).length === 0).toBe(isSame)
      }),
    )
  })
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return members.map(([name, member]) => [name, sorted(member)])
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../kernel/index.ts'
import { type MarkedFields, isMarked, mask, maskData } from './mask-data.ts'

const marks = (...fields: string[]): MarkedFields => ({ fields, sensitive: [] })

describe('marked fields', () => {
  it.each([
    ['a text', ['name'], { name: 'Nora', age: 3 }, { name: mask, age: 3 }],
    ['a number', ['age'], { name: 'Nora', age: 3 }, { name: 'Nora', age: mask }],
    ['an object as a whole', ['owner'], { owner: { name: 'Nora' } }, { owner: mask }],
    ['a list as a whole', ['owners'], { owners: ['Nora'] }, { owners: mask }],
    [
      'a member',
      ['owner.name'],
      { owner: { name: 'Nora', age: 3 } },
      { owner: { name: mask, age: 3 } },
    ],
    [
      'a member of each entry',
      ['owners.*.name'],
      { owners: [{ name: 'Nora', age: 3 }, { age: 4 }] },
      { owners: [{ name: mask, age: 3 }, { age: 4 }] },
    ],
    ['an item in place of its members', ['owner.name'], { owner: 'dai_1' }, { owner: mask }],
  ] as const)('mask %s', (_, fields, data, shown) => {
    expect(maskData(marks(...fields), data as unknown as JsonObject)).toEqual({
      data: shown,
      masked: fields,
    })
  })

  it('mask nothing where there is nothing', () => {
    const data = { name: null, age: 3 }
    expect(maskData(marks('name', 'city', 'age.years.*'), data)).toEqual({
      data: { name: null, age: mask },
      masked: ['age.years.*'],
    })
  })

  it('mask sensitive ones alike', () => {
    expect(maskData({ fields: [], sensitive: ['health'] }, { health: 'good' }).data).toEqual({
      health: mask,
    })
  })

  it('mask members that the product does not know, whatever their names', () => {
    const data = JSON.parse('{"a.b": 1, "*": 2, "__proto__": "x", "age": 3}') as JsonObject
    const { data: shown } = maskData({ ...marks(), declared: ['age'] }, data)
    expect(JSON.stringify(shown)).toBe(
      `{"a.b":"${mask}","*":"${mask}","__proto__":"${mask}","age":3}`,
    )
  })
})

it('a place is marked if it belongs to a marked field, or holds one', () => {
  const some = marks('owner', 'persons.*.name')
  const places = [
    'owner',
    'owner.name',
    'persons',
    'persons.0',
    'persons.0.name',
    'persons.0.name.x',
  ]
  for (const place of places) expect(isMarked(some, place.split('.')), place).toBe(true)
  for (const place of ['own', 'persons.0.age', 'name']) {
    expect(isMarked(some, place.split('.')), place).toBe(false)
  }
})

/** Values in places that a list of marked fields names. */
const secret = 'a secret'
const name = fc.constantFrom('a', 'b', 'c')
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, 1, true, secret),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value')),
  ),
})).value
const field = fc
  .array(fc.oneof(name, fc.constant('*')), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('.'))

it('leaves no value where a marked field leads, and nothing else is touched', () => {
  fc.assert(
    fc.property(fc.dictionary(name, json), fc.array(field, { maxLength: 4 }), (data, fields) => {
      const before = structuredClone(data)
      const { data: shown } = maskData(marks(...fields), data)
      expect(data).toEqual(before)
      for (const [path, value] of leavesOf(shown)) {
        const isWithin = fields.some((one) => leadsTo(one.split('.'), path))
        if (isWithin) expect(value === null || value === mask, path.join('.')).toBe(true)
        if (value !== mask) expect(valueAt(before, path)).toEqual(value)
      }
    }),
  )
})

function leadsTo(steps: readonly string[], path: readonly string[]): boolean {
  return steps.length <= path.length && steps.every((step, at) => step === '*' || step === path[at])
}

function leavesOf(value: Json, path: readonly string[] = []): [readonly string[], Json][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([step, one]) => leavesOf(one, [...path, step]))
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => Reflect.get(Object(at), step), value)
}

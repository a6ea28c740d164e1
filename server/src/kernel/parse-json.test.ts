import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Json, Refusal } from '../kernel/index.ts'
import { parseJson } from './parse-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text)).value

function refusalOf(body: string | Buffer): string {
  try {
    parseJson(Buffer.from(body as string)) // Buffer.from takes both; its overloads do not say so.
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'malformed_request') return error.message
    throw error
  }
}

const texts = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'))
const names = texts.filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name))
const numbers = fc.oneof(
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number))
    .map((number) => (number === 0 ? 0 : number)), // JSON knows no negative zero.
)
const { document: ordinary } = fc.letrec<{ document: Json }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    texts,
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('document'), { maxLength: 6 }),
    fc.dictionary(names, tie('document'), { maxKeys: 6, noNullPrototype: true }),
  ),
}))

const membersOf = (tree: Json): number =>
  typeof tree === 'object' && tree !== null
    ? Object.values(tree).reduce<number>((sum, member) => sum + 1 + membersOf(member), 0)
    : 0

/** The document with a member somewhere inside it. */
const hidden = (inner: string) =>
  fc
    .array(fc.constantFrom('array', 'object'), { maxLength: 20 })
    .map((layers) =>
      layers.reduce((text, layer) => (layer === 'array' ? `[0,${text}]` : `{"a":${text}}`), inner),
    )

describe('a request body', () => {
  it('comes through as the client wrote it, whatever ordinary values it holds', () => {
    fc.assert(
      fc.property(ordinary, (document) => {
        const text = JSON.stringify(document)
        const parsed = parseJson(Buffer.from(text))
        expect(parsed).toEqual({ value: document, text })
        expect(JSON.stringify(parsed.value)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('may be indented, and may begin with a byte order mark', () => {
    expect(parse('\uFEFF {\n  "a": [1, 2.5, -3e2]\n}')).toEqual({ a: [1, 2.5, -300] })
  })

  it.each(['', ' \n\t'])('that is empty (%j) counts as an empty object', (text) => {
    expect(parse(text)).toEqual({})
  })

  it.each([
    ['a NUL character', '"a\\u0000b"', /has a NUL character in a text/],
    ['half a surrogate pair', '"\\ud83d"', /half a surrogate pair/],
    ['the other half', '"\\ude00!"', /half a surrogate pair/],
    ['a pair the wrong way round', '"\\ude00\\ud83d"', /half a surrogate pair/],
    ['a whole number beyond 2^53', '9007199254740993', /beyond 2\^53/],
    ['a whole number far below', '-9007199254740992', /beyond 2\^53/],
    ['a huge number', '1e300', /beyond 2\^53/],
    ['a number beyond all bounds', '1e999', /beyond all bounds/],
    ['a name that reaches into JavaScript', '{"__proto__":{"isAdmin":true}}', /reserved name/],
    ['the same name in escapes', '{"\\u005f_proto__":1}', /reserved name/],
    ['a constructor', '{"constructor":{"prototype":{}}}', /reserved name/],
    ['a NUL in a name', '{"a\\u0000":1}', /NUL/],
    ['half a surrogate pair in a name', '{"\\udead":1}', /half a surrogate/],
  ])('with %s is refused wherever that stands', (_, inner, message) => {
    fc.assert(
      fc.property(hidden(inner), (text) => {
        expect(refusalOf(text)).toMatch(message)
      }),
      { numRuns: 30 },
    )
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  it('names the place of what is wrong', () => {
    expect(refusalOf('{"data":{"drivers":[{},{"name":"a\\u0000"}]}}')).toBe(
      'The request body has a NUL character in a text at data.drivers.1.name.',
    )
    expect(refusalOf('1e999')).toBe('The request body has a number beyond all bounds.')
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('may nest %s 32 levels deep and no deeper', (open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`
    expect(refusalOf(nested(32))).toBe('accepted')
    expect(refusalOf(nested(33))).toMatch(/nested deeper than 32 levels at ((0|a)\.){31}(0|a)\.$/)
    expect(refusalOf(nested(100_000))).toMatch(/nested deeper than 32 levels/)
  })

  it('may hold ten thousand members in all and no more', () => {
    expect(refusalOf(JSON.stringify(Array(10_000).fill(0)))).toBe('accepted')
    expect(refusalOf(JSON.stringify(Array(10_001).fill(0)))).toMatch(/more than 10000 members\.$/)
    const spread = { a: Array(4_999).fill(0), 'b"c': { d: [[], Array(4_996).fill('],[,')] } }
    expect(refusalOf(JSON.stringify(spread))).toBe('accepted')
    spread['b"c'].d[1]?.push('')
    expect(refusalOf(JSON.stringify(spread))).toBe(
      String.raw`The request body has more than 10000 members at b\"c.d.1.`,
    )
  })

  it('counts the members of whatever tree, indented or not, and none twice', () => {
    fc.assert(
      fc.property(ordinary, fc.constantFrom(undefined, 2), fc.boolean(), (tree, indent, isOver) => {
        const free = 10_000 - membersOf(tree) - 2 + (isOver ? 1 : 0)
        const text = JSON.stringify([tree, Array(free).fill(0)], null, indent)
        expect(refusalOf(text)).toBe(
          isOver ? 'The request body has more than 10000 members at 1.' : 'accepted',
        )
      }),
    )
  })

  it.each([
    ['{', 'has more than 10000 members.'],
    ['{"a" 1:[', 'has more than 10000 members at a.'],
    ['{a:[', 'has more than 10000 members at ?.'],
    [',[', 'has more than 10000 members.'],
    [']}[', 'has more than 10000 members.'],
    ['{"a', 'is not valid JSON'],
  ])('that is too wide and begins with %j, which is no JSON, is refused', (beginning, message) => {
    expect(refusalOf(beginning + '[],'.repeat(20_000))).toContain(`The request body ${message}`)
  })

  it.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '01', '{"a":NaN}', '"\n"', '{}{}'])(
    'that is not JSON (%j) is refused',
    (text) => {
      expect(refusalOf(text)).toMatch(/is not valid JSON/)
    },
  )

  it('that is not UTF-8 is refused', () => {
    expect(refusalOf(Buffer.from([0x22, 0xff, 0x22]))).toMatch(/not valid UTF-8/)
    expect(refusalOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toMatch(/not valid UTF-8/)
    expect(refusalOf(Buffer.from([0x22, 0xc0, 0x80, 0x22]))).toMatch(/not valid UTF-8/)
  })

  it('of any bytes at all is either JSON or refused, and nothing harmful comes through', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const outcome = refusalOf(Buffer.from(bytes))
        expect(outcome === 'accepted' || outcome.startsWith('The request body')).toBe(true)
      }),
    )
  })
})

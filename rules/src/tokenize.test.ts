import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize.ts'
import type { Token } from './tokenize.ts'

function cut(text: string): unknown[] {
  return tokenize(text).tokens.map((token) => [token.name, ...token.arguments])
}

describe('cutting a rule string', () => {
  it('separates rules by bars and arguments by commas, and forgives space around them', () => {
    expect(cut('required | in: a , b|max:5')).toEqual([
      ['required'],
      ['in', 'a', 'b'],
      ['max', '5'],
    ])
  })

  it('takes only the first colon as the start of the arguments', () => {
    expect(cut('after:2027-01-01T00:00:00Z')).toEqual([['after', '2027-01-01T00:00:00Z']])
  })

  it('keeps a pattern whole up to its closing slash', () => {
    const pattern = String.raw`/^(a|b),[|/:]\/{2,3}$/iu`
    expect(cut(`regex:${pattern}|max:5`)).toEqual([
      ['regex', pattern],
      ['max', '5'],
    ])
    expect(cut(`string|not_regex:${pattern}`)).toEqual([['string'], ['not_regex', pattern]])
  })

  it('finds no rules in an empty text', () => {
    expect(tokenize('  ')).toEqual({ tokens: [], complaints: [] })
  })

  it.each([
    ['required||string', 'empty rule'],
    ['required|', 'empty rule'],
    [':5', 'empty rule'],
    ['regex:abc|string', 'begin with a slash'],
    ['regex:/abc|string', 'no closing slash'],
    ['regex:/a/b/|string', 'not flags'],
  ])('complains about %s', (text, message) => {
    const { complaints } = tokenize(text)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]?.message ?? '').toMatch(message)
  })

  it('goes on after a bad pattern, so that what follows is read as well', () => {
    expect(cut('regex:abc|string')).toEqual([['string']])
    expect(cut('regex:/a/b/|string')).toEqual([['string']])
  })

  const word = fc
    .stringMatching(/^[a-z0-9_.*+<= -]*[a-z0-9_.*+<=-]$/)
    .map((text) => text.trimStart())
  const plain: fc.Arbitrary<Token> = fc.record(
    {
      name: fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => !name.endsWith('regex')),
      arguments: fc.array(word, { maxLength: 4 }),
    },
    { noNullPrototype: true },
  )
  const body = fc.stringMatching(/^([a-z|,: ^$]|\\[/\\[\]a-z]|\[[a-z/|,:]+\])+$/)
  const pattern: fc.Arbitrary<Token> = fc.record(
    {
      name: fc.constantFrom('regex', 'not_regex'),
      arguments: fc.tuple(
        fc
          .tuple(body, fc.stringMatching(/^[imsu]{0,3}$/))
          .map(([text, flags]) => `/${text}/${flags}`),
      ),
    },
    { noNullPrototype: true },
  )

  it('gives back whatever rules were written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, pattern), { minLength: 1 }), (tokens) => {
        const text = tokens.map(write).join('|')
        expect(tokenize(text)).toEqual({ tokens, complaints: [] })
      }),
    )
  })
})

function write({ name, arguments: args }: Token): string {
  return args.length === 0 ? name : `${name}:${args.join(',')}`
}

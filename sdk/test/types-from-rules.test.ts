import { readFile } from 'node:fs/promises'
import { ruleTable } from '@bindery/rules/rule-table'
import { tokenize } from '@bindery/rules/tokenize'
import { describe, expect, it } from 'vitest'
import { formatted } from '../tools/sdk-types/generate.ts'
import { type FieldDefinition, type QuoteRules, typesFromRules } from '../src/index.ts'
import { kindsTaken } from '../src/product-types/kinds.ts'
import { readRules } from '../src/product-types/rule-string.ts'

const noFields: FieldDefinition = { definition: { policy: [] } }

/** The lines of the members that fields get, without their comments. */
function membersOf(fields: Readonly<Record<string, string>>): string[] {
  const quote = Object.entries(fields).map(([name, validation]) => {
    return { name, path: 'data', validation }
  })
  const [, body = ''] =
    /QuoteData \{\n([^]*?)\n\}\n/.exec(typesFromRules({ quote }, noFields)) ?? []
  return body
    .split('\n')
    .filter((line) => !line.trim().startsWith('/**'))
    .map((line) => line.trim().replace(/^readonly /, ''))
}

describe('the type of a field', () => {
  it.each([
    ['string|required', 'string'],
    ['integer|required|min:0', 'number'],
    ['numeric|required', 'number'],
    ['boolean|required', 'boolean'],
    ['array|required', 'readonly unknown[]'],
    ['object|required', '{ readonly [name: string]: unknown } | `dai_${string}`'],
    ['iso_date|required|after:today', 'string'],
    ['phone_number|required', 'string'],
    ['required|min:3', 'string | number | readonly unknown[]'],
    ['required', 'unknown'],
    ['string|required|in:a,b', "'a' | 'b'"],
    ['string|required|in:it\'s,"so",a\\b', "'it\\'s' | '\"so\"' | 'a\\\\b'"],
    ['integer|required|in:1,2,x,1.0', '1 | 2'],
    ['numeric|required|in:0.5,-1,NaN', '0.5 | -1'],
    ['boolean|required|in:true', 'true'],
    [
      'required|in:3,true,c',
      "'3' | 'true' | 'c' | 3 | true | readonly ('3' | 'true' | 'c' | 3 | true)[]",
    ],
    ['array|required|in:a,b', "readonly ('a' | 'b')[]"],
    ['integer|required|in:x', 'never'],
    ['boolean|required_true', 'true'],
    ['required_false', 'false'],
    ['accepted', 'string | number | boolean'],
    ['required|in_dataset:companies', 'string | number | boolean'],
    ['required|regex:/^(a|b:c,integer|d)$/|string', 'string'],
  ])('with the rules %s is %s', (validation, type) => {
    expect(membersOf({ field: validation })).toEqual([`field: ${type}`])
  })

  it('that need not be there may be absent or null', () => {
    expect(membersOf({ a: 'string', b: 'integer|required_if:a,x', c: 'nullable|boolean' })).toEqual(
      ['a?: string | null', 'b?: number | null', 'c?: boolean | null'],
    )
  })

  it('stands inside the field that its name leads to', () => {
    expect(
      membersOf({
        'person.name': 'string|required',
        'person.age': 'integer',
        'pet.name': 'string',
      }),
    ).toEqual([
      'person: {',
      'name: string',
      'age?: number | null',
      '} | `dai_${string}`',
      'pet?: {',
      'name?: string | null',
      '} | `dai_${string}` | null',
    ])
  })

  it('stands inside each element where its name walks a list', () => {
    expect(
      membersOf({
        agents: 'array|required',
        'agents.*.name': 'string|required',
        'tags.*': 'in:a,b',
      }),
    ).toEqual([
      'agents: readonly ({',
      'name: string',
      '} | `dai_${string}`)[]',
      "tags?: readonly ('a' | 'b' | readonly ('a' | 'b')[] | null)[] | null",
    ])
  })

  it('has its name quoted where it is not an identifier, and its rules as a comment', () => {
    const quote = [{ name: 'home-town', path: 'data', validation: 'string|regex:/a*/|required' }]
    expect(typesFromRules({ quote }, noFields)).toContain(
      "  /** string|regex:/a*\\/|required */\n  readonly 'home-town': string\n",
    )
  })
})

describe('the types of a product', () => {
  it('are those of its folder, and leave the members of the request itself alone', async () => {
    const read = async (file: string): Promise<unknown> =>
      JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8'))
    const quote = (await read('../../examples/cyber/quote.json')) as QuoteRules // Checked by a push.
    const fields = (await read('../../examples/cyber/fields.json')) as FieldDefinition // As well.
    const options = { prefix: 'Cyber', product: 'the example product cyber' }
    const types = typesFromRules(quote, fields, options)
    await expect(await formatted(types)).toMatchFileSnapshot('fixtures/cyber-types.ts')
    expect(types).not.toContain('first_name')
  })

  it('take anything where it has no rules', () => {
    expect(typesFromRules({ quote: [] }, noFields)).toContain(
      'export type QuoteData = Record<string, unknown>\n',
    )
  })
})

describe('rules', () => {
  it('take the kinds of value that the server says they take', () => {
    const everyKind = 5
    const narrow = [...ruleTable].filter(([, { takes }]) => takes.length < everyKind)
    const sorted = (kinds: readonly string[]) => [...kinds].sort()
    expect(
      Object.fromEntries(Object.entries(kindsTaken).map(([name, kinds]) => [name, sorted(kinds)])),
    ).toEqual(Object.fromEntries(narrow.map(([name, { takes }]) => [name, sorted(takes)])))
  })

  it.each([
    'integer|required|min:0',
    ' string | in: a , b ',
    'regex:/^a|b:c,d$/i|required',
    'not_regex:/[/|]\\/[^\\]|]/|string',
    'string|regex: /x/ |max:3',
    'in:a:b,c',
  ])('are cut like the server cuts them: %s', (text) => {
    const { tokens, complaints } = tokenize(text)
    expect(complaints).toEqual([])
    expect(readRules(text).map(({ name, values }) => ({ name, arguments: values }))).toEqual(tokens)
  })
})

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Document, Schema } from '../tools/sdk-types/document.ts'
import { generateSdkTypes } from '../tools/sdk-types/generate.ts'
import { type Summaries, withSdkTable } from '../tools/sdk-table.ts'
import { comment, typeOfSchema } from '../tools/sdk-types/type-of-schema.ts'
import { operations } from '../src/generated.ts'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

describe('the generated types', () => {
  it('are those of openapi.json: if not, run `npm run sdk`', async () => {
    const document = JSON.parse(await read('../../openapi.json')) as Document // Ours, and tested.
    expect(await read('../src/generated.ts')).toBe(await generateSdkTypes(document))
  })

  it('know of each operation what it takes to call it', () => {
    expect(operations.createQuote).toEqual({
      method: 'POST',
      path: '/quotes',
      keys: 'any',
      takesBody: true,
      takesIdempotencyKey: true,
      version: 3,
      answers: ['application/json'],
    })
    expect(operations.showOffer).toMatchObject({ keys: 'secret', version: 2, takesBody: false })
    expect(operations.health).toMatchObject({ keys: 'none', version: null })
  })
})

describe('the table of calls in the README', () => {
  it('has every call that a client has: if not, run `npm run sdk`', async () => {
    const document = JSON.parse(await read('../../openapi.json')) as Summaries // As above.
    const readme = await read('../README.md')
    expect(readme).toBe(await withSdkTable(readme, document))
    expect(readme).toContain('| `policies.renewal.accept` | ')
  })
})

describe('the type of a schema', () => {
  const cases: readonly (readonly [Schema, string])[] = [
    [{ $ref: '#/components/schemas/Quote' }, 'Quote'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 2, null] }, '"a" | 2 | null'],
    [{ const: 'payment' }, '"payment"'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
    [{ allOf: [{ $ref: '#/a/A' }, { $ref: '#/a/B' }] }, 'A & B'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    [{ type: 'array' }, 'readonly (unknown)[]'],
    [{}, 'unknown'],
    [{ type: 'object' }, '{\nreadonly [name: string]: unknown\n}'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      '{\nreadonly [name: string]: string\n}',
    ],
    [
      {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', description: 'The id.' }, 'a-b': { type: 'boolean' } },
      },
      '{\n/** The id. */\nreadonly id: string\nreadonly "a-b"?: boolean\n}',
    ],
  ]
  it.each(cases)('%j is %s', (schema, type) => {
    expect(typeOfSchema(schema)).toBe(type)
  })

  it('of an unknown kind is refused, not guessed', () => {
    expect(() => typeOfSchema({ type: 'money' })).toThrow('money')
  })

  it('is described in a comment that its text cannot end', () => {
    expect(comment('Ends */ here.')).toBe('/** Ends *\\/ here. */\n')
    expect(comment('One.\n\nTwo.')).toBe('/**\n * One.\n *\n * Two.\n */\n')
    expect(comment(undefined)).toBe('')
  })
})

import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProductFiles } from '../product-definition.ts'
import { parseProductFiles } from './parse-product-files.ts'
import { readProductFolder } from './read-product-folder.ts'
import { draws } from '../../../test/support/draws.ts'

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url))
const folders = await Promise.all(['cyber', 'bike'].map((key) => readProductFolder(examples + key)))

/** One careless edit: a flipped bit, a lost line, a line said twice, or junk in the middle. */
type Edit = (bytes: Buffer, at: number, junk: Uint8Array) => Buffer

const edits: readonly Edit[] = [
  (bytes, at) => {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    return flipped
  },
  (bytes, at) => onLine(bytes, at, () => []),
  (bytes, at) => onLine(bytes, at, (line) => [line, line]),
  (bytes, at, junk) => Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)]),
  (bytes, at) => bytes.subarray(0, at),
  (_, __, junk) => Buffer.from(junk),
]

function onLine(bytes: Buffer, at: number, change: (line: string) => string[]): Buffer {
  const lines = bytes.toString('latin1').split('\n')
  const number = bytes.subarray(0, at).toString('latin1').split('\n').length - 1
  lines.splice(number, 1, ...change(lines[number] ?? ''))
  return Buffer.from(lines.join('\n'), 'latin1')
}

const junk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ maxLength: 40 }).map((text) => Buffer.from(text)),
  fc.json().map((text) => Buffer.from(text)),
  fc.constantFrom('? ', '&a *a', '<<: *x', '!!binary x', '%YAML 1.1', '---', '\t', '__proto__: 1'),
)

const mutated = fc
  .record({
    folder: fc.constantFrom(...folders),
    changes: fc.array(
      fc.record({
        file: fc.nat(),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        edit: fc.constantFrom(...edits),
        junk: junk.map((written) => (typeof written === 'string' ? Buffer.from(written) : written)),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ folder, changes }): ProductFiles => {
    const files = new Map(folder)
    const paths = [...files.keys()].filter((path) => path !== 'datasets/companies.csv')
    for (const { file, at, edit, junk } of changes) {
      const path = paths[file % paths.length] ?? ''
      const bytes = Buffer.from(files.get(path) ?? [])
      files.set(path, edit(bytes, Math.floor(at * bytes.length), junk))
    }
    return files
  })

test('whatever is done to a folder, it is read or refused with places and fixes', () => {
  fc.assert(
    fc.property(mutated, (files) => {
      const result = parseProductFiles(files)
      if (result.ok) return
      expect(result.problems).not.toHaveLength(0)
      for (const { file, message, fix } of result.problems) {
        expect(file).not.toBe('')
        expect(message).not.toBe('')
        expect(fix).not.toBe('')
      }
    }),
    { numRuns: draws(60) },
  )
})

test('a folder that loses any one file is read or refused', () => {
  for (const folder of folders) {
    for (const path of folder.keys()) {
      const files = new Map(folder)
      files.delete(path)
      parseProductFiles(files)
    }
  }
})

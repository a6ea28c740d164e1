import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const folders = [
  'server/src',
  'spreadsheet/src',
  'cli/src',
  'sdk/src',
  'bench',
  'faults',
  'tools',
  'docs',
]

/** All that people read of us, in code and beside it. */
const files = [
  ...readdirSync(repository).filter((name) => name.endsWith('.md')),
  ...folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.(ts|md)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
]

it.each([
  ['documents', 'papers', /(?<!\bon )paper(?!: ?"a4")/i],
  ['runs jobs', 'works jobs off', /\bwork(s|ed|ing)?( the)? jobs off\b/i],
  ['belong to', 'belong into', /\bbelongs? into\b/i],
  ['gives exactly the values', 'comes to the very values', /\bcomes? to the very\b/i],
])('says %s, never %s', (_, __, other) => {
  const found = files.filter((path) =>
    other.test(`${path}\n${readFileSync(join(repository, path), 'utf8')}`),
  )
  expect(found).toEqual([])
})

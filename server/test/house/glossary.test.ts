import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const glossary = new URL('../../../docs/glossary.md', import.meta.url)
const rows = [
  ...readFileSync(glossary, 'utf8').matchAll(
    /^\| (?<term>.+?) \| .* \| \[`.+`\]\((?<path>\S+)\) \|$/gm,
  ),
].map(({ groups }) => ({ term: groups?.['term'] ?? '', path: groups?.['path'] ?? '' }))

it('leads from every term of the glossary to code that is there', () => {
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter(({ path }) => !existsSync(new URL(path, glossary)))).toEqual([])
})

it('lists the terms of the glossary by the alphabet, each once', () => {
  const terms = rows.map(({ term }) => term)
  expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')))
})

import { readFile, writeFile } from 'node:fs/promises'
import { type DocumentedErrors, withErrorList } from './list-errors.ts'

/** Writes the list of codes in docs/guides/errors.md, from openapi.json. */
const root = new URL('../../', import.meta.url)
const guide = new URL('docs/guides/errors.md', root)
const document = JSON.parse(
  await readFile(new URL('openapi.json', root), 'utf8'),
) as DocumentedErrors // Ours.
await writeFile(guide, await withErrorList(await readFile(guide, 'utf8'), document))

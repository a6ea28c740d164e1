import { readFile, writeFile } from 'node:fs/promises'
import { type Summaries, withSdkTable } from './sdk-table.ts'

/** Writes the table of calls into sdk/README.md, from the client itself and openapi.json. */
const readme = new URL('../README.md', import.meta.url)
const document = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
// Our own document, which the tests of the server hold to OpenAPI.
const summaries = JSON.parse(document) as Summaries
await writeFile(readme, await withSdkTable(await readFile(readme, 'utf8'), summaries))

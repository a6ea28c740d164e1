import { writeFile } from 'node:fs/promises'
import { describeApi } from '@bindery/server/src/http/index.ts'

/** Writes openapi.json at the root of the repository, from the routes' schemas. */
const file = new URL('../openapi.json', import.meta.url)
await writeFile(file, `${JSON.stringify(await describeApi(), null, 2)}\n`)

import { writeFile } from 'node:fs/promises'
import { describeApi } from '../src/http/index.ts'
import { printJson } from './print-json.ts'

/** Writes openapi.json at the root of the repository, from the routes' schemas. */
const file = new URL('../../openapi.json', import.meta.url)
await writeFile(file, printJson(await describeApi()))

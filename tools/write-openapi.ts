import { writeFile } from 'node:fs/promises'
<<<<<<< HEAD
import { describeApi } from '@bindery/server/src/http/index.ts'
=======
import { describeApi } from '../server/src/http/index.ts'
import { printJson } from './print-json.ts'
>>>>>>> 4863f1d7 (Print openapi.json with short objects on one line)

/** Writes openapi.json at the root of the repository, from the routes' schemas. */
const file = new URL('../openapi.json', import.meta.url)
await writeFile(file, printJson(await describeApi()))

import { readFile, writeFile } from 'node:fs/promises'
import type { Document } from './sdk-types/document.ts'
import { generateSdkTypes } from './sdk-types/generate.ts'

/** Writes sdk/src/generated.ts from the openapi.json at the root of the repository. */
const document = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
const file = new URL('../src/generated.ts', import.meta.url)
// Our own document, which the tests of the server hold to OpenAPI.
await writeFile(file, await generateSdkTypes(JSON.parse(document) as Document))

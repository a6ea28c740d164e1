import { readFile, writeFile } from 'node:fs/promises'
import { withPermissions } from './list-permissions.ts'

/** Writes the tables of roles and permissions in docs/guides/people.md, from the code. */
const guide = new URL('../../docs/guides/people.md', import.meta.url)
await writeFile(guide, withPermissions(await readFile(guide, 'utf8')))

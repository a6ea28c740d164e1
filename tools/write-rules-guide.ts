import { writeFile } from 'node:fs/promises'
import { listRules, writeGuide } from '@bindery/rules/guide'

/** Writes docs/guides/rules.md, and the same for the command line, from the table of rules. */
const root = new URL('../', import.meta.url)
await writeFile(new URL('docs/guides/rules.md', root), writeGuide())
await writeFile(
  new URL('cli/src/rules/rules.json', root),
  `${JSON.stringify(listRules(), null, 2)}\n`,
)

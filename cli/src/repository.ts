import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The compiled file lies as deep as this one, so the same way leads to the repository. */
const root = fileURLToPath(new URL('../../', import.meta.url))

/** The repository that this command line runs in; null where it was installed by itself. */
export function findRepository(): string | null {
  return existsSync(`${root}server/src/start.ts`) ? root : null
}

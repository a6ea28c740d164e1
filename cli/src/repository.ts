import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The compiled file lies at the same depth, so the same relative path leads to the repository. */
const root = fileURLToPath(new URL('../../', import.meta.url))

/** The repository that this command line runs in; null where it was installed alone. */
export function findRepository(): string | null {
  return existsSync(`${root}server/src/start.ts`) ? root : null
}

import { readdirSync } from 'node:fs'
import type { Listed } from '../../src/kernel/index.ts'

const source = new URL('../../src/', import.meta.url)

/** A reason and the name that the code calls it by. */
export interface NamedReason {
  readonly name: string
  readonly reason: Listed
}

/** Every reason of every room: each has them in files called `reasons.ts`. */
export async function allReasons(): Promise<NamedReason[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|[\\/])reasons\.ts$/.test(file),
  )
  const modules = await Promise.all(
    files.map(async (file) => (await import(new URL(file, source).href)) as object),
  )
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter(isNamedReason)
      .map(([name, reason]) => ({ name, reason })),
  )
}

function isNamedReason(entry: [string, unknown]): entry is [string, Listed] {
  const [, value] = entry
  return typeof value === 'function' && 'code' in value
}

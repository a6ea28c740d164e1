import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import { Failure, exitCodes } from './failure.ts'

/** What a YAML or JSON file says, or standard input for `-`. The server checks the members. */
export async function readSettings<Settings extends object>(
  file: string,
  fix: string,
): Promise<Settings> {
  let settings: unknown
  try {
    const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
    settings = parse(content, { logLevel: 'silent' })
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new Failure(exitCodes.usage, `${file} cannot be read: ${why}`, fix, { cause })
  }
  const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings)
  if (isObject) return settings as Settings
  throw new Failure(exitCodes.usage, `${file} is not a list of names and values.`, fix)
}

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import { Failure, exitCodes } from '../failure.ts'
import type { ProductFiles } from '../folder/product-files.ts'

/** The sale: the answers of the quote, and the data of the offer. */
export interface Buyer {
  readonly quote: Readonly<Record<string, unknown>>
  readonly policy: Readonly<Record<string, unknown>>
}

const fix = 'Write the answers under quote: and the customer under policy:, as in demo.yaml.'

/**
 * An input in the form of demo.yaml, in YAML or JSON; or the answers alone, with the customer of
 * demo.yaml. Without a file, demo.yaml of the folder.
 */
export async function readInput(file: string | undefined, files: ProductFiles): Promise<Buyer> {
  const demo = parsed(new TextDecoder().decode(files.get('demo.yaml')), 'demo.yaml')
  if (file === undefined) {
    if (demo !== null) return { quote: partOf(demo, 'quote'), policy: partOf(demo, 'policy') }
    const how = 'Name a file with the answers: --input customer.yaml.'
    throw new Failure(exitCodes.usage, 'The folder has no demo.yaml to take the answers from.', how)
  }
  const content = file === '-' ? await text(process.stdin) : await readText(file)
  const input = parsed(content, file)
  if (input === null) throw new Failure(exitCodes.usage, `${file} is empty.`, fix)
  const isWhole = 'quote' in input
  return {
    quote: isWhole ? partOf(input, 'quote') : input,
    policy: isWhole && 'policy' in input ? partOf(input, 'policy') : partOf(demo ?? {}, 'policy'),
  }
}

type Members = Readonly<Record<string, unknown>>

function partOf(whole: Members, name: string): Members {
  const part = whole[name] ?? {}
  if (isMembers(part)) return part
  throw new Failure(exitCodes.usage, `${name} of the input is not a list of names and values.`, fix)
}

function parsed(content: string, file: string): Members | null {
  let value: unknown
  try {
    value = parse(content, { logLevel: 'silent' })
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new Failure(exitCodes.usage, `${file} is neither YAML nor JSON: ${why}`, fix, { cause })
  }
  if (value === null || value === undefined) return null
  if (isMembers(value)) return value
  throw new Failure(exitCodes.usage, `${file} is not a list of names and values.`, fix)
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new Failure(exitCodes.usage, `${file} cannot be read.`, fix, { cause })
  }
}

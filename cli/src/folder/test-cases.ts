import { parse } from 'yaml'
import type { Problem } from '../failure.ts'
import type { ProductFiles } from './product-files.ts'

const testFile = /^tests\/[^/]+\.yaml$/

/** A test case of tests/*.yaml and its result. */
export interface TestCase {
  readonly file: string
  readonly name: string
  readonly passed: boolean
  readonly differences: readonly CaseDifference[]
}

/** An output that differs from what is expected, or a message about another failure. */
export type CaseDifference =
  | { readonly output: string; readonly expected: unknown; readonly actual: unknown }
  | { readonly message: string }

/** The server reports the failed cases; all others of the folder passed. */
export function casesOf(files: ProductFiles, problems: readonly Problem[]): TestCase[] {
  const failed = problems.filter(isFailedCase)
  return [...files]
    .filter(([path]) => testFile.test(path))
    .flatMap(([file, content]) =>
      namesIn(content).map((name) => {
        const problem = failed.find((one) => one.file === file && isPlaceOf(one.place, name))
        const differences = problem === undefined ? [] : readDifferences(problem.message)
        return { file, name, passed: problem === undefined, differences }
      }),
    )
}

/** Whether a problem is a case that failed, and not a mistake that keeps cases from being run. */
export function isFailedCase({ file, place }: Problem): boolean {
  return testFile.test(file) && place.startsWith('case "')
}

/** The server quotes the name, and shortens it when it is long. */
function isPlaceOf(place: string, name: string): boolean {
  const shown: unknown = JSON.parse(place.slice('case '.length))
  if (typeof shown !== 'string') return false
  return shown === name || (shown.endsWith('…') && name.startsWith(shown.slice(0, -1)))
}

function namesIn(content: Uint8Array): string[] {
  const root: unknown = parse(new TextDecoder().decode(content))
  const cases: readonly unknown[] = Array.isArray(root) ? root : [root]
  return cases.map((one) =>
    typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : '',
  )
}

const outputSentence = /^(\S+) is (.+), but (.+) was expected\.$/

/** The server writes a sentence for each difference; those about outputs become two columns. */
function readDifferences(message: string): CaseDifference[] {
  return message.split(/(?<=\.)\s+(?=[A-Za-z_]+ )/).map((sentence) => {
    const [, output, actual, expected] = outputSentence.exec(sentence) ?? []
    if (output === undefined || actual === undefined || expected === undefined) {
      return { message: sentence }
    }
    return { output, expected: readValue(expected), actual: readValue(actual) }
  })
}

/** The recorded outcome of a case. */
export type RecordedOutcome =
  | { readonly outputs: Readonly<Record<string, number>> }
  | { readonly knockout: string }
  | { readonly errors: readonly string[] }

const priceSentence = /, but the price came to (-?\d+)\.$/
const knockoutSentence = /, but the knockout (\S+) declined the risk\.$/
const refusedSentence = /, but the input was refused: (.+)\.$/

/** The actual outcome of a case, parsed from the message of the server; null where it has none. */
export function readOutcome(message: string): RecordedOutcome | null {
  const price = priceSentence.exec(message)?.[1]
  if (price !== undefined) return { outputs: { gross_payment_amount: Number(price) } }
  const knockout = knockoutSentence.exec(message)?.[1]
  if (knockout !== undefined) return { knockout }
  const refused = refusedSentence.exec(message)?.[1]
  if (refused === undefined) return null
  const errors = refused.split('; ').flatMap((one) => {
    const [, required, field, rules] = /^(\S+) is required$|^(\S+) fails (.+)$/.exec(one) ?? []
    if (required !== undefined) return [`${required}:required`]
    // One of its rules is enough to recognise an error.
    return field === undefined || rules === undefined ? [] : [`${field}:${rules.split(', ')[0]}`]
  })
  return errors.length === 0 ? null : { errors }
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // Not a sentence about outputs after all: it is shown as it is.
  }
}

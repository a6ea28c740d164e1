import { type Node, isCollection, isMap, isNode, isScalar, isSeq, parse, parseDocument } from 'yaml'
import { type CaseDifference, readOutcome } from './test-cases.ts'

/** A case that failed, with how it differs from what it records. */
export interface FailedCase {
  readonly name: string
  readonly differences: readonly CaseDifference[]
}

/** A piece of the text that is to be replaced. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * The text of a file of test cases in which failed ones expect what they came to. Only what they expect
 * is written anew: comments, order and everything else stay byte for byte. Cases that cannot be
 * accepted, because they have no outcome or expect it in another form, are named.
 */
export function acceptCases(
  text: string,
  failed: readonly FailedCase[],
): { readonly text: string; readonly unaccepted: readonly string[] } {
  const root = parseDocument(text).contents
  const cases: readonly unknown[] = isSeq(root) ? root.items : [root]
  const unaccepted: string[] = []
  const edits = failed.flatMap(({ name, differences }) => {
    const found = cases.find((one) => isMap(one) && one.get('name') === name)
    const made = isMap(found) ? editsOf(found.get('expect', true), differences, found) : null
    if (made === null) unaccepted.push(name)
    return made ?? []
  })
  return { text: applied(text, edits), unaccepted }
}

function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((all, { from, to, text: piece }) => all.slice(0, from) + piece + all.slice(to), text)
}

/** Null where something differs that cannot be written down. */
function editsOf(
  expect: unknown,
  differences: readonly CaseDifference[],
  test: { get(key: string): unknown },
): Edit[] | null {
  if (!isMap(expect)) return null
  const errors = errorsTogether(expect, differences)
  if (errors !== null) return errors
  const outputs = expect.get('outputs', true)
  const edits: Edit[] = []
  for (const difference of differences) {
    const edit =
      'output' in difference
        ? isMap(outputs) && outputEdit(outputs.get(difference.output, true), difference, test)
        : outcomeEdit(expect, difference.message)
    if (!edit) return null
    edits.push(edit)
  }
  return edits.length === 0 ? null : edits
}

/** Days as phrases, such as `tomorrow`, go with the day of the test, and a date would not. */
const dayPhrase = /^(?:yesterday|today|tomorrow|[+-]\d+ (?:day|week|month|year)s?)$/

function outputEdit(
  node: unknown,
  { expected, actual }: Extract<CaseDifference, { output: string }>,
  test: { get(key: string): unknown },
): Edit | null {
  if (!isNode(node)) return null
  const isPhrase = isScalar(node) && typeof node.value === 'string' && dayPhrase.test(node.value)
  if (isPhrase && test.get('today') === undefined) return null
  const isText = typeof expected === 'number' && typeof actual === 'string'
  return replaced(node, isText ? actual : written(actual))
}

/** Another kind of outcome than the one that was recorded: a price, a knockout or refused answers. */
function outcomeEdit(expect: Node, message: string): Edit | null {
  const outcome = readOutcome(message)
  if (outcome === null) return null
  const [[kind, value] = []] = [Object.entries(outcome)[0]]
  const pair = `${kind}: ${written(value)}`
  return replaced(expect, isCollection(expect) && expect.flow === true ? `{ ${pair} }` : pair)
}

const missingError = /^An error on (\S+) was expected, but there was none\.$/
const surplusError = /^There was an error that was not expected: (.+)\.$/

/** Each difference of a list of errors is a sentence; this applies all of them to the list. */
function errorsTogether(
  expect: { get(key: string, keep: true): unknown },
  differences: readonly CaseDifference[],
): Edit[] | null {
  const list = expect.get('errors', true)
  if (!isSeq(list)) return null
  const sentences = differences.flatMap((one) => ('message' in one ? [one.message] : []))
  const missing = sentences.flatMap((one) => missingError.exec(one)?.[1] ?? [])
  const surplus = sentences.flatMap((one) => {
    const surplus = surplusError.exec(one)?.[1]
    const outcome =
      surplus === undefined ? null : readOutcome(`, but the input was refused: ${surplus}.`)
    return outcome !== null && 'errors' in outcome ? outcome.errors : []
  })
  if (missing.length + surplus.length === 0) return null
  const kept = list.items.map((item) => String(isScalar(item) ? item.value : item))
  return [replaced(list, written([...kept.filter((one) => !missing.includes(one)), ...surplus]))]
}

/** Where the last value in it ends: a comment behind it stays. */
function replaced(node: Node, text: string): Edit {
  return { from: node.range?.[0] ?? 0, to: endOf(node), text }
}

function endOf(node: Node): number {
  const isBlock = isCollection(node) && node.flow !== true
  const last = isBlock ? node.items.at(-1) : undefined
  const value = isNode(last) ? last : (last as { value?: unknown } | undefined)?.value
  return isNode(value) ? endOf(value) : (node.range?.[1] ?? 0)
}

/** As one line of YAML. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, one]) => `${name}: ${written(one)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  const isPlain = /^[\w][\w:.+-]*(?: [\w.+-]+)*$/.test(value) && parse(value) === value
  return isPlain && !value.endsWith(':') ? value : JSON.stringify(value)
}

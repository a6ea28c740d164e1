import { dirname, resolve } from 'node:path'
import type { SimulatedStep } from '@bindery/sdk'
import {
  type Document,
  LineCounter,
  type Node,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml'
import type { Problem } from '../failure.ts'
import { didYouMean } from '../words.ts'
import { stepValues } from './step-values.ts'

/** The settings and steps of a script, each step with its line. */
export interface Script {
  readonly settings: ScriptSettings
  readonly steps: readonly ScriptStep[]
}

interface ScriptSettings {
  readonly at?: string
  readonly item?: string
  readonly plan?: string
  readonly integration?: string
  readonly payment?: string
  readonly renewals?: 'accept' | 'wait'
}

export interface ScriptStep {
  readonly line: number
  readonly step: SimulatedStep
  /** The folder of a `publish` step, which is read later. */
  readonly folder: string | null
}

const settingNames = ['at', 'item', 'plan', 'integration', 'payment', 'renewals']
const stepsMax = 500

/** The state of the reader: the problems so far, and the line of each node. */
interface Reading {
  readonly file: string
  readonly document: Document
  readonly lineOf: (node: unknown) => number
  readonly refuse: (line: number, message: string, fix: string) => void
}

/** Reads a script, and reports all its mistakes at once, with their lines. */
export function readScript(
  text: string,
  file: string,
): { readonly script: Script; readonly problems: readonly Problem[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const problems: Problem[] = []
  const refuse: Reading['refuse'] = (line, message, fix) =>
    void problems.push({ file, place: `line ${line}`, message, fix })
  for (const { pos, message } of document.errors) {
    refuse(lines.linePos(pos[0]).line, message.split('\n')[0] ?? message, 'Write it as YAML.')
  }
  const lineOf = (node: unknown) => lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0).line
  const reading = { file, document, lineOf, refuse }
  const root = document.contents
  const settings = isMap(root) ? readSettings(reading, root.items) : {}
  const list = isMap(root) ? root.get('steps', true) : root
  return { script: { settings, steps: readSteps(reading, list) }, problems }
}

type Pairs = readonly { readonly key: unknown; readonly value: unknown }[]

function readSettings({ lineOf, refuse }: Reading, pairs: Pairs): ScriptSettings {
  const settings: Record<string, string> = {}
  for (const { key, value } of pairs) {
    const name = nameOf(key)
    if (name === 'steps') continue
    if (!settingNames.includes(name)) {
      refuse(lineOf(key), ...unknownWord(name, [...settingNames, 'steps']))
      continue
    }
    settings[name] = isScalar(value) ? String(value.value) : ''
    if (name === 'renewals' && !['accept', 'wait'].includes(settings[name])) {
      const fix = 'Write accept, or wait if only the steps decide.'
      refuse(lineOf(key), `renewals cannot be ${JSON.stringify(settings[name])}.`, fix)
    }
  }
  return settings
}

function readSteps(reading: Reading, list: unknown): ScriptStep[] {
  const { document, lineOf, refuse } = reading
  if (list === undefined || list === null || document.errors.length > 0) return []
  if (!isSeq(list)) {
    if (isScalar(list) && list.value === null) return []
    refuse(
      lineOf(list),
      'The steps are not a list.',
      'Begin each step with a hyphen: "- month: 5".',
    )
    return []
  }
  if (list.items.length > stepsMax) {
    refuse(lineOf(list), `There are more than ${stepsMax} steps.`, 'Write fewer.')
    return []
  }
  return list.items.flatMap((item) => readStep(reading, item) ?? [])
}

function readStep(reading: Reading, item: unknown): ScriptStep | null {
  const { lineOf, refuse, file } = reading
  const line = lineOf(item)
  if (!isMap(item)) {
    refuse(line, 'This is not a step.', 'Write it as "- month: 5" with its event below it.')
    return null
  }
  const step: Record<string, unknown> = {}
  let isWhole = true
  for (const { key, value } of item.items) {
    const name = nameOf(key)
    const read = readValue(reading, name, value)
    if ('taken' in read) step[name] = read.taken
    else {
      refuse(lineOf(key), ...read.refused)
      isWhole = false
    }
  }
  if (!isWhole) return null
  const { publish } = step
  const folder = typeof publish === 'string' ? resolve(dirname(file), publish) : null
  // The type of each member is checked; the simulation itself checks which may be combined.
  return { line, step, folder }
}

type Refused = readonly [message: string, fix: string]

function readValue(
  { document }: Reading,
  name: string,
  node: unknown,
): { readonly taken: unknown } | { readonly refused: Refused } {
  const value = stepValues[name]
  if (value === undefined) return { refused: unknownWord(name, Object.keys(stepValues)) }
  const given: unknown = isNode(node) ? (node as Node).toJS(document) : node
  const taken = value.read(given ?? null)
  if (taken !== undefined) return { taken }
  const near = typeof given === 'string' ? didYouMean(given, value.words ?? []) : null
  const message = `${name} cannot be ${JSON.stringify(given ?? null)}.`
  return { refused: [message, near ?? `Write ${value.fix}.`] }
}

function unknownWord(name: string, known: readonly string[]): Refused {
  const fix = didYouMean(name, known) ?? `Write one of ${known.join(', ')}.`
  return [`A script has no member ${JSON.stringify(name)}.`, fix]
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}

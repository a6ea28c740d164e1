import { type FieldError, isJsonObject, type Json } from '../../kernel/index.ts'
import { amountOutputs } from '../premium/output-names.ts'
import type { Calculation, OutputValue, TraceEntry } from '../pricing-types.ts'
import type { HttpFile } from './read-http-file.ts'

const errorsMax = 100
const nameCharactersMax = 100
const textCharactersMax = 32_767
const traceEntriesMax = 1000
const traceCharactersMax = 1000

/** Outputs that are numbers also where the rater writes them as texts, to lose no digit. */
const numericOutputs = new Set([...amountOutputs, 'tax_rate', 'billing_cycles'])

/** What the rater's answer means: a price, a knockout, mistakes in the answers, or a failure. */
export function readAnswer(
  body: string,
  file: Pick<HttpFile, 'outputs'>,
  place: string,
): Calculation {
  const answer = parse(body)
  if (!isJsonObject(answer)) return failed(place, 'answered with something that is no JSON object')
  const given = ['outputs', 'knockout', 'errors'].filter(
    (key) => Object.hasOwn(answer, key) && answer[key] !== null,
  )
  if (given.length !== 1) {
    return failed(place, 'answered without exactly one of outputs, knockout and errors')
  }
  const trace = readTrace(answer['trace'] ?? null)
  switch (given[0]) {
    case 'outputs':
      return readOutputs(answer['outputs'] ?? null, file.outputs, place, trace)
    case 'knockout':
      return readKnockout(answer['knockout'] ?? null, place, trace)
    default:
      return readErrors(answer['errors'] ?? null, place)
  }
}

function parse(body: string): Json | undefined {
  try {
    // JSON.parse can give nothing but JSON.
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

function failed(place: string, reason: string): Calculation {
  return { outcome: 'failed', place, reason }
}

/** Only outputs that the file lists are taken; each of them must be there, though it may be null. */
function readOutputs(
  given: Json,
  names: readonly string[],
  place: string,
  trace: readonly TraceEntry[],
): Calculation {
  if (!isJsonObject(given)) return failed(place, 'answered with outputs that are no object')
  const outputs: Record<string, OutputValue> = {}
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined) return failed(`output ${name}`, 'is missing from the answer')
    if (value === null) continue
    const output = outputOf(name, value)
    if (output === null) {
      return failed(`output ${name}`, 'is neither a number nor a text nor true or false')
    }
    outputs[name] = output
  }
  return { outcome: 'priced', outputs, trace }
}

function outputOf(name: string, value: Json): OutputValue | null {
  if (typeof value === 'number') return { decimal: String(value) }
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || value.length > textCharactersMax) return null
  const isNumber = numericOutputs.has(name) && /^-?\d{1,30}(\.\d{1,30})?$/.test(value)
  return isNumber ? { decimal: value } : value
}

function readKnockout(code: Json, place: string, trace: readonly TraceEntry[]): Calculation {
  if (typeof code === 'string' && /^\w{1,64}$/.test(code)) {
    return { outcome: 'knockout', code, trace }
  }
  return failed(
    place,
    'answered with a knockout that is not a code of letters, digits and underscores',
  )
}

function readErrors(given: Json, place: string): Calculation {
  const list = Array.isArray(given) ? given : []
  const errors = list.map(errorOf).filter((error) => error !== null)
  const isFine = list.length > 0 && list.length <= errorsMax && errors.length === list.length
  if (isFine) return { outcome: 'invalid', errors }
  return failed(place, 'answered with errors that are no list of field and code')
}

function errorOf(given: Json): FieldError | null {
  if (!isJsonObject(given)) return null
  const { field, code } = given
  if (typeof field !== 'string' || field === '' || field.length > nameCharactersMax) return null
  if (code !== 'required' && code !== 'invalid_value') return null
  return { code, field, path: 'data' }
}

/** The rater's own explanation of its price, if it sends one; unreadable parts are left out. */
function readTrace(given: Json): TraceEntry[] {
  if (!Array.isArray(given)) return []
  return given.slice(0, traceEntriesMax).flatMap((entry) => {
    if (!isJsonObject(entry)) return []
    const text = (key: string) => {
      const value = Object.hasOwn(entry, key) ? entry[key] : undefined
      const shown = typeof value === 'object' || value === undefined ? '' : String(value)
      return shown.slice(0, traceCharactersMax)
    }
    return text('place') === ''
      ? []
      : [{ place: text('place'), formula: text('formula'), value: text('value') }]
  })
}

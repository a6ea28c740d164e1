import { type Problem, didYouMean } from '../../kernel/index.ts'
import { inputsMax } from '../formula/limits.ts'
import { member, type Yaml, type YamlMap, YamlReader } from '../formula/yaml-reader.ts'
import { canDerivePremium, knownOutputs } from '../premium/output-names.ts'

/** A pricing file of kind http. */
export interface HttpFile {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly deadlineMs: number
  /** The answers that are sent; null sends all. */
  readonly inputs: readonly string[] | null
  readonly outputs: readonly string[]
}

const deadlineMsDefault = 2_000
const deadlineMsMin = 50
const deadlineMsMax = 10_000
const headersMax = 20
const headerCharactersMax = 1000
const urlCharactersMax = 2000
const outputsMax = 200
const keys = ['kind', 'description', 'url', 'headers', 'timeout_ms', 'inputs', 'outputs']
const nameShape = /^[a-z_][a-z0-9_]*$/i

/** Headers that we write, that steer the connection, or that would keep a secret in a file. */
const ownHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|content-.*|accept|accept-encoding|webhook-.*|authorization|cookie)$/i

/** Takes the document of kind http apart; null where problems were reported. */
export function readHttpFile(
  document: YamlMap,
  file: string,
  problems: Problem[],
): HttpFile | null {
  const reader = new YamlReader(file, problems)
  const before = problems.length
  reader.onlyKeys(document, keys, '')
  const url = readUrl(reader, document)
  const headers = readHeaders(reader, document)
  const deadlineMs = readDeadline(reader, document)
  const inputs = readNames(reader, document, 'inputs', inputsMax)
  const outputs = readNames(reader, document, 'outputs', outputsMax) ?? []
  if (!canDerivePremium(new Set(outputs))) {
    reader.report(
      'outputs',
      outputs.length === 0 ? 'There are no outputs.' : 'The outputs do not make a premium.',
      'List gross_premium (or gross_payment_amount) and one of premium_tax, net_premium or tax_rate; or net_premium with premium_tax or tax_rate.',
    )
  }
  if (url === null || problems.length > before) return null
  return { url, headers, deadlineMs, inputs, outputs }
}

/** Outputs that look like one with a meaning of its own, but are not. */
export function nearMisses(outputs: readonly string[], file: string): Problem[] {
  return outputs.flatMap((name) => {
    const fix = knownOutputs.includes(name) ? null : didYouMean(name, knownOutputs)
    if (fix === null) return []
    const message = `The output ${name} has no meaning of its own and goes to extra_data.`
    return [{ file, place: `output ${name}`, message, fix }]
  })
}

function readUrl(reader: YamlReader, document: YamlMap): URL | null {
  const text = reader.text(document, 'url', 'url') ?? ''
  const url = URL.canParse(text) ? new URL(text) : null
  const isFine =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '' &&
    text.length <= urlCharactersMax
  if (isFine) return url
  reader.report(
    'url',
    text === '' ? 'The url is missing.' : 'The url cannot be asked for prices.',
    'Write an address such as https://rater.example.com/price, without user name, password or #.',
  )
  return null
}

function readHeaders(reader: YamlReader, document: YamlMap): Record<string, string> {
  const headers: Record<string, string> = {}
  const entries = reader.section(document, 'headers')
  for (const [name, value] of entries) {
    const place = `header ${name}`
    if (ownHeaders.test(name)) {
      reader.report(
        place,
        'The file cannot set this header.',
        'Delete it. Requests are signed, so the rater needs no other credential.',
      )
    } else if (!/^[A-Za-z0-9-]{1,100}$/.test(name) || !isHeaderValue(value)) {
      reader.report(
        place,
        'The header cannot be sent.',
        `Use letters, digits and dashes for its name, and a single line of up to ${headerCharactersMax} plain characters for its value.`,
      )
    } else {
      headers[name.toLowerCase()] = value
    }
  }
  if (entries.length > headersMax) {
    reader.report('headers', `There are more than ${headersMax} headers.`, 'Take some out.')
  }
  return headers
}

function isHeaderValue(value: Yaml): value is string {
  return (
    typeof value === 'string' && /^[\x20-\x7e]*$/.test(value) && value.length <= headerCharactersMax
  )
}

function readDeadline(reader: YamlReader, document: YamlMap): number {
  const text = reader.text(document, 'timeout_ms', 'timeout_ms')
  if (text === undefined || text === '') return deadlineMsDefault
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= deadlineMsMin && value <= deadlineMsMax) return value
  reader.report(
    'timeout_ms',
    `${text} is not a time that a quote can wait.`,
    `Write whole milliseconds from ${deadlineMsMin} to ${deadlineMsMax}.`,
  )
  return deadlineMsDefault
}

function readNames(
  reader: YamlReader,
  document: YamlMap,
  key: 'inputs' | 'outputs',
  max: number,
): string[] | null {
  const list = member(document, key)
  if (list === undefined || list === '') return null
  if (!Array.isArray(list)) {
    reader.report(key, `${key} must be a list of names.`, `Write ${key}: [a, b].`)
    return []
  }
  const names: string[] = []
  for (const name of list as readonly Yaml[]) {
    if (typeof name !== 'string' || !nameShape.test(name) || name === '__proto__') {
      reader.report(
        key,
        `${typeof name === 'string' ? name : 'An entry'} is not a name.`,
        'Use letters, digits and underscores, beginning with a letter.',
      )
    } else if (names.includes(name)) {
      reader.report(key, `${name} is listed twice.`, 'Delete one.')
    } else {
      names.push(name)
    }
  }
  if (names.length > max) {
    reader.report(
      key,
      `There are ${names.length} ${key}; at most ${max} are allowed.`,
      'Take some out.',
    )
  }
  return names
}

import { STATUS_CODES } from 'node:http'
import { type Document, type Reference, type Response, refTo } from './document.ts'
import { capitalized, freeName, nameOfLabel, repeated } from './repeated.ts'

/** Statuses that follow from how a call is made; for each, one response is the usual one. */
const callStatuses: ReadonlySet<string> = new Set([
  '304',
  '401',
  '406',
  '409',
  '413',
  '414',
  '415',
  '429',
  '503',
])
/** A name with more errors than these would be too long. */
const namedErrorsMax = 3

/** The operations, and the responses that they refer to. */
export interface SharedResponses {
  readonly paths: Document['paths']
  readonly responses: Record<string, Response>
}

/**
 * Gives a name to the responses that several operations answer alike, so that each is said once.
 * Successes stay with their operations, where readers look for them.
 */
export function shareResponses(paths: Document['paths']): SharedResponses {
  const names = nameShared(paths)
  const responses: Record<string, Response> = {}
  const share = (response: Response | Reference) => {
    const name = names.get(JSON.stringify(response))
    if (name === undefined || '$ref' in response) return response
    responses[name] = response
    return refTo('responses', name)
  }
  const shared = mapOperations(paths, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, share(response)]),
    ),
  }))
  return { paths: shared, responses }
}

export function mapOperations(
  paths: Document['paths'],
  change: (operation: Document['paths'][string][string]) => Document['paths'][string][string],
): Document['paths'] {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, change(operation)]),
      ),
    ]),
  )
}

/**
 * The usual response is called by its status, any other also by the errors that it has beyond that.
 */
function nameShared(paths: Document['paths']): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const usual = new Map<string, readonly string[]>()
  for (const { text, first } of repeated(refusedPlaces(paths))) {
    const { part, status, owner } = first
    const phrase = (STATUS_CODES[status] ?? status).replaceAll(' ', '')
    const errors = errorsOf(part)
    if (callStatuses.has(status) && !usual.has(status)) {
      usual.set(status, errors)
      names.set(text, phrase)
      continue
    }
    const beyond = errors.filter((error) => !usual.get(status)?.includes(error))
    const isNamed = beyond.length > 0 && beyond.length <= namedErrorsMax
    const meaning = isNamed ? beyond.map(nameOfLabel).join('Or') : `Of${capitalized(owner)}`
    names.set(text, freeName(phrase + meaning, owner, names))
  }
  return names
}

function refusedPlaces(paths: Document['paths']) {
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ operationId = '', responses }) =>
      Object.entries(responses)
        .filter(([status]) => !status.startsWith('2'))
        .map(([status, part]) => ({ part, status, owner: operationId })),
    )
}

function errorsOf(response: Response | Reference): string[] {
  const content = 'content' in response ? response.content : undefined
  return Object.keys(content?.['application/json']?.examples ?? {})
}

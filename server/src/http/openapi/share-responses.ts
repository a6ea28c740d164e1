import { STATUS_CODES } from 'node:http'
import { type Document, type Reference, type Response, refTo } from './document.ts'

/** Statuses that say how a call was made, not what a route decided: alike wherever they are. */
const callStatuses: ReadonlySet<string> = new Set(['401', '406', '409', '413', '415', '429', '503'])

/** Gives a name to the responses that several operations answer alike, so that each is said once. */
export function shareResponses(paths: Document['paths']): {
  readonly paths: Document['paths']
  readonly responses: Record<string, Response>
} {
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

/** The response that most operations share for a status gets the name of the status. */
function nameShared(paths: Document['paths']): ReadonlyMap<string, string> {
  const uses = new Map<string, { status: string; count: number }>()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const [status, response] of operations.flatMap((one) => Object.entries(one.responses))) {
    const text = JSON.stringify(response)
    uses.set(text, { status, count: (uses.get(text)?.count ?? 0) + 1 })
  }
  const shared = [...uses]
    .filter(([, { status, count }]) => callStatuses.has(status) && count > 1)
    .sort(([, one], [, other]) => other.count - one.count)
  const names = new Map<string, string>()
  for (const [text, { status }] of shared) {
    const name = (STATUS_CODES[status] ?? status).replaceAll(' ', '')
    if (![...names.values()].includes(name)) names.set(text, name)
  }
  return names
}

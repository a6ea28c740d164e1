import { operations } from '@bindery/sdk/generated'
import type { ShownCall } from './shown-call.ts'

/** The parts that a call may have; each call has those that its operation takes. */
interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export function partsOf({ request }: ShownCall): Parts {
  return request
}

/** Where a call goes, with its query. */
export function pathOf(call: ShownCall): string {
  const { params = {}, query = {} } = partsOf(call)
  const filled = operations[call.id].path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const filters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, text(value)]],
    ),
  ).toString()
  return filters === '' ? filled : `${filled}?${filters}`
}

/** A command that anybody with a key can run. */
export function asCurl(call: ShownCall, origin: string): string {
  const { method, version } = operations[call.id]
  const { headers = {}, body } = partsOf(call)
  const address = `${origin}${pathOf(call)}`
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    '-H "Authorization: Bearer $SECRET_KEY"',
    ...(version === null ? [] : [`-H 'Accept: application/vnd.bindery.v${version}+json'`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The same call with the SDK. */
export function asSdk(call: ShownCall): string {
  const { params, query, headers, body } = partsOf(call)
  const given = Object.entries({ params, query, headers, body }).filter(
    ([, value]) => value !== undefined && Object.keys(Object(value)).length > 0,
  )
  const request = given.length === 0 ? '' : `, ${literal(Object.fromEntries(given))}`
  return `await client.call('${call.id}'${request})`
}

/** The value of a filter. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** As people write an object: names without quotes, texts in single ones. */
function literal(value: unknown): string {
  if (typeof value === 'string') {
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (member === undefined) return []
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
    return [`${key}: ${literal(member)}`]
  })
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

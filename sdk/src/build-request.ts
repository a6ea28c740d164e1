import type { Connection } from './connection.ts'
import type { OperationRow } from './generated.ts'

export type QueryValue = string | number | boolean | null | undefined

/** The arguments of a call without their types, the same for every operation. */
export interface RawRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly requestId?: string
}

export function buildRequest(
  connection: Connection,
  row: OperationRow,
  request: RawRequest,
): { readonly url: string; readonly init: RequestInit } {
  const headers = new Headers({ accept: acceptOf(connection, row) })
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value !== undefined) headers.set(name, value)
  }
  if (request.idempotencyKey !== undefined) headers.set('idempotency-key', request.idempotencyKey)
  if (request.requestId !== undefined) headers.set('x-request-id', request.requestId)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  addCredentials(connection, row, headers, query)
  const init: RequestInit = { method: row.method, headers, redirect: 'manual' }
  if (row.takesBody && request.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(request.body)
  }
  return { url: urlOf(connection, row, request.params ?? {}, query), init }
}

function acceptOf({ vendor }: Connection, { version }: OperationRow): string {
  return version === null ? 'application/json' : `application/vnd.${vendor}.v${version}+json`
}

/**
 * The Data API has a token of its own, and needs a key only where a product version is named.
 * Elsewhere a secret key includes the permissions of a public one.
 */
function addCredentials(
  connection: Connection,
  row: OperationRow,
  headers: Headers,
  query: URLSearchParams,
): void {
  const { secretKey, publicKey, accessToken } = connection
  if (isOfDataApi(row)) {
    if (accessToken !== null) headers.set('authentication', `Bearer ${accessToken}`)
    if (!query.has('product_version_id')) return
  } else if (row.keys === 'none') return
  if (secretKey !== null) headers.set('authorization', `Bearer ${secretKey}`)
  else if (publicKey !== null) query.set('key', publicKey)
}

function urlOf(
  connection: Connection,
  row: OperationRow,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_all, name: string) => segment(name, params[name]))
  const base = isOfDataApi(row) ? connection.dataUrl : connection.baseUrl
  return `${base}${path}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** Refuses `.` and `..`, which would leave the path even if escaped. */
function segment(name: string, value: string | undefined): string {
  if (value === undefined || value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}`)
  }
  return encodeURIComponent(value)
}

function isOfDataApi({ path }: OperationRow): boolean {
  return /^\/dataset(s|_items)(\/|$)/.test(path)
}

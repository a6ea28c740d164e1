import type { IncomingHttpHeaders } from 'node:http'
import type { Credentials } from '../../identity/index.ts'
import { unreadableKey } from '../reasons.ts'

/** The keys of a request: `key` in the query, and a Bearer token or a Basic user name. */
export function readCredentials(headers: IncomingHttpHeaders, query: unknown): Credentials {
  return { publicKey: readPublicKey(query), secretKey: readSecretKey(headers.authorization) }
}

function readPublicKey(query: unknown): string | null {
  const key: unknown = Reflect.get(Object(query), 'key')
  if (key === undefined || key === '') return null
  if (typeof key !== 'string')
    throw unreadableKey('the query parameter key was sent more than once')
  return key
}

function readSecretKey(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization === '') return null
  const [scheme, value] = authorization.trim().split(/\s+/, 2)
  if (value === undefined) throw unreadableKey('the Authorization header has no key')
  switch (scheme?.toLowerCase()) {
    case 'bearer':
      return value
    case 'basic':
      return Buffer.from(value, 'base64').toString().split(':', 1)[0] ?? ''
    default:
      throw unreadableKey('the Authorization header is neither Bearer nor Basic')
  }
}

/**
 * The contract names the header `Authentication`; `Authorization` is accepted too if no key is
 * expected in it.
 */
export function readAccessToken(
  headers: IncomingHttpHeaders,
  { isKeyExpected }: { readonly isKeyExpected: boolean },
): string | null {
  const header = headers['authentication'] ?? (isKeyExpected ? undefined : headers.authorization)
  const [, token = null] = /^\s*bearer\s+(\S+)\s*$/i.exec(String(header ?? '')) ?? []
  return token
}

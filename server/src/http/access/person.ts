import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyHolder } from '../../identity/index.ts'
import {
  type AskedFor,
  type Sessions,
  type SignedIn,
  callerOfSession,
  requestFromElsewhere,
  sessionUnknown,
} from '../../people/index.ts'
import { Refusal } from '../../kernel/index.ts'
import { wrongMode } from '../reasons.ts'
import type { SessionCookies } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who is signed in, on routes under `/manage`. */
    person: SignedIn | null
  }
}

/** Cookies are read under these paths alone. */
export function readsCookies(url: string | undefined): boolean {
  return url?.startsWith('/manage/') === true || url?.startsWith('/console') === true
}

/** A request with a key or token: whatever cookie it carries does not count. */
export function showsCredential({ headers, query }: FastifyRequest): boolean {
  const key: unknown = Reflect.get(Object(query), 'key')
  return headers.authorization !== undefined || (typeof key === 'string' && key !== '')
}

export function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/**
 * A browser says whether the page that sends a request is ours. One that does not is old: then the
 * origin has to be ours.
 */
export function assertFromOurPage({ headers }: FastifyRequest, own: readonly string[]): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && headers.origin !== undefined && own.includes(headers.origin)) return
  throw requestFromElsewhere()
}

/** The person of a session cookie. A cookie that opens nothing is removed. */
export async function findPerson(
  deps: { readonly sessions: Sessions; readonly cookies: SessionCookies },
  secret: string,
  reply: FastifyReply,
): Promise<SignedIn> {
  try {
    const { renewedSecret, ...person } = await deps.sessions.authenticate(secret)
    if (renewedSecret !== null) deps.cookies.write(reply, renewedSecret)
    return person
  } catch (error) {
    if (error instanceof Refusal && error.details.code === sessionUnknown.code) {
      deps.cookies.clear(reply)
    }
    throw error
  }
}

/** The person as a caller of the account and in the mode that the request names. */
export function callerOfPerson(
  person: SignedIn,
  request: FastifyRequest,
  mustNameAccount: boolean,
): KeyHolder {
  return callerOfSession(person, { ...askedFor(request), mustNameAccount })
}

/** Whether a request about the person itself also says for which account it is. */
export function namesAccount(person: SignedIn, request: FastifyRequest): boolean {
  return askedFor(request).accountId !== null || person.memberships.length === 1
}

function askedFor(request: FastifyRequest): Omit<AskedFor, 'mustNameAccount'> {
  const { 'bindery-account': account, 'bindery-mode': mode } = request.headers
  return {
    accountId: typeof account === 'string' && account !== '' ? account : null,
    livemode: readMode(mode),
  }
}

function readMode(mode: string | string[] | undefined): boolean | null {
  if (mode === undefined || mode === '') return null
  if (mode === 'live') return true
  if (mode === 'test') return false
  throw wrongMode()
}

import { createStore } from '../store.ts'
import type { World } from '../world.ts'

/** The account and mode that every call names. */
interface CallsFor {
  readonly accountId: string
  readonly mode: World['mode']
}

/** `away`: the server does not answer. `ended`: nobody is signed in any more. */
export type Connection = 'here' | 'away' | 'ended'

export const connection = createStore<Connection>('here')

const answerMsMax = 60_000
const knockMs = 2_000
let callsFor: CallsFor | null = null
let waiting: (() => void)[] = []

export function callFor(account: CallsFor): void {
  callsFor = account
}

/** Everything that waits goes on: the same requests again, with the same idempotency keys. */
export function goOn(): void {
  connection.set('here')
  const resume = waiting
  waiting = []
  for (const one of resume) one()
}

/**
 * Sends a call of the SDK with the session of this browser. When the session has ended, or the server
 * is away, the call waits until somebody has signed in or the server is back, and is sent again: what
 * was typed stays where it is. A request that might act twice is not repeated.
 */
export async function fetchInSession(
  request: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const address = underManage(new URL(request instanceof Request ? request.url : request))
  for (;;) {
    const response = await attempt(address, init)
    if (response === null) {
      await wait('away', init.signal)
    } else if (response.status === 401) {
      await wait('ended', init.signal)
    } else return response
  }
}

/** Everything that serves policies is served to people under `/manage`, too. */
function underManage(url: URL): URL {
  if (!url.pathname.startsWith('/manage/')) url.pathname = `/manage${url.pathname}`
  return url
}

/** Null where the server does not answer, and the request can be repeated. */
async function attempt(address: URL, init: RequestInit): Promise<Response | null> {
  const headers = new Headers(init.headers)
  if (callsFor !== null) {
    headers.set('bindery-account', callsFor.accountId)
    headers.set('bindery-mode', callsFor.mode)
  }
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), answerMsMax)
  const signal = AbortSignal.any([controller.signal, ...(init.signal ? [init.signal] : [])])
  try {
    const response = await fetch(address, { ...init, headers, signal })
    return isFromProxy(response) && isRepeatable(init, headers) ? null : response
  } catch (error) {
    init.signal?.throwIfAborted()
    if (!isRepeatable(init, headers)) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Who stands before a server that is away answers with a page of its own. */
function isFromProxy({ status, headers }: Response): boolean {
  const isAway = status === 502 || status === 503 || status === 504
  return isAway && headers.get('content-type')?.includes('json') !== true
}

function isRepeatable({ method = 'GET' }: RequestInit, headers: Headers): boolean {
  return method === 'GET' || headers.has('idempotency-key')
}

async function wait(why: 'away' | 'ended', signal: AbortSignal | null | undefined): Promise<void> {
  if (connection.get() === 'here' && why === 'away') void knock()
  if (connection.get() !== 'ended') connection.set(why)
  await new Promise<void>((resolve, reject) => {
    waiting.push(resolve)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Asks until the server answers; the browser's word that a network is back makes it ask at once. */
async function knock(): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, knockMs)
      const now = () => {
        clearTimeout(timer)
        resolve()
      }
      addEventListener('online', now, { once: true })
    })
    const answered = await fetch('/healthz').catch(() => null)
    if (answered?.ok === true) {
      if (connection.get() === 'away') goOn()
      return
    }
  }
}

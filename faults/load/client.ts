import { setTimeout as sleep } from 'node:timers/promises'
import { type JsonObject, isJsonObject } from '@bindery/server/src/kernel/index.ts'
import { Agent, request } from 'undici'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import { type IsDocumented, readDocumented } from './documented.ts'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Answer {
  readonly status: number
  readonly body: JsonObject
  /** What came, for people. */
  readonly text: string
}

/** Software of a distributor: when no answer comes, or one that says "not now", it asks again. */
export interface Client {
  ask(asked: Request | (() => Request)): Promise<Answer>
  close(): Promise<void>
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The platform answers within this time whatever its database does, be it with a 503. */
const answerTimeoutMs = 30_000
/** How long a client keeps asking: every fault is over long before. */
const patienceMs = 240_000
const pauseMinMs = 50
const pauseMaxMs = 500

export function openClient(options: {
  readonly urls: readonly [string, ...string[]]
  /** Behind a proxy, which chooses by it; none where the platform itself is asked. */
  readonly host?: string
  readonly ledger: Ledger
  readonly random: Random
}): Client {
  const { urls, host = null, ledger, random } = options
  const isDocumented = readDocumented()
  const dispatcher = new Agent({
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    connect: { timeout: answerTimeoutMs },
  })

  /** Null when there was no answer: whether the work was done is not known. */
  async function askOnce(asked: Request): Promise<Answer | null> {
    const url = random.pick(urls) + asked.path
    const { method, body } = asked
    const headers = { ...asked.headers, ...(host !== null && { host }) }
    try {
      const response = await request(url, { dispatcher, method, headers, body })
      const text = await response.body.text()
      if (host !== null && isOfProxy(response.headers)) {
        ledger.count('requests without an answer')
        return null
      }
      judge(asked, response.statusCode, response.headers, text, { ledger, isDocumented })
      return { status: response.statusCode, body: objectIn(text), text }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
        const evidence = { ...inShort(asked), url, answerTimeoutMs }
        ledger.violate('a request was not answered in time', evidence)
      }
      ledger.count('requests without an answer')
      return null
    }
  }

  return {
    async ask(asked) {
      const giveUpAt = performance.now() + patienceMs
      const make = typeof asked === 'function' ? asked : () => asked
      for (;;) {
        const answer = await askOnce(make())
        if (answer !== null && !isNotNow(answer)) return answer
        if (performance.now() > giveUpAt) {
          ledger.violate('a client lost its patience', { ...inShort(make()), answer, patienceMs })
          throw new Error('a client lost its patience')
        }
        ledger.count('requests sent again')
        await sleep(random.between(pauseMinMs, pauseMaxMs))
      }
    },
    close: () => dispatcher.close(),
  }
}

/** The platform answers with JSON: whoever answers otherwise got no answer either. */
function isOfProxy(headers: Headers): boolean {
  return !String(headers['content-type']).includes('json')
}

/** Out of order for a moment, too many requests, or still being prepared or worked on. */
function isNotNow({ status, text }: Answer): boolean {
  return status === 503 || status === 429 || (status === 409 && /Try again/.test(text))
}

function judge(
  asked: Request,
  status: number,
  headers: Headers,
  text: string,
  { ledger, isDocumented }: { readonly ledger: Ledger; readonly isDocumented: IsDocumented },
): void {
  ledger.count(`answers ${status}`)
  const evidence = { ...inShort(asked), status, text }
  if (!isDocumented(asked.method, asked.path, status)) {
    ledger.violate('an answer that is not documented', evidence)
  }
  if (status >= 400 && typeof objectIn(text)['status'] !== 'string') {
    ledger.violate("a refusal without the contract's shape", evidence)
  }
  if (status === 503 && headers['retry-after'] === undefined) {
    ledger.violate('a 503 without Retry-After', evidence)
  }
}

/** What was asked, without the credentials. */
function inShort({ method, path, headers, body }: Request) {
  return { method, path, key: headers['idempotency-key'], body }
}

export function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : { items: value as JsonObject[] } // Pages are arrays.
  } catch {
    return {}
  }
}

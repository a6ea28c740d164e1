import type { Clock } from '../kernel/index.ts'
import { assertOutsideTransaction } from '../database/index.ts'
import { type OutsideAnswer, OutsideHost, type Resolver, addressRefusal } from '../outside/index.ts'
import { privateSetting } from '../settings/index.ts'
import { type Message, type SecretInForce, messageHeaders } from './message.ts'
import { readRetryAfter } from './retry-schedule.ts'
import type { Attempt, LegacyHeaders } from './webhook.ts'

/** How an attempt went, and what the receiver wants to be done now. */
export interface Answered {
  readonly attempt: Attempt
  readonly isDelivered: boolean
  /** It wants nothing more to be sent, ever. */
  readonly isGone: boolean
  readonly retryAfterMs: number | null
}

export interface ReceiverOptions {
  readonly way: string
  readonly url: string
  readonly legacyHeaders: LegacyHeaders | null
  /** Those in force at a moment, the newest first. */
  readonly secrets: (now: Temporal.Instant) => readonly SecretInForce[]
  readonly allowsPrivate: boolean
  readonly resolve: Resolver
  readonly clock: Clock
  readonly deadlineMs?: number
}

/** On a busy machine an answer takes a while to be read: with fewer, a queue falls behind by itself. */
export const requestsAtOnceMax = 64
/** Some connections more, for those that were given up and do not let go at once. */
const connectionsMax = 2 * requestsAtOnceMax
const responseBytesMax = 65_536
const answerBytesKeptMax = 1_024
const deadlineMsDefault = 15_000

/** One endpoint's end of the line: its connections are its own, so that it holds up nobody else. */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #host: OutsideHost
  readonly #path: string
  /** What was allowed when the endpoint was made may not be any more, and an address needs no lookup. */
  readonly #refusal: OutsideAnswer | null

  constructor(options: ReceiverOptions) {
    const url = new URL(options.url)
    const { origin, pathname, search } = url
    this.#options = options
    this.#path = pathname + search
    const refusal = addressRefusal(url, { allowsPrivate: options.allowsPrivate, privateSetting })
    this.#refusal =
      refusal === null ? null : { ok: false, reason: `may not be told: ${refusal.message}` }
    this.#host = new OutsideHost(origin, {
      allowsPrivate: options.allowsPrivate,
      privateSetting,
      resolve: options.resolve,
      connectionsMax,
      responseBytesMax,
    })
  }

  /** What it was opened for. */
  get way(): string {
    return this.#options.way
  }

  /** Never throws: whatever happens is how the attempt went. */
  async send(message: Message): Promise<Answered> {
    assertOutsideTransaction('telling a receiver')
    const { clock, secrets, legacyHeaders, deadlineMs = deadlineMsDefault } = this.#options
    const now = clock()
    const beganMs = performance.now()
    const answer =
      this.#refusal ??
      (await this.#host.post({
        path: this.#path,
        headers: messageHeaders(message, secrets(now), legacyHeaders, now),
        body: message.body,
        deadlineMs,
      }))
    const told = { at: now.toString(), tookMs: Math.round(performance.now() - beganMs) }
    if (!answer.ok) {
      const attempt = { ...told, status: null, failure: answer.reason, answer: null }
      return { attempt, isDelivered: false, isGone: false, retryAfterMs: null }
    }
    const { status, headers } = answer
    const isDelivered = status >= 200 && status < 300
    return {
      attempt: {
        ...told,
        status,
        failure: isDelivered ? null : failureOf(status),
        answer: beginningOf(answer.body),
      },
      isDelivered,
      isGone: status === 410,
      retryAfterMs: isDelivered ? null : readRetryAfter(headers['retry-after'], clock()),
    }
  }

  close(): Promise<void> {
    return this.#host.close()
  }
}

function failureOf(status: number): string {
  if (status === 410) return 'answered that it is gone'
  if (status >= 300 && status < 400) return `redirected (${status}), which is not followed`
  return `answered with status ${status}`
}

/** The first kilobyte, as a text that a database can hold. */
function beginningOf(body: string): string {
  if (body === '') return body
  const bytes = Buffer.from(body).subarray(0, answerBytesKeptMax)
  return bytes.toString().replaceAll('\0', '\uFFFD')
}

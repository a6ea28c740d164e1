import type { Clock } from '../kernel/index.ts'
import { assertOutsideTransaction } from '../database/index.ts'
import { type OutsideAnswer, OutsideHost, type Resolver, addressRefusal } from '../outside/index.ts'
import { privateSetting } from '../settings/index.ts'
import { type Message, type SecretInForce, messageHeaders } from './message.ts'
import { readRetryAfter } from './retry-schedule.ts'
import type { Attempt, LegacyHeaders } from './webhook.ts'

/** The result of an attempt, and what the receiver asks for next. */
export interface Answered {
  readonly attempt: Attempt
  readonly isDelivered: boolean
  /** The receiver answered 410: nothing more is sent to it. */
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

/** A busy machine reads answers late: with fewer requests at once, a queue would fall behind. */
export const requestsAtOnceMax = 64
/** More connections than requests, because an aborted one does not close at once. */
const connectionsMax = 2 * requestsAtOnceMax
const responseBytesMax = 65_536
const answerBytesKeptMax = 1_024
const deadlineMsDefault = 15_000

/** Sends to one endpoint, over connections of its own, so that it holds up no other endpoint. */
export class Receiver {
  readonly #options: ReceiverOptions
  readonly #host: OutsideHost
  readonly #path: string
  /** Checked again here: the settings may have changed since the endpoint was created. */
  readonly #refusal: OutsideAnswer | null

  constructor(options: ReceiverOptions) {
    const url = new URL(options.url)
    const { origin, pathname, search } = url
    this.#options = options
    this.#path = pathname + search
    const refusal = addressRefusal(url, { allowsPrivate: options.allowsPrivate, privateSetting })
    this.#refusal =
      refusal === null ? null : { ok: false, reason: `may not be sent to: ${refusal.message}` }
    this.#host = new OutsideHost(origin, {
      allowsPrivate: options.allowsPrivate,
      privateSetting,
      resolve: options.resolve,
      connectionsMax,
      responseBytesMax,
    })
  }

  /** The configuration that this receiver was opened with; see `wayTo`. */
  get way(): string {
    return this.#options.way
  }

  /** Never throws: every failure is the result of the attempt. */
  async send(message: Message): Promise<Answered> {
    assertOutsideTransaction('sending a webhook')
    const { clock, secrets, legacyHeaders, deadlineMs = deadlineMsDefault } = this.#options
    const now = clock()
    const beganMs = performance.now()
    const answer =
      this.#refusal ??
      (await this.#host.send({
        path: this.#path,
        headers: messageHeaders(message, secrets(now), legacyHeaders, now),
        body: message.body,
        deadlineMs,
      }))
    const timing = { at: now.toString(), tookMs: Math.round(performance.now() - beganMs) }
    if (!answer.ok) {
      const attempt = { ...timing, status: null, failure: answer.reason, answer: null }
      return { attempt, isDelivered: false, isGone: false, retryAfterMs: null }
    }
    const { status, headers } = answer
    const isDelivered = status >= 200 && status < 300
    return {
      attempt: {
        ...timing,
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

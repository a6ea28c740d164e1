import { type WriteStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** What a client may ask for that must happen exactly once, however often it has to ask. */
export type Call =
  | 'quote'
  | 'offer'
  | 'payment'
  | 'cancellation'
  | 'key'
  | 'clock'
  | 'advance'
  /** A line of a bank, which is known by what it says. */
  | 'receipt'

/** A request under one Idempotency-Key. */
export interface KeyedRequest {
  readonly key: string
  readonly call: Call
  /** The policy that it is about, where there is one. */
  readonly policyId: string | null
}

/** A request that the platform acknowledged: it must outlive whatever is killed. */
export interface Acknowledgement extends KeyedRequest {
  /** The id of what was made: of the quote, offer, payment, version or key. */
  readonly id: string
  /** What else the answer said that must stay true: the payment token, the status of a payment. */
  readonly promised: Readonly<Record<string, string>>
}

/** A callback of the card provider that was acknowledged. */
export interface CallbackTaken {
  readonly paymentId: string
  readonly status: 'ok' | 'failed'
}

export interface Violation {
  readonly rule: string
  readonly evidence: unknown
}

/**
 * Everything that the harness saw, in memory for the audit and as JSON lines on disk for people.
 * What is acknowledged is written down before the client goes on.
 */
export interface Ledger {
  readonly requests: ReadonlyMap<string, KeyedRequest>
  readonly acknowledged: ReadonlyMap<string, Acknowledgement>
  readonly callbacks: readonly CallbackTaken[]
  readonly violations: readonly Violation[]
  readonly counts: ReadonlyMap<string, number>
  recordRequest(request: KeyedRequest): void
  acknowledge(acknowledgement: Acknowledgement): void
  takeCallback(callback: CallbackTaken): void
  violate(rule: string, evidence: unknown): void
  count(what: string): void
  note(what: string, details: object): void
  close(): Promise<void>
}

export function openLedger(file: string): Ledger {
  const lines: WriteStream = createWriteStream(file, { flags: 'a' })
  const requests = new Map<string, KeyedRequest>()
  const acknowledged = new Map<string, Acknowledgement>()
  const callbacks: CallbackTaken[] = []
  const violations: Violation[] = []
  const counts = new Map<string, number>()
  const write = (what: string, details: object) =>
    void lines.write(`${JSON.stringify({ at: new Date().toISOString(), what, ...details })}\n`)
  const violate = (rule: string, evidence: unknown) => {
    violations.push({ rule, evidence })
    write('violation', { rule, evidence })
  }
  return {
    requests,
    acknowledged,
    callbacks,
    violations,
    counts,
    violate,
    note: write,
    recordRequest(request) {
      requests.set(request.key, request)
      write('requested', request)
    },
    acknowledge(acknowledgement) {
      const before = acknowledged.get(acknowledgement.key)
      if (before === undefined) acknowledged.set(acknowledgement.key, acknowledgement)
      write(before === undefined ? 'acknowledged' : 'acknowledged again', acknowledgement)
      if (before !== undefined && before.id !== acknowledgement.id) {
        violate('an Idempotency-Key was answered with two things', { before, acknowledgement })
      }
    },
    takeCallback(callback) {
      callbacks.push(callback)
      write('callback taken', callback)
    },
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    async close() {
      lines.end()
      await finished(lines)
    },
  }
}

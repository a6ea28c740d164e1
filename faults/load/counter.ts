import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@bindery/server/src/kernel/index.ts'
import type { Acknowledgement, Ledger, KeyedRequest } from '../ledger.ts'
import type { Answer, Client } from './client.ts'

/** A request as it is handed in, under a key of its own. */
export interface Slip extends KeyedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
  /** What was made, from an answer that says yes. */
  readonly made: (answer: Answer) => Pick<Acknowledgement, 'id' | 'promised'>
}

/** Where requests are handed in and everything that is said about them is written down. */
export interface Counter {
  /** Everything that was ever handed in, by its key. */
  readonly slips: ReadonlyMap<string, Slip>
  /** Asks until it is answered. Only where others are after the same thing may it be refused. */
  handIn(slip: Slip, mayBeRefused?: boolean): Promise<Answer>
  get(path: string, secret: string): Promise<Answer>
  /** For requests that make nothing that has to be there later. */
  post(path: string, secret: string, csv?: string): Promise<Answer>
}

export const newKey = () => randomUUID()

export function openCounter(client: Client, ledger: Ledger): Counter {
  const slips = new Map<string, Slip>()
  return {
    slips,
    async handIn(slip, mayBeRefused = false) {
      const { key, call, policyId } = slip
      if (!slips.has(key)) ledger.recordRequest({ key, call, policyId })
      slips.set(key, slip)
      const answer = await client.ask({
        method: 'POST',
        path: slip.path,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...slip.headers,
        },
        body: JSON.stringify(slip.body),
      })
      if (answer.status < 300) {
        ledger.acknowledge({ key, call, policyId, ...slip.made(answer) })
      } else if (mayBeRefused) {
        ledger.note('refused', { key, call, policyId, status: answer.status })
      } else {
        ledger.violate('a request with nothing in its way was refused', {
          key,
          call,
          policyId,
          body: slip.body,
          answer: answer.text,
        })
      }
      return answer
    },
    get: (path, secret) =>
      client.ask({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${secret}` },
        body: null,
      }),
    post: (path, secret, csv) =>
      client.ask({
        method: 'POST',
        path,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(csv === undefined ? {} : { 'content-type': 'text/csv' }),
        },
        body: csv ?? null,
      }),
  }
}

export function textOf(answer: Answer, name: string): string {
  const value = answer.body[name]
  if (typeof value === 'string') return value
  throw new Error(`there is no ${name} in ${answer.text}`)
}

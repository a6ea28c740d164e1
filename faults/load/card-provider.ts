import { randomUUID } from 'node:crypto'
import { signatureHeaders } from '@bindery/server/src/outside/index.ts'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { Client } from './client.ts'

/** The card provider behind the sandbox: reports what became of a payment until that is taken. */
export interface CardProvider {
  /** Reports it, now and then twice, one after the other or at once. Every report must be taken. */
  report(paymentId: string, status: 'ok' | 'failed'): Promise<void>
}

export function openCardProvider(options: {
  readonly client: Client
  readonly ledger: Ledger
  readonly random: Random
  readonly secret: Uint8Array
}): CardProvider {
  const { client, ledger, random, secret } = options

  async function reportOnce(paymentId: string, status: 'ok' | 'failed'): Promise<void> {
    const id = `msg_${randomUUID()}`
    const body = JSON.stringify({ payment_id: paymentId, status })
    const answer = await client.ask(() => {
      const at = Temporal.Now.instant()
      return {
        method: 'POST',
        path: '/payments/callbacks/sandbox',
        headers: {
          'content-type': 'application/json',
          ...signatureHeaders({ id, at, body }, [secret]),
        },
        body,
      }
    })
    if (answer.status === 200) ledger.takeCallback({ paymentId, status })
    else ledger.violate('a callback was not taken', { paymentId, status, answer: answer.text })
  }

  return {
    async report(paymentId, status) {
      if (random.chance(0.2)) {
        await Promise.all([reportOnce(paymentId, status), reportOnce(paymentId, status)])
      } else {
        await reportOnce(paymentId, status)
        if (random.chance(0.2)) await reportOnce(paymentId, status)
      }
    },
  }
}

import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@bindery/sdk'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'

/** A message that has arrived, whatever was answered to it. */
export interface Arrival {
  readonly eventId: string
  readonly policyId: string | null
  readonly sequence: number | null
}

/** Writes down what it gets, in the order in which that comes, and is out of sorts now and then. */
export interface WebhookReceiver {
  readonly url: string
  /** Of its endpoint, once that is made. */
  secret: string
  readonly arrivals: readonly Arrival[]
  /** From now on every message is taken. */
  recover(): void
  close(): Promise<void>
}

const outOfSortsChance = 0.1

export async function openWebhookReceiver(
  ledger: Ledger,
  random: Random,
): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = []
  let isWell = false
  const server = createServer((request, response) => {
    // A process that is killed in the middle of a message sends it again.
    take(request, response).catch(() => void response.destroy())
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // Without an encoding it is one.
    const body = Buffer.concat(chunks).toString()
    try {
      const event = await verifyWebhook(receiver.secret, request.headers, body)
      arrivals.push({ eventId: event.id, policyId: event.policy_id, sequence: event.sequence })
      ledger.note('event arrived', event)
    } catch (error) {
      ledger.violate('a message was not signed by us', { body, error: String(error) })
    }
    const isOutOfSorts = !isWell && random.chance(outOfSortsChance)
    response.writeHead(isOutOfSorts ? 500 : 204).end()
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // It listens on a port.
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    secret: '',
    arrivals,
    recover: () => {
      isWell = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

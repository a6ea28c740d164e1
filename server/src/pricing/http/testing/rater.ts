import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a rater was asked, as it came over the wire. */
export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly path: string
  readonly body: string
}

export type RaterAnswer = (response: ServerResponse, received: Received) => void

export interface Rater {
  readonly port: number
  readonly received: Received[]
  /** How it answers from now on. */
  answer: RaterAnswer
  close(): Promise<void>
}

/** A rater on this machine that answers, or fails, as a test wants it to. */
export async function startRater(answer: RaterAnswer): Promise<Rater> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url = '' } = request
      const question = { headers, path: url, body: Buffer.concat(chunks).toString() }
      received.push(question)
      rater.answer(response, question)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const rater: Rater = {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    received,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return rater
}

export function json(body: unknown, status = 200): RaterAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

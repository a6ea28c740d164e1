import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it came over the wire. */
export interface ReceivedMessage {
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: {
    readonly id: string
    readonly type: string
    readonly policy_id: string | null
    readonly subject_id: string
    readonly sequence: number | null
    readonly data?: unknown
    readonly record?: unknown
  }
}

export type Reaction = (response: ServerResponse, message: ReceivedMessage) => void

export interface TestReceiver {
  readonly url: string
  readonly port: number
  readonly received: ReceivedMessage[]
  /** How it answers from now on. */
  react: Reaction
  close(): Promise<void>
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = 'ok'): Reaction =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** A receiver on this machine that writes down what it got, and answers as a test wants it to. */
export async function startReceiver(react: Reaction = answering(200)): Promise<TestReceiver> {
  const received: ReceivedMessage[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const event = JSON.parse(body) as ReceivedMessage['event'] // What it is, the test looks at.
      const message = { path: request.url ?? '', headers: request.headers, body, event }
      received.push(message)
      receiver.react(response, message)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // It listens on a port.
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    react,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

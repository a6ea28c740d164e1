import { type AddressInfo, type Socket, createServer } from 'node:net'

/** An endpoint for webhooks that does the least that HTTP needs, so that it costs the server little. */
export interface PlainReceiver {
  readonly url: string
  /** From the moment that an event names until it arrived here. */
  readonly latenciesMs: number[]
  /** When the event of an issued policy arrived. */
  readonly issuedAtMs: Map<string, number>
  received: number
  close(): Promise<void>
}

const headEnd = '\r\n\r\n'
const answer = 'HTTP/1.1 204 No Content\r\n\r\n'

/** `hangs` reads everything and never answers. */
export async function openPlainReceiver(hangs = false): Promise<PlainReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('error', () => undefined) // The dispatcher gives up what hangs.
    socket.on('close', () => sockets.delete(socket))
    let got: Buffer = Buffer.alloc(0)
    socket.on('data', (data: Buffer) => {
      got = got.length === 0 ? data : Buffer.concat([got, data])
      for (;;) {
        const headLength = got.indexOf(headEnd)
        if (headLength < 0) return
        const head = got.toString('latin1', 0, headLength)
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
        const end = headLength + headEnd.length + length
        if (got.length < end) return
        const body = got.toString('latin1', headLength + headEnd.length, end)
        got = got.subarray(end)
        take(head, body)
        if (!hangs) socket.write(answer)
      }
    })
  })
  /** Ids begin with the millisecond in which they were minted, on this machine's clock. */
  function take(head: string, body: string): void {
    const [, minted = ''] = /\r\nwebhook-id: evt_([0-9a-f]{12})/i.exec(head) ?? []
    receiver.latenciesMs.push(Date.now() - Number.parseInt(minted, 16))
    receiver.received += 1
    const [, issued] = /"type":"policy\.issued".*"policy_id":"([^"]+)"/.exec(body) ?? []
    if (issued !== undefined) receiver.issuedAtMs.set(issued, Date.now())
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // It listens on a port.
  const receiver: PlainReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    latenciesMs: [],
    issuedAtMs: new Map(),
    received: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return receiver
}

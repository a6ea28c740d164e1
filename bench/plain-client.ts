import { type Socket, connect } from 'node:net'
import { once } from 'node:events'

/** Asks a server for pages over connections that stay open, one question at a time on each. */
export interface PlainClient {
  /** The body of the answer. Throws on any status but 200. */
  get(path: string): Promise<string>
  close(): void
}

interface Asked {
  readonly path: string
  answered(body: string): void
  failed(error: Error): void
}

/**
 * The load generator shares its processors with the server. This one does the least that HTTP
 * needs, so that what is measured is the server: it reads answers that say their length.
 */
export async function openPlainClient(
  origin: URL,
  { connections, headers = {} }: { connections: number; headers?: Record<string, string> },
): Promise<PlainClient> {
  const idle: Connection[] = []
  const waiting: Asked[] = []
  const head = Object.entries({ host: origin.host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const free = (connection: Connection) => {
    const next = waiting.shift()
    if (next === undefined) idle.push(connection)
    else connection.ask(next)
  }
  for (let opened = 0; opened < connections; opened++) {
    const socket = connect(Number(origin.port), origin.hostname).setNoDelay()
    await once(socket, 'connect')
    idle.push(new Connection(socket, head, free))
  }
  const all = [...idle]
  return {
    get: (path) =>
      new Promise((answered, failed) => {
        const asked = { path, answered, failed }
        const connection = idle.pop()
        if (connection === undefined) waiting.push(asked)
        else connection.ask(asked)
      }),
    close: () => all.forEach((connection) => connection.close()),
  }
}

const headEnd = '\r\n\r\n'

class Connection {
  readonly #socket: Socket
  readonly #head: string
  readonly #free: (self: Connection) => void
  #asked: Asked | null = null
  #received: Buffer = Buffer.alloc(0)

  constructor(socket: Socket, head: string, free: (self: Connection) => void) {
    this.#socket = socket
    this.#head = head
    this.#free = free
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.on('error', (error) => this.#asked?.failed(error))
    socket.on('close', () => this.#asked?.failed(new Error('the server closed the connection')))
  }

  ask(asked: Asked): void {
    this.#asked = asked
    this.#socket.write(`GET ${asked.path} HTTP/1.1\r\n${this.#head}\r\n`)
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data])
    const headLength = this.#received.indexOf(headEnd)
    if (headLength < 0) return
    const head = this.#received.toString('latin1', 0, headLength)
    const bodyStart = headLength + headEnd.length
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
    const end = bodyStart + Number(length)
    if (this.#received.length < end) return
    const asked = this.#asked
    const body = this.#received.toString('utf8', bodyStart, end)
    this.#received = this.#received.subarray(end)
    this.#asked = null
    if (length === undefined || !head.startsWith('HTTP/1.1 200 ')) {
      asked?.failed(new Error(`${head.split('\r\n', 1)[0]} ${body} for ${asked.path}`))
    } else {
      asked?.answered(body)
    }
    this.#free(this)
  }
}

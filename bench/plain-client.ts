import { type Socket, connect } from 'node:net'

/** Asks a server over connections that stay open, one question at a time on each. */
export interface PlainClient {
  /** The body of the answer. Throws on any status but 200. */
  get(path: string): Promise<string>
  send(question: PlainQuestion): Promise<PlainAnswer>
  close(): void
}

export interface PlainQuestion {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface PlainAnswer {
  readonly status: number
  readonly body: string
}

interface Asked {
  /** As it goes out. */
  readonly text: string
  answered(answer: PlainAnswer): void
  failed(error: Error): void
}

/**
 * The load generator shares its processors with the server. This one does the least that HTTP
 * needs, so that what is measured is the server: it reads answers that say their length. Connections
 * are opened as they are needed, up to so many.
 */
export function openPlainClient(
  origin: URL,
  { connections, headers = {} }: { connections: number; headers?: Record<string, string> },
): PlainClient {
  const idle: Connection[] = []
  const all = new Set<Connection>()
  const waiting: Asked[] = []
  const common = headOf({ host: origin.host, ...headers })
  const free = (connection: Connection) => {
    const next = waiting.shift()
    if (next === undefined) idle.push(connection)
    else connection.ask(next)
  }
  /** A server closes what it has not been asked over for a while. */
  const lost = (connection: Connection) => {
    all.delete(connection)
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
  }
  const another = () => {
    if (all.size === connections) return undefined
    const socket = connect(Number(origin.port), origin.hostname).setNoDelay()
    const opened = new Connection(socket, { free, lost })
    all.add(opened)
    return opened
  }
  const send = ({ method, path, headers: own = {}, body }: PlainQuestion) =>
    new Promise<PlainAnswer>((answered, failed) => {
      const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      const head = `${method} ${path} HTTP/1.1\r\n${common}${headOf(own)}${length}\r\n`
      const asked = { text: head + (body ?? ''), answered, failed }
      const connection = idle.pop() ?? another()
      if (connection === undefined) waiting.push(asked)
      else connection.ask(asked)
    })
  return {
    send,
    get: async (path) => {
      const { status, body } = await send({ method: 'GET', path })
      if (status !== 200) throw new Error(`${status} ${body} for ${path}`)
      return body
    },
    close: () => all.forEach((connection) => connection.close()),
  }
}

function headOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

const headEnd = '\r\n\r\n'

class Connection {
  readonly #socket: Socket
  readonly #free: (self: Connection) => void
  #asked: Asked | null = null
  #received: Buffer = Buffer.alloc(0)

  constructor(
    socket: Socket,
    { free, lost }: Readonly<Record<'free' | 'lost', (self: Connection) => void>>,
  ) {
    this.#socket = socket
    this.#free = free
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.on('error', (error) => this.#asked?.failed(error))
    socket.on('close', () => {
      lost(this)
      this.#asked?.failed(new Error('the server closed the connection'))
    })
  }

  ask(asked: Asked): void {
    this.#asked = asked
    this.#socket.write(asked.text)
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
    if (length === undefined) asked?.failed(new Error(`an answer without a length: ${head}`))
    else asked?.answered({ status: Number(head.slice('HTTP/1.1 '.length, headStatusEnd)), body })
    this.#free(this)
  }
}

const headStatusEnd = 'HTTP/1.1 200'.length

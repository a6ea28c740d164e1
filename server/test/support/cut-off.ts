import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type { TestConnection } from './platform.ts'

/** A line to the database that is cut in the moment in which a commit has been made. */
export interface CutOffLine {
  readonly connection: TestConnection
  /**
   * Cuts all connections when the database has confirmed a commit, before the client learns of it, and
   * lets none through any more: as if the process had died there. Some commits may pass before.
   */
  cutAtCommit(commitsBefore?: number): void
  /** Whether it came to that. */
  isCut(): boolean
  /** From now on nothing gets through, and nothing is closed: as if the machine there stood still. */
  freeze(): void
  thaw(): void
  /** How many connections were opened so far. */
  opened(): number
  fix(): void
  close(): Promise<void>
}

/** What commits: the word itself, or a statement that is a transaction of its own, by its name. */
const commits = [Buffer.from('commit\0'), Buffer.from('commit_')]

export async function openCutOffLine(to: TestConnection): Promise<CutOffLine> {
  const sockets = new Set<Socket>()
  let commitsLeft: number | null = null
  let isCut = false
  let isFrozen = false
  let opened = 0
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    opened += 1
    if (isCut) {
      client.destroy()
      return
    }
    const database = connectTo(to)
    let isCommitting = false
    for (const [from, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      if (isFrozen) from.pause()
      from.on('error', () => other.destroy()) // The other side must notice it too.
      from.on('close', () => {
        sockets.delete(from)
        other.destroy()
      })
    }
    client.on('data', (bytes: Buffer) => {
      if (commitsLeft !== null && commits.some((one) => bytes.includes(one))) {
        isCommitting = commitsLeft === 0
        commitsLeft = isCommitting ? null : commitsLeft - 1
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isCommitting) cut()
      else client.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    connection: { ...to, host: '127.0.0.1', port },
    cutAtCommit: (commitsBefore = 0) => {
      commitsLeft = commitsBefore
    },
    isCut: () => isCut,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    opened: () => opened,
    fix: () => {
      isCut = false
      commitsLeft = null
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function connectTo({ host, port }: TestConnection): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
}

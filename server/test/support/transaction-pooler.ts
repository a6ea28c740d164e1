import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import type { EmbeddedConnection } from '../../src/database/embedded/index.ts'

/** A pooler that lends one connection of the database to whoever has a transaction to run. */
export interface TransactionPooler {
  readonly connection: EmbeddedConnection
  close(): Promise<void>
}

const readyForQuery = 'Z'.charCodeAt(0)
const sync = 'S'.charCodeAt(0)
const query = 'Q'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)
const notification = 'A'.charCodeAt(0)
const headerBytes = 5

/** Speaks as much of the protocol as it takes, as such poolers do: notifications get lost in it. */
export async function openTransactionPooler(to: EmbeddedConnection): Promise<TransactionPooler> {
  const database = connect(`${to.host}/.s.PGSQL.${to.port}`)
  let greeting: Promise<Buffer> | null = null
  let onMessage: (message: Buffer) => void = () => undefined
  readMessages(database, (message) => onMessage(message))
  let turn: Promise<unknown> = Promise.resolve()
  const clients = new Set<Socket>()

  /** Sends, and collects what is answered until the server is ready again. */
  function exchange(sent: Buffer): Promise<Buffer> {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const answer: Buffer[] = []
    onMessage = (message) => {
      if (message[0] !== notification) answer.push(message)
      if (message[0] === readyForQuery) resolve(Buffer.concat(answer))
    }
    database.write(sent)
    return promise
  }

  const server = createServer((client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => undefined) // Who leaves in the middle is not waited for.
    client.once('data', (startup: Buffer) => {
      greeting ??= exchange(startup)
      void greeting.then((answer) => client.write(answer))
      let request: Buffer[] = []
      readMessages(client, (message) => {
        if (message[0] === terminate) return
        request.push(message)
        if (message[0] !== sync && message[0] !== query) return
        const sent = Buffer.concat(request)
        request = []
        turn = turn.then(async () => client.write(await exchange(sent)))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    connection: { ...to, host: '127.0.0.1', port },
    close: async () => {
      for (const client of clients) client.destroy()
      database.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let left: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    left = Buffer.concat([left, bytes])
    while (left.length >= headerBytes) {
      const end = 1 + left.readUInt32BE(1)
      if (left.length < end) return
      onMessage(left.subarray(0, end))
      left = left.subarray(end)
    }
  })
}

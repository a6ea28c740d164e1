import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** Which way nothing arrives any more: to the database, back from it, or neither way. */
export const directions = ['out', 'back', 'both ways'] as const
export type Direction = (typeof directions)[number]

/** The network between one process of the platform and its PostgreSQL. Nobody is told of its faults. */
export interface Line {
  readonly name: string
  readonly host: string
  readonly port: number
  /** From now on what is sent in this direction is held, the end of a connection as well. */
  stall(direction: Direction): void
  /** What was held arrives, however late. */
  resume(): void
  /** Every connection is gone for the process. The database hears of it when `forget` is called. */
  lose(): { readonly lost: number; readonly forget: () => void }
  close(): Promise<void>
}

/** One way of one connection: what arrives late does so in its sequence. */
interface Way {
  readonly isOut: boolean
  readonly held: (() => void)[]
  isStalled: boolean
}

interface Call {
  readonly client: Socket
  readonly server: Socket
  readonly ways: readonly Way[]
}

/** `socket` is where PostgreSQL listens on this machine. */
export async function openLine(name: string, socket: string): Promise<Line> {
  const calls = new Set<Call>()
  let stalled: Direction | null = null
  const stalls = ({ isOut }: Way) => stalled === 'both ways' || stalled === (isOut ? 'out' : 'back')

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ path: socket, allowHalfOpen: true })
    const out = newWay(true)
    const back = newWay(false)
    const call = { client, server, ways: [out, back] }
    calls.add(call)
    forward(client, server, out)
    forward(server, client, back)
    client.once('close', () => {
      if (server.destroyed) calls.delete(call)
    })
    server.once('close', () => {
      if (client.destroyed) calls.delete(call)
    })
  })
  function newWay(isOut: boolean): Way {
    const way = { isOut, held: [], isStalled: false }
    return { ...way, isStalled: stalls(way) }
  }
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo // It listens on a port.
  return {
    name,
    host: '127.0.0.1',
    port,
    stall(direction) {
      stalled = direction
      for (const { ways } of calls) for (const way of ways) way.isStalled = stalls(way)
    },
    resume() {
      stalled = null
      for (const { ways } of calls) ways.forEach(release)
    },
    lose() {
      const lost = [...calls]
      for (const { client, ways } of lost) {
        for (const way of ways) way.isStalled = true
        client.resetAndDestroy()
      }
      return { lost: lost.length, forget: () => lost.forEach(({ server }) => server.destroy()) }
    },
    async close() {
      for (const { client, server } of calls) {
        client.destroy()
        server.destroy()
      }
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Passes on what comes, and the end of it. */
function forward(from: Socket, to: Socket, way: Way): void {
  const pass = (step: () => void) => {
    if (way.isStalled) way.held.push(step)
    else step()
  }
  from.on('data', (chunk: Buffer) => pass(() => void to.write(chunk)))
  from.on('end', () => pass(() => void to.end()))
  from.on('error', () => undefined) // It closes with it.
  from.on('close', () => pass(() => to.destroySoon()))
}

function release(way: Way): void {
  way.isStalled = false
  for (const step of way.held.splice(0)) step()
}

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:net'

/** Where services of a machine rarely listen, and no port that browsers refuse to ask. */
const firstPort = 20_000
const lastPort = 32_767
const blockSize = 32

let next = 0
let blockEnd = 0
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * A port that nobody else is given: no other test, and no connection that leaves this machine. A port
 * that was merely free a moment ago is given to whoever asks the system for one next.
 */
export function freePort(): Promise<number> {
  const turn = lastTurn.then(takePort)
  lastTurn = turn.catch(() => undefined) // Its caller learns of it.
  return turn
}

async function takePort(): Promise<number> {
  for (;;) {
    if (next === blockEnd) await takeBlock()
    const port = next++
    const probe = await listenOn(port)
    if (probe === null) continue // Somebody of this machine listens there, who is no test.
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** A process that holds the first port of a block, until it ends, has the others to itself. */
async function takeBlock(): Promise<void> {
  const blocks = blocksWithin(await connectionPorts())
  const any = Math.floor(Math.random() * blocks.length)
  for (const start of [...blocks.slice(any), ...blocks.slice(0, any)]) {
    const guard = await listenOn(start)
    if (guard === null) continue
    guard.unref()
    next = start + 1
    blockEnd = start + blockSize
    return
  }
  throw new Error(`all ports from ${firstPort} to ${lastPort} are taken`)
}

/** All of them where the system gives connections any port that there is. */
function blocksWithin(connections: { readonly first: number; readonly last: number }): number[] {
  const count = Math.floor((lastPort - firstPort + 1) / blockSize)
  const all = Array.from({ length: count }, (_, block) => firstPort + block * blockSize)
  const apart = all.filter(
    (start) => start + blockSize <= connections.first || start > connections.last,
  )
  return apart.length > 0 ? apart : all
}

/** From which the system takes the port of a connection, and of who listens on any; by IANA elsewhere. */
async function connectionPorts(): Promise<{ first: number; last: number }> {
  if (process.platform !== 'linux') return { first: 49_152, last: 65_535 }
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const [first = 0, last = 0] = range.split(/\s+/).map(Number)
  return { first, last }
}

/** Null where somebody listens already. */
async function listenOn(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}

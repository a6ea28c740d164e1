/** A process of its own for the tests: starts PostgreSQL, says so, and stops it on SIGTERM. */
import { startEmbeddedPostgres } from './index.ts'
import type { Durability } from './index.ts'

const [dataDir = '', durability = 'none'] = process.argv.slice(2)

try {
  const server = await startEmbeddedPostgres({
    dataDir,
    // Only the tests beside this file start it, with one of the two words.
    durability: durability as Durability,
    log: (line) => say({ log: line }),
  })
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  void server.died.then((error) => say({ died: error.message }))
  setInterval(() => undefined, 60_000)
  say({ ready: server.connection, cluster: server.cluster })
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import {
  type RecordedPostmaster,
  living,
  readPostmaster,
} from '../../src/database/embedded/postmaster.ts'

/** The PostgreSQL that a started server runs on this data folder, for tests that mistreat it. */
export interface EmbeddedProcess {
  /** Sends a signal to its main process alone. */
  signal(signal: NodeJS.Signals): Promise<void>
  /** Sends a signal to its main process and to all of its sessions. */
  signalAll(signal: NodeJS.Signals): Promise<void>
  /** Runs a statement as the superuser, in the platform's own database. */
  query(text: string): Promise<Record<string, unknown>[]>
}

export function embeddedIn(dataDir: string): EmbeddedProcess {
  const cluster = join(dataDir, 'postgres')
  const recorded = async (): Promise<RecordedPostmaster> => {
    const found = await readPostmaster(cluster)
    if (found === undefined || living(found, cluster) === undefined) {
      throw new Error('PostgreSQL does not run')
    }
    return found
  }
  return {
    signal: async (signal) => void process.kill((await recorded()).pid, signal),
    signalAll: async (signal) => {
      const { pid } = await recorded()
      for (const one of [pid, ...(await childrenOf(pid))]) process.kill(one, signal)
    },
    query: async (text) => {
      const { host, port } = await recorded()
      const client = new Client({ host, port, user: 'postgres', database: 'bindery' })
      client.on('error', () => undefined) // It may be among the sessions that are cut.
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}

export async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // A process may end while we look.
    const stat = await readFile(join('/proc', name, 'stat'), 'utf8').catch(() => '')
    const [, , ppid] = stat.slice(stat.lastIndexOf(')')).split(' ')
    if (Number(ppid) === parent) children.push(Number(name))
  }
  return children
}

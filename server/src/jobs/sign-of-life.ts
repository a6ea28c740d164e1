import { type Database, type KeptSession, keepSession } from '../database/index.ts'
import { lockAlive } from './worker-store.ts'

/**
 * The queue leaves the jobs of a killed worker locked for hours. So each worker shows that it is
 * alive by an advisory lock on a session of its own, which its death releases. A session that is
 * lost while the worker lives is opened again and takes the lock again. The lock is a shared one:
 * the server may not have noticed yet that the old session is gone.
 */
export async function showAlive(
  db: Database,
  workerId: string,
  on: { readonly jobs: () => void; readonly error: (error: Error) => void },
): Promise<KeptSession> {
  return keepSession(db.connection, {
    name: 'bindery worker',
    prepare: async (client) => {
      client.on('notification', on.jobs)
      await lockAlive(client, workerId)
    },
    onReopened: on.jobs,
    onError: on.error,
  })
}

import { resolve } from 'node:path'
import { findPlace, isThere, pointerOf } from './cluster-place.ts'
import { connectionTo } from './connect.ts'
import type { EmbeddedConnection } from './connect.ts'
import { superuser } from './create-cluster.ts'
import { readPassword } from './endpoint.ts'
import { isAlive, living, readPostmaster } from './postmaster.ts'
import { untilReady } from './until-ready.ts'

/** Whether a database was ever made for this data folder. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const folder = resolve(dataDir)
  return (await isThere(`${folder}/postgres`)) || (await isThere(pointerOf(folder)))
}

/** The PostgreSQL that runs on this data folder now, with a connection for its superuser. */
export async function findRunning(
  dataDir: string,
): Promise<{ readonly pid: number; readonly connection: EmbeddedConnection } | undefined> {
  if (!(await hasCluster(dataDir))) return undefined
  const place = await findPlace(resolve(dataDir), () => undefined)
  const recorded = await readPostmaster(place.cluster)
  const postmaster = recorded && living(recorded, place.cluster)
  if (!recorded || !postmaster) return undefined
  const password = await readPassword(place)
  const endpoint = { host: recorded.host, port: recorded.port, ...(password && { password }) }
  if ((await untilReady(endpoint, () => isAlive(postmaster))) !== 'ready') return undefined
  return { pid: postmaster.pid, connection: connectionTo(endpoint, superuser, 'postgres') }
}

import { Client } from 'pg'
import { superuser } from './create-cluster.ts'
import type { Endpoint } from './endpoint.ts'

export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
  readonly ssl: false
}

const connectTimeoutMs = 5_000

export function connectionTo(
  endpoint: Endpoint,
  user: string,
  database: string,
): EmbeddedConnection {
  return { ...endpoint, user, database, ssl: false }
}

/** A session of the superuser. A pg client without a listener would end the process on an error. */
export async function connectAsSuperuser(endpoint: Endpoint, name: string): Promise<Client> {
  const client = new Client({
    ...connectionTo(endpoint, superuser, 'postgres'),
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  })
  client.on('error', () => undefined) // The `end` event reports the end of the session.
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => undefined) // The session never began.
    throw error
  }
}

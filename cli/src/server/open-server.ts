import { type Client, createClient } from '@bindery/sdk'
import type { Connection } from './find-connection.ts'

/** Few retries: a person waits at the terminal. */
const retries = 2
/** Long enough for a push of many megabytes over a slow line. */
const timeoutMs = 120_000

export interface Server {
  readonly client: Client
  readonly connection: Connection
}

export function openServer(connection: Connection, fetcher: typeof fetch = fetch): Server {
  const { url, key } = connection
  const client = createClient({ baseUrl: url, secretKey: key, retries, timeoutMs, fetch: fetcher })
  return { client, connection }
}

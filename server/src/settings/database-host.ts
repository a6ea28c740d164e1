import type pg from 'pg'

/** One server of a cluster: a name or an address, or the folder of a socket. */
export interface Host {
  readonly host: string
  readonly port: number
}

/** How to reach the database. With several hosts, every connection looks for the primary. */
export interface Connection extends pg.ClientConfig {
  readonly hosts?: readonly Host[]
  /** Where lists are read from, if their servers know enough; each of its hosts is a standby. */
  readonly standbys?: Connection
}

/** As it is shown to people, without user and password. */
export function nameOf({ host, port }: Host): string {
  return host.startsWith('/')
    ? `${host}:${port}`
    : `${host.includes(':') ? `[${host}]` : host}:${port}`
}

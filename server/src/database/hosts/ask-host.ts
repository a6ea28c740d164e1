import pg from 'pg'
import { type Connection, type Host, nameOf } from '../../settings/index.ts'

/** What a host says of itself. */
export type HostAnswer =
  | {
      readonly kind: 'primary' | 'standby' | 'read-only'
      /** The system identifier; null where the server does not show it. */
      readonly cluster: string | null
      /** It rises with every promotion; null for standbys, and where the server does not show it. */
      readonly timeline: number | null
    }
  | { readonly kind: 'failed'; readonly reason: string }

export const answerTimeoutMs = 2_000

/** Asks one host on a connection of its own. It never throws: a failure is an answer. */
export async function askHost(connection: Connection, host: Host): Promise<HostAnswer> {
  const client = new pg.Client({ ...connection, application_name: 'bindery hosts' })
  client.host = host.host
  client.port = host.port
  client.on('error', () => undefined) // The question under way fails with it.
  const overdue = setTimeout(
    () => client.connection.stream.destroy(new Error(`no answer within ${answerTimeoutMs} ms`)),
    answerTimeoutMs,
  )
  try {
    await client.connect()
    return await readRole(client)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, host) }
  } finally {
    clearTimeout(overdue)
    client.end().catch(() => undefined) // The answer is there already.
  }
}

interface Role {
  readonly kind: Exclude<HostAnswer['kind'], 'failed'>
}
interface Identity {
  readonly cluster: string
  readonly timeline: number | null
}

const selectRole = `
  select case when pg_is_in_recovery() then 'standby'
    when current_setting('transaction_read_only')::boolean then 'read-only'
    else 'primary' end as kind`

/** The log being written names its timeline; what the last checkpoint says may be older. */
const selectIdentity = `
  select system_identifier::text as cluster,
    case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
      end as timeline
  from pg_control_system()`

/** Managed servers may hide these functions or leave them out: then only the role is known. */
const hiddenCodes: ReadonlySet<unknown> = new Set(['42501', '42883', '0A000', '55000'])

export async function readRole(
  client: Pick<pg.Client, 'query'>,
): Promise<Exclude<HostAnswer, { kind: 'failed' }>> {
  const role = (await client.query<Role>(selectRole)).rows[0]
  if (role === undefined) throw new Error('the server did not say whether it takes writes')
  try {
    const { rows } = await client.query<Identity>(selectIdentity)
    return {
      kind: role.kind,
      cluster: rows[0]?.cluster ?? null,
      timeline: rows[0]?.timeline ?? null,
    }
  } catch (error) {
    if (!isHidden(error)) throw error
    return { kind: role.kind, cluster: null, timeline: null }
  }
}

export function isHidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && hiddenCodes.has(error.code)
}

export function reasonOf(error: unknown, { host }: Host): string {
  if (!(error instanceof Error)) return String(error)
  switch (Reflect.get(error, 'code')) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${host} does not resolve`
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'nothing listens there'
    case '28P01':
    case '28000':
      return `it refuses the log-in: ${error.message}`
    default:
      return error.message
  }
}

export function describeAnswer(host: Host, answer: HostAnswer): string {
  switch (answer.kind) {
    case 'failed':
      return `${nameOf(host)}: ${answer.reason}`
    case 'standby':
      return `${nameOf(host)} is a standby`
    case 'read-only':
      return `${nameOf(host)} is read-only (default_transaction_read_only is on)`
    case 'primary':
      return `${nameOf(host)} takes writes on timeline ${answer.timeline ?? 'unknown'}`
  }
}

import { type Statement, sql } from '../sql.ts'

/** A place in the log of a cluster: whatever was written up to there is known. */
export interface LogPosition {
  readonly cluster: string
  /** It rises with every promotion: positions of two timelines do not compare. */
  readonly timeline: number
  readonly bytes: number
}

/** Up to where the primary has written, commits that did not wait for the disk included. */
export const selectWritten: Statement = sql`
  select system_identifier::text as cluster,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
    (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::int8 as bytes
  from pg_control_system()`

/** What a standby says of itself. Members are null where it does not show them. */
export interface Replayed {
  readonly cluster: string | null
  readonly isStandby: boolean
  readonly timeline: number | null
  readonly bytes: number | null
}

/**
 * A standby follows a new timeline before a checkpoint says so. What it receives is of the history
 * of what it has replayed, or it would not receive it.
 */
export const selectReplayed: Statement = sql`
  select system_identifier::text as cluster, pg_is_in_recovery() as "isStandby",
    greatest(timeline_id, min_recovery_end_timeline,
      (select received_tli from pg_stat_wal_receiver)) as timeline,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as bytes
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`

/** Why a standby must not be read from; null where it may, as soon as it has replayed enough. */
export function faultOf(replayed: Replayed | undefined, written: LogPosition): string | null {
  if (replayed === undefined) return 'it does not say what it is'
  if (replayed.cluster !== written.cluster) {
    return `it has the system identifier ${replayed.cluster}, and the primary has ${written.cluster}: it belongs to another cluster`
  }
  if (!replayed.isStandby) return 'it is no standby'
  if (replayed.timeline !== written.timeline) {
    return `it is on timeline ${replayed.timeline}, and the primary is on ${written.timeline}`
  }
  return null
}

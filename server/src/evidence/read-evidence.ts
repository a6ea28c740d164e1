import type { EventId, Json } from '../kernel/index.ts'
import { selectAuditEntries } from '../audit/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectEvents } from '../events/index.ts'
import { selectChainEnd, selectLinks } from './chain-store.ts'
import {
  type ChainOwner,
  type Link,
  type ProvedRecord,
  auditRecord,
  beginningOf,
  eventRecord,
} from './link.ts'

/** A chain and its end: a copy of the end kept elsewhere proves everything before it. */
export interface ChainProof {
  readonly owner: ChainOwner
  readonly end: Pick<Link, 'number' | 'hash'>
}

export async function readChain(db: Queryable, owner: ChainOwner): Promise<ChainProof> {
  const end = await selectChainEnd(db, owner)
  return { owner, end: end ?? { number: 0, hash: beginningOf(owner) } }
}

/** A link with its record as stored now; null where that is gone. */
export interface Evidence extends Link {
  readonly record: ProvedRecord['record'] | null
  /** Null where the salt was erased; if the content still exists then, the evidence is invalid. */
  readonly content: Json
}

/** The links of an insurer's chain in a mode after a number, sorted. */
export async function readEvidence(
  db: Queryable,
  owner: ChainOwner,
  after: number,
  limit: number,
): Promise<Evidence[]> {
  const links = await selectLinks(db, owner, after, limit)
  const idsOf = (kind: Link['kind']) =>
    links.filter((link) => link.kind === kind).map(({ recordId }) => recordId)
  const [events, entries] = await Promise.all([
    selectEvents(db, idsOf('event') as EventId[]), // As they were chained.
    selectAuditEntries(db, idsOf('audit')),
  ])
  const found = new Map(
    [...events.map(eventRecord), ...entries.map(auditRecord)].map((one) => [one.record.id, one]),
  )
  return links.map((link) => {
    const proved = found.get(link.recordId)
    return { ...link, record: proved?.record ?? null, content: proved?.content ?? null }
  })
}

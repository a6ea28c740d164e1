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

/** Whose chain it is, and where it ends: who keeps the end elsewhere can prove all before it. */
export interface ChainProof {
  readonly owner: ChainOwner
  readonly end: Pick<Link, 'number' | 'hash'>
}

export async function readChain(db: Queryable, owner: ChainOwner): Promise<ChainProof> {
  const end = await selectChainEnd(db, owner)
  return { owner, end: end ?? { number: 0, hash: beginningOf(owner) } }
}

/** A link with what it proves, as that stands now; null where it is gone. */
export interface Evidence extends Link {
  readonly record: ProvedRecord['record'] | null
  /** Where the salt was erased nothing is left of it, or the evidence does not hold. */
  readonly content: Json
}

/** The evidence of an insurer in a mode after a link, in order. */
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

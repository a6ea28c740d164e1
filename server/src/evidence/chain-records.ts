import { setImmediate as turn } from 'node:timers/promises'
import { selectAuditEntries, takeUnchained } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { selectFeed } from '../events/index.ts'
import {
  type ChainEnd,
  extendChain,
  insertChain,
  lockChained,
  selectChainEnd,
  updateChained,
} from './chain-store.ts'
import {
  type Link,
  type ProvedRecord,
  auditRecord,
  beginningOf,
  eventRecord,
  linkAfter,
} from './link.ts'

/** The most records of one transaction, which stays short however many wait. */
const recordsPerTransactionMax = 500
/** After this many, other work of the process gets a turn. */
const linksPerTurn = 50

/**
 * Chains every event with a position in the feed, and every entry of the audit log: each in the
 * chain of its insurer and mode, one transaction at a time, in the background. After a kill the
 * next run chains the rest. Returns how many records there were. Before each further transaction
 * the callback decides whether to go on, and gets the duration of the last one.
 */
export async function chainRecords(
  db: Database,
  recordsMax: number = recordsPerTransactionMax,
  mayGoOn: (tookMs: number) => Promise<boolean> = async () => true,
): Promise<number> {
  for (let chained = 0; ;) {
    const beganMs = performance.now()
    const { count, hasMore } = await db.transaction((tx) => chainSome(tx, recordsMax))
    chained += count
    if (!hasMore || !(await mayGoOn(performance.now() - beganMs))) return chained
  }
}

async function chainSome(
  tx: Transaction,
  recordsMax: number,
): Promise<{ count: number; hasMore: boolean }> {
  const position = await lockChained(tx)
  // Entries of uncommitted transactions are left to the next run.
  const entries = await selectAuditEntries(tx, await takeUnchained(tx, recordsMax))
  const events = await selectFeed(tx, { owner: null, after: position, limit: recordsMax })
  const records = [...entries.map(auditRecord), ...events.map(eventRecord)]
  for (const chain of byOwner(records)) await chainOf(tx, chain)
  const last = events.at(-1)
  if (last !== undefined) await updateChained(tx, last.position)
  const hasMore = entries.length === recordsMax || events.length === recordsMax
  return { count: records.length, hasMore }
}

function byOwner(records: readonly ProvedRecord[]): ProvedRecord[][] {
  const key = ({ owner }: ProvedRecord) => `${owner.insurerId} ${owner.livemode}`
  return [...Map.groupBy(records, key).values()]
}

async function chainOf(tx: Transaction, records: readonly ProvedRecord[]): Promise<void> {
  const [first] = records
  if (first === undefined) return
  const end: ChainEnd =
    (await selectChainEnd(tx, first.owner)) ??
    (await insertChain(tx, first.owner, beginningOf(first.owner)))
  const links: Link[] = []
  for (const record of records) {
    links.push(linkAfter(links.at(-1) ?? end, record))
    if (links.length % linksPerTurn === 0) await turn()
  }
  await extendChain(tx, end.id, links)
}

import type { EventId } from '../kernel/index.ts'
import {
  type Queryable,
  type Transaction,
  compose,
  fragment,
  json,
  sql,
} from '../database/index.ts'
import type { ChainOwner, Link } from './link.ts'

/** The end of a chain. */
export interface ChainEnd extends ChainOwner {
  readonly id: number
  readonly number: number
  readonly hash: Buffer
}

/** The position up to which events are chained. Locks it: only one process chains at a time. */
export async function lockChained(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ position: number }>(sql`
    select position from evidence_end for update`)
  if (row === undefined) throw new Error('the end of the evidence is gone')
  return row.position
}

/** The same, for whoever only looks. */
export async function selectChained(db: Queryable): Promise<number> {
  const [row] = await db.query<{ position: number }>(sql`select position from evidence_end`)
  if (row === undefined) throw new Error('the end of the evidence is gone')
  return row.position
}

export async function updateChained(tx: Transaction, position: number): Promise<void> {
  await tx.query(sql`update evidence_end set position = ${position}`)
}

export async function selectChainEnd(
  db: Queryable,
  { insurerId, livemode }: ChainOwner,
): Promise<ChainEnd | undefined> {
  const [row] = await db.query<ChainEnd>(sql`
    select id, insurer_id as "insurerId", livemode, number, hash from evidence_chains
    where insurer_id = ${insurerId} and livemode = ${livemode}`)
  return row
}

export async function insertChain(
  tx: Transaction,
  { insurerId, livemode }: ChainOwner,
  beginning: Buffer,
): Promise<ChainEnd> {
  const [row] = await tx.query<ChainEnd>(sql`
    insert into evidence_chains (insurer_id, livemode, number, hash)
    values (${insurerId}, ${livemode}, 0, ${beginning})
    returning id, insurer_id as "insurerId", livemode, number, hash`)
  if (row === undefined) throw new Error('a chain was not begun')
  return row
}

/** Appends links to a chain, and moves its end. */
export async function extendChain(
  tx: Transaction,
  chainId: number,
  links: readonly Link[],
): Promise<void> {
  const last = links.at(-1)
  if (last === undefined) return
  const rows = links.map(({ salt, commitment, hash, recordId, ...link }) => ({
    ...link,
    record_id: recordId,
    salt: salt?.toString('hex') ?? null,
    commitment: commitment.toString('hex'),
    hash: hash.toString('hex'),
  }))
  await tx.query(compose`
    with added as (
      insert into evidence_links (chain_id, number, kind, record_id, salt, commitment, hash)
      select ${chainId}, number, kind, record_id, decode(salt, 'hex'), decode(commitment, 'hex'),
        decode(hash, 'hex')
      from json_to_recordset(${json(rows)}::json) as link(
        number bigint, kind text, record_id text, salt text, commitment text, hash text))
    update evidence_chains set number = ${last.number}, hash = ${last.hash}
    where ${[fragment`id = ${chainId}`]}`)
}

/** The links of a chain after a number, sorted. */
export async function selectLinks(
  db: Queryable,
  { insurerId, livemode }: ChainOwner,
  after: number,
  limit: number,
): Promise<Link[]> {
  return db.query<Link>(sql`
    select link.number, kind, record_id as "recordId", salt, commitment, link.hash
    from evidence_chains as chain join evidence_links as link on link.chain_id = chain.id
    where insurer_id = ${insurerId} and livemode = ${livemode} and link.number > ${after}
    order by link.number limit ${limit}`)
}

/** The links of these events in a chain, by the id of the event. */
export async function selectLinksOfEvents(
  db: Queryable,
  { insurerId, livemode }: ChainOwner,
  ids: readonly EventId[],
): Promise<ReadonlyMap<string, Link>> {
  const links = await db.query<Link>(sql`
    select link.number, kind, record_id as "recordId", salt, commitment, link.hash
    from evidence_links as link join evidence_chains as chain on link.chain_id = chain.id
    where record_id = any (${[...ids]}::text[]) and kind = 'event'
      and insurer_id = ${insurerId} and livemode = ${livemode}`)
  return new Map(links.map((link) => [link.recordId, link]))
}

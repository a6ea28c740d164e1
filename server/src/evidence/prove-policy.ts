import type { PolicyId } from '../kernel/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import {
  type EventType,
  type RecordedEvent,
  orderEvents,
  selectEventsAfter,
  selectNewestEvent,
} from '../events/index.ts'
import { chainRecords } from './chain-records.ts'
import { selectLinks, selectLinksOfEvents } from './chain-store.ts'
import {
  type ChainOwner,
  type Link,
  beginningOf,
  canonical,
  eventRecord,
  linkText,
} from './link.ts'
import { readChain, readEvidence } from './read-evidence.ts'

/** The part of a chain that proves the events of a policy: from the first of them to its end. */
export interface PolicyProof {
  readonly owner: ChainOwner
  readonly policyId: PolicyId
  /** The number of the last proven event within its policy. */
  readonly events: number
  /** The link before the first one, and the last. */
  readonly before: Pick<Link, 'number' | 'hash'>
  readonly end: Pick<Link, 'number' | 'hash'>
}

/** An event as the chain proves it. */
export interface ProvedEvent {
  readonly type: EventType
  /** The number of the event within its policy. */
  readonly number: number
  /** The content: its HMAC by the salt is the commitment of the link. */
  readonly content: string
  /** In hex; null where the content was erased. */
  readonly salt: string | null
  readonly link: string
}

const chainingMsMax = 3_000
const eventsPerPage = 200
const linksPerPage = 500

/**
 * Chains what has happened so far, and proves every event of the policy up to the end of the chain.
 * Null where so much waits that the policy is not chained yet.
 */
export async function openPolicyProof(
  db: Database,
  policy: ChainOwner & { readonly id: PolicyId },
): Promise<PolicyProof | null> {
  const { insurerId, livemode } = policy
  const owner = { insurerId, livemode }
  await orderEvents(db)
  const until = performance.now() + chainingMsMax
  await chainRecords(db, undefined, async () => performance.now() < until)
  const { end } = await readChain(db, owner)
  // Read after the end: if the newest event is before it, all others are, too.
  const newest = await selectNewestEvent(db, policy.id)
  const [first] = await selectEventsAfter(db, policy.id, 0, 1)
  if (newest === undefined || first === undefined) throw new Error(`${policy.id} has no events`)
  const links = await selectLinksOfEvents(db, owner, [first.id, newest.id])
  const [firstLink, newestLink] = [links.get(first.id), links.get(newest.id)]
  if (firstLink === undefined || newestLink === undefined) return null
  if (newestLink.number > end.number) return null
  const before = await linkBefore(db, owner, firstLink)
  return { owner, policyId: policy.id, events: numberOf(newest), before, end }
}

async function linkBefore(
  db: Queryable,
  owner: ChainOwner,
  { number }: Link,
): Promise<PolicyProof['before']> {
  if (number === 1) return { number: 0, hash: beginningOf(owner) }
  const [before] = await selectLinks(db, owner, number - 2, 1)
  if (before === undefined) throw new Error(`link ${number - 1} is missing`)
  return before
}

/** The proven events, oldest first, page by page. */
export async function* eventsOfProof(
  db: Queryable,
  { owner, policyId, events: count }: PolicyProof,
): AsyncGenerator<readonly ProvedEvent[]> {
  for (let after = 0; after < count;) {
    const limit = Math.min(eventsPerPage, count - after)
    const events = await selectEventsAfter(db, policyId, after, limit)
    const last = events.at(-1)
    if (last === undefined) throw new Error(`${policyId} has no event after ${after}`)
    const ids = events.map(({ id }) => id)
    const links = await selectLinksOfEvents(db, owner, ids)
    yield events.map((event) => proved(event, links.get(event.id)))
    after = numberOf(last)
  }
}

function proved(event: RecordedEvent, link: Link | undefined): ProvedEvent {
  if (link === undefined) throw new Error(`${event.id} is not in the chain`)
  const { record, content } = eventRecord(event)
  return {
    type: event.type,
    number: numberOf(event),
    content: canonical(content),
    salt: link.salt?.toString('hex') ?? null,
    link: linkText(link, record),
  }
}

function numberOf({ id, sequence }: RecordedEvent): number {
  if (sequence === null) throw new Error(`${id} is of no policy`)
  return sequence
}

/** The links of a proof, page by page: each as its hash and what the hash covers. */
export async function* linesOfProof(
  db: Queryable,
  { owner, before, end }: PolicyProof,
): AsyncGenerator<readonly string[]> {
  for (let after = before.number; after < end.number;) {
    const links = await readEvidence(db, owner, after, Math.min(linksPerPage, end.number - after))
    const last = links.at(-1)
    if (last === undefined) throw new Error(`the chain ends at link ${after}`)
    yield links.map((link) => `${link.hash.toString('hex')} ${linkText(link, link.record)}`)
    after = last.number
  }
}

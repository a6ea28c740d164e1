import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type HostAnswer, answerTimeoutMs, askHost } from './ask-host.ts'
import { type HostChoice, type SeenPrimary, choosePrimary, isCertain } from './choose-primary.ts'
import { type Connection, type Host, nameOf } from '../../settings/index.ts'
import { NoPrimary } from './no-primary.ts'

/**
 * Knows which of several hosts is the primary, for all connections of a process: it looks when one
 * is opened without an answer known, when one is lost, and again and again while any is open.
 */
export interface PrimaryFinder {
  /** The primary. Rejects, with what is wrong with each host, where a look at all finds none. */
  locate(): Promise<Host>
  /** Something went wrong with this host: the next connection looks again. */
  suspect(host: Host): void
  /** Holds a new connection to what its server said; throws where it must not be used. */
  assertPrimary(host: Host, answer: HostAnswer): void
  /** Ends this connection when the primary is another host. */
  keep(client: pg.Client, host: Host): void
  /** Calls back with every change of primary, and whatever an operator must look at. */
  onFinding(listener: (finding: Error) => void): () => void
  /** Calls back when another host has become the primary. */
  onPromotion(listener: () => void): () => void
}

/** A connection that is wanted goes to the first host that is certain; a regular look sees all. */
type WaitsFor = 'all hosts' | 'the primary'

const watchEveryMs = 2_000
/** While there is no primary, another is about to be promoted. */
const watchAgainAfterMs = 250
/** No more questions than this, however many connections are lost. */
const lookAgainAfterMs = 200

const finders = new Map<string, PrimaryFinder>()

/** One finder for one list of hosts, however many pools and sessions there are. */
export function finderOf(connection: Connection, hosts: readonly Host[]): PrimaryFinder {
  const { connectionString, user, database } = connection
  const key = JSON.stringify([connectionString, user, database, hosts])
  let finder = finders.get(key)
  if (finder === undefined) {
    finder = openFinder(connection, hosts)
    finders.set(key, finder)
  }
  return finder
}

function openFinder(connection: Connection, hosts: readonly Host[]): PrimaryFinder {
  let seen: SeenPrimary | null = null
  let isSuspect = true
  let looking: Promise<HostChoice> | null = null
  let lookedMs = -Infinity
  let isWatching = false
  const kept = new Map<pg.Client, Host>()
  const listeners = new Set<(finding: Error) => void>()
  const promotionListeners = new Set<() => void>()
  const alarms = new Set<string>()

  function report(text: string): void {
    for (const listener of listeners) listener(new Error(text))
  }

  function look(waitsFor: WaitsFor): Promise<HostChoice> {
    looking ??= lookAtAll(waitsFor).finally(() => void (looking = null))
    return looking
  }

  async function lookAtAll(waitsFor: WaitsFor): Promise<HostChoice> {
    const left = lookedMs + lookAgainAfterMs - performance.now()
    if (left > 0) await sleep(left)
    const answers = await askAll({ connection, hosts, seen, waitsFor })
    lookedMs = performance.now()
    const choice = choosePrimary(answers, seen)
    reportAlarms(choice, waitsFor)
    isSuspect = choice.primary === null
    if (choice.primary !== null) move(choice.primary)
    return choice
  }

  /** Each alarm once, until it is over. */
  function reportAlarms({ findings }: HostChoice, waitsFor: WaitsFor): void {
    const now = findings.filter(({ isAlarm }) => isAlarm).map(({ text }) => text)
    for (const text of now) if (!alarms.has(text)) report(text)
    if (waitsFor === 'all hosts') alarms.clear()
    for (const text of now) alarms.add(text)
  }

  function move(primary: SeenPrimary): void {
    const before = seen
    seen = primary
    if (before === null || before.host === primary.host) return
    const timeline = primary.timeline === null ? '' : ` (timeline ${primary.timeline})`
    report(
      `the primary is now ${nameOf(primary.host)}${timeline}, before it was ${nameOf(before.host)}`,
    )
    for (const [client, host] of kept) {
      if (host !== primary.host) leave(client, primary.host)
    }
    for (const listener of promotionListeners) listener()
  }

  async function watch(): Promise<void> {
    while (kept.size > 0) {
      const { primary } = await look('all hosts')
      const pauseMs = primary === null ? watchAgainAfterMs : watchEveryMs
      await sleep(pauseMs, undefined, { ref: false })
    }
    isWatching = false
  }

  return {
    async locate() {
      if (seen !== null && !isSuspect) return seen.host
      const { primary, findings } = await look('the primary')
      if (primary === null) throw new NoPrimary(findings.map(({ text }) => text))
      return primary.host
    },
    suspect(host) {
      if (seen !== null && seen.host !== host) return
      isSuspect = true
      if (kept.size > 0) void look('the primary')
    },
    assertPrimary(host, answer) {
      const { primary, findings } = choosePrimary(new Map([[host, answer]]), seen)
      if (primary === null) throw new NoPrimary(findings.map(({ text }) => text))
      move(primary)
    },
    keep(client, host) {
      if (seen !== null && seen.host !== host) leave(client, seen.host)
      kept.set(client, host)
      client.once('end', () => kept.delete(client))
      if (isWatching) return
      isWatching = true
      void watch() // It never throws: a failure is an answer of a host.
    },
    onFinding(listener) {
      listeners.add(listener)
      for (const text of alarms) listener(new Error(text))
      return () => void listeners.delete(listener)
    },
    onPromotion(listener) {
      promotionListeners.add(listener)
      return () => void promotionListeners.delete(listener)
    },
  }
}

/** What is under way there may or may not have been committed. */
function leave(client: pg.Client, primary: Host): void {
  const error = new Error(`Connection terminated: the primary is now ${nameOf(primary)}`)
  client.connection.stream.destroy(error)
}

interface Asking {
  readonly connection: Connection
  readonly hosts: readonly Host[]
  readonly seen: SeenPrimary | null
  readonly waitsFor: WaitsFor
}

/**
 * All hosts at once, each with its own limit of time. While the primary of before owes its answer,
 * the standbys are asked again and again: one of them may be promoted meanwhile, and nobody waits
 * for the others then.
 */
async function askAll(asking: Asking): Promise<ReadonlyMap<Host, HostAnswer>> {
  const { connection, hosts, seen, waitsFor } = asking
  const overdue: HostAnswer = { kind: 'failed', reason: `no answer within ${answerTimeoutMs} ms` }
  const answers = new Map<Host, HostAnswer>(hosts.map((host) => [host, overdue]))
  const isOwed = () => hosts.some((host) => isSame(host, seen) && answers.get(host) === overdue)
  const certain = Promise.withResolvers<void>()
  const ask = async (host: Host): Promise<void> => {
    const answer = await askHost(connection, host)
    answers.set(host, answer)
    if (isCertain(host, answer, seen)) {
      if (waitsFor === 'the primary' || !isSame(host, seen)) certain.resolve()
    } else if (answer.kind === 'standby' && isOwed()) {
      await sleep(watchAgainAfterMs)
      await ask(host)
    }
  }
  await Promise.race([Promise.all(hosts.map(ask)), certain.promise])
  return new Map(answers)
}

const isSame = (host: Host, seen: SeenPrimary | null) => host === seen?.host

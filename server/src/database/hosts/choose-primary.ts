import { type HostAnswer, describeAnswer } from './ask-host.ts'
import { type Host, nameOf } from '../../settings/index.ts'

/** What is known of the cluster from before. */
export interface SeenPrimary {
  readonly host: Host
  readonly cluster: string | null
  readonly timeline: number | null
}

export interface HostChoice {
  readonly primary: SeenPrimary | null
  /** What an operator should know of each host that was not chosen. */
  readonly findings: readonly Finding[]
}

export interface Finding {
  readonly host: Host
  readonly text: string
  /** A host that must not be used until somebody has looked at it. A standby is none. */
  readonly isAlarm: boolean
}

/**
 * The one host that may be written to. A host of another cluster never is, nor one whose timeline
 * is older than one already seen: that is a primary of before a promotion, which runs on.
 */
export function choosePrimary(
  answers: ReadonlyMap<Host, HostAnswer>,
  seen: SeenPrimary | null,
): HostChoice {
  const findings: Finding[] = []
  const note = (host: Host, text: string, isAlarm: boolean) =>
    void findings.push({ host, text, isAlarm })
  const cluster = seen?.cluster ?? onlyCluster(answers)
  const candidates: SeenPrimary[] = []
  for (const [host, answer] of answers) {
    if (answer.kind === 'failed') {
      note(host, describeAnswer(host, answer), false)
    } else if (answer.cluster !== null && cluster !== null && answer.cluster !== cluster) {
      const others = cluster === 'several' ? 'the other hosts do not' : `expected ${cluster}`
      const text = `${nameOf(host)} has the system identifier ${answer.cluster}, ${others}: it belongs to another cluster and is refused. Remove it from DATABASE_URL`
      note(host, text, true)
    } else if (answer.kind !== 'primary') {
      note(host, describeAnswer(host, answer), false)
    } else if (isOlder(answer.timeline, seen?.timeline ?? null)) {
      note(host, olderText(host, answer.timeline, seen?.timeline ?? null), true)
    } else {
      candidates.push({ host, cluster: answer.cluster, timeline: answer.timeline })
    }
  }
  return { primary: pick(candidates, seen, note), findings }
}

/** Whether no answer of another host could change the choice, so that nobody waits for one that hangs. */
export function isCertain(host: Host, answer: HostAnswer, seen: SeenPrimary | null): boolean {
  if (answer.kind !== 'primary' || answer.cluster === null || answer.timeline === null) return false
  if (seen?.timeline == null || answer.cluster !== seen.cluster) return false
  return (
    answer.timeline > seen.timeline || (answer.timeline === seen.timeline && host === seen.host)
  )
}

function onlyCluster(answers: ReadonlyMap<Host, HostAnswer>): string | null {
  const clusters = new Set(
    [...answers.values()].flatMap((one) => (one.kind === 'failed' ? [] : (one.cluster ?? []))),
  )
  const [first = null] = clusters
  return clusters.size > 1 ? 'several' : first
}

function isOlder(timeline: number | null, than: number | null): boolean {
  return timeline !== null && than !== null && timeline < than
}

function olderText(host: Host, timeline: number | null, newest: number | null): string {
  return `${nameOf(host)} takes writes on timeline ${timeline}, and timeline ${newest} was seen: it is a primary from before a promotion and is refused. Stop it, and make it a standby of the new primary`
}

function pick(
  candidates: readonly SeenPrimary[],
  seen: SeenPrimary | null,
  note: (host: Host, text: string, isAlarm: boolean) => void,
): SeenPrimary | null {
  const newest = Math.max(...candidates.map(({ timeline }) => timeline ?? 0))
  for (const { host, timeline } of candidates) {
    if ((timeline ?? 0) < newest) note(host, olderText(host, timeline, newest), true)
  }
  const [first = null, ...others] = candidates.filter(({ timeline }) => (timeline ?? 0) === newest)
  if (others.length === 0) return first
  const [kept = null] = candidates.filter(
    ({ host, timeline }) => host === seen?.host && (timeline ?? 0) === newest,
  )
  for (const { host, timeline } of [first, ...others].filter((one) => one !== null)) {
    if (host === kept?.host) continue
    const text = `${nameOf(host)} takes writes on timeline ${timeline ?? 'unknown'}, as another host does: two primaries run at once. Stop the one that was not meant to be promoted`
    note(host, text, true)
  }
  return kept
}

import type { Answer } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { healthWords } from './health-words.ts'

type Health = Answer<'showHealth'>

export interface HealthRow {
  readonly title: string
  readonly tone: Tone
  readonly says: string
  /** The page that shows more of it. */
  readonly path?: string
}

export interface HealthPart {
  readonly title: string
  readonly rows: readonly HealthRow[]
}

const slowMs = 250
const lateJobSeconds = 60
const lateDeadlineSeconds = 60 * 60
const farBehind = 100
const lateEventMs = 10_000
/** Providers are asked every hour. */
const oldReadingMs = 3 * 60 * 60 * 1000

/** What the page says about each thing, and whether it needs somebody. */
export function useHealthParts(): (health: Health) => readonly HealthPart[] {
  const words = useWords(healthWords)
  const { moment } = useMoments()
  const lasting = (seconds: number) => {
    if (seconds < 120) return words.seconds(Math.round(seconds))
    return seconds < 7_200
      ? words.minutes(Math.round(seconds / 60))
      : words.hours(Math.round(seconds / 3600))
  }
  const needs = (isSo: boolean): Tone => (isSo ? 'attention' : 'settled')
  const count = (of: number) => (of === 0 ? words.none : of.toLocaleString())
  const following = (title: string, behind: number): HealthRow => ({
    title,
    tone: needs(behind > farBehind),
    says: behind === 0 ? words.upToDate : words.behind(behind),
  })
  return ({ asked_at: asked, ...health }) => {
    const { jobs, deadlines, webhooks, events } = health
    const since = (at: string) => Date.parse(asked) - Date.parse(at)
    const behind = webhooks.behind === 0 ? words.upToDate : words.behind(webhooks.behind)
    const oldest =
      webhooks.oldest_at === null ? '' : `, ${words.oldest(moment(webhooks.oldest_at))}`
    const failing = webhooks.failing === 0 ? '' : `${words.failing(webhooks.failing)}. `
    const ordered = events.waiting_since
    return [
      {
        title: words.platform,
        rows: [
          { title: words.server, tone: 'settled', says: words.answers },
          {
            title: words.database,
            tone: needs(health.database_ms > slowMs),
            says: words.inMs(health.database_ms),
          },
        ],
      },
      {
        title: words.work,
        rows: [
          {
            title: words.workers,
            tone: jobs.workers === 0 ? 'failed' : 'settled',
            says: jobs.workers === 0 ? words.noWorkers : words.running(jobs.workers),
          },
          {
            title: words.jobs,
            tone: needs(jobs.oldest_seconds > lateJobSeconds),
            says: words.jobsWaiting(jobs.waiting, lasting(jobs.oldest_seconds)),
          },
          { title: words.documents, tone: 'settled', says: count(jobs.documents) },
          { title: words.given, tone: needs(jobs.failed > 0), says: count(jobs.failed) },
          {
            title: words.deadlines,
            tone: needs(deadlines.oldest_seconds > lateDeadlineSeconds),
            says:
              deadlines.oldest_seconds === 0
                ? words.inTime
                : words.late(lasting(deadlines.oldest_seconds)),
          },
          {
            title: words.stuck,
            tone: needs(deadlines.policies_failed > 0),
            says: count(deadlines.policies_failed),
            path: '/inbox',
          },
        ],
      },
      {
        title: words.feeds,
        rows: [
          {
            title: words.events,
            tone: needs(ordered !== null && since(ordered) > lateEventMs),
            says: ordered === null ? words.upToDate : words.since(moment(ordered)),
            path: '/events',
          },
          { ...following(words.mails, health.mails.behind), path: '/mails' },
          {
            title: words.webhooks,
            tone: webhooks.enabled === 0 ? 'quiet' : needs(webhooks.failing > 0),
            says: webhooks.enabled === 0 ? words.noWebhooks : `${failing}${behind}${oldest}`,
            path: '/webhooks',
          },
          following(words.evidence, health.evidence.behind),
        ],
      },
      {
        title: words.money,
        rows:
          health.reconciliation.length === 0
            ? [{ title: words.noProviders, tone: 'quiet', says: '' }]
            : health.reconciliation.map(({ provider, state, asked_at: at }) => ({
                title: provider,
                tone:
                  state === 'refused' ? 'failed' : needs(at !== null && since(at) > oldReadingMs),
                says:
                  state === 'refused'
                    ? words.refused
                    : at === null
                      ? words.notAsked
                      : words.reconciled(moment(at)),
                path: '/reconciliation',
              })),
      },
    ]
  }
}

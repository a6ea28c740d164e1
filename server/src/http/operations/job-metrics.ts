import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import { type DeadlineSurvey, surveyDeadlines } from '../../deadlines/index.ts'
import { type JobsSurvey, surveyJobs } from '../../jobs/index.ts'
import { type DeliverySurvey, surveyDeliveries } from '../../webhooks/index.ts'

const ofAll = 'The value is the same from every process: it covers the whole database.'

type Survey = JobsSurvey & DeadlineSurvey & DeliverySurvey

/** The gauges of the queue, of deadlines and of webhooks. */
const gauges: readonly (readonly [keyof Survey, string, string])[] = [
  ['waiting', 'bindery_jobs_waiting', 'Jobs that are due now or later.'],
  [
    'oldestSeconds',
    'bindery_jobs_oldest_seconds',
    'Seconds since the oldest waiting job became due.',
  ],
  ['failed', 'bindery_jobs_failed', 'Jobs that failed for good.'],
  ['documents', 'bindery_documents_waiting', 'Documents that are not created yet.'],
  ['policiesFailed', 'bindery_deadlines_failed', 'Policies with a failed deadline.'],
  [
    'deadlineSeconds',
    'bindery_deadlines_oldest_seconds',
    'Seconds since the oldest deadline became due.',
  ],
  [
    'deliveriesWaiting',
    'bindery_deliveries_waiting',
    'Events not delivered yet, up to a thousand per webhook.',
  ],
  [
    'deliverySeconds',
    'bindery_deliveries_oldest_seconds',
    'Seconds since the oldest of these events.',
  ],
  ['deliveriesFailed', 'bindery_deliveries_failed', 'Deliveries that failed and are tried again.'],
  ['deliveriesParked', 'bindery_deliveries_parked', 'Deliveries that were given up.'],
  ['workersAlive', 'bindery_workers_alive', 'Processes that run jobs.'],
]

const surveyTimeoutMs = 2_000

/** The queue, read at each scrape. While the database is down its gauges are absent. */
export function addJobMetrics(
  registry: Registry,
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
) {
  const shown = gauges.map(([member, name, help]) => ({
    member,
    gauge: new Gauge({ name, help: `${help} ${ofAll}`, registers: [registry], labelNames: [] }),
  }))
  return async (log: FastifyBaseLogger): Promise<void> => {
    try {
      const now = clock()
      const [jobs, deadlines, deliveries] = await inTime(
        Promise.all([surveyJobs(db), surveyDeadlines(db, now), surveyDeliveries(db, now)]),
      )
      const survey: Survey = { ...jobs, ...deadlines, ...deliveries }
      for (const { member, gauge } of shown) gauge.set(survey[member])
    } catch (error) {
      log.warn({ err: error }, 'the job queue could not be read')
      for (const { gauge } of shown) gauge.remove()
    }
  }
}

/** A scrape does not wait for a database that hangs. */
async function inTime<Result>(asked: Promise<Result>): Promise<Result> {
  const timeout = AbortSignal.timeout(surveyTimeoutMs)
  const tooLate = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () =>
      reject(new Error('the database did not answer in time')),
    )
  })
  return Promise.race([asked, tooLate])
}

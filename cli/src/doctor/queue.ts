import { count } from '../output/problems.ts'
import type { Check } from './check.ts'

/** Urgent jobs that have been due for longer than this mean that no worker keeps up. */
const oldestSecondsMax = 300

/** The checks of the job queue, from the metrics of the server. */
export function describeQueue(metrics: string): Check[] {
  const [waiting, oldest, failed, documents, workers, overdue] = [
    'bindery_jobs_waiting',
    'bindery_jobs_oldest_seconds',
    'bindery_jobs_failed',
    'bindery_documents_waiting',
    'bindery_workers_alive',
    'bindery_deadlines_failed',
  ].map((name) => valueOf(metrics, name))
  if (waiting === undefined || oldest === undefined || failed === undefined) {
    return [warning('jobs', 'the metrics of the server have no figures on jobs', '')]
  }
  const checks: Check[] = []
  const age = oldest < 1 ? '' : `, the oldest due for ${duration(oldest)}`
  const message = `${count(waiting, 'job')} waiting${age}, ${count(documents ?? 0, 'document')} among them`
  checks.push(
    oldest > oldestSecondsMax
      ? warning('jobs', message, 'Start more workers (npm run work), or check their logs.')
      : { name: 'jobs', state: 'ok', message, fix: '' },
  )
  if (failed > 0) {
    const fix = 'Failed jobs are not retried. See the log of the workers for the reasons.'
    checks.push(warning('failed jobs', `${count(failed, 'job')} failed for good`, fix))
  }
  if (overdue !== undefined && overdue > 0) {
    const fix = 'Retried at growing intervals. See the log of the workers for the reasons.'
    const message = `due work of ${count(overdue, 'policy', 'policies')} fails`
    checks.push(warning('deadlines', message, fix))
  }
  checks.push(
    workers === 0
      ? warning(
          'workers',
          'no worker is running: cancellations and documents wait',
          'Start one with npm run work, or the whole platform with npm start.',
        )
      : { name: 'workers', state: 'ok', message: `${workers ?? 0} alive`, fix: '' },
  )
  return checks
}

function valueOf(metrics: string, name: string): number | undefined {
  const text = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]
  return text === undefined ? undefined : Number(text)
}

function warning(name: string, message: string, fix: string): Check {
  return { name, state: 'warning', message, fix }
}

/** `90` becomes `1 minute`. */
function duration(seconds: number): string {
  if (seconds < 60) return count(Math.round(seconds), 'second')
  if (seconds < 3600) return count(Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return count(Math.floor(seconds / 3600), 'hour')
  return count(Math.floor(seconds / 86_400), 'day')
}

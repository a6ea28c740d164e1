import type { Health } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts } from './table.ts'

/** A line for each thing that goes on by itself, with a hint where a person has to look. */
export function describeHealth(health: Health, paint: Paint): string[] {
  const { jobs, deadlines, events, mails, evidence, webhooks, reconciliation } = health
  const bad = (is: boolean, text: string) => (is ? paint.yellow(text) : text)
  return facts(
    [
      ['database', `answers in ${health.database_ms} ms`],
      ['workers', jobs.workers === 0 ? paint.red('none: nothing happens') : String(jobs.workers)],
      ['jobs', `${jobs.waiting} waiting, the oldest due for ${seconds(jobs.oldest_seconds)}`],
      ['documents', `${jobs.documents} to be made`],
      ['jobs given up', bad(jobs.failed > 0, String(jobs.failed))],
      ['deadlines', `the oldest due for ${seconds(deadlines.oldest_seconds)}`],
      [
        'policies stuck',
        deadlines.policies_failed === 0
          ? '0'
          : paint.yellow(`${deadlines.policies_failed}, see: bindery policies stuck`),
      ],
      ['events', events.waiting_since ?? 'all in order'],
      ['mails', `${mails.behind} events behind`],
      ['evidence', `${evidence.records} records, ${evidence.behind} events behind`],
      [
        'webhooks',
        bad(
          webhooks.failing > 0,
          `${webhooks.enabled} enabled, ${webhooks.failing} failing, ${webhooks.behind} events to send`,
        ),
      ],
      ...reconciliation.map(({ provider, state, read_until: until }): [string, string] => [
        provider,
        bad(state === 'refused', state === 'read' ? `read until ${until ?? ''}` : state),
      ]),
    ],
    paint,
  )
}

function seconds(count: number): string {
  return `${Math.round(count)} s`
}

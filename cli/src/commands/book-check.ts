import { setTimeout as pause } from 'node:timers/promises'
import type { BookCheck, Client } from '../sdk.ts'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { AlreadyTold } from '../failure.ts'
import type { Paint } from '../output/paint.ts'
import { facts, table } from '../output/table.ts'

const pauseMs = 500

export function addBookCheck(book: Command): void {
  addCommand(book, 'check', {
    summary: 'Price every policy again',
    details:
      'Computes each price from the answers and the pricing it was sold with. Ends with 1 where one ' +
      'no longer comes to the same cents.',
    examples: ['bindery book check', 'bindery book check --live --json'],
  }).action(action(check))
}

async function check({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const report = await output.during('Pricing the book again', () => untilDone(client))
  output.show(report, (paint) => describeReport(report, paint))
  if (report.policies_different > 0) throw new AlreadyTold()
}

async function untilDone(client: Client): Promise<BookCheck> {
  let report = await client.manage.book.startCheck()
  while (report.status === 'running') {
    await pause(pauseMs)
    report = await client.manage.book.showCheck(report.id)
  }
  return report
}

function describeReport(report: BookCheck, paint: Paint): string[] {
  const counts = facts(
    [
      ['policies', String(report.policies_checked)],
      ['the same price', String(report.policies_same)],
      ['another price', String(report.policies_different)],
      ['priced by a rater', String(report.policies_from_rater)],
    ],
    paint,
  )
  if (report.policies_checked === 0) return ['There are no policies in this mode yet.']
  if (report.policies_different === 0) {
    return [...counts, '', `${paint.green('✓')} Every price comes to the same cents.`]
  }
  const rows = report.differences.map((one) => [
    one.policy_id,
    String(one.quoted),
    String(one.recomputed ?? ''),
    one.reason,
  ])
  return [...counts, '', ...table(['policy', 'sold for', 'now', 'why'], rows, paint)]
}

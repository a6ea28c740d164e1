import { setTimeout as pause } from 'node:timers/promises'
import type { PortfolioCheck, Client } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { AlreadyReported } from '../failure.ts'
import type { Paint } from '../output/paint.ts'
import { facts, table } from '../output/table.ts'

const pauseMs = 500

export function addPortfolioCheck(book: Command): void {
  addCommand(book, 'check', {
    summary: 'Check every policy: its price, or its money',
    details:
      'Computes each price from the answers and the pricing it was sold with. With --money, compares ' +
      'all that is posted: charges with the price of their period, lines with invoices, balances ' +
      'with postings, these with payments and refunds, and what a policy shows with its active ' +
      'version. Ends with 1 where the cents differ.',
    examples: [
      'bindery book check',
      'bindery book check --live --json',
      'bindery book check --money',
    ],
  })
    .option('--money', 'compare all that is posted')
    .action(action(check))
}

async function check({
  output,
  server,
  options,
}: Work<{ readonly money?: boolean }>): Promise<void> {
  const { client } = await server()
  const subject = options.money === true ? 'money' : 'prices'
  const doing = { prices: 'Pricing the book again', money: 'Checking the money of the book' }
  const report = await output.during(doing[subject], () => untilDone(client, subject))
  output.show(report, (paint) => describeReport(report, paint))
  if (report.policies_different > 0) throw new AlreadyReported()
}

async function untilDone(
  client: Client,
  subject: PortfolioCheck['subject'],
): Promise<PortfolioCheck> {
  let report = await client.manage.book.startCheck(subject)
  while (report.status === 'running') {
    await pause(pauseMs)
    report = await client.manage.book.showCheck(report.id)
  }
  return report
}

function describeReport(report: PortfolioCheck, paint: Paint): string[] {
  if (report.policies_checked === 0) return ['There are no policies in this mode yet.']
  return report.subject === 'money' ? describeMoney(report, paint) : describePrices(report, paint)
}

function describeMoney(report: PortfolioCheck, paint: Paint): string[] {
  const counts = facts(
    [
      ['policies', String(report.policies_checked)],
      ['all cents agree', String(report.policies_same)],
      ['some do not', String(report.policies_different)],
    ],
    paint,
  )
  if (report.policies_different === 0) {
    return [...counts, '', `${paint.green('✓')} All that is posted agrees to the cent.`]
  }
  const rows = report.faults.map((one) => [one.policy_id, one.kind, one.message])
  return [...counts, '', ...table(['policy', 'what', 'where'], rows, paint)]
}

function describePrices(report: PortfolioCheck, paint: Paint): string[] {
  const counts = facts(
    [
      ['policies', String(report.policies_checked)],
      ['the same price', String(report.policies_same)],
      ['another price', String(report.policies_different)],
      ['priced by a rater', String(report.policies_from_rater)],
    ],
    paint,
  )
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

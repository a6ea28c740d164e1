import { setTimeout as pause } from 'node:timers/promises'
import type { PortfolioCheck, Client } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { AlreadyReported } from '../failure.ts'
import type { Paint } from '../output/paint.ts'
import { facts, table } from '../output/table.ts'

const pauseMs = 500

export function addPortfolioCheck(portfolio: Command): void {
  addCommand(portfolio, 'check', {
    summary: 'Recalculate the price of every policy, or check its postings',
    details:
      'Recalculates each price from the answers and the pricing version it was sold with. With --money, ' +
      'compares all postings instead: charges with the price of their period, lines with invoices, ' +
      'balances with postings, postings with payments and refunds, and the shown policy with its ' +
      'active version. Exits with 1 if anything differs by even a cent.',
    examples: [
      'bindery portfolio check',
      'bindery portfolio check --live --json',
      'bindery portfolio check --money',
    ],
  })
    .option('--money', 'check the postings instead of the prices')
    .action(action(check))
}

async function check({
  output,
  server,
  options,
}: Work<{ readonly money?: boolean }>): Promise<void> {
  const { client } = await server()
  const subject = options.money === true ? 'money' : 'prices'
  const doing = { prices: 'Recalculating all prices', money: 'Checking all postings' }
  const report = await output.during(doing[subject], () => untilDone(client, subject))
  output.show(report, (paint) => describeReport(report, paint))
  if (report.policies_different > 0) throw new AlreadyReported()
}

async function untilDone(
  client: Client,
  subject: PortfolioCheck['subject'],
): Promise<PortfolioCheck> {
  let report = await client.manage.portfolio.startCheck(subject)
  while (report.status === 'running') {
    await pause(pauseMs)
    report = await client.manage.portfolio.showCheck(report.id)
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
      ['postings agree', String(report.policies_same)],
      ['postings differ', String(report.policies_different)],
    ],
    paint,
  )
  if (report.policies_different === 0) {
    return [...counts, '', `${paint.green('✓')} All postings agree to the cent.`]
  }
  const rows = report.faults.map((one) => [one.policy_id, one.kind, one.message])
  return [...counts, '', ...table(['policy', 'check', 'difference'], rows, paint)]
}

function describePrices(report: PortfolioCheck, paint: Paint): string[] {
  const counts = facts(
    [
      ['policies', String(report.policies_checked)],
      ['the same price', String(report.policies_same)],
      ['a different price', String(report.policies_different)],
      ['priced by a rater', String(report.policies_from_rater)],
    ],
    paint,
  )
  if (report.policies_different === 0) {
    return [...counts, '', `${paint.green('✓')} Every recalculated price is the same to the cent.`]
  }
  const rows = report.differences.map((one) => [
    one.policy_id,
    String(one.quoted),
    String(one.recomputed ?? ''),
    one.reason,
  ])
  return [...counts, '', ...table(['policy', 'sold for', 'now', 'why'], rows, paint)]
}

import { createHash } from 'node:crypto'
import type { Client, Closing, JournalLine } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { table } from '../../output/table.ts'

export function addAccountingVerify(accounting: Command): void {
  addCommand(accounting, 'verify', {
    summary: 'Verify that no posting of a closed month was altered',
    details:
      'Reads the journal of every closed month and computes its digest again. Exits with 1 where one ' +
      'differs. Keep the digests elsewhere: then nobody can rewrite both journal and digest.',
    examples: ['bindery accounting verify --live'],
  }).action(action(verify))
}

interface Verdict {
  readonly month: string
  readonly digest: string
  readonly is_intact: boolean
}

async function verify({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const verdicts = await output.during('Reading the journal', () => verdictsOf(client))
  output.show(verdicts, (paint) => {
    if (verdicts.length === 0) return ['No month is closed yet.']
    const rows = verdicts.map(({ month, digest, is_intact }) => [
      month,
      digest,
      is_intact ? paint.green('intact') : paint.red('altered'),
    ])
    return table(['month', 'digest', ''], rows, paint)
  })
  if (verdicts.some(({ is_intact }) => !is_intact)) throw new AlreadyReported()
}

/** The earliest day that a posting can have. */
const beginning = '0001-01-01'

async function verdictsOf(client: Client): Promise<Verdict[]> {
  const closings = (await client.manage.accounting.closings()).toReversed()
  const verdicts: Verdict[] = []
  let [before, from] = ['', beginning]
  for (const closing of closings.filter(({ state }) => state === 'closed')) {
    const to = lastDayOf(closing)
    const digest = await digestOf(client.manage.accounting.journal({ from, to }), before)
    verdicts.push({ month: closing.month, digest, is_intact: digest === closing.digest })
    before = closing.digest ?? ''
    from = dayAfter(to)
  }
  return verdicts
}

async function digestOf(lines: AsyncIterable<JournalLine>, before: string): Promise<string> {
  const hash = createHash('sha256').update(before)
  for await (const line of lines) {
    const values = [
      line.number,
      line.booking_day,
      line.value_day,
      line.service_from,
      line.service_to,
      line.debit,
      line.credit,
      line.amount,
      line.currency,
      line.tax_rate,
      line.cause,
      line.reason,
      line.policy_id,
      line.posted_at,
    ]
    hash.update(`${JSON.stringify(values)}\n`)
  }
  return hash.digest('hex')
}

function lastDayOf({ month }: Closing): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return textOf(new Date(Date.UTC(year, number, 0)))
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return textOf(next)
}

function textOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

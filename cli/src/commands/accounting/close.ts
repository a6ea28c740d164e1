import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Closing } from '@bindery/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertConfirmed } from '../../meant.ts'
import { money } from '../../output/money.ts'
import type { Paint } from '../../output/paint.ts'
import { facts, table } from '../../output/table.ts'

const pauseMs = 500

interface Options {
  readonly yes?: boolean
}

export function addAccountingClose(accounting: Command): void {
  addCommand(accounting, 'close', {
    summary: 'Close a month for ever',
    details:
      'Nothing is posted into a closed month: later corrections are posted on the first open day. ' +
      'Months are closed one after the other, and never opened again.',
    examples: ['bindery accounting close 2027-06 --live --yes'],
  })
    .argument('<month>', 'the month, such as 2027-06', month)
    .option('--yes', 'close it without asking')
    .action(action(close))
}

function month(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Write a month such as 2027-06.')
}

async function close({ options, output, server }: Work<Options>, which: string): Promise<void> {
  const { client } = await server()
  await assertConfirmed(
    `Nothing is posted into ${which} any more, and it is never opened again.`,
    options.yes ?? false,
  )
  const closed = await output.during(`Closing ${which}`, () => untilClosed(client, which))
  output.show(closed, (paint) => describe(closed, paint))
}

async function untilClosed(client: Client, which: string): Promise<Closing> {
  let closing = await client.manage.accounting.close({ month: which })
  while (closing.state === 'summing') {
    await pause(pauseMs)
    closing = await client.manage.accounting.showClosing(which)
  }
  return closing
}

function describe(closed: Closing, paint: Paint): string[] {
  const rows = closed.totals.map(({ account, currency, debit, credit }) => [
    account,
    money(debit, currency),
    money(credit, currency),
  ])
  return [
    ...facts(
      [
        ['postings', String(closed.postings ?? 0)],
        ['digest', closed.digest ?? ''],
      ],
      paint,
    ),
    '',
    ...(rows.length === 0 ? [] : [...table(['account', 'debit', 'credit'], rows, paint), '']),
    `${paint.green('✓')} ${closed.month} is closed.`,
  ]
}

export function addAccountingClosings(accounting: Command): void {
  addCommand(accounting, 'closings', {
    summary: 'List closed months',
    examples: ['bindery accounting closings'],
  }).action(action(closings))
}

async function closings({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const found = await client.manage.accounting.closings()
  output.show(found, (paint) => {
    if (found.length === 0) return ['No month is closed yet.']
    const rows = found.map((one) => [
      one.month,
      one.state,
      one.closed_at,
      one.closed_by.id,
      String(one.postings ?? ''),
    ])
    return table(['month', 'state', 'closed', 'by', 'postings'], rows, paint)
  })
}

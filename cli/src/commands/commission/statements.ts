import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { distributorIdOf } from '../../server/find-distributor.ts'
import { writeWhole } from '../../write-whole.ts'

export function addCommissionStatements(group: Command): void {
  addCommand(group, 'statements', {
    summary: 'List commission statements',
    details: 'The newest first.',
    examples: ['bindery commission statements --state open'],
  })
    .option('--state <state>', 'open, done or carried_forward')
    .option('--month <month>', 'of this month, such as 2028-10')
    .action(action(list))
  addCommand(group, 'show <statement>', {
    summary: 'Show a commission statement',
    details: 'With --csv, its entries are written to a file.',
    examples: ['bindery commission show cst_01b0acc58e2000000026c8d3105e --csv october.csv'],
  })
    .option('--csv <file>', 'also write a line for each entry to this file')
    .action(action(show))
  addCommand(group, 'state <distributor>', {
    summary: 'Make the statement of a month',
    details:
      'Name the distributor by its key or id. Statements that nobody asks for are made some days ' +
      'after the month.',
    examples: ['bindery commission state alpine-brokers --month 2028-10 --currency eur'],
  })
    .requiredOption('--month <month>', 'the month, such as 2028-10')
    .requiredOption('--currency <currency>', 'the currency, such as eur')
    .action(action(make))
  addCommand(group, 'done <statement>', {
    summary: 'Mark a statement as paid out or set off',
    details: 'Its balance is posted to the bank, or to the receivables from collecting agents.',
    examples: [
      'bindery commission done cst_01b0acc58e2000000026c8d3105e --on 2028-11-05 --reference "Transfer 17"',
    ],
  })
    .requiredOption('--on <day>', 'the day of the payment', day)
    .requiredOption('--reference <text>', 'how the payment is found again')
    .action(action(done))
}

interface Statement {
  readonly id: string
  readonly month: string
  readonly state: string
  readonly currency: string
  readonly carried_forward: number
  readonly earned: number
  readonly clawed_back: number
  readonly balance: number
}

const head = ['month', 'state', 'carried forward', 'earned', 'clawed back', 'balance', 'id']

function rowOf(one: Statement): string[] {
  const sums = [one.carried_forward, one.earned, one.clawed_back, one.balance]
  return [one.month, one.state, ...sums.map((sum) => money(sum, one.currency)), one.id]
}

async function list({
  options,
  output,
  server,
}: Work<{ readonly state?: string; readonly month?: string }>): Promise<void> {
  const { client } = await server()
  const found: Statement[] = []
  for await (const one of client.manage.commission.statements({ ...options, limit: 100 })) {
    found.push(one)
  }
  output.show(found, (paint) =>
    found.length === 0 ? ['There is no statement.'] : table(head, found.map(rowOf), paint),
  )
}

async function show(
  { options, output, server }: Work<{ readonly csv?: string }>,
  id: string,
): Promise<void> {
  const { client } = await server()
  const { commission } = client.manage
  const found = await commission.showStatement(id)
  if (options.csv !== undefined) await writeWhole(options.csv, commission.exportStatement(id))
  output.show(found, (paint) => [
    ...table(head, [rowOf(found)], paint),
    ...(options.csv === undefined
      ? []
      : ['', `Its ${found.entries} entries are in ${options.csv}.`]),
  ])
}

async function make(
  { options, output, server }: Work<{ readonly month: string; readonly currency: string }>,
  name: string,
): Promise<void> {
  const { client } = await server()
  const made = await client.manage.commission.makeStatement({
    distributor_id: await distributorIdOf(client, name),
    month: options.month,
    currency: options.currency,
  })
  output.show(made, (paint) => table(head, [rowOf(made)], paint))
}

async function done(
  { options, output, server }: Work<{ readonly on: string; readonly reference: string }>,
  id: string,
): Promise<void> {
  const { client } = await server()
  const body = { done_on: options.on, reference: options.reference }
  const finished = await client.manage.commission.finishStatement(id, body)
  const sum = money(finished.balance, finished.currency)
  output.show(finished, (paint) => [
    `${paint.green('✓')} ${sum} for ${finished.month} ${finished.payout === 'set_off' ? 'is set off' : 'is paid out'}.`,
  ])
}

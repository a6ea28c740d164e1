import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertInOrder } from '../../day.ts'
import { megabytes } from '../../output/megabytes.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { writeWhole } from '../../write-whole.ts'
import { rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'
import { type Days, withDays } from './days.ts'

interface Options extends Days {
  readonly account?: string
  readonly product?: string
  readonly distributor?: string
  readonly policy?: string
  readonly csv?: string
  readonly limit: number
}

export function addAccountingJournal(accounting: Command): void {
  withDays(
    addCommand(accounting, 'journal', {
      summary: 'Show the postings of some days, or export them as CSV',
      examples: [
        'bindery accounting journal --from 2027-06-01 --to 2027-06-30 --csv june.csv',
        'bindery accounting journal --from 2027-06-01 --to 2027-06-30 --account tax',
      ],
    }),
  )
    .option('--account <account>', 'only postings of this account, such as receivable')
    .option('--product <product>', 'only of this product, by key or id')
    .option('--distributor <id>', 'only of policies that this distributor sold')
    .option('--policy <id>', 'only of this policy')
    .option('--csv <file>', 'write all of them to this file')
    .option('--limit <rows>', 'how many to show at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(journal))
}

async function journal({ options, output, server }: Work<Options>): Promise<void> {
  const { from, to, account, product, distributor, policy, csv, limit } = options
  assertInOrder(options)
  const { client } = await server()
  const query = {
    from,
    to,
    ...(account === undefined ? {} : { account }),
    ...(product === undefined ? {} : { product_id: product }),
    ...(distributor === undefined ? {} : { distributor_id: distributor }),
    ...(policy === undefined ? {} : { policy_id: policy }),
  }
  if (csv !== undefined) {
    const bytes = await output.withProgress('Exporting the journal', null, (report) =>
      writeWhole(csv, client.manage.accounting.exportJournal(query), report),
    )
    output.show({ file: csv, bytes }, (paint) => [
      `${paint.green('✓')} The journal is in ${csv} (${megabytes(bytes)}).`,
    ])
    return
  }
  const lines = await output.during('Reading', () =>
    takeRows(client.manage.accounting.journal({ ...query, limit: Math.min(limit, 1_000) }), limit),
  )
  output.show(lines, (paint) => {
    if (lines.length === 0) return ['Nothing was posted on these days.']
    const rows = lines.map((line) => [
      line.booking_day,
      line.value_day,
      line.debit,
      line.credit,
      money(line.amount, line.currency),
      line.cause,
    ])
    const head = ['posted', 'value day', 'debit', 'credit', 'amount', 'cause']
    const more = lines.length === limit ? ['', 'See more with --limit, or all with --csv.'] : []
    return [...table(head, rows, paint), ...more]
  })
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { writeWhole } from '../../write-whole.ts'

interface Options {
  readonly day: string
  readonly csv?: string
}

export function addAccountingOpenItems(accounting: Command): void {
  addCommand(accounting, 'open-items', {
    summary: 'Show what policyholders owed on a day, by age',
    details:
      'Adds up the open invoices by currency and by the days that they are overdue. With --csv, also ' +
      'writes a line for each invoice.',
    examples: [
      'bindery accounting open-items --day 2027-01-31',
      'bindery accounting open-items --day 2027-12-31 --csv open.csv --live',
    ],
  })
    .requiredOption('--day <day>', 'the day of the report', day)
    .option('--csv <file>', 'also write a line for each invoice to this file')
    .action(action(openItems))
}

async function openItems({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const { accounting } = client.manage
  if (options.csv !== undefined) {
    await writeWhole(options.csv, accounting.exportOpenItems({ day: options.day }))
  }
  const totals = await accounting.openItemTotals(options.day)
  output.show(totals, (paint) => [
    ...(totals.length === 0
      ? ['Nothing was owed on that day.']
      : table(
          ['not due', '1-30', '31-60', '61-90', 'over 90', 'not invoiced', 'receivable'],
          totals.map((sum) =>
            [
              sum.not_due,
              sum.overdue_1_30,
              sum.overdue_31_60,
              sum.overdue_61_90,
              sum.overdue_over_90,
              sum.not_invoiced,
              sum.receivable,
            ].map((amount) => money(amount, sum.currency)),
          ),
          paint,
        )),
    ...(options.csv === undefined ? [] : ['', `Every open invoice is in ${options.csv}.`]),
  ])
}

import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeImportedReceipts } from '../../output/receipts.ts'
import { openSource } from '../dataset/source.ts'

interface Options {
  readonly amount?: string
  readonly credit?: string
  readonly debit?: string
  readonly sign?: string
  readonly date?: string
  readonly reference?: string
  readonly id?: string
  readonly currencyColumn?: string
  readonly currency?: string
  readonly decimal?: string
  readonly charset?: string
}

export function addReceiptsImport(receipts: Command): void {
  addCommand(receipts, 'import <file>', {
    summary: "Import a bank's CSV file",
    details:
      'Lines that name the number or the reference of an invoice are posted, all others wait for you:\n' +
      'bindery receipts list. A line is imported once, in however many files it comes. Where a line\n' +
      'cannot be read, nothing is taken. A dash reads standard input.',
    examples: [
      'bindery receipts import statement.csv --amount Amount --date Date --reference Reference',
      'bindery receipts import umsatz.csv --amount Betrag --date Buchungstag --reference Verwendungszweck --charset windows-1252',
    ],
  })
    .option('--amount <column>', 'the column with the amount; amount without it')
    .option('--credit <column>', 'the column with what came in, where that has one of its own')
    .option('--debit <column>', 'the column with what went out, beside --credit')
    .option('--sign <column>', 'the column that says whether it came in (C, H, +) or went out')
    .option('--date <column>', 'the column with the day; date without it')
    .option('--reference <column>', 'the column with what the customer wrote; reference without it')
    .option('--id <column>', 'the column with what the bank calls the line, where there is one')
    .option('--currency-column <column>', 'the column with the currency, where there is one')
    .option('--currency <code>', 'the currency of all lines; EUR without it')
    .addOption(
      new Option('--decimal <sign>', 'what stands before the cents; found out without it').choices([
        'comma',
        'point',
      ]),
    )
    .option('--charset <name>', 'the encoding of the file; utf-8 without it')
    .action(action(importReceipts))
}

async function importReceipts(
  { options, output, server }: Work<Options>,
  file: string,
): Promise<void> {
  const { client } = await server()
  const source = await openSource(file)
  const { amount, credit, debit, sign, date, reference, id } = options
  const { currencyColumn, currency, decimal, charset } = options
  const columns = {
    ...(amount === undefined ? {} : { amount }),
    ...(credit === undefined ? {} : { credit }),
    ...(debit === undefined ? {} : { debit }),
    ...(sign === undefined ? {} : { sign }),
    ...(date === undefined ? {} : { date }),
    ...(reference === undefined ? {} : { reference }),
    ...(id === undefined ? {} : { id }),
    ...(currencyColumn === undefined ? {} : { currency_column: currencyColumn }),
    ...(currency === undefined ? {} : { currency }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(charset === undefined ? {} : { charset }),
    file: file === '-' ? 'standard input' : basename(file),
  }
  const imported = await output.withProgress('Importing receipts', source.bytes, (tell) =>
    client.manage.receipts.import(source.read(tell), columns),
  )
  output.show(imported, (paint) => describeImportedReceipts(imported, paint))
}

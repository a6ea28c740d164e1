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
  readonly iban?: string
  readonly payer?: string
  readonly currency?: string
  readonly decimal?: string
  readonly charset?: string
}

export function addReceiptsImport(receipts: Command): void {
  addCommand(receipts, 'import <file>', {
    summary: "Import receipts from a bank's CSV file",
    details:
      'Lines that name the number or the reference of an invoice are posted. All others stay unmatched: ' +
      'list them with bindery receipts list. A line is imported only once, even if several files ' +
      'contain it. If any line cannot be read, nothing is imported. A dash reads standard input.',
    examples: [
      'bindery receipts import statement.csv --amount Amount --date Date --reference Reference',
      'bindery receipts import umsatz.csv --amount Betrag --date Buchungstag --reference Verwendungszweck --charset windows-1252',
    ],
  })
    .option('--amount <column>', 'column with the amount; "amount" by default')
    .option('--credit <column>', 'column with incoming amounts, if they have a column of their own')
    .option('--debit <column>', 'column with outgoing amounts, used with --credit')
    .option('--sign <column>', 'column that marks a line as incoming (C, H, +) or outgoing')
    .option('--date <column>', 'column with the day; "date" by default')
    .option('--reference <column>', 'column with the payment reference; "reference" by default')
    .option('--id <column>', "column with the bank's id of the line, if there is one")
    .option('--currency-column <column>', 'column with the currency, if there is one')
    .option('--iban <column>', 'column with the IBAN that paid, to which refunds go back')
    .option('--payer <column>', 'column with the name of the account holder, used with --iban')
    .option('--currency <code>', 'currency of all lines; EUR by default')
    .addOption(
      new Option('--decimal <sign>', 'decimal separator; detected by default').choices([
        'comma',
        'point',
      ]),
    )
    .option('--charset <name>', 'encoding of the file; utf-8 by default')
    .action(action(importReceipts))
}

async function importReceipts(
  { options, output, server }: Work<Options>,
  file: string,
): Promise<void> {
  const { client } = await server()
  const source = await openSource(file)
  const { amount, credit, debit, sign, date, reference, id } = options
  const { currencyColumn, currency, decimal, charset, iban, payer } = options
  const columns = {
    ...(amount === undefined ? {} : { amount }),
    ...(credit === undefined ? {} : { credit }),
    ...(debit === undefined ? {} : { debit }),
    ...(sign === undefined ? {} : { sign }),
    ...(date === undefined ? {} : { date }),
    ...(reference === undefined ? {} : { reference }),
    ...(id === undefined ? {} : { id }),
    ...(currencyColumn === undefined ? {} : { currency_column: currencyColumn }),
    ...(iban === undefined ? {} : { iban }),
    ...(payer === undefined ? {} : { payer }),
    ...(currency === undefined ? {} : { currency }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(charset === undefined ? {} : { charset }),
    file: file === '-' ? 'standard input' : basename(file),
  }
  const imported = await output.withProgress('Importing receipts', source.bytes, (report) =>
    client.manage.receipts.import(source.read(report), columns),
  )
  output.show(imported, (paint) => describeImportedReceipts(imported, paint))
}

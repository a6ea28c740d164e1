import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { megabytes } from '../../output/megabytes.ts'
import { money } from '../../output/money.ts'
import { count } from '../../output/problems.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { writeWhole } from '../../write-whole.ts'

interface Options {
  readonly currency?: string
  readonly csv: string
}

interface AgainOptions {
  readonly csv: string
  readonly again?: boolean
}

export function addPayoutsExport(payouts: Command): void {
  addCommand(payouts, 'export', {
    summary: 'Give all pending payouts to the bank, as a CSV file',
    details:
      'Each payout is in one batch only. What needs to be released by a second person waits. The file ' +
      'has account numbers: delete it once the bank has it.',
    examples: ['bindery payouts export --csv payouts.csv'],
  })
    .requiredOption('--csv <file>', 'write the file here')
    .option('--currency <code>', 'only payouts in this currency')
    .action(action(exportPayouts))
  addCommand(payouts, 'download <batch-id>', {
    summary: 'Download the file of a batch',
    details: 'Payouts that are done or failed are not in it any more.',
    examples: [
      'bindery payouts download pyb_01b0acc58e2058c3e7d10f94a2b6 --csv payouts.csv --again',
    ],
  })
    .requiredOption('--csv <file>', 'write the file here')
    .option('--again', 'download a file that was downloaded before')
    .action(action(downloadBatch))
}

async function exportPayouts({ options, output, server }: Work<Options>): Promise<void> {
  const { csv, currency } = options
  const { client } = await server()
  const batch = await client.manage.payouts.export(currency === undefined ? {} : { currency })
  const bytes = await output.withProgress('Downloading the file', null, (report) =>
    writeWhole(csv, client.manage.payouts.download(batch.id), report),
  )
  const totals = batch.totals.map((one) => money(one.amount, one.currency)).join(', ')
  output.show({ ...batch, file: csv, bytes }, (paint) => [
    `${paint.green('✓')} The file of ${count(batch.count, 'payout')} over ${totals} is ${csv} (${batch.id}).`,
    ...(batch.held === 0
      ? []
      : [`Not in it: ${count(batch.held, 'payout')}, for the next batch or a release.`]),
  ])
}

async function downloadBatch(
  { options, output, server }: Work<AgainOptions>,
  batchId: string,
): Promise<void> {
  const { csv, again = false } = options
  const { client } = await server()
  const bytes = await output.withProgress('Downloading the file', null, (report) =>
    ifNotFound(
      writeWhole(csv, client.manage.payouts.download(batchId, { again }), report),
      'List payouts with their batches with: bindery payouts list --json',
    ),
  )
  output.show({ file: csv, bytes }, (paint) => [
    `${paint.green('✓')} The file is in ${csv} (${megabytes(bytes)}).`,
  ])
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { table } from '../../output/table.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly subject?: string
  readonly limit: number
}

export function addAudit(program: Command): Command {
  return addCommand(program, 'audit', {
    summary: 'Show who changed what, newest first',
    details:
      'Cancellations are listed in the mode of the key only; all other entries in test and live mode.',
    examples: ['bindery audit', 'bindery audit --subject pr_01a1dd4f990214706f9ece885eea --json'],
  })
    .option('--subject <id>', 'only entries about this id: a product, policy, key or other')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(audit))
}

async function audit({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const { subject, limit } = options
  const listed = client.manage.audit.list({
    limit: pageSize(limit),
    ...(subject === undefined ? {} : { subject_id: subject }),
  })
  const entries = await takeRows(listed, limit)
  output.show(entries, (paint) => {
    if (entries.length === 0) return ['No entries found.']
    const rows = entries.map((entry) => [
      entry.created_at,
      entry.action,
      entry.subject_id,
      entry.user_id ?? entry.key_id ?? 'nobody',
      paint.dim(`${JSON.stringify(entry.before)} → ${JSON.stringify(entry.after)}`),
    ])
    return table(['when', 'action', 'subject', 'by', 'before and after'], rows, paint)
  })
}

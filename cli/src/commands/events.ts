import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { readEventType } from '../event-types.ts'
import { table } from '../output/table.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../server/take-rows.ts'
import { wholeNumber } from '../whole-number.ts'

interface Options {
  readonly subject?: string
  readonly type?: string
  readonly limit: number
}

export function addEvents(program: Command): void {
  addCommand(program, 'events', {
    summary: 'List events, newest first',
    examples: ['bindery events', 'bindery events --type policy.issued --limit 100'],
  })
    .option('--subject <id>', 'only events of this policy, payment or product')
    .option('--type <type>', 'only events of this type, such as policy.issued', readEventType)
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(events))
}

async function events({ options, output, server }: Work<Options>): Promise<void> {
  const { subject, type, limit } = options
  const { client } = await server()
  const listed = client.manage.events.list({
    limit: pageSize(limit),
    ...(subject === undefined ? {} : { subject_id: subject }),
    ...(type === undefined ? {} : { type }),
  })
  const rows = await takeRows(listed, limit)
  output.show(rows, (paint) => {
    if (rows.length === 0) return ['No events found in this mode.']
    const cells = rows.map((event) => [
      event.created_at,
      event.type,
      event.subject_id,
      paint.dim(JSON.stringify(event.data)),
    ])
    return table(['when', 'type', 'subject', 'data'], cells, paint)
  })
}

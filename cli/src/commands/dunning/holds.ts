import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeHolds } from '../../output/dunning.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

export function addDunningHolds(dunning: Command): void {
  addCommand(dunning, 'holds', {
    summary: 'List dunning holds, newest first',
    examples: ['bindery dunning holds'],
  })
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(holds))
}

async function holds({ options, output, server }: Work<{ readonly limit: number }>): Promise<void> {
  const { client } = await server()
  const { limit } = options
  const found = await takeRows(client.manage.dunning.holds({ limit: pageSize(limit) }), limit)
  output.show(found, (paint) => describeHolds(found, paint))
}

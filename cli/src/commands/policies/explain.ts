import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { describeExplained } from '../../output/explained-quote.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPoliciesExplain(policies: Command): void {
  addCommand(policies, 'explain <policy>', {
    summary: 'Explain how the price of a policy was calculated',
    details:
      'Recalculates the price from the answers and the pricing version it was sold with, however old. ' +
      'Exits with 1 if the result differs by even a cent.',
    examples: [
      'bindery policies explain TRV-7K2MQ9XA',
      'bindery policies explain TRV-7K2MQ9XA --workbook price.xlsx',
    ],
  })
    .option('--workbook <file>', 'write the pricing workbook, filled in with the answers')
    .action(action(explain))
}

interface Options {
  readonly workbook?: string
}

async function explain({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, currency } = await findPolicy(opened, name)
  const explained = await opened.client.manage.policies.explain(id)
  const { workbook } = options
  if (workbook !== undefined) {
    await writeFile(workbook, opened.client.manage.quotes.workbook(explained.quote_id))
  }
  output.show(explained, (paint) => [
    ...describeExplained(explained, currency, paint),
    ...(workbook === undefined
      ? []
      : [`${paint.green('✓')} The filled workbook is in ${workbook}.`]),
  ])
  if (explained.is_same === false) throw new AlreadyReported()
}

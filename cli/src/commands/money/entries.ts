import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly reason: string
}

export function addMoneyEntries(group: Command): void {
  addCommand(group, 'list <policy>', {
    summary: 'List what people entered by hand',
    details: 'Name the policy by its number or id.',
    examples: ['bindery money list CYB-7K2MPQ4X'],
  }).action(action(list))
  addCommand(group, 'reverse <policy> <entry>', {
    summary: 'Take an entry back',
    details:
      'An entry is taken back once and whole, with a document of its own. Goodwill is taken back only ' +
      'while the customer still has it as credit.',
    examples: [
      'bindery money reverse CYB-7K2MPQ4X ent_01b0acc58e20000000d72c5f1b94 --reason "Wrong policy."',
    ],
  })
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(reverse))
}

async function list({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const listed = await opened.client.manage.manualEntries.list(id)
  output.show(listed, (paint) => {
    if (listed.entries.length === 0) return [`Nobody has entered anything by hand for ${number}.`]
    const rows = listed.entries.map((entry) => [
      entry.created_at.slice(0, 10),
      entry.reverses === null ? entry.kind : `reverses ${entry.reverses}`,
      money(entry.amount, entry.currency),
      entry.reason,
      entry.id,
    ])
    return table(['entered', 'kind', 'amount', 'reason', 'id'], rows, paint)
  })
}

async function reverse(
  { options, output, server }: Work<Options>,
  name: string,
  entryId: string,
): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const body = { reason: options.reason }
  const entry = await opened.client.manage.manualEntries.reverse(id, entryId, body)
  const sum = money(Math.abs(entry.amount), entry.currency)
  output.show(entry, (paint) => [
    `${paint.green('✓')} The ${entry.kind} of ${sum} for ${number} is taken back (${entry.id}).`,
  ])
}

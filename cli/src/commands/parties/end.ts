import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly until?: string
  readonly reason: string
}

export function addPartiesEnd(parties: Command): void {
  addCommand(parties, 'end <policy> <party>', {
    summary: 'End the role of a person',
    details:
      'Name the policy by its number or id. With a payer the mandate of the policy ends as well.',
    examples: [
      'bindery parties end CYB-7K2MPQ4X pty_01b0acc58e20000000a83f4c7e51 --reason "Letter of 3 May."',
    ],
  })
    .option('--until <day>', 'last day in the role; today by default', day)
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(end))
}

async function end(
  { options, output, server }: Work<Options>,
  name: string,
  partyId: string,
): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const { until, reason } = options
  const body = { reason, ...(until !== undefined && { until }) }
  const party = await opened.client.manage.parties.end(id, partyId, body)
  output.show(party, (paint) => [
    `${paint.green('✓')} The ${party.role} of ${number} ends on ${party.until ?? ''}.`,
    ...(party.ended_mandate_id === null ? [] : [`Mandate ${party.ended_mandate_id} has ended.`]),
  ])
}

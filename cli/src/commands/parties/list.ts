import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { table } from '../../output/table.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPartiesList(parties: Command): void {
  addCommand(parties, 'list <policy>', {
    summary: 'List the persons of a policy, former ones included',
    details: 'Name the policy by its number or id.',
    examples: ['bindery parties list CYB-7K2MPQ4X'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const listed = await opened.client.manage.parties.list(id)
  output.show(listed, (paint) => {
    const rows = listed.parties.map((party) => [
      party.role,
      [party.first_name, party.last_name].filter((one) => one !== null).join(' '),
      party.from,
      party.until ?? '',
      party.reason ?? '',
      party.id ?? '',
    ])
    return table(['role', 'name', 'from', 'until', 'reason', 'id'], rows, paint)
  })
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { table } from '../../output/table.ts'

export function addAccountsList(accounts: Command): void {
  addCommand(accounts, 'list', {
    summary: 'List the insurer and its distributors',
    examples: ['bindery accounts list'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const accounts = await client.manage.accounts.list()
  output.show(accounts, (paint) => {
    const rows = accounts.map(({ id, kind, key, name, email }) => [
      key,
      kind,
      name,
      email ?? '',
      id,
    ])
    return table(['key', 'kind', 'name', 'mail', 'id'], rows, paint)
  })
}

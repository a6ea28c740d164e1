import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeKeys } from '../../output/keys.ts'

interface Options {
  readonly all?: boolean
}

export function addKeysList(keys: Command): void {
  addCommand(keys, 'list', {
    summary: 'List keys, without their secrets',
    examples: ['bindery keys list', 'bindery keys list --all'],
  })
    .option('--all', 'include revoked and expired keys')
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const [keys, accounts] = await Promise.all([
    client.manage.keys.list(),
    client.manage.accounts.list(),
  ])
  const now = Date.now()
  const shown = keys.filter(
    (key) =>
      options.all === true ||
      (key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > now)),
  )
  output.show(shown, (paint) => describeKeys(shown, accounts, paint))
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeSingleSignOn } from '../../output/sign-in.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addSsoShow(sso: Command): void {
  addCommand(sso, 'show', {
    summary: 'Show the identity provider of your account, without its secret',
    examples: ['bindery sso show'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const provider = await ifNotFound(
    client.manage.singleSignOn.show(),
    'Set one up with: bindery sso set --from sso.yaml',
  )
  output.show(provider, (paint) => describeSingleSignOn(provider, paint))
}

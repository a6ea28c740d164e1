import type { SetUpSingleSignOn } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeSingleSignOn } from '../../output/sign-in.ts'
import { readSettings } from '../../read-settings.ts'

export function addSsoSet(sso: Command): void {
  addCommand(sso, 'set', {
    summary: 'Set up single sign-on, or replace its settings',
    details:
      'The file has issuer, client_id, client_secret and, if they differ from the defaults, ' +
      'scopes, group_claim, group_roles, default_roles, just_in_time and enforced. Without ' +
      'client_secret the stored one stays, as long as the issuer is the same.',
    examples: ['bindery sso set --from sso.yaml'],
  })
    .requiredOption('--from <file>', 'YAML or JSON file with the settings; - for standard input')
    .action(action(set))
}

async function set({ options, output, server }: Work<{ readonly from: string }>): Promise<void> {
  const fix = 'Write issuer, client_id and client_secret, as in: bindery sso set --help'
  const settings = await readSettings<SetUpSingleSignOn>(options.from, fix)
  const { client } = await server()
  const provider = await client.manage.singleSignOn.setUp(settings)
  output.show(provider, (paint) => [
    `${paint.green('✓')} Single sign-on is set up.`,
    '',
    ...describeSingleSignOn(provider, paint),
  ])
}

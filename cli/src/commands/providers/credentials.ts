import type { SetCredentials } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { readSettings } from '../../read-settings.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly from?: string
  readonly remove?: boolean
}

export function addProvidersCredentials(providers: Command): void {
  addCommand(providers, 'credentials <name>', {
    summary: 'Store, rotate or remove the credentials of your account at a payment provider',
    details:
      'They are stored sealed, for the mode of the key that you use. The file lists the fields of ' +
      'the provider; those that are left out stay as they are. Stripe has secret_key, ' +
      'publishable_key and webhook_secret. After webhook_secret was changed, callbacks with the ' +
      'one before are accepted for 72 hours.',
    examples: [
      'bindery providers credentials stripe --from stripe.yaml',
      'bindery providers credentials stripe --remove',
    ],
  })
    .option('--from <file>', 'YAML or JSON file with the fields; - for standard input', '-')
    .option('--remove', 'remove them instead')
    .action(action(credentials))
}

async function credentials(
  { options, output, server }: Work<Options>,
  name: string,
): Promise<void> {
  const { client } = await server()
  const { paymentProviders } = client.manage
  if (options.remove === true) {
    const removed = await ifNotFound(
      paymentProviders.removeCredentials(name),
      'List what is stored with: bindery providers check',
    )
    output.show(removed, (paint) => [`${paint.green('✓')} The credentials of ${name} are removed.`])
    return
  }
  const fix = 'Write one field a line, for example: secret_key: sk_test_...'
  const fields = await readSettings<SetCredentials['fields']>(options.from ?? '-', fix)
  const stored = await ifNotFound(
    paymentProviders.setCredentials(name, { fields }),
    'List the providers with: bindery providers list',
  )
  output.show(stored, (paint) => [
    `${paint.green('✓')} The credentials of ${name} are stored.`,
    `Have ${name} report what happens to: ${stored.callback_url}`,
    'Check them with: bindery providers check',
  ])
}

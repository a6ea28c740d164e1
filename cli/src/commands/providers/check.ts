import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'

export function addProvidersCheck(providers: Command): void {
  addCommand(providers, 'check', {
    summary: 'Check your accounts at payment providers',
    details:
      'Asks each provider whose credentials are stored in the mode of the key whose they are, and ' +
      'whether money can be taken with them. No money moves.',
    examples: ['bindery providers check'],
  }).action(action(check))
}

async function check({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const { paymentProviders } = client.manage
  const stored = await paymentProviders.credentials()
  const checked = await Promise.all(
    stored.map(async (one) => ({ ...one, ...(await paymentProviders.check(one.provider)) })),
  )
  output.show(checked, (paint) => [
    ...(checked.length === 0 ? ['No credentials are stored in this mode.'] : []),
    ...checked.flatMap(({ provider, ok, account_reference: account, problems }) => [
      `${ok ? paint.green('✓') : paint.red('✗')} ${provider}${account === null ? '' : ` ${account}`}`,
      ...problems.map((problem) => `  ${problem}`),
    ]),
  ])
  const broken = checked.filter(({ ok }) => !ok).map(({ provider }) => provider)
  if (broken.length > 0) {
    const fix = 'Store other credentials with: bindery providers credentials <name> --from <file>'
    throw new Failure(exitCodes.failed, `${broken.join(', ')} cannot take money.`, fix)
  }
}

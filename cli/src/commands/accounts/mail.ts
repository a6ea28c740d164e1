import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'

interface Options {
  readonly to?: string
  readonly none?: true
}

export function addAccountsMail(accounts: Command): void {
  addCommand(accounts, 'mail <key>', {
    summary: 'Set where mails to a distributor go',
    examples: [
      'bindery accounts mail northern-brokers --to service@northern-brokers.example',
      'bindery accounts mail northern-brokers --none',
    ],
  })
    .option('--to <address>', 'its e-mail address')
    .option('--none', 'it gets no mails')
    .action(action(setAddress))
}

async function setAddress({ options, output, server }: Work<Options>, key: string): Promise<void> {
  const { to, none } = options
  if ((to === undefined) === (none === undefined)) {
    const fix = 'Add --to with an e-mail address, or --none.'
    throw new Failure(exitCodes.usage, 'It is not said where mails go.', fix)
  }
  const { client } = await server()
  const found = (await client.manage.accounts.list()).find((one) => one.key === key)
  if (found === undefined) {
    const fix = 'List your distributors with bindery accounts list.'
    throw new Failure(exitCodes.failed, `There is no distributor ${key}.`, fix)
  }
  const account = await client.manage.accounts.setMailAddress(found.id, { email: to ?? null })
  output.show(account, (paint) => [
    account.email == null
      ? `${paint.green('✓')} ${account.name} gets no mails.`
      : `${paint.green('✓')} Mails to ${account.name} go to ${account.email}.`,
  ])
}

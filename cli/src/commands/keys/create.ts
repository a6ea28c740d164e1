import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeNewKey } from '../../output/keys.ts'
import { findAccount } from '../../server/find-account.ts'

interface Options {
  readonly account?: string
  readonly role?: readonly string[]
  readonly kind: 'public' | 'secret'
  readonly name: string
  readonly mode: 'test' | 'live'
}

export function addKeysCreate(keys: Command): void {
  addCommand(keys, 'create', {
    summary: 'Create a key; it is shown only once',
    examples: [
      'bindery keys create --account alpine-brokers --kind public --name "web shop"',
      'bindery keys create --kind secret --mode live --name console',
      'bindery keys create --kind secret --role viewer --name reports',
    ],
  })
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(
      new Option('--kind <kind>', 'public can sell; secret can also read and cancel')
        .choices(['public', 'secret'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--mode <mode>').choices(['test', 'live']).default('test'))
    .option('--role <roles...>', 'what a secret key is restricted to; everything by default')
    .option('--account <key>', 'account that owns it, by key or id; yours by default')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const opened = await server()
  const { kind, name, mode, account, role } = options
  const owner = account === undefined ? null : await findAccount(opened, account)
  const key = await opened.client.manage.keys.create({
    kind,
    name,
    livemode: mode === 'live',
    ...(role === undefined ? {} : { roles: [...role] }),
    ...(owner === null ? {} : { account_id: owner.id }),
  })
  output.show(key, (paint) => describeNewKey(key, paint))
}

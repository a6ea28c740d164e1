import type { MailServer, SetMailServer } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import type { Paint } from '../../output/paint.ts'
import { facts } from '../../output/table.ts'
import { readSettings } from '../../read-settings.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly from?: string
  readonly test?: string
  readonly remove?: boolean
}

export function addMailsServer(mails: Command): void {
  addCommand(mails, 'server', {
    summary: 'Show, set, test or remove your own mail server',
    details:
      'It comes before the mail server of the installation, for the mode of the key that you use. ' +
      'The file has url (smtps://user:password@host), from and, where you want them, dkim (domain, ' +
      'selector, key) and test_addresses. Secrets that are left out stay as they are.',
    examples: [
      'bindery mails server',
      'bindery mails server --from server.yaml',
      'bindery mails server --test robin@example.com',
      'bindery mails server --remove',
    ],
  })
    .option('--from <file>', 'set what this YAML or JSON file says; - for standard input')
    .option('--test <address>', 'send one mail to this address, and show the answer')
    .option('--remove', 'remove it')
    .action(action(serve))
}

const unset = 'Set one with: bindery mails server --from server.yaml'

async function serve({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const { mailServer } = client.manage
  const { from, test, remove } = options
  if (remove === true) {
    const removed = await ifNotFound(mailServer.remove(), unset)
    output.show(removed, (paint) => [`${paint.green('✓')} ${removed.address} is removed.`])
  } else if (test !== undefined) {
    const tested = await ifNotFound(mailServer.test({ to: test }), unset)
    output.show(tested, () => [tested.reply])
    if (!tested.ok) {
      throw new Failure(exitCodes.failed, 'The server has not accepted the mail.', unset)
    }
  } else if (from === undefined) {
    const shown = await ifNotFound(mailServer.show(), unset)
    output.show(shown, (paint) => describe(shown, paint))
  } else {
    const fix = 'Write url and from, as in: bindery mails server --help'
    const set = await mailServer.set(await readSettings<SetMailServer>(from, fix))
    output.show(set, (paint) => [
      `${paint.green('✓')} Mails go by ${set.address}.`,
      'Try it with: bindery mails server --test <address>',
    ])
  }
}

function describe({ address, user, from, dkim, test_addresses: listed }: MailServer, paint: Paint) {
  return facts(
    [
      ['address', paint.bold(address)],
      ['user', user ?? 'none'],
      ['mails are from', from],
      ['signed by', dkim === null ? 'nobody' : `${dkim.selector}._domainkey.${dkim.domain}`],
      ['test mode sends to', listed.length === 0 ? 'nobody' : listed.join(', ')],
    ],
    paint,
  )
}

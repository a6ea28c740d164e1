import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeSuppressed } from '../../output/mails.ts'
import { showNewest } from '../../output/show-newest.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly address?: string
  readonly reason: string
  readonly limit: number
}

export function addMailsSuppressed(mails: Command): void {
  addCommand(mails, 'suppressed', {
    summary: 'List addresses that no mail goes to, newest first',
    examples: ['bindery mails suppressed', 'bindery mails suppressed --address robin@example.com'],
  })
    .option('--address <address>', 'only this address')
    .addOption(
      new Option('--reason <reason>', 'only with this reason')
        .choices(['refused', 'bounced', 'person', 'all'])
        .default('all'),
    )
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(mails, 'suppress <address>', {
    summary: 'Send no mail to an address any more',
    details: 'A mail that is to be sent to it is parked, and says so.',
    examples: ['bindery mails suppress robin@example.com --note "Asked by telephone."'],
  })
    .option('--note <text>', 'why')
    .action(action(suppress))
  addCommand(mails, 'release <id>', {
    summary: 'Send mails to an address again',
    details: 'Those that were parked meanwhile are sent with: bindery mails resend <mail-id>',
    examples: ['bindery mails release sup_01b0acc58e20d4a1907be3c25f68'],
  }).action(action(release))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { address, reason, limit } = options
  const { client } = await server()
  const filters = {
    ...(address === undefined ? {} : { address }),
    ...(reason === 'all' ? {} : { reason }),
    limit: pageSize(limit),
  }
  const pages = () => client.manage.suppressedAddresses.search(filters)
  await showNewest(output, pages, limit, describeSuppressed)
}

async function suppress(
  { options, output, server }: Work<{ readonly note?: string }>,
  address: string,
): Promise<void> {
  const { client } = await server()
  const { note } = options
  const suppressed = await client.manage.suppressedAddresses.suppress({
    address,
    ...(note === undefined ? {} : { note }),
  })
  output.show(suppressed, (paint) => [`${paint.green('✓')} No mail goes to ${address}.`])
}

async function release({ output, server }: Work<object>, id: string): Promise<void> {
  const { client } = await server()
  const released = await ifNotFound(
    client.manage.suppressedAddresses.release(id),
    'List the ids with: bindery mails suppressed',
  )
  output.show(released, (paint) => [`${paint.green('✓')} Mails go to ${released.address} again.`])
}

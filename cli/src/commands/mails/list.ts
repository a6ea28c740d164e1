import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeMail, describeMails } from '../../output/mails.ts'
import { showNewest } from '../../output/show-newest.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state: string
  readonly delivery?: string
  readonly policy?: string
  readonly limit: number
}

export function addMailsList(mails: Command): void {
  addCommand(mails, 'list', {
    summary: 'List mails to customers, newest first',
    examples: ['bindery mails list --policy VELO-7K2MPQ4X', 'bindery mails list --state parked'],
  })
    .addOption(
      new Option('--state <state>', 'only mails in this state')
        .choices(['waiting', 'ready', 'sent', 'kept', 'parked', 'void', 'all'])
        .default('all'),
    )
    .addOption(
      new Option('--delivery <outcome>', 'only those of which reports say this').choices([
        'delivered',
        'bounced',
      ]),
    )
    .option('--policy <policy>', 'only about this policy, by number or id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(mails, 'show <mail-id>', {
    summary: 'Show what a mail says, and what became of it',
    details: 'With --message, writes the exact message, which any mail program opens.',
    examples: [
      'bindery mails show mai_01b0acc58e20c17a94f3e60b82d5',
      'bindery mails show mai_01b0acc58e20c17a94f3e60b82d5 --message policy.eml',
    ],
  })
    .option('--message <file>', 'write the exact message to this file')
    .action(action(show))
  addCommand(mails, 'resend <mail-id>', {
    summary: 'Send a mail again that was given up',
    details: 'It is tried now, with all its attempts. One that was composed is sent as it is.',
    examples: ['bindery mails resend mai_01b0acc58e20c17a94f3e60b82d5'],
  }).action(action(resend))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, delivery, policy, limit } = options
  const opened = await server()
  const filters = {
    ...(state === 'all' ? {} : { state }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(policy === undefined ? {} : { policy_id: (await findPolicy(opened, policy)).id }),
    limit: pageSize(limit),
  }
  await showNewest(output, () => opened.client.manage.mails.search(filters), limit, describeMails)
}

async function show(
  { options, output, server }: Work<{ readonly message?: string }>,
  mailId: string,
): Promise<void> {
  const { client } = await server()
  const mail = await ifNotFound(
    client.manage.mails.show(mailId),
    'List mails with: bindery mails list',
  )
  if (options.message !== undefined && mail.message !== null) {
    await writeFile(options.message, Buffer.from(mail.message, 'base64'))
  }
  output.show(mail, (paint) => describeMail(mail, paint))
}

async function resend({ output, server }: Work<object>, mailId: string): Promise<void> {
  const { client } = await server()
  const mail = await ifNotFound(
    client.manage.mails.resend(mailId),
    'List mails that were given up with: bindery mails list --state parked',
  )
  output.show(mail, () => ['It is tried again.'])
}

import type { CheckedSender } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import type { Paint } from '../../output/paint.ts'
import { count } from '../../output/problems.ts'

type CheckedRecord = CheckedSender['records'][number]

export function addMailsCheck(mails: Command): void {
  addCommand(mails, 'check', {
    summary: 'Check the DNS records of the domain that mails come from',
    details:
      'Mail servers look at SPF, DKIM, DMARC and MX before they accept a mail. The server asks for ' +
      'those of your own mail server in the mode of the key, else of the installation. What is ' +
      'missing or wrong is printed as a line for a zone file; a form for records takes its name, ' +
      'type and text. The command fails until all of it is right.',
    examples: ['bindery mails check', 'bindery mails check --json'],
  }).action(action(check))
}

async function check({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const checked = await output.during('Asking name servers', () => client.manage.mailServer.check())
  output.show(checked, (paint) => [
    `Mails are from ${paint.bold(checked.from)}.`,
    ...checked.records.flatMap((record) => ['', ...describe(record, paint)]),
  ])
  const bad = checked.records.filter(({ state }) => state !== 'ok' && state !== 'unknown')
  if (bad.length === 0) return
  const [first] = bad
  const message = `${count(bad.length, 'record')} of ${checked.records.length} cannot be relied on.`
  const fix =
    first?.state === 'unanswered'
      ? 'Try again; if it stays so, look at the name servers of the domain.'
      : 'Publish what is shown above where the domain is managed, and check again in an hour.'
  throw new Failure(exitCodes.failed, message, fix)
}

const signs: Readonly<Record<CheckedRecord['state'], (paint: Paint) => string>> = {
  ok: (paint) => paint.green('✓'),
  unknown: (paint) => paint.dim('?'),
  unanswered: (paint) => paint.red('?'),
  missing: (paint) => paint.red('✗'),
  wrong: (paint) => paint.red('✗'),
}

function describe(record: CheckedRecord, paint: Paint): string[] {
  const { purpose, name, state, found, remarks } = record
  const title = `${signs[state](paint)} ${purpose.toUpperCase()}  ${name}  ${state}`
  return [
    title,
    ...found.map((one) => paint.dim(`    found: ${one}`)),
    ...remarks.map((one) => `    ${one}`),
    ...(record.value === null ? [] : [`    ${zoneLine({ ...record, value: record.value })}`]),
  ]
}

/** A string of a TXT record has at most 255 bytes; longer ones are several, which readers join. */
const stringBytesMax = 255

function zoneLine({ name, type, value }: CheckedRecord & { readonly value: string }): string {
  if (type === 'MX') return `${name}. IN MX ${value}`
  const parts = value.match(new RegExp(`.{1,${stringBytesMax}}`, 'g')) ?? []
  return `${name}. IN TXT ${parts.map((part) => JSON.stringify(part)).join(' ')}`
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { openSource } from '../dataset/source.ts'

export function addMailsReport(mails: Command): void {
  addCommand(mails, 'report <file>', {
    summary: 'Take in a delivery report that arrived at the return address of a mail',
    details:
      'The file is the whole message, with its headers. A dash reads standard input, as a relay ' +
      'pipes it. The same report again changes nothing.',
    examples: [
      'bindery mails report bounce.eml',
      'bindery mails report - --recipient "$ORIGINAL_RECIPIENT"',
    ],
  })
    .option('--recipient <address>', 'where it arrived, if its headers do not say')
    .action(action(report))
}

async function report(
  { options, output, server }: Work<{ readonly recipient?: string }>,
  file: string,
): Promise<void> {
  const { recipient } = options
  const { client } = await server()
  const source = await openSource(file)
  const query = recipient === undefined ? {} : { recipient }
  const taken = await output.withProgress('Sending the report', source.bytes, (step) =>
    client.manage.mails.report(source.read(step), query),
  )
  output.show(taken, (paint) => [
    `${paint.green('✓')} ${taken.mail_id}: ${taken.outcome} (${taken.status})`,
  ])
}

import type { Mail, MailDetail } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each mail. */
export function describeMails(mails: readonly Mail[], paint: Paint): string[] {
  if (mails.length === 0) return ['There are no such mails.']
  const rows = mails.map((mail) => [
    mail.dated_at.slice(0, 16).replace('T', ' '),
    mail.state,
    mail.event_type,
    mail.recipient,
    mail.id,
  ])
  return table(['date', 'state', 'event', 'recipient', 'id'], rows, paint)
}

/** What a mail says, and what became of it. */
export function describeMail(mail: MailDetail, paint: Paint): string[] {
  return [
    `${paint.bold(mail.subject ?? mail.event_type)}  ${mail.state}`,
    ...(mail.to === null ? [] : [`To ${mail.to}, from ${mail.from ?? ''}`]),
    ...mail.attachments.map(({ name }) => `Attached: ${name}`),
    ...(mail.problem === null ? [] : [paint.red(mail.problem)]),
    ...mail.replies.map(({ at, reply }) => paint.dim(`${at.slice(0, 19)}  ${reply}`)),
    ...(mail.text === null ? [] : ['', ...mail.text.trimEnd().split('\n')]),
  ]
}

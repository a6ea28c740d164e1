import type { Mail, MailDetail, SuppressedAddress } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each mail. */
export function describeMails(mails: readonly Mail[], paint: Paint): string[] {
  if (mails.length === 0) return ['There are no such mails.']
  const rows = mails.map((mail) => [
    mail.dated_at.slice(0, 16).replace('T', ' '),
    mail.delivery ?? mail.state,
    mail.event_type,
    mail.recipient,
    mail.id,
  ])
  return table(['date', 'state', 'event', 'recipient', 'id'], rows, paint)
}

/** What a mail says, and what became of it. */
export function describeMail(mail: MailDetail, paint: Paint): string[] {
  return [
    `${paint.bold(mail.subject ?? mail.event_type)}  ${mail.delivery ?? mail.state}`,
    ...(mail.to === null ? [] : [`To ${mail.to}, from ${mail.from ?? ''}`]),
    ...mail.attachments.map(({ name }) => `Attached: ${name}`),
    ...(mail.problem === null ? [] : [paint.red(mail.problem)]),
    ...mail.replies.map(({ at, reply }) => paint.dim(`${at.slice(0, 19)}  ${reply}`)),
    ...(mail.text === null ? [] : ['', ...mail.text.trimEnd().split('\n')]),
  ]
}

/** A row for each address that no mail goes to. */
export function describeSuppressed(
  addresses: readonly SuppressedAddress[],
  paint: Paint,
): string[] {
  if (addresses.length === 0) return ['No such address is suppressed.']
  const rows = addresses.map(({ created_at: since, address, reason, note, reply, id }) => [
    since.slice(0, 10),
    address,
    reason,
    note ?? reply ?? '',
    id,
  ])
  return table(['since', 'address', 'reason', 'note or reply', 'id'], rows, paint)
}

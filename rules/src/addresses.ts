const emailLengthMax = 254
const mailboxLengthMax = 64
const urlLengthMax = 2_048

const mailboxPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** An address that mail can be sent to: a mailbox at a domain with a top level. */
export function isEmail(text: string): boolean {
  if (text.length > emailLengthMax) return false
  const at = text.lastIndexOf('@')
  const mailbox = text.slice(0, at)
  if (at < 1 || mailbox.length > mailboxLengthMax) return false
  return mailbox.split('.').every((part) => mailboxPart.test(part)) && isDomain(text.slice(at + 1))
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  const top = labels.at(-1) ?? ''
  const hasTop = labels.length > 1 && top.length > 1 && !/^\d+$/.test(top)
  return hasTop && labels.every((label) => domainLabel.test(label))
}

/** A web address, written out: with its scheme and without spaces. */
export function isUrl(text: string): boolean {
  return text.length <= urlLengthMax && /^https?:\/\/[^\s/\\]\S*$/i.test(text) && URL.canParse(text)
}

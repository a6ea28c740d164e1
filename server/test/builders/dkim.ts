import { createHash, createVerify } from 'node:crypto'

/** Whether a message has a signature of this key that holds: RFC 6376, relaxed, by code of its own. */
export function isSignedBy(message: Buffer, publicKey: string): boolean {
  const text = message.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const headers = text.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = headers.find((one) => /^dkim-signature:/i.test(one))
  if (signature === undefined) return false
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .replaceAll(/\s+/g, '')
      .split(';')
      .map((one): [string, string] => [
        one.slice(0, one.indexOf('=')),
        one.slice(one.indexOf('=') + 1),
      ]),
  )
  const body = relaxedBody(text.slice(end + 4))
  const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64')
  if (tags.get('c') !== 'relaxed/relaxed' || tags.get('bh') !== bodyHash) return false
  const left = [...headers]
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const at = left.findLastIndex((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return at === -1 ? [] : left.splice(at, 1)
  })
  const unsigned = signature.replace(/([;\s]b=)[^;]*/, '$1')
  const data = [...signed.map((one) => `${relaxedHeader(one)}\r\n`), relaxedHeader(unsigned)].join(
    '',
  )
  return createVerify('sha256')
    .update(data, 'latin1')
    .verify(publicKey, tags.get('b') ?? '', 'base64')
}

function relaxedHeader(header: string): string {
  const colon = header.indexOf(':')
  const value = header
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`
}

function relaxedBody(body: string): string {
  const lines = body.replaceAll(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
  const trimmed = lines.replace(/(?:\r\n)*$/, '')
  return trimmed === '' ? '' : `${trimmed}\r\n`
}

import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import type { DkimKey } from '../settings/index.ts'

/** The message with a signature of its domain before it. */
export async function signMessage(
  message: Buffer,
  { domain, selector, key }: DkimKey,
): Promise<Buffer> {
  const signer = new DKIM({ domainName: domain, keySelector: selector, privateKey: key })
  return buffer(signer.sign(message))
}

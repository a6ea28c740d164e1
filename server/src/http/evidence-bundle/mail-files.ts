import { readMessage, selectMailsOf } from '../../mail/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'
import { viewMail } from '../mails/mail.ts'
import { type BundleFile, asJson, placeOf } from './archive.ts'

const mailsPerPage = 100

/** Each mail about a policy: the exact message, and what mail servers answered and reported. */
export async function* mailFiles(
  deps: Pick<HttpDeps, 'db' | 'keyRing'>,
  policy: Policy,
): AsyncGenerator<BundleFile> {
  let number = 0
  for (let after = ''; ;) {
    const mails = await selectMailsOf(deps.db, policy.id, after, mailsPerPage)
    for (const mail of mails) {
      after = mail.id
      number += 1
      const name = `mails/${placeOf(number)}-${mail.eventType}`
      // With the hashes of the delivery reports, as they were taken in.
      yield { name: `${name}.json`, content: asJson({ ...viewMail(mail), replies: mail.replies }) }
      if (mail.hash === null) continue
      yield { name: `${name}.eml`, content: (await readMessage(deps, mail)).message }
    }
    if (mails.length < mailsPerPage) return
  }
}

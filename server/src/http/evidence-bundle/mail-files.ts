import { readMessage, readReports, selectMailsOf } from '../../mail/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'
import { viewMail } from '../mails/mail.ts'
import { type BundleFile, asJson, placeOf } from './archive.ts'

const mailsPerPage = 100

/** Each mail about a policy: the exact message, what mail servers answered, and their reports as they came. */
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
      const place = placeOf(number)
      const name = `mails/${place}-${mail.eventType}`
      // With the hashes of the delivery reports.
      yield { name: `${name}.json`, content: asJson({ ...viewMail(mail), replies: mail.replies }) }
      if (mail.hash === null) continue
      yield { name: `${name}.eml`, content: (await readMessage(deps, mail)).message }
      for (const [index, { outcome, message }] of (await readReports(deps, mail.id)).entries()) {
        yield { name: `reports/${place}-${index + 1}-${outcome}.eml`, content: message }
      }
    }
    if (mails.length < mailsPerPage) return
  }
}

import { type MailId, OperatorError } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type KeyRing, open, resealDataKey, seal, type Sealed } from '../sealing/index.ts'
import type { MailContent } from './mail.ts'
import { selectOneMailPerKey, selectStaleMails, updateMailKey } from './mail-store.ts'

const mailsPerTransaction = 500

const boundTo = (id: MailId) => `the mail ${id}`

export function sealMail(ring: KeyRing, id: MailId, content: MailContent): Sealed {
  return seal(ring, boundTo(id), Buffer.from(JSON.stringify(content)))
}

export function openMail(ring: KeyRing, id: MailId, sealed: Sealed): MailContent {
  // Sealed by us, and bound to this mail.
  return JSON.parse(open(ring, boundTo(id), sealed).toString()) as MailContent
}

/** After a new key was put in front of the ring: what is sealed is sealed under it. */
export async function rotateMails(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = mailsPerTransaction; done === mailsPerTransaction;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleMails(tx, current.id, mailsPerTransaction)
      for (const { id, ...sealed } of stale) {
        await updateMailKey(tx, { id, ...resealDataKey(ring, boundTo(id), sealed) })
      }
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot open what was sent. */
export async function assertRingOpensMails(db: Database, ring: KeyRing): Promise<void> {
  for (const { id, ...sealed } of await selectOneMailPerKey(db)) {
    try {
      resealDataKey(ring, boundTo(id), sealed)
    } catch {
      throw new OperatorError(
        `Mails are sealed with the encryption key "${sealed.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}

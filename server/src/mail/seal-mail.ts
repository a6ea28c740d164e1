import type { MailId } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../sealing/index.ts'
import type { MailContent } from './mail.ts'
import { selectOneMailPerKey, selectStaleMails, updateMailKey } from './mail-store.ts'
import type { SealedRows } from './rotate-rows.ts'

const boundTo = (id: MailId) => `the mail ${id}`

export function sealMail(ring: KeyRing, id: MailId, content: MailContent): Sealed {
  return seal(ring, boundTo(id), Buffer.from(JSON.stringify(content)))
}

export function openMail(ring: KeyRing, id: MailId, sealed: Sealed): MailContent {
  // Sealed by us, and bound to this mail.
  return JSON.parse(open(ring, boundTo(id), sealed).toString()) as MailContent
}

export const sealedMails: SealedRows<Sealed & { readonly id: MailId }> = {
  name: 'Mails',
  bindingOf: ({ id }) => boundTo(id),
  selectStale: selectStaleMails,
  updateKey: updateMailKey,
  selectOnePerKey: selectOneMailPerKey,
}

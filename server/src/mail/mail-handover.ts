import { type When, isId, timeOf } from '../kernel/index.ts'
import type { Database, Part } from '../database/index.ts'
import { type RenderService, selectDocuments } from '../documents/index.ts'
import type { News } from '../events/index.ts'
import { handedByMail } from '../handover/index.ts'
import { selectPolicy } from '../policies/index.ts'
import { handoverDocuments } from '../products/index.ts'
import type { Mail } from './mail.ts'

const nothing = { parts: [], news: [] } as const

/**
 * What the customer has received before the contract, by a mail that has gone: for the statement that
 * records so. Nothing of all other mails.
 */
export async function handoverOf(
  { db, renderService }: { readonly db: Database; readonly renderService: RenderService },
  mail: Pick<Mail, 'id' | 'eventType' | 'recipient' | 'policyId'>,
  /** The hashes of what it carries: asked for where that matters. */
  attached: () => Promise<readonly string[]>,
  moment: When,
): Promise<{ readonly parts: readonly Part[]; readonly news: readonly News[] }> {
  const { id: mailId, eventType, recipient, policyId } = mail
  if (eventType !== 'offer.created' || recipient !== 'policyholder') return nothing
  const policy = policyId === null ? undefined : await selectPolicy(db, policyId)
  if (policy === undefined) throw new Error(`the offer of ${mailId} is gone`)
  const definition = await renderService.definition(policy.productVersionId)
  if (definition === undefined || handoverDocuments(definition).length === 0) return nothing
  const hashes = await attached()
  const made = await selectDocuments(db, policy.id)
  const contents = made.flatMap(({ subjectId: versionId, designation, language, hash }) =>
    isId('tpv', versionId) && hashes.includes(hash)
      ? [{ versionId, designation, language, hash }]
      : [],
  )
  return handedByMail(db, policy, definition, { mailId, contents }, timeOf(moment))
}

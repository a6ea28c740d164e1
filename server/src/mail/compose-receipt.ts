import { selectAccount } from '../identity/index.ts'
import { isId } from '../kernel/index.ts'
import { findReceived, withdrawalLink } from '../withdrawals/index.ts'
import { type Composed, composeFrom, fails } from './compose-from.ts'
import type { Mail } from './mail.ts'
import { recipientKey } from './mail.ts'
import type { MailDeps } from './open-mail-room.ts'
import { receiptData } from './receipt-data.ts'

/** Writes the mail that confirms a declared withdrawal: at once, whatever becomes of it. */
export async function composeReceipt(
  deps: MailDeps,
  mail: Mail,
  declarationId: string,
): Promise<Composed> {
  if (!isId('wdl', declarationId)) throw new Error(`${mail.id} is about no withdrawal`)
  const received = await findReceived(deps, declarationId)
  const { productVersionId, insurerId, receivedAt, content } = received
  const [definition, insurer] = await Promise.all([
    deps.renderService.definition(productVersionId),
    selectAccount(deps.db, insurerId),
  ])
  if (definition === undefined || insurer === undefined)
    throw new Error(`${mail.id} lost its product`)
  const { mails } = definition
  const own = mails?.mails.find((one) => one.event === mail.eventType)
  if (mails === undefined || own === undefined) return { outcome: 'void' }
  const recipient = own.to.find((one) => recipientKey(one) === mail.recipient)
  if (recipient?.kind !== 'address' && recipient?.kind !== 'policyholder') {
    return fails('The recipient has no e-mail address.')
  }
  const { language, name, policyNumber, email } = content
  return composeFrom(deps, mail, {
    moment: deps.clock(),
    mails,
    own,
    productVersionId,
    to: recipient.kind === 'address' ? recipient.address : email,
    language,
    defaultLanguage: definition.defaultLanguage,
    currency: definition.currency,
    insurer,
    attached: [],
    dataIn: (spoken) =>
      receiptData({
        definition,
        insurer,
        language: spoken,
        reference: declarationId,
        name,
        policyNumber,
        email,
        receivedAt,
        link: withdrawalLink(deps.publicUrl, received),
      }),
  })
}

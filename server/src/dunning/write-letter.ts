import { type Moment, mintId, mintToken, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type KeyedJob, type LetterDocuments, enqueueAll } from '../jobs/index.ts'
import { type Invoice, chargeFee } from '../ledger/index.ts'
import { type Policy, invoiceTokensKept } from '../policies/index.ts'
import { type KeyRing, hashSecret } from '../sealing/index.ts'
import { insertLetter } from './case-store.ts'
import type { DunningCase, DunningLetter, StatedInvoice } from './dunning-case.ts'
import { type Arrears, readKnown } from './read-arrears.ts'

/** The content of a letter without its amounts. */
export type LetterContent = Pick<DunningLetter, 'kind' | 'number'> &
  Partial<
    Pick<DunningLetter, 'graceUntil' | 'graceDays' | 'coverUntil' | 'coverFrom' | 'revivalAmount'>
  > & {
    readonly fee: number
  }

/**
 * Writes a letter with every cent that is overdue by now, its own fee included. Once a policy has lapsed
 * all of it is: nothing more falls due. A revival names all that is open, due or not. With the policy locked.
 */
export async function writeLetter(
  { keyRing }: { readonly keyRing: KeyRing },
  tx: Transaction,
  of: {
    readonly policy: Policy
    readonly open: DunningCase
    readonly arrears: Arrears
    /** The letters before this one. */
    readonly letters: readonly DunningLetter[]
  },
  { fee, ...content }: LetterContent,
  moment: Moment,
): Promise<DunningLetter> {
  const { policy, open, arrears, letters } = of
  const charged =
    fee === 0 ? null : await askForFee({ keyRing }, tx, policy, { fee, content }, moment)
  const fees = charged === null ? arrears.fees : [...arrears.fees, charged]
  const namesAll = content.kind === 'lapse' || content.kind === 'revival'
  const asked = namesAll ? arrears.open : arrears.late
  const invoices = [...asked, ...fees].map(stated)
  const letter: DunningLetter = {
    graceUntil: null,
    graceDays: null,
    coverUntil: null,
    coverFrom: null,
    revivalAmount: null,
    ...content,
    ...(await readKnown(tx, policy.id, arrears)),
    place: letters.length + 1,
    id: mintId('dnl', moment),
    caseId: open.id,
    policyId: policy.id,
    day: todayIn(policy.timeZone, moment.now),
    writtenAt: moment.now,
    versionId: policy.versionId,
    invoices,
    total: invoices.reduce((sum, one) => sum + one.open, 0),
    feeInvoiceId: charged?.id ?? null,
    voidAt: null,
    voidReason: null,
  }
  await insertLetter(tx, letter)
  const { id: letterId, policyId, versionId, kind: occasion } = letter
  const due = letterDocumentsDue({ policyId, letterId, versionId, occasion })
  await enqueueAll(tx, 'make_documents', [due])
  return letter
}

function stated({ id, kind, dueDay, total, open }: Invoice): StatedInvoice {
  return { id, kind, due_day: dueDay.toString(), total, open }
}

/** The fee is due with the amounts in the letter, or on the day after it. */
async function askForFee(
  { keyRing }: { readonly keyRing: KeyRing },
  tx: Transaction,
  policy: Policy,
  { fee, content }: { readonly fee: number; readonly content: Pick<LetterContent, 'graceUntil'> },
  moment: Moment,
): Promise<Invoice> {
  const token = mintToken()
  const invoice = await chargeFee(tx, {
    policy,
    versionId: policy.versionId,
    amount: fee,
    dueDay: content.graceUntil ?? todayIn(policy.timeZone, moment.now).add({ days: 1 }),
    tokenHash: hashSecret(token),
    when: moment,
    alongside: (invoiceId) => [invoiceTokensKept(keyRing, policy.id, [{ invoiceId, token }])],
  })
  const { id, livemode, insurerId, kind, total: amount, currency, dueDay } = invoice
  const about = {
    id,
    policyId: policy.id,
    livemode,
    insurerId,
    distributorId: policy.distributorId,
  }
  const data = { policy_id: policy.id, kind, amount, currency, due_day: dueDay.toString() }
  await recordEvents(tx, [{ type: 'invoice.issued', about, data }], moment)
  return invoice
}

/** The event data of a letter. */
export function letterData({ id, number, total }: DunningLetter, { currency }: DunningCase) {
  return { letter_id: id, number, amount: total, currency }
}

/** The job that renders a letter, under its own key: once, however often requested. */
export function letterDocumentsDue(payload: LetterDocuments): KeyedJob<'make_documents'> {
  return { key: `documents ${payload.letterId} ${payload.occasion}`, payload }
}

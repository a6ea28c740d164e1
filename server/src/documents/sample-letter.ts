import { daysInclusive } from '../kernel/index.ts'
import { letterKinds } from '../dunning/index.ts'
import { invoiceNumber } from '../ledger/index.ts'
import type { BillingPeriod } from '../timelines/index.ts'
import { type DocumentOccasion, type DunningSettings, legalPeriodEnd } from '../products/index.ts'
import type { CaseDunning, DocumentCase } from './document-case.ts'
import { periodFrom } from './sample-invoice.ts'

/** For a folder without dunning of its own. */
const someSteps: Pick<
  DunningSettings,
  'reminders' | 'notice' | 'proof' | 'lapseAfter' | 'revivalMonths'
> = {
  reminders: [{ afterDays: 10, fee: 0 }],
  notice: { afterDays: 24, fee: 500, graceDays: 17, declaresTermination: true },
  lapseAfter: null,
  revivalMonths: null,
}
/** Of a lapse whose folder lets no payment void it. */
const someRevivalMonths = 1
/** How many days after the lapse the premium of a revival was paid. */
const revivedAfterDays = 20
/** Of a suspension whose folder knows of none. */
const someDaysWithoutCover = 60

type Sale = Pick<DocumentCase, 'policy' | 'content' | 'definition' | 'plan'>

/** A letter about an unpaid sale, on the day that the folder's dunning steps give it. */
export function sampleLetter(
  { policy, content, definition, plan }: Sale,
  occasion: DocumentOccasion,
  {
    hasFeeAlways,
    page,
  }: {
    /** Templates are tried out with a fee; who looks at a letter sees it where there is one. */
    readonly hasFeeAlways: boolean
    /** Where its invoices are paid. */
    readonly page: string | null
  },
): CaseDunning | null {
  if (!isLetter(occasion)) return null
  const { startDay: dueDay } = policy
  const { reminders, notice, proof, lapseAfter, revivalMonths } = definition.dunning ?? someSteps
  const noticeDay = dueDay.add({ days: notice.afterDays })
  const graceUntil = legalPeriodEnd(definition, noticeDay.add({ days: notice.graceDays }))
  const dayAfter = graceUntil.add({ days: 1 })
  const lapsed = graceUntil.add(lapseAfter ?? { days: 0 }).add({ days: 1 })
  const withoutCover = lapseAfter ?? { days: someDaysWithoutCover }
  const months = revivalMonths ?? someRevivalMonths
  const isRevivable = revivalMonths !== null || hasFeeAlways
  const revived = lapsed.add({ days: revivedAfterDays })
  const facts = {
    reminder: {
      day: dueDay.add({ days: reminders[0]?.afterDays ?? Math.ceil(notice.afterDays / 2) }),
      fee: reminders[0]?.fee ?? 0,
      graceUntil: null,
      coverUntil: null,
    },
    notice: {
      day: noticeDay,
      fee: notice.fee,
      graceUntil: proof === undefined ? graceUntil : null,
      coverUntil: null,
    },
    suspension: {
      day: dayAfter,
      fee: 0,
      graceUntil: graceUntil.add(withoutCover),
      coverUntil: graceUntil,
    },
    lapse: {
      day: lapsed,
      fee: 0,
      graceUntil: isRevivable ? lapsed.subtract({ days: 1 }).add({ months }) : null,
      coverUntil: graceUntil,
    },
    revival: { day: revived, fee: 0, graceUntil: null, coverUntil: graceUntil },
  }[occasion]
  const number = invoiceNumber({ livemode: true, year: dueDay.year, number: 123 })
  const asked = content.quote.premium.grossPaymentAmount
  const isLapse = occasion === 'lapse'
  const open = isLapse ? forDays(asked, periodFrom(dueDay, plan), graceUntil) : asked
  const noticeFee = notice.fee === 0 && hasFeeAlways ? someSteps.notice.fee : notice.fee
  const fee = occasion === 'reminder' ? facts.fee : noticeFee
  const fees = fee === 0 ? [] : [{ number: null, dueDay: graceUntil, open: fee, isFee: true }]
  const invoices = [{ number, dueDay, open, isFee: false }, ...fees].map((one) => ({
    ...one,
    page,
  }))
  const total = invoices.reduce((sum, one) => sum + one.open, 0)
  return {
    kind: occasion,
    number: 1,
    ...facts,
    invoices,
    total,
    graceDays: occasion === 'notice' && proof !== undefined ? notice.graceDays : null,
    coverFrom: occasion === 'revival' ? revived : null,
    revivalAmount: isLapse && isRevivable ? asked : null,
  }
}

export function isLetter(occasion: DocumentOccasion): occasion is CaseDunning['kind'] {
  return letterKinds.some((kind) => kind === occasion)
}

/** The part of a period's price for its days up to that one. */
function forDays(
  price: number,
  { firstDay, lastDay }: BillingPeriod,
  until: Temporal.PlainDate,
): number {
  const share = daysInclusive(firstDay, until) / daysInclusive(firstDay, lastDay)
  return Math.round(price * Math.min(1, share))
}

import {
  type DocumentDefinition,
  type MailsDefinition,
  type NoticeProof,
  type ProofSettings,
  noticeProofs,
} from '../product-definition.ts'
import { type Part, quoted } from './part.ts'

const countsAfterDaysMax = 30
const letterAfterDaysMax = 60

/** What proves that a notice has arrived, and when a letter goes by post instead of a mail. */
export function readProof(part: Part): ProofSettings {
  if (!part.hasOnly(['counts', 'counts_after_days', 'letter_after_days'])) {
    return { counts: [], countsAfterDays: 0, letterAfterDays: null }
  }
  const counts = readCounts(part.member('counts'))
  return {
    counts,
    countsAfterDays: part
      .member('counts_after_days')
      .optional(0, (days) => days.integer(0, countsAfterDaysMax)),
    letterAfterDays: readLetterAfter(part.member('letter_after_days'), counts),
  }
}

function readCounts(part: Part): NoticeProof[] {
  const fix = `List what counts as proof: ${noticeProofs.join(', ')}.`
  const entries = part.list(fix)
  if (entries.length === 0 && Array.isArray(part.value)) {
    part.refuse('Without anything that counts, no notice would ever count.', fix)
  }
  const counts = entries.map((entry) => entry.oneOf(noticeProofs))
  for (const [n, entry] of entries.entries()) {
    const count = counts[n]
    if (count === undefined || counts.indexOf(count) === n) continue
    entry.refuse(`${quoted(count)} is listed twice.`, 'List it once.')
  }
  return counts
}

/** A letter goes by post at once where nothing else counts, and never where letters do not. */
function readLetterAfter(part: Part, counts: readonly NoticeProof[]): number | null {
  const hasMails = counts.includes('delivery_report')
  const hasLetters = counts.includes('tracked_letter')
  if (hasMails && hasLetters) return part.integer(1, letterAfterDaysMax)
  if (!part.isAbsent) {
    const other = hasLetters ? 'delivery_report' : 'tracked_letter'
    const message = `letter_after_days says how long to wait for a mail, but ${other} does not count.`
    part.refuse(message, `Add ${other} to counts, or leave letter_after_days out.`)
  }
  return hasLetters ? 0 : null
}

/** Whether the folder sends what is to be proved: the notice itself, by mail and as a letter. */
export function refuseUnprovable(
  part: Part,
  proof: ProofSettings,
  documents: readonly DocumentDefinition[],
  mails: MailsDefinition | null,
): void {
  const counts = part.member('counts')
  const notices = documents.filter((one) => one.with.includes('notice'))
  if (proof.counts.includes('tracked_letter') && notices.length !== 1) {
    const found = notices.map(({ designation }) => designation).join(', ') || 'none'
    counts.refuse(
      `A letter by post is one document with: [notice], and there is ${found}.`,
      'Let exactly one document of documents/documents.yaml go with notice.',
    )
  }
  if (!proof.counts.includes('delivery_report')) return
  const mail = mails?.mails.find((one) => one.event === 'dunning.notice_sent')
  const isToHolder = mail?.to.some(({ kind }) => kind === 'policyholder') === true
  const missing = notices.filter(({ designation }) => mail?.attach.includes(designation) !== true)
  const isCarried = notices.length > 0 && missing.length < notices.length
  if (mail?.isSent !== true || !isToHolder || !isCarried) {
    counts.refuse(
      'A delivery report proves nothing here: no mail takes the notice to the policyholder.',
      'Write mails: send: dunning.notice_sent: { attach: [notice] }, with the designation of the notice.',
    )
  } else if (missing.length > 0) {
    const left = missing.map(({ designation }) => designation).join(', ')
    counts.refuse(
      `A delivery report proves a notice as a whole, and its mail leaves out: ${left}.`,
      'Attach every document that goes with: [notice] to the mail dunning.notice_sent.',
    )
  }
}

import {
  type CancellationKindTerms,
  type CancellationReasonTerms,
  type CancellationSettings,
  type CancellationTerms,
  type Law,
  type NoticeRule,
  type PaymentPlanDefinition,
  type RefundMethod,
  type ShortRate,
  cancellationKinds,
  noticeEnds,
  refundMethods,
} from '../product-definition.ts'
import { readDuration } from './durations.ts'
import { type Languages, readLocalTexts } from './local-texts.ts'
import { refuseRepeats } from './names.ts'
import { type Part, quoted } from './part.ts'

export const cancellationDefault: CancellationSettings = {
  refund: 'pro_rata',
  shortRates: [],
}

/** What the product says elsewhere. */
interface Around {
  readonly plans: readonly PaymentPlanDefinition[]
  readonly law: Law | null
  readonly spoken: Languages
}

export function readCancellation(part: Part, around: Around): CancellationSettings {
  if (part.isAbsent) return cancellationDefault
  const freeLook = part.member('free_look_days')
  part.hasOnly(['refund', 'short_rates', 'kinds', ...(freeLook.isAbsent ? [] : ['free_look_days'])])
  if (!freeLook.isAbsent) {
    freeLook.refuse(
      'A free look is a right of withdrawal, which has rules of its own.',
      'Write withdrawal: { days: 14 } in product.yaml instead, or law: de or law: ch.',
    )
  }
  const refund = readRefund(part.member('refund'), cancellationDefault.refund, around)
  const kinds = part
    .member('kinds')
    .optional<CancellationSettings['kinds']>(undefined, (given) => readKinds(given, refund, around))
  const all = Object.values(kinds ?? {}).flatMap((kind) => [kind, ...kind.reasons])
  const isUsed = [{ refund }, ...all].some((terms) => terms.refund === 'short_rate')
  const table = part.member('short_rates')
  if (!isUsed && !table.isAbsent) {
    table.refuse('Nothing uses this table of short rates.', shortRateFix)
  }
  return {
    refund,
    shortRates: isUsed ? readShortRates(table) : [],
    ...(kinds !== undefined && { kinds }),
  }
}

function readRefund(part: Part, fallback: RefundMethod, { plans, law }: Around): RefundMethod {
  if (part.isAbsent) return fallback
  const refund = part.oneOf(refundMethods)
  const instalments = plans.find(({ type }) => type === 'recurring')
  if (refund === 'short_rate' && instalments !== undefined) {
    const message = `Short rates apply to single payments only, but plan ${quoted(instalments.key)} is recurring.`
    part.refuse(message, 'Use pro_rata, or single payments alone.')
  }
  if (law !== null && refund !== 'pro_rata') {
    const message = `By the law ${quoted(law)} the premium of the days after a cancellation is refunded, not ${refund}.`
    part.refuse(message, 'Write refund: pro_rata, or leave it out.')
  }
  return refund
}

const kindsFix = `Write terms for some of ${cancellationKinds.join(', ')}.`

function readKinds(
  part: Part,
  refund: RefundMethod,
  around: Around,
): CancellationSettings['kinds'] {
  if (!part.hasOnly(cancellationKinds)) return {}
  if (part.names.length === 0) part.refuse('There is no kind of cancellation.', kindsFix)
  const above: CancellationTerms = { refund, notice: [], document: null }
  const given = cancellationKinds.filter((kind) => part.names.includes(kind))
  return Object.fromEntries(given.map((kind) => [kind, readKind(part.member(kind), above, around)]))
}

const termKeys = ['refund', 'notice', 'document'] as const
const reasonsMax = 50

/** A kind without terms of its own, such as `agreement:`, is one as well. */
function readKind(part: Part, above: CancellationTerms, around: Around): CancellationKindTerms {
  if (part.isAbsent || !part.hasOnly([...termKeys, 'reasons'])) return { ...above, reasons: [] }
  const terms = readTerms(part, above, around)
  const entries = part
    .member('reasons')
    .optional<Part[]>([], (given) => given.filledList('List reasons with code and label.'))
  if (entries.length > reasonsMax) {
    part.refuse(`There are more than ${reasonsMax} reasons.`, 'Combine some of them.')
  }
  refuseRepeats(entries, 'code')
  return { ...terms, reasons: entries.map((entry) => readReason(entry, terms, around)) }
}

const codePattern = /^[a-z][a-z0-9_]{0,39}$/

/** What it leaves out is as its kind says. */
function readReason(part: Part, above: CancellationTerms, around: Around): CancellationReasonTerms {
  part.hasOnly(['code', 'label', 'within', ...termKeys])
  return {
    code: part
      .member('code')
      .matching(codePattern, 'Use lower-case letters, digits and underscores, such as risk_gone.'),
    labels: readLocalTexts(part.member('label'), around.spoken, 'Say what customers call it.'),
    ...readTerms(part, above, around),
    within: part
      .member('within')
      .optional<string | null>(null, (given) =>
        readDuration(given, { fix: 'Write an ISO 8601 duration such as P1M.', yearsMax: 10 }),
      ),
  }
}

function readTerms(part: Part, above: CancellationTerms, around: Around): CancellationTerms {
  return {
    refund: readRefund(part.member('refund'), above.refund, around),
    notice: part.member('notice').optional<readonly NoticeRule[]>(above.notice, readNotice),
    document: part
      .member('document')
      .optional<string | null>(above.document, (given) =>
        given.text('Write the designation of a document.'),
      ),
  }
}

const noticeFix =
  'Write { period: P3M, to: end_of_term }, a list of such alternatives, or none where no notice is checked.'

/** One rule, several alternatives, or the word `none`. */
function readNotice(part: Part): readonly NoticeRule[] {
  if (part.value === 'none') return []
  if (typeof part.value !== 'object') {
    part.refuse(`${part.label} is not a rule for the notice.`, noticeFix)
    return []
  }
  if (!Array.isArray(part.value)) return [readNoticeRule(part)]
  return part.filledList(noticeFix).map(readNoticeRule)
}

const atOnce = 'P0D'

function readNoticeRule(part: Part): NoticeRule {
  part.hasOnly(['period', 'to', 'after'])
  const fix = 'Write an ISO 8601 duration such as P3M or P14D.'
  return {
    period: part
      .member('period')
      .optional(atOnce, (given) => readDuration(given, { fix, yearsMax: 3 }) ?? atOnce),
    to: part.member('to').oneOf(noticeEnds),
    after: part
      .member('after')
      .optional<string | null>(null, (given) => readDuration(given, { fix, yearsMax: 10 })),
  }
}

const shortRateFix = 'Write refund: short_rate, or leave the table out.'
const shortRateDaysMax = 36_525

/** What is kept by the days that were covered: both can only rise from row to row. */
function readShortRates(table: Part): ShortRate[] {
  const rows = table.filledList(
    'List days and per cent, for example - { days: 30, percent: 25 } for 25 per cent up to 30 days.',
  )
  return rows.reduce<ShortRate[]>((read, row) => {
    row.hasOnly(['days', 'percent'])
    const before = read.at(-1)
    const daysMin = before === undefined ? 0 : before.days + 1
    const days = row.member('days').integer(daysMin, shortRateDaysMax)
    const percent = row.member('percent').integer((before?.share ?? 0) / 100, 100)
    return [...read, { days, share: percent * 100 }]
  }, [])
}

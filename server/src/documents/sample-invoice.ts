import { invoiceNumber, invoiceReference } from '../ledger/index.ts'
import { type PaymentPlanDefinition, isCollectedElsewhere } from '../products/index.ts'
import { type BillingPeriod, periodsOf } from '../timelines/index.ts'
import type { CaseContent, CaseDeferral, CaseInvoice, CaseLine } from './document-case.ts'

const sampleNumber = 123
const issueDaysBefore = 14
const changedAfterDays = 10
const sampleAmount = 500

interface SampleTerms {
  readonly plan: PaymentPlanDefinition
  readonly startDay: Temporal.PlainDate
  /** Everything that an invoice can show, or the least. */
  readonly isWhole: boolean
}

/** An invoice for the second period of a sale, after an endorsement in the first, and its credit note. */
export function sampleInvoices(
  content: CaseContent,
  before: CaseContent,
  terms: SampleTerms,
): {
  readonly invoice: CaseInvoice
  readonly creditNote: CaseInvoice
  readonly deferral: CaseDeferral
} {
  const { plan, startDay, isWhole } = terms
  const first = periodFrom(startDay, plan)
  const second = periodFrom(first.lastDay.add({ days: 1 }), plan)
  const asked = periodLine(isWhole ? second : first, content)
  const changed = adjustmentLine(first, content, before)
  const credit: CaseLine = { ...nothing, kind: 'balance', amount: -Math.trunc(asked.amount / 10) }
  const lines = isWhole ? [asked, changed, byHand('correction'), credit] : [asked]
  const dueDay = isWhole ? second.firstDay : startDay
  const issueDay = dueDay.subtract({ days: issueDaysBefore })
  const number = { livemode: true, year: issueDay.year, number: sampleNumber }
  const invoice: CaseInvoice = {
    id: 'bil_sample',
    number: invoiceNumber(number),
    reference: invoiceReference(number),
    kind: isWhole ? 'instalment' : 'sale',
    issueDay,
    dueDay,
    lines,
    total: Math.max(
      0,
      lines.reduce((sum, { amount }) => sum + amount, 0),
    ),
    premium: {
      now: content.quote.premium.grossPaymentAmount,
      before: priceBefore(content, before),
    },
    payment: isWhole ? howPaid(plan) : { how: 'paid', ...firstMethod(plan) },
  }
  const less = negated(isWhole ? changed : asked)
  return {
    invoice,
    deferral: { dueBefore: dueDay, dueDay: dueDay.add({ months: 1 }), open: invoice.total },
    creditNote: {
      ...invoice,
      kind: 'credit_note',
      lines: isWhole ? [less, negated(byHand('goodwill'))] : [less],
      total: Math.max(0, -less.amount) + (isWhole ? sampleAmount : 0),
      payment: { how: 'paid', provider: null, method: null },
    },
  }
}

const nothing = { text: null, period: null, taxRate: null, tax: 0, fee: 0, because: null } as const

/** What a person entered: without a text, so that the template says what it is. */
function byHand(kind: 'goodwill' | 'correction'): CaseLine {
  return { ...nothing, kind, amount: sampleAmount }
}

/** The first period from that day on, of a term without an end. */
export function periodFrom(
  firstDay: Temporal.PlainDate,
  { frequency }: PaymentPlanDefinition,
): BillingPeriod {
  const [period] = periodsOf({ firstDay, lastDay: null, frequency }, firstDay)
  if (period === undefined) throw new Error('a term has a period')
  return period
}

function periodLine(period: CaseLine['period'], { quote: { premium } }: CaseContent): CaseLine {
  return {
    kind: 'period',
    text: null,
    period,
    taxRate: premium.taxRate,
    amount: premium.grossPaymentAmount,
    tax: premium.premiumTax,
    fee: premium.grossPaymentAmount - premium.grossPremium,
    because: null,
  }
}

/** The price difference for half a period; without a difference, half of the price. */
function adjustmentLine(
  period: BillingPeriod,
  content: CaseContent,
  before: CaseContent,
): CaseLine {
  const [now, then] = [periodLine(period, content), periodLine(period, before)]
  const isSame = now.amount === then.amount
  const half = (part: 'amount' | 'tax' | 'fee') =>
    Math.trunc((isSame ? now[part] : Math.abs(now[part] - then[part])) / 2)
  const effectiveDay = period.firstDay.add({ days: changedAfterDays })
  return {
    ...now,
    kind: 'adjustment',
    amount: half('amount'),
    tax: half('tax'),
    fee: half('fee'),
    because: { transaction: 'endorsement', effectiveDay },
  }
}

function priceBefore(content: CaseContent, before: CaseContent): number | null {
  const was = before.quote.premium.grossPaymentAmount
  return was === content.quote.premium.grossPaymentAmount ? null : was
}

function negated(line: CaseLine): CaseLine {
  const { amount, tax, fee } = line
  return { ...line, amount: -amount, tax: -tax, fee: -fee }
}

function firstMethod({ methods: [first] }: PaymentPlanDefinition) {
  return { provider: first?.provider ?? null, method: first?.method ?? null }
}

/** As the first way to pay of the plan would have it. */
function howPaid(plan: PaymentPlanDefinition): CaseInvoice['payment'] {
  const { provider, method } = firstMethod(plan)
  if (provider === 'distributor') return { how: 'elsewhere', provider, method }
  if (provider === null || !isCollectedElsewhere(provider)) {
    return { how: 'collected', provider, method }
  }
  return { how: 'transfer', provider: null, method: null }
}

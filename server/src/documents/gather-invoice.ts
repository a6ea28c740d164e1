import type { PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import {
  type IssuedInvoice,
  invoiceNumber,
  invoiceReference,
  selectInvoiceBefore,
} from '../ledger/index.ts'
import { type Payment, selectMandatesOf } from '../payments/index.ts'
import { type PolicyTimeline, selectPolicyVersion, selectTimelines } from '../policies/index.ts'
import { segmentOn } from '../timelines/index.ts'
import type { CaseInvoice, CaseLine } from './document-case.ts'
import type { DocumentedVersion } from './gather-case.ts'
import { howPaid } from './how-paid.ts'

/** The data of an invoice for its document, as of its issue: later payments do not change it. */
export async function gatherInvoice(
  db: Database,
  documented: DocumentedVersion,
  invoice: IssuedInvoice,
  payments: readonly Payment[],
): Promise<CaseInvoice> {
  const { id, kind, issueDay, dueDay, total } = invoice
  const [lines, before, mandates] = await Promise.all([
    gatherLines(db, invoice),
    priceBefore(db, invoice),
    selectMandatesOf(db, invoice.policyId),
  ])
  const now = priceOn(documented.timeline, invoice.lines, issueDay)
  return {
    id,
    number: invoiceNumber(invoice),
    reference: invoiceReference(invoice),
    kind,
    issueDay,
    dueDay,
    lines,
    total,
    premium: { now, before: before === now ? null : before },
    payment: howPaid({ invoice, version: documented.version, payments, mandates }),
  }
}

/** The price of a period on the invoice before; null for the first invoice. */
async function priceBefore(db: Database, invoice: IssuedInvoice): Promise<number | null> {
  const before = await selectInvoiceBefore(db, invoice)
  if (before === undefined) return null
  const timelines = await selectTimelines(db, [before.versionId])
  const timeline = timelines.get(before.versionId)
  return timeline === undefined ? null : priceOn(timeline, before.lines, invoice.issueDay)
}

/** The price of a period on the last day that the lines cover. */
function priceOn(
  timeline: PolicyTimeline,
  lines: IssuedInvoice['lines'],
  otherwise: Temporal.PlainDate,
): number {
  const days = lines.flatMap((line) => ('last_day' in line ? [line.last_day] : []))
  const [last] = days.toSorted().toReversed()
  const day = last === undefined ? otherwise : Temporal.PlainDate.from(last)
  return segmentOn(timeline, day).price.payment
}

async function gatherLines(db: Database, invoice: IssuedInvoice): Promise<CaseLine[]> {
  const causes = await causesOf(db, invoice)
  return invoice.lines.map((line): CaseLine => {
    if (line.kind === 'balance') return { ...noPeriod, kind: line.kind, amount: line.amount }
    if (line.kind === 'fee') {
      const { kind, amount, text = null } = line
      return { ...noPeriod, kind, amount, fee: amount, text }
    }
    if (!('first_day' in line)) {
      const { kind, amount, tax, text = null } = line
      return { ...noPeriod, kind, amount, tax, taxRate: rateOf(line), text }
    }
    const { kind, amount, tax, fee, version_id: versionId } = line
    const period = {
      firstDay: Temporal.PlainDate.from(line.first_day),
      lastDay: Temporal.PlainDate.from(line.last_day),
    }
    const taxRate = rateOf(line)
    const isAdjustment = kind === 'adjustment' && versionId !== undefined
    const because = isAdjustment ? (causes.get(versionId) ?? null) : null
    return { kind, text: null, period, taxRate, amount, tax, fee, because }
  })
}

/** The transactions that changed the price of periods which had been charged before. */
async function causesOf(
  db: Database,
  { policyId, lines }: IssuedInvoice,
): Promise<ReadonlyMap<PolicyVersionId, NonNullable<CaseLine['because']>>> {
  const ids = lines.flatMap((line) =>
    line.kind === 'adjustment' && line.version_id !== undefined ? [line.version_id] : [],
  )
  const versions = await Promise.all(
    [...new Set(ids)].map(async (id) => selectPolicyVersion(db, policyId, id)),
  )
  return new Map(
    versions.flatMap((version) =>
      version === undefined
        ? []
        : [
            [
              version.id,
              { transaction: version.kind, effectiveDay: version.effectiveDay },
            ] as const,
          ],
    ),
  )
}

const percent = 100

function rateOf({ tax_rate: rate }: { readonly tax_rate?: string }): number | null {
  return rate === undefined ? null : Number(rate) / percent
}

const noPeriod = {
  text: null,
  period: null,
  taxRate: null,
  tax: 0,
  fee: 0,
  because: null,
} as const

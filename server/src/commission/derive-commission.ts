import { proRata, type PolicyVersionId } from '../kernel/index.ts'
import type {
  ChargedCommission,
  CommissionHistory,
  PaidInvoice,
  Recovery,
} from '../ledger/index.ts'
import type { CommissionAgreement } from './agreement.ts'
import type { CommissionEntry } from './entry.ts'

/** What decides about the commission of one policy, besides its charges and payments. */
export interface CommissionTerms extends Pick<CommissionAgreement, 'earned' | 'liabilityMonths'> {
  /** The first day of cover, from which the liability counts. */
  readonly startDay: Temporal.PlainDate
  /** Of versions that end the policy, or move its end: the day from which that holds. */
  readonly ends: ReadonlyMap<PolicyVersionId, Temporal.PlainDate>
  /** The versions that undo such an end, or move it: what they charge again was kept. */
  readonly undone: ReadonlySet<PolicyVersionId>
}

/** How much was earned at a moment, in all and by what happened then. */
export interface EarnedAt extends Pick<
  CommissionEntry,
  'cause' | 'versionId' | 'invoiceId' | 'bookingDay'
> {
  readonly at: Temporal.Instant
  /** Since the sale, less what was taken back. */
  readonly total: number
}

/**
 * Goes through all that happened to the money of a policy, and says what its distributor has earned
 * after each moment. It depends on nothing but what is written, so it can be asked at any time, again
 * and in any rhythm.
 *
 * With the premium, a charge is earned when it is charged. With the payment, each invoice earns the share
 * of its commission that is paid: `half_up(commission * paid / total)`, cumulative. What an invoice was
 * reduced by counts as paid there, because the charge that reduces it gives its commission back. What settles
 * a receivable that was written off counts for the invoices in the order in which they were written off.
 */
export function deriveCommission(history: CommissionHistory, terms: CommissionTerms): EarnedAt[] {
  const documents = history.invoices.map((invoice) => {
    return { invoice, isThere: false, commission: 0, open: 0, writtenOff: 0 }
  })
  /** In the order in which they were written off. */
  const lost: typeof documents = []
  const documentOf = (number: number) =>
    documents.find(({ invoice }) => invoice.chargesFrom <= number && number <= invoice.chargesTo)
  /** Charges that no document takes in yet. */
  const waiting = new Set<ChargedCommission>()
  let charged = 0
  let earned = 0
  let total = 0
  let kept = 0
  /** The periods of which something was kept. */
  const keptOf = new Set<string>()
  let returning = 0
  return momentsOf(history).map(({ at, happened }) => {
    const chargedNow = happened.flatMap((one) => (one.kind === 'charge' ? [one.charge] : []))
    for (const charge of chargedNow) {
      charged += charge.commission
      const document = documentOf(charge.number)
      if (document !== undefined) document.commission += charge.commission
      waiting.add(charge)
    }
    for (const one of happened) {
      if (one.kind === 'charge' || one.kind === 'recovery') continue
      const document = documents.find(({ invoice }) => invoice === one.invoice)
      if (document === undefined) throw new Error('every invoice is a document')
      document.isThere = true
      if (one.kind !== 'movement') continue
      document.open += one.movement.amount
      if (one.movement.kind !== 'written_off') continue
      // What is written off was not paid.
      document.writtenOff -= one.movement.amount
      lost.push(document)
    }
    for (const one of happened) if (one.kind === 'recovery') recover(lost, one.recovery.amount)
    for (const charge of waiting) {
      if (documentOf(charge.number)?.isThere === true) waiting.delete(charge)
    }
    const before = earned
    earned =
      terms.earned === 'premium'
        ? charged
        : charged -
          sumOf([...waiting].map(({ commission }) => commission)) -
          sumOf(documents.map(unpaidOf))
    const moved = earned - before
    if (moved < 0 && isBeyondLiability(chargedNow, terms)) {
      kept -= moved
      for (const { commission, period } of chargedNow) if (commission < 0) keptOf.add(period)
    } else {
      // What a reinstatement charges again was kept: it is not earned twice. All else is earned anew.
      const again = chargedNow.filter(
        ({ versionId, period }) => terms.undone.has(versionId) && keptOf.has(period),
      )
      const chargedAgain = Math.max(0, sumOf(again.map(({ commission }) => commission)))
      returning = Math.min(kept, returning + chargedAgain)
      const unearned = Math.min(Math.max(0, moved), returning)
      kept -= unearned
      returning -= unearned
      total += moved - unearned
    }
    return { at, total, ...describe(happened, terms) }
  })
}

function recover(lost: readonly { writtenOff: number }[], amount: number): void {
  let rest = amount
  for (const document of lost) {
    const part = Math.min(rest, document.writtenOff)
    document.writtenOff -= part
    rest -= part
  }
}

/** What of its commission an invoice has not earned, because so much of it is not paid. */
function unpaidOf(document: {
  readonly invoice: PaidInvoice
  readonly isThere: boolean
  readonly commission: number
  readonly open: number
  readonly writtenOff: number
}): number {
  const { invoice, isThere, commission } = document
  const unpaid = document.open + document.writtenOff
  if (!isThere || invoice.total === 0 || unpaid === 0) return 0
  const paid = Math.min(invoice.total, Math.max(0, invoice.total - unpaid))
  return Math.sign(commission) * proRata(Math.abs(commission), paid, invoice.total).rest
}

/** Whether the policy was ended on a day on which the distributor is no longer liable. */
function isBeyondLiability(
  charges: readonly ChargedCommission[],
  { liabilityMonths, startDay, ends }: CommissionTerms,
): boolean {
  if (liabilityMonths === null) return false
  const liableUntil = startDay.add({ months: liabilityMonths })
  return charges.some(({ versionId }) => {
    const day = ends.get(versionId)
    return day !== undefined && Temporal.PlainDate.compare(day, liableUntil) >= 0
  })
}

type Happened =
  | { readonly kind: 'charge'; readonly charge: ChargedCommission }
  | { readonly kind: 'recovery'; readonly recovery: Recovery }
  | { readonly kind: 'issued'; readonly invoice: PaidInvoice }
  | {
      readonly kind: 'movement'
      readonly invoice: PaidInvoice
      readonly movement: PaidInvoice['movements'][number]
    }

interface MomentOfMoney {
  readonly at: Temporal.Instant
  readonly happened: readonly Happened[]
}

/** What happened at the same moment is netted: a cancellation is a charge and smaller invoices at once. */
function momentsOf({ charges, invoices, recoveries }: CommissionHistory): MomentOfMoney[] {
  const all = [
    ...recoveries.map((recovery) => ({
      at: recovery.at,
      one: { kind: 'recovery', recovery } as const,
    })),
    ...charges.map((charge) => ({ at: charge.at, one: { kind: 'charge', charge } as const })),
    ...invoices.flatMap((invoice) => [
      { at: invoice.at, one: { kind: 'issued', invoice } as const },
      ...invoice.movements.map((movement) => {
        return { at: movement.at, one: { kind: 'movement', invoice, movement } as const }
      }),
    ]),
  ]
  return [...Map.groupBy(all, ({ at }) => at.epochNanoseconds).values()]
    .flatMap((same) => {
      const at = same[0]?.at
      return at === undefined ? [] : [{ at, happened: same.map(({ one }) => one) }]
    })
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
}

/** A sale and its payment can share a moment: then the one that earns is named. */
function describe(
  happened: readonly Happened[],
  { earned }: CommissionTerms,
): Pick<EarnedAt, 'cause' | 'versionId' | 'invoiceId' | 'bookingDay'> {
  const charge = happened.findLast((one) => one.kind === 'charge')?.charge
  const kinds = happened.flatMap((one) => (one.kind === 'movement' ? [one.movement.kind] : []))
  const isCharge = charge !== undefined && !(earned === 'payment' && kinds.includes('paid'))
  const invoices = new Set(happened.flatMap((one) => ('invoice' in one ? [one.invoice.id] : [])))
  const [invoiceId = null] = invoices
  return {
    cause: isCharge ? 'charge' : causeOf(kinds, happened),
    versionId: isCharge ? charge.versionId : null,
    invoiceId: invoices.size === 1 ? invoiceId : null,
    bookingDay: happened.map(dayOf).reduce((last, day) => {
      return Temporal.PlainDate.compare(day, last) > 0 ? day : last
    }),
  }
}

function causeOf(
  kinds: readonly PaidInvoice['movements'][number]['kind'][],
  happened: readonly Happened[],
): CommissionEntry['cause'] {
  if (kinds.includes('charged_back')) return 'charge_back'
  if (kinds.includes('written_off')) return 'write_off'
  const isPaid = kinds.includes('paid') || happened.some(({ kind }) => kind === 'recovery')
  return isPaid ? 'payment' : 'invoice'
}

function dayOf(one: Happened): Temporal.PlainDate {
  if (one.kind === 'charge') return one.charge.bookingDay
  if (one.kind === 'recovery') return one.recovery.bookingDay
  return one.kind === 'issued' ? one.invoice.issueDay : one.movement.bookingDay
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

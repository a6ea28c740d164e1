import {
  type BillingPeriod,
  type Charge,
  type ChargedPeriod,
  type Timeline,
  chargeAgain,
  isWithdrawn,
  nextPeriod,
  pricePeriod,
} from '../timelines/index.ts'
import type { Invoice } from './invoice.ts'
import { type Balances, postEntries } from './postings.ts'
import { type OpenInvoice, type ShrunkInvoice, shrinkByCharges } from './shrink-invoices.ts'

/** How a policy's money stands: the periods it was charged for, what is owed, and what is asked for. */
export interface Charged {
  readonly periods: readonly ChargedPeriod[]
  readonly balances: Balances
  /** Those that are open, oldest due first. */
  readonly invoices: readonly OpenInvoice[]
  /** How many charges there are, and up to which one they are taken in by invoices. */
  readonly count: number
  readonly asked: number
}

/** A charge of a version, and whether its period was charged by it for the first time. */
export interface AdjustedCharge extends Charge {
  readonly isFirst: boolean
}

/** What a timeline changes about the money of a policy. */
export interface BillingAdjustment {
  readonly charges: readonly AdjustedCharge[]
  /** What is owed, and neither covered by credit nor asked for by an invoice yet. */
  readonly owed: number
  readonly credit: number
  /** What of the credit is given back now: all of it, unless a period of the term is still to come that can use it. */
  readonly refund: number
  /** Open invoices of which less is open now. */
  readonly shrunk: readonly ShrunkInvoice[]
}

/** What a timeline would come to, were it to hold from now on. Nothing is written. */
export function previewBilling(
  timeline: Timeline,
  charged: Pick<Charged, 'periods' | 'balances' | 'invoices'>,
  /** Periods that are charged with it for the first time, in their order. */
  fallenDue: readonly BillingPeriod[] = [],
): BillingAdjustment {
  const again = chargeAgain(timeline, charged.periods)
  const first = fallenDue.map((period) => ({ period, amount: pricePeriod(timeline, period) }))
  const charges = [
    ...again.map((charge) => ({ ...charge, isFirst: false })),
    ...first.map((charge) => ({ ...charge, isFirst: true })),
  ]
  const { balances } = postEntries(
    charged.balances,
    charges.map(({ amount }) => ({
      kind: 'charge',
      cause: '',
      amount,
      parts: [{ rate: null, net: amount.payment - amount.tax - amount.fee, tax: amount.tax }],
      service: null,
    })),
  )
  const shrunk = shrinkByCharges(charged.invoices, charges)
  const open = charged.invoices.reduce((sum, invoice) => sum + openOf(invoice, shrunk), 0)
  const hasNoUse =
    isWithdrawn(timeline) || nextPeriod(timeline, allCharged(charged, first)) === null
  return {
    charges,
    owed: balances.receivable - open,
    credit: balances.credit,
    refund: hasNoUse ? balances.credit : 0,
    shrunk,
  }
}

function allCharged(
  { periods }: Pick<Charged, 'periods'>,
  first: readonly Charge[],
): readonly ChargedPeriod[] {
  return [...periods, ...first.map(({ period, amount }) => ({ period, charged: amount }))]
}

/** The part of the open invoices that was due by a day, as far as an adjustment leaves it open. */
export function arrearsOf(
  { invoices }: Pick<Charged, 'invoices'>,
  { shrunk }: Pick<BillingAdjustment, 'shrunk'>,
  today: Temporal.PlainDate,
): number {
  return invoices
    .filter(({ dueDay }) => Temporal.PlainDate.compare(dueDay, today) <= 0)
    .reduce((sum, invoice) => sum + openOf(invoice, shrunk), 0)
}

function openOf(
  { id, open }: Pick<Invoice, 'id' | 'open'>,
  shrunk: BillingAdjustment['shrunk'],
): number {
  return shrunk.find((one) => one.id === id)?.open ?? open
}

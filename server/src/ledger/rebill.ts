import { type InvoiceId, type PolicyVersionId, type When, timeOf } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { BillingPeriod, Charge, Timeline } from '../timelines/index.ts'
import { documentOf } from './document-charges.ts'
import { type BillingAdjustment, previewBilling } from './preview-billing.ts'
import type { BilledPolicy, Invoice } from './invoice.ts'
import { selectCharged, selectWaiting, writeAdjustment } from './ledger-store.ts'
import { type FindTax, type InvoicedCharge, type TaxOf, taxedParts } from './lines-of.ts'
import { postEntries } from './postings.ts'
import { settledBy } from './shrink-invoices.ts'

/** What a version changed about the money of its policy. */
interface Rebilled extends BillingAdjustment {
  /** The document of the charges that no invoice will ask for, where there are any. */
  readonly document: Invoice | null
  /** Open invoices of which it left nothing to be paid. */
  readonly settled: readonly InvoiceId[]
}

/**
 * Prices every charged period again under the timeline that holds from now on, and posts the
 * difference. Runs in the transaction that makes the version active, with the policy
 * locked: asked again for the same version, nothing is left to be charged.
 */
export async function rebill(
  tx: Transaction,
  request: {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    readonly timeline: Timeline
    /** Periods that it charges for the first time. */
    readonly fallenDue?: readonly BillingPeriod[]
    /** Whether its own invoice, which was proposed before, shows its charges. */
    readonly isInvoiced?: boolean
    readonly when: When
    readonly taxOf: FindTax
  },
): Promise<Rebilled> {
  const { policy, versionId, timeline, fallenDue = [], isInvoiced = false, when, taxOf } = request
  const { id: policyId } = policy
  const charged = await selectCharged(tx, policyId)
  const adjustment = previewBilling(timeline, charged, fallenDue)
  const { charges, shrunk } = adjustment
  const isWaiting = charged.count > charged.asked
  if (charges.length === 0 && !(isInvoiced && isWaiting)) {
    return { ...adjustment, document: null, settled: [] }
  }
  const own = charges.map((charge) => ({ ...charge, versionId }))
  const waiting = isWaiting ? await selectWaiting(tx, policyId, charged.asked) : []
  const tax = await taxOf([...waiting, ...own])
  const { postings, balances } = postEntries(
    charged.balances,
    own.map((charge) => chargeEntry(charge, tax)),
  )
  const counted = charges.map((charge, n) => ({ ...charge, number: charged.count + n + 1 }))
  const document = documentOf(
    {
      policy,
      versionId,
      when,
      charges: isInvoiced ? waiting : [...waiting, ...own],
      shrunk,
      areAsked: isInvoiced,
      taxOf: tax,
    },
    charged,
  )
  const written = { policy, versionId, charges: counted, postings, balances, now: timeOf(when) }
  await writeAdjustment(tx, { ...written, shrunk, document })
  return { ...adjustment, document, settled: settledBy(shrunk) }
}

export function chargeEntry(charge: InvoicedCharge, taxOf: TaxOf) {
  const { versionId, period, amount } = charge
  return {
    kind: 'charge',
    cause: chargeCause(versionId, period),
    amount,
    parts: taxedParts(charge, taxOf),
    service: { firstDay: period.firstDay, lastDay: period.lastDay },
  } as const
}

/** What a charge is posted under. */
export function chargeCause(
  versionId: PolicyVersionId,
  { firstDay }: Pick<Charge['period'], 'firstDay'>,
): string {
  return `charge ${versionId} ${firstDay}`
}

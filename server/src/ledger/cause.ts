import type { InvoiceId, PaymentId, PolicyVersionId, RefundId } from '../kernel/index.ts'

/** What happened to a policy, where it moved money: the key of a posting says it. */
export type Cause =
  | {
      readonly kind: 'charge'
      readonly id: PolicyVersionId
      /** Of the period; null for what belongs to none. */
      readonly firstDay: string | null
    }
  | { readonly kind: 'payment' | 'charge_back'; readonly id: PaymentId }
  | { readonly kind: 'refund' | 'made_refund' | 'failed_refund'; readonly id: RefundId }
  | { readonly kind: 'write_off' | 'fee' | 'goodwill' | 'correction'; readonly id: InvoiceId }

const words: Readonly<Record<string, Cause['kind']>> = {
  charge: 'charge',
  payment: 'payment',
  'charge-back': 'charge_back',
  refund: 'refund',
  'write-off': 'write_off',
  fee: 'fee',
  goodwill: 'goodwill',
  correction: 'correction',
}

/** What became of a refund; it is one that was decided, or given back by hand, where nothing is said. */
const refundKinds: Readonly<Record<string, 'made_refund' | 'failed_refund'>> = {
  made: 'made_refund',
  failed: 'failed_refund',
}

/** Whether a posting of a policy is about its distributor's commission, and so not about its customer. */
export function isOfCommission(cause: string): boolean {
  return cause.startsWith('commission ')
}

/** Reads what others have written as the cause of a posting of a policy, but for commission. */
export function readCause(cause: string): Cause {
  const [word = '', id = '', ...rest] = cause.split(' ')
  const kind = words[word]
  if (kind === undefined || id === '') throw new Error(`"${cause}" causes no posting`)
  // Each of these words is followed by the id of what it says.
  if (kind === 'charge') return { kind, id: id as PolicyVersionId, firstDay: rest[0] ?? null }
  if (kind === 'payment' || kind === 'charge_back') return { kind, id: id as PaymentId }
  if (kind === 'refund' || kind === 'made_refund' || kind === 'failed_refund') {
    return { kind: refundKinds[rest.at(-1) ?? ''] ?? 'refund', id: id as RefundId }
  }
  return { kind, id: id as InvoiceId }
}

import type { InvoiceId, PaymentId, PayoutId, PolicyVersionId, RefundId } from '../kernel/index.ts'

/** What happened to a policy, where it moved money: the key of a posting says it. */
export type Cause =
  | {
      readonly kind: 'charge'
      readonly id: PolicyVersionId
      /** Of the period; null for what belongs to none. */
      readonly firstDay: string | null
    }
  | { readonly kind: 'payment' | 'charge_back'; readonly id: PaymentId }
  | { readonly kind: OutcomeOf<'refund'>; readonly id: RefundId }
  /** Of credit that no payment covers. */
  | { readonly kind: OutcomeOf<'payout'>; readonly id: PayoutId }
  | { readonly kind: 'write_off' | 'fee' | 'goodwill' | 'correction'; readonly id: InvoiceId }

/** What is decided, and what becomes of it. */
type OutcomeOf<Word extends 'refund' | 'payout'> =
  | Word
  | `made_${Word}`
  | `failed_${Word}`
  | `returned_${Word}`

const words: Readonly<Record<string, Cause['kind']>> = {
  charge: 'charge',
  payment: 'payment',
  'charge-back': 'charge_back',
  refund: 'refund',
  payout: 'payout',
  'write-off': 'write_off',
  fee: 'fee',
  goodwill: 'goodwill',
  correction: 'correction',
}

/** What became of it; it is one that was decided, or given back by hand, where nothing is said. */
const outcomes: Readonly<Record<string, 'made' | 'failed' | 'returned'>> = {
  made: 'made',
  failed: 'failed',
  returned: 'returned',
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
  const outcome = outcomes[rest.at(-1) ?? '']
  if (word === 'refund') return { kind: outcomeOf(word, outcome), id: id as RefundId }
  if (word === 'payout') return { kind: outcomeOf(word, outcome), id: id as PayoutId }
  const document = kind as 'write_off' | 'fee' | 'goodwill' | 'correction' // All others are above.
  return { kind: document, id: id as InvoiceId }
}

function outcomeOf<Word extends 'refund' | 'payout'>(
  word: Word,
  outcome: 'made' | 'failed' | 'returned' | undefined,
): OutcomeOf<Word> {
  return outcome === undefined ? word : `${outcome}_${word}`
}

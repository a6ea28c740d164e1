import type { PaymentId } from '../../src/kernel/index.ts'
import {
  type ChargeMade,
  type Payment,
  type PaymentProvider,
  type ProviderAnswer,
  refundKey,
} from '../../src/payments/index.ts'

/**
 * A card provider that keeps its own accounts, so that ours can be compared with the truth. It is
 * `honest`, or `deaf` (what it is asked never reaches it), or `mute` (it does it, but its answer is
 * lost), or `refusing` (it gives nothing back).
 */
export interface Bank {
  readonly provider: PaymentProvider
  mood: 'honest' | 'deaf' | 'mute' | 'refusing'
  /** What becomes of the next charge. */
  next: ChargeState
  readonly charges: ReadonlyMap<string, { readonly state: ChargeState; readonly amount: number }>
  /** The card holder confirms, however late; not what was voided. */
  confirm(id: string): boolean
  decline(id: string): boolean
  /** The card holder has the money taken back. */
  takeBack(id: string): boolean
  /** What it has of a payment: money taken less money given back. */
  balance(id: string): number
}
export type ChargeState = 'captured' | 'declined' | 'authorised' | 'voided' | 'taken back'

export function openBank(sandbox: PaymentProvider): Bank {
  const charges = new Map<string, { state: ChargeState; amount: number }>()
  const refunds = new Map<string, { paymentId: PaymentId; amount: number; isMade: boolean }>()

  /** Does it as far as the bank receives the request, and says so as far as it can speak. */
  async function answering<Answer>(act: () => Answer): Promise<Answer> {
    if (bank.mood === 'deaf') throw new Error('the bank did not receive that')
    const answer = act()
    if (bank.mood === 'mute') throw new Error('the bank did it and answered nothing')
    return answer
  }

  function take({ id, amount }: Pick<Payment, 'id' | 'amount'>): ProviderAnswer {
    charges.set(id, { state: bank.next, amount })
    return chargeAnswer(id)
  }

  function chargeAnswer(id: string): ProviderAnswer {
    const state = charges.get(id)?.state ?? 'voided'
    if (state === 'captured') return made(id)
    if (state === 'authorised') return { status: 'pending', reference: null }
    return { status: 'failed', errorCode: state, reason: `The bank says ${state}.` }
  }

  const bank: Bank = {
    mood: 'honest',
    next: 'captured',
    charges,
    provider: {
      ...sandbox,
      charge: (payment) =>
        answering(() => {
          const answer = take(payment)
          const mandate = { reference: `card of ${payment.id}` }
          return answer.status === 'ok' ? { ...answer, mandate } : answer
        }),
      referenceForCollection: () => null,
      collect: (payment) => answering(() => take(payment)),
      find: (payment) =>
        answering(() =>
          charges.get(payment.id)?.state === 'taken back'
            ? ({ status: 'charged_back', reason: 'Taken back.' } as const)
            : chargeAnswer(payment.id),
        ),
      void: ({ id, amount }) =>
        answering(() => {
          if (charges.get(id)?.state === 'captured') return made(id)
          charges.set(id, { state: 'voided', amount })
          return { status: 'voided' } as const
        }),
      refund: (refund, payment) =>
        answering(() => {
          const key = refundKey(refund)
          const isMade = refunds.get(key)?.isMade ?? bank.mood !== 'refusing'
          refunds.set(key, { paymentId: payment.id, amount: refund.amount, isMade })
          return refundAnswer(isMade)
        }),
      findRefund: (refund) =>
        answering(() => {
          const known = refunds.get(refundKey(refund))
          return known === undefined ? ({ status: 'unknown' } as const) : refundAnswer(known.isMade)
        }),
    },
    confirm: (id) => move(id, ['authorised', 'declined'], 'captured'),
    decline: (id) => move(id, ['authorised'], 'declined'),
    takeBack: (id) => move(id, ['captured'], 'taken back'),
    balance: (id) => {
      const charge = charges.get(id)
      const taken = charge?.state === 'captured' ? charge.amount : 0
      const given = [...refunds.values()]
        .filter((refund) => refund.paymentId === id && refund.isMade)
        .reduce((sum, refund) => sum + refund.amount, 0)
      return taken - given
    },
  }
  return bank

  function move(id: string, from: readonly ChargeState[], to: ChargeState): boolean {
    const charge = charges.get(id)
    if (charge === undefined || !from.includes(charge.state)) return false
    charge.state = to
    return true
  }
}

function made(id: string): ChargeMade {
  return { status: 'ok', chargeId: `bank-${id}`, reference: null }
}

function refundAnswer(isMade: boolean): ProviderAnswer {
  if (isMade) return { status: 'ok', chargeId: null, reference: null }
  return { status: 'failed', errorCode: 'refused', reason: 'The bank gives nothing back.' }
}

import type { CreatedPayment } from '@bindery/sdk/generated'
import { PieceMissing } from '../piece.ts'
import type { Store } from './sale.ts'
import { showMissing } from './state.ts'

/** Shows what a pending payment waits for, with the piece that draws it where it has one. */
export async function showPending(
  store: Store,
  { next_action: action, provider, method }: CreatedPayment,
): Promise<void> {
  if (provider === 'stripe' && store.get().payForm === null) {
    try {
      const { StripeForm } = await store.loadPayForm()
      store.set({ payForm: StripeForm })
    } catch (error) {
      if (!(error instanceof PieceMissing)) throw error
      showMissing(store)
    }
  }
  store.set({ action: action ?? null, pendingWay: `${provider}/${method}` })
}

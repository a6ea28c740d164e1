import type { State, Store } from './sale.ts'
import { openedOf, showMissing } from './state.ts'

/** Where the product asks for it, customers receive documents before the button that binds them. */
export async function handOver(store: Store): Promise<void> {
  if (!openedOf(store).form.handover_required) return
  // Loading fails only where the piece is missing.
  const piece = await store.loadHandover().catch(() => showMissing(store))
  await piece?.handOver(store)
}

/** Whether nobody can be bound yet. */
export function isHeld({ opened, handover }: State): boolean {
  return opened?.form.handover_required === true && handover?.isComplete !== true
}

import { pause, untilAnswered } from './repeat.ts'
import type { Store } from './sale.ts'

/** What comes beside the policy, such as its invoice, is there a little later. */
const laterMs = [2_000, 5_000]

/** Lists the documents of an offer or policy; a product may have none. */
export async function showDocuments(store: Store, href: string): Promise<void> {
  const { step } = store.get()
  store.set({ documents: null })
  await readAssets(store, href)
  if (step !== 'done') return
  for (const ms of laterMs) {
    await pause(ms)
    if (store.get().step !== 'done') return
    await readAssets(store, href)
  }
}

/** The documents, and the days of cover as the policy has them. */
export async function readAssets(store: Store, href: string): Promise<void> {
  const { documents, cover } = await untilAnswered(store, () => store.server.assets(href))
  const { made } = store.get()
  store.set({ documents, made: made === null ? null : { ...made, cover } })
}

import { pause } from './repeat.ts'
import type { Store } from './state.ts'

const pauseMs = 1_500
const asksMax = 40

/** Lists documents as soon as there are some; they are made beside the sale. */
export async function showDocuments(store: Store, href: string): Promise<void> {
  store.set({ documents: null, areDocumentsLate: false })
  const { step } = store.get()
  for (let ask = 0; ask < asksMax; ask++) {
    const documents = await store.server.documents(href).catch(() => [])
    if (documents.length > 0) {
      store.set({ documents })
      return
    }
    await pause(pauseMs)
    if (step === 'done' && store.get().step !== 'done') return
  }
  store.set({ areDocumentsLate: true })
}

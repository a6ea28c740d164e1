import type { Kept, Opened, Step, Store } from './sale.ts'

export const nothingKept: Kept = {
  step: 'questions',
  itemId: null,
  planId: null,
  language: null,
  asked: null,
  answers: {},
  priced: null,
  offerCall: null,
  made: null,
  payCall: null,
  pendingId: null,
  way: null,
  leadId: null,
  saveCall: null,
}

export function openedOf(store: Store): Opened {
  const { opened } = store.get()
  if (opened === null) throw new Error('the form is not there yet')
  return opened
}

/** A part of the page is not there; answers are kept, so that the page can be loaded again. */
export function showMissing(store: Store): void {
  const text = store.get().words.missing
  store.set({ notice: { kind: 'bad', text, isToReload: true } })
  lookAt(store, 'heading')
}

export function lookAt(store: Store, at: string): void {
  store.set({ focus: { at, count: store.get().focus.count + 1 } })
}

export function goTo(store: Store, step: Step): void {
  if (store.get().step !== step) {
    store.emit('step', { step })
    store.set({ panel: null })
  }
  store.set({ step })
  lookAt(store, 'heading')
}

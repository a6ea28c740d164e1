import { createStore } from '../store.ts'

/** What lies over the page: one at a time, each loaded when it is first wanted. */
export type Overlay = 'palette' | 'as-code' | 'keyboard'

export const overlay = createStore<Overlay | null>(null)

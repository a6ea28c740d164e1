import { createStore, useStore } from '../store.ts'

interface Toast {
  readonly id: number
  readonly text: string
}

const toasts = createStore<readonly Toast[]>([])
const shownMs = 5_000
let lastId = 0

/** Says that something worked. What failed is said where it happened, see states.tsx. */
export function showToast(text: string): void {
  lastId += 1
  const id = lastId
  toasts.set([...toasts.get(), { id, text }])
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), shownMs)
}

export function Toasts() {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

import { useLayoutEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/** One or two keys: `j`, `?`, `mod+k` (Ctrl or Cmd), or one after the other: `g p`. */
export interface Shortcut {
  readonly keys: string
  readonly says: string
  readonly run: () => void
}

/** All that work now, for the cheat sheet. */
export const shortcuts = createStore<readonly Shortcut[]>([])

const sequenceMsMax = 1_000
let before = { key: '', at: 0 }

/** As long as the component is shown: from its first picture on, so that no key comes too early. */
export function useShortcut(keys: string, says: string, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useLayoutEffect(() => {
    if (keys === '') return undefined
    const shortcut = { keys, says, run: () => latest.current() }
    shortcuts.set([...shortcuts.get(), shortcut])
    return () => shortcuts.set(shortcuts.get().filter((one) => one !== shortcut))
  }, [keys, says])
}

/** Keys are for whoever types; with Ctrl or Cmd, or outside of fields, they are ours. */
export function listenForShortcuts(): () => void {
  const listen = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey
    if (event.altKey || (!isMod && isTyping(event.target))) return
    const key = isMod ? `mod+${event.key.toLowerCase()}` : event.key
    const isSequence = event.timeStamp - before.at < sequenceMsMax
    const sequence = isSequence ? `${before.key} ${key}` : key
    const found = last((one) => one.keys === sequence) ?? last((one) => one.keys === key)
    before = { key, at: event.timeStamp }
    // A sheet that is open keeps its keys: only what is in it, such as the palette, gets them.
    if (found === undefined || (!isMod && isBehindSheet())) return
    event.preventDefault()
    found.run()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

function last(matches: (one: Shortcut) => boolean): Shortcut | undefined {
  return shortcuts.get().findLast(matches)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'))
  )
}

function isBehindSheet(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}

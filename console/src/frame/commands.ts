import { useLayoutEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/** Something that the palette finds: a page, or an act on what is open. */
export interface Command {
  readonly id: string
  readonly group: string
  readonly title: string
  /** What it is besides: a status, an e-mail address, a shortcut. */
  readonly hint?: string
  /** Why it cannot be done now; it is shown all the same. */
  readonly disabledBecause?: string | null
  readonly run: () => void
}

export const commands = createStore<readonly Command[]>([])

/** Offers commands as long as the component is shown. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered)
  latest.current = offered
  const key = offered.map(({ id, title, disabledBecause }) => [id, title, disabledBecause]).join()
  useLayoutEffect(() => {
    const mine = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }))
    commands.set([...commands.get(), ...mine])
    return () => commands.set(commands.get().filter((command) => !mine.includes(command)))
  }, [key])
}

/** Answers what was typed with things that the server has found. */
export type Finder = (text: string, signal: AbortSignal) => Promise<readonly Command[]>

/** Set by the area that searches. */
export const finder = createStore<Finder | null>(null)

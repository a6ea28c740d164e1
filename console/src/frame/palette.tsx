import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { useStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import { type Command, commands, finder } from './commands.ts'
import { Failed } from './states.tsx'
import { frameWords } from './words.ts'

const foundMax = 40

/** Numbers, names, pages and acts, by typing. Enter takes the first. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(frameWords)
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const list = useId()
  const { found, isAsking, error } = useFound(text.trim())
  const [isEntered, setEntered] = useState(false)
  const at = Math.min(marked, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined || command.disabledBecause != null) return
    onClose()
    command.run()
  }
  useEffect(() => {
    if (isEntered && !isAsking) run(found[at])
  }, [isEntered, isAsking])
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setMarked(Math.min(at + 1, found.length - 1)),
    ArrowUp: () => setMarked(Math.max(at - 1, 0)),
    // Who types a number and presses Enter need not wait for the answer.
    Enter: () => (isAsking ? setEntered(true) : run(found[at])),
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={560}
      yOffset="12vh"
      padding={0}
      aria-label={words.search}
    >
      <input
        className="palette-input"
        data-autofocus
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[at] === undefined ? undefined : `${list}-${at}`}
        aria-label={words.searchHint}
        placeholder={words.searchHint}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setMarked(0)
          setEntered(false)
        }}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (act === undefined || event.nativeEvent.isComposing) return
          event.preventDefault()
          act()
        }}
      />
      <ul id={list} className="palette-list" role="listbox" aria-label={words.search}>
        {found.map((command, place) => (
          <li
            key={command.id}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === at}
            aria-disabled={command.disabledBecause != null}
            ref={place === at ? (row) => row?.scrollIntoView({ block: 'nearest' }) : null}
            onMouseMove={() => setMarked(place)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span className="quiet">
              {command.disabledBecause ?? command.hint ?? command.group}
            </span>
          </li>
        ))}
      </ul>
      {error !== null && (
        <div className="palette-empty">
          <Failed error={error} />
        </div>
      )}
      {found.length === 0 && !isAsking && (
        <p className="palette-empty quiet">{words.nothingFound}</p>
      )}
    </Modal>
  )
}

/** What is here is found at once; what the server finds comes after it. */
function useFound(text: string): {
  readonly found: readonly Command[]
  readonly isAsking: boolean
  /** Why the server found nothing. */
  readonly error: Error | null
} {
  const here = useStore(commands)
  const find = useStore(finder)
  const asked = useDeferredValue(text)
  const answer = useQuery({
    queryKey: ['palette', asked],
    enabled: find !== null && asked.length > 1,
    queryFn: async ({ signal }) => (await find?.(asked, signal)) ?? [],
    placeholderData: (before) => before,
  })
  const matching = here.filter(({ title, hint = '' }) => matches(`${title} ${hint}`, text))
  const fromServer = text.length > 1 ? (answer.data ?? []) : []
  // Who types a number wants the thing, not a page that has the letters in its name.
  const isAsking = find !== null && text.length > 1 && (asked !== text || answer.isFetching)
  return {
    found: [...fromServer, ...matching].slice(0, foundMax),
    isAsking,
    error: answer.error,
  }
}

/** Every word that was typed begins a word of the text. */
function matches(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[\s·,/]+/)
  const wanted = typed.toLowerCase().split(/\s+/)
  return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
}

import type { DatasetEntry } from '@bindery/sdk/generated'
import { useEffect, useRef, useState } from 'preact/hooks'
import { nameOf } from '../form/entry-name.ts'
import type { InputProps } from '../sale/sale.ts'
import { Icon } from './icons.tsx'

const debounceMs = 120
const lettersMin = 2
const blurMs = 150

/** Finds an entry of a dataset while the customer types its name. */
export function DatasetInput(props: InputProps) {
  const { field, sale, state, opened, describedBy, isWrong } = props
  const { words, locale } = opened
  const answer = state.answers[field.id]
  const isChosen = typeof answer?.value === 'string' && answer.value.startsWith('dai_')
  // The state holds only the text being typed. A copy of the answer would need an effect to update it,
  // and effects run after the next key, so they would overwrite that key.
  const [written, setWritten] = useState<string | null>(null)
  const text = written ?? answer?.text ?? ''
  const [found, setFound] = useState<readonly DatasetEntry[] | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const at = found?.findIndex(({ id }) => id === activeId) ?? -1

  useEffect(() => {
    if (!isOpen || text.trim().length < lettersMin) {
      setFound(null)
      return
    }
    const asking = new AbortController()
    const { dataset_id: datasetId, dataset_fields: fields } = field.question
    const timer = setTimeout(() => {
      const search = {
        datasetId: datasetId ?? '',
        fields,
        text: text.trim(),
        language: locale.language,
      }
      sale.search(search, asking.signal).then(
        // Results of an outdated search are dropped.
        (entries) => asking.signal.aborted || setFound(entries),
        () => asking.signal.aborted || setFound([]),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text, isOpen])

  const choose = (entry: DatasetEntry) => {
    const label = nameOf(entry.value, field.question.dataset_fields)
    setWritten(null)
    setActiveId(null)
    setOpen(false)
    sale.type(field, label.name, entry.id)
    sale.leave(field)
  }
  const clear = () => {
    setWritten(null)
    setOpen(false)
    sale.type(field, '')
    sale.leave(field)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const entries = found ?? []
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const next = event.key === 'ArrowDown' ? at + 1 : Math.max(at, 0) - 1
      setActiveId(entries.at(next % Math.max(1, entries.length))?.id ?? null)
    } else if (event.key === 'Enter' && isOpen) {
      const entry = entries[at]
      event.preventDefault()
      if (entry !== undefined) choose(entry)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }
  const isListed = isOpen && text.trim().length >= lettersMin
  return (
    <div class="box has-button combo">
      <input
        id={field.id}
        class="input"
        part="input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        value={text}
        placeholder={field.placeholder === '' ? undefined : field.placeholder}
        aria-expanded={isListed}
        aria-controls={`${field.id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isListed && at >= 0 ? `${field.id}-list-${at}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        onInput={(event) => {
          setWritten(event.currentTarget.value)
          setActiveId(null)
          setOpen(true)
          if (answer !== undefined) sale.type(field, '')
        }}
        onKeyDown={onKeyDown}
        onFocus={() => clearTimeout(closing.current)}
        onBlur={() => {
          closing.current = setTimeout(() => {
            setOpen(false)
            setWritten(null) // Text that matches no entry is not an answer.
          }, blurMs)
          sale.leave(field)
        }}
      />
      {isChosen && (
        <button
          type="button"
          class="quiet inside"
          aria-label={`${words.remove}: ${answer.text}`}
          onClick={clear}
        >
          <Icon name="cross" />
        </button>
      )}
      <ul
        id={`${field.id}-list`}
        class="list"
        part="list"
        role="listbox"
        aria-labelledby={`${field.id}-label`}
        hidden={!isListed || (found ?? []).length === 0}
      >
        {(found ?? []).map((entry, index) => {
          const { name, detail } = nameOf(entry.value, field.question.dataset_fields)
          return (
            <li
              key={entry.id}
              id={`${field.id}-list-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(entry)}
            >
              <span>{name}</span>
              <small>{detail}</small>
            </li>
          )
        })}
      </ul>
      <p class="help" role="status">
        {isListed && (found === null ? words.searching : countFound(found.length, words))}
      </p>
    </div>
  )
}

function countFound(count: number, words: InputProps['opened']['words']): string {
  return count === 0 ? words.nothingFound : words.found(count)
}

import { useEffect, useRef, useState } from 'preact/hooks'
import type { DatasetEntry } from '../../../sdk/src/generated.ts'
import { nameOf } from '../form/entry-name.ts'
import type { InputProps } from './input-props.ts'
import { Icon } from './icons.tsx'

const debounceMs = 120
const lettersMin = 2
const blurMs = 150

/** Finds an entry of a dataset as one types its name. */
export function DatasetInput(props: InputProps) {
  const { field, sale, state, opened, describedBy, isWrong } = props
  const { words, locale } = opened
  const answer = state.answers[field.id]
  const isChosen = typeof answer?.value === 'string' && answer.value.startsWith('dai_')
  const [text, setText] = useState(answer?.text ?? '')
  const [found, setFound] = useState<readonly DatasetEntry[] | null>(null)
  const [at, setAt] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)

  // It may be answered from elsewhere, by a sale that was saved; what is being written is left alone.
  useEffect(() => {
    if (!isOpen) setText(answer?.text ?? '')
  }, [answer?.text])

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
        (entries) => {
          setFound(entries)
          setAt(-1)
        },
        () => setFound(asking.signal.aborted ? null : []),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text, isOpen])

  const choose = (entry: DatasetEntry) => {
    const label = nameOf(entry.value, field.question.dataset_fields)
    setText(label.name)
    setOpen(false)
    sale.type(field, label.name, entry.id)
    sale.leave(field)
  }
  const clear = () => {
    setText('')
    setOpen(false)
    sale.type(field, '')
    sale.leave(field)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const entries = found ?? []
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (entries.length > 0) setAt((at + step + entries.length) % entries.length)
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
        aria-activedescendant={isListed && found?.[at] ? `${field.id}-list-${at}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setOpen(true)
          if (answer !== undefined) sale.type(field, '')
        }}
        onKeyDown={onKeyDown}
        onFocus={() => clearTimeout(closing.current)}
        onBlur={() => {
          closing.current = setTimeout(() => {
            setOpen(false)
            // Text that names no entry is no answer.
            if (!isChosen) setText(answer?.text ?? '')
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
        {isListed && (found === null ? words.searching : told(found.length, words))}
      </p>
    </div>
  )
}

function told(count: number, words: InputProps['opened']['words']): string {
  return count === 0 ? words.nothingFound : words.found(count)
}

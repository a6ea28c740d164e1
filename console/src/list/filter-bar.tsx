import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '../words/language.ts'
import type { Filter } from './column.ts'
import { useFilters } from './use-filters.ts'
import { listWords } from './words.ts'

/** What narrows the list. Texts take effect when one stops typing. */
export function FilterBar({
  filters,
  defaults = {},
  children,
}: {
  readonly filters: readonly Filter[]
  readonly defaults?: Readonly<Record<string, string>> | undefined
  readonly children?: ReactNode
}) {
  const words = useWords(listWords)
  const { search, set } = useFilters()
  const [isMore, setMore] = useState(false)
  const shown = filters.filter(
    ({ name, isExtra }) => isMore || isExtra !== true || search[name] !== undefined,
  )
  const isFiltered = filters.some(({ name }) => search[name] !== undefined)
  return (
    <div className="filters">
      {shown.map((filter) => (
        <OneFilter
          key={filter.name}
          filter={filter}
          isSet={search[filter.name] !== undefined}
          value={search[filter.name] ?? defaults[filter.name] ?? ''}
          onChange={(value) => set({ [filter.name]: value === '' ? undefined : value })}
        />
      ))}
      {shown.length < filters.length && (
        <button type="button" className="quiet-button" onClick={() => setMore(true)}>
          {words.more}
        </button>
      )}
      {isFiltered && (
        <button
          type="button"
          className="quiet-button"
          onClick={() => set(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          {words.clear}
        </button>
      )}
      <div className="filters-acts">{children}</div>
    </div>
  )
}

function OneFilter({
  filter: { title, choices, isDay = false, isNeeded = false },
  isSet,
  value,
  onChange,
}: {
  readonly filter: Filter
  readonly isSet: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const words = useWords(listWords)
  const className = isSet ? 'filter filter-set' : 'filter'
  if (choices !== undefined) {
    return (
      <select
        className={className}
        aria-label={title}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {!isNeeded && <option value="">{words.any(title)}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    )
  }
  if (isDay) {
    return (
      <label className={className}>
        <span>{title}</span>
        <input
          type="date"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    )
  }
  return <TextFilter className={className} title={title} value={value} onChange={onChange} />
}

const pauseMs = 250

function TextFilter({
  className,
  title,
  value,
  onChange,
}: {
  readonly className: string
  readonly title: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const typed = useRef(false)
  useEffect(() => {
    if (!typed.current) return setText(value)
    const timer = setTimeout(() => {
      typed.current = false
      if (text.trim() !== value) onChange(text.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <input
      className={className}
      type="search"
      aria-label={title}
      placeholder={title}
      value={text}
      onChange={(event) => {
        typed.current = true
        setText(event.currentTarget.value)
      }}
    />
  )
}

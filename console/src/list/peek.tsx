import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorBoundary } from '../frame/error-boundary.tsx'
import { useShortcut } from '../frame/shortcuts.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../words/language.ts'

/** A row in full, beside its list. Escape leads back to the row. */
export function Peek({
  title,
  onClose,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const words = useWords(frameWords)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [title])
  useShortcut('Escape', words.closeOrBack, onClose)
  return (
    <aside className="peek" aria-label={title}>
      <div className="peek-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="quiet-button" onClick={onClose}>
          {words.close}
        </button>
      </div>
      <ErrorBoundary>{children}</ErrorBoundary>
    </aside>
  )
}

/** Names and values, one under the other; what has no value is left out. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="peek-facts">
      {of
        .filter(
          ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
        )
        .map(([name, value]) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={`${name} value`}>{value}</dd>,
        ])}
    </dl>
  )
}

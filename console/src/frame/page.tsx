import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../words/language.ts'
import { HelpButton } from '../help/help-button.tsx'
import { AsCodeButton } from './as-code-button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { overlay } from './overlay.ts'
import { SearchButton } from './search-button.tsx'
import { cameBack } from './way-back.ts'
import { frameWords } from './words.ts'

/** The first page of a visit leaves the focus where it is; later ones take it to their heading. */
let isFirst = true

/**
 * A page: its heading in the bar with what can be done, its content below. The title of the
 * document follows, and the focus moves to the heading.
 */
export function Page({
  title,
  acts,
  isWide = false,
  children,
}: {
  readonly title: string
  readonly acts?: ReactNode
  /** A list takes the whole width, text a readable one. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const words = useWords(frameWords)
  useEffect(() => {
    // Whoever has opened the palette while the page was loading is typing in it.
    const isFree = overlay.get() === null
    if (!isFirst && isFree) heading.current?.focus({ preventScroll: true })
    isFirst = false
    // A list on the page has seen it before: effects of what is inside come first.
    cameBack()
  }, [])
  useEffect(() => {
    document.title = `${title} · Bindery`
  }, [title])
  return (
    <>
      <header className="bar">
        <MenuButton label={words.menu} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <div className="bar-acts">{acts}</div>
        <SearchButton />
        <HelpButton />
        <AsCodeButton />
      </header>
      <main id="content" className={isWide ? 'content content-wide' : 'content'}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </main>
    </>
  )
}

/** On a phone the rail lies over the page. */
function MenuButton({ label }: { readonly label: string }) {
  return (
    <button
      type="button"
      className="menu-button quiet-button"
      aria-controls="rail"
      onClick={() => document.querySelector('.frame')?.classList.toggle('rail-open')}
    >
      {label}
    </button>
  )
}

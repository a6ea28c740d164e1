import type { Opened, State } from '../sale/sale.ts'
import type { Words } from '../words/words.ts'
import { Heading } from './heading.tsx'
import { Icon } from './icons.tsx'

export interface DocumentLink {
  readonly href: string
  readonly name: string
  /** A page of the insurer's site instead of a PDF. */
  readonly isPage?: boolean
  /** What became of it. */
  readonly note?: string
}

export function DocumentLinks({
  links,
  words,
}: {
  readonly links: readonly DocumentLink[]
  readonly words: Words
}) {
  return (
    <ul class="documents" part="documents">
      {links.map(({ href, name, isPage, note }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener noreferrer" part="document">
            <Icon name="document" />
            <span>
              {name} <span class="hidden">{words.opensNew}</span>
              {note && <small>{note}</small>}
            </span>
            {!isPage && !note && <small>PDF</small>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Links to documents. Each opens in its own tab, so that the sale stays open. */
export function DocumentList({
  state,
  opened,
  intro,
}: {
  readonly state: State
  readonly opened: Opened
  readonly intro: string
}) {
  const { words } = opened
  const { documents } = state
  if (documents?.length === 0) return null
  return (
    <section class="card" part="card">
      <Heading of="card">{words.documents}</Heading>
      {intro !== '' && <p class="help">{intro}</p>}
      <DocumentLinks links={documents ?? []} words={words} />
      {documents === null && (
        <p class="help" role="status">
          {words.documentsWaiting}
        </p>
      )}
    </section>
  )
}

import type { Opened, State } from '../sale/state.ts'
import { Icon } from './icons.tsx'

/** Documents to read: each opens by itself, so that the sale stays where it is. */
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
      <h3>{words.documents}</h3>
      {intro !== '' && <p class="help">{intro}</p>}
      <ul class="documents" part="documents">
        {(documents ?? []).map(({ href, name }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener noreferrer" part="document">
              <Icon name="document" />
              <span>
                {name} <span class="hidden">{words.opensNew}</span>
              </span>
              <small>PDF</small>
            </a>
          </li>
        ))}
      </ul>
      {documents === null && (
        <p class="help" role="status">
          {words.documentsWaiting}
        </p>
      )}
    </section>
  )
}

import type { HandoverOfOffer } from '@bindery/sdk/generated'
import { pause, untilAnswered } from '../sale/repeat.ts'
import type { Store } from '../sale/sale.ts'
import { goTo, openedOf } from '../sale/state.ts'
import { DocumentLinks, DocumentList } from '../views/documents.tsx'
import { Heading } from '../views/heading.tsx'
import { handoverWords } from './hand-over-words.ts'

const pauseMs = 2_000

/**
 * Follows what the customer has received until it is everything: documents that are opened in other
 * tabs, or that a mail carries. Another offer has documents of its own.
 */
export async function handOver(store: Store): Promise<void> {
  const { made } = store.get()
  if (made === null) return
  const { id, _links: links } = made.offer
  const [, token = ''] = /[?&]token=([^&#]*)/.exec(links.assets.offer.href) ?? []
  const path = `policies/offers/${id}/handover?token=${token}`
  for (;;) {
    const handover = await untilAnswered(store, () => store.server.ask<HandoverOfOffer>(path, {}))
    if (store.get().made?.offer.id !== id) return
    const view = () => <Handover store={store} handover={handover} />
    store.set({ handover: { isComplete: handover.complete, view } })
    if (handover.complete || store.get().step === 'done') return
    await untilLookedAt()
  }
}

/** After a pause, or once the customer is back from the tab of a document. */
async function untilLookedAt(): Promise<void> {
  let look = () => {}
  const back = new Promise<void>((resolve) => {
    look = resolve
  })
  document.addEventListener('visibilitychange', look)
  await Promise.race([pause(pauseMs), back])
  document.removeEventListener('visibilitychange', look)
}

function Handover({
  store,
  handover,
}: {
  readonly store: Store
  readonly handover: HandoverOfOffer
}) {
  const opened = openedOf(store)
  const state = store.get()
  const words = handoverWords(opened.locale.language)
  const handed = handover.documents.map(({ designation }) => designation)
  const documents = state.documents?.filter(({ designation }) => !handed.includes(designation))
  const links = handover.documents.map(({ name, href, by }) => ({
    name,
    href,
    note: by === 'mail' ? words.sent : by === 'download' ? words.opened : words.notOpened,
  }))
  return (
    <>
      {links.length > 0 && (
        <section class="card handover" part="card">
          <Heading of="card">{words.title}</Heading>
          <p class="help" role="status">
            {handover.complete ? words.complete : words.open}
          </p>
          <DocumentLinks links={links} words={opened.words} />
        </section>
      )}
      <DocumentList
        state={{ ...state, documents: documents ?? null }}
        opened={opened}
        intro={opened.words.documentsOffer}
      />
      {!handover.complete && (
        <div class="actions">
          <button
            type="button"
            class="secondary"
            part="button secondary"
            onClick={() => goTo(store, 'review')}
          >
            {opened.words.back}
          </button>
        </div>
      )}
    </>
  )
}

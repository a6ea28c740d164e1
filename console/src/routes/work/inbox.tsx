import type { Answer } from '@bindery/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded, Skeleton } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { type Kind, queues } from './queues.tsx'
import { workTitles } from './titles.ts'
import { workWords } from './words.ts'

/** What needs a person, queue by queue; a queue is the list of the thing itself. */
function Inbox() {
  const words = useWords(workWords)
  const { inbox: title } = useWords(workTitles)
  const inbox = useCall('showInbox')
  const { queue: chosen }: { readonly queue?: string } = useSearch({ strict: false })
  return (
    <Page title={title} isWide>
      <Loaded query={inbox}>
        {({ items, not_shown: notShown }) => {
          const waiting = items.filter(({ count, kind }) => count > 0 || kind === chosen)
          const opened = waiting.find(({ kind }) => kind === chosen) ?? waiting[0]
          if (opened === undefined) {
            return (
              <div className="list-empty">
                <Empty title={words.nothing}>{words.nothingHint}</Empty>
              </div>
            )
          }
          return (
            <div className="inbox">
              <nav aria-label={words.queues}>
                <ul>
                  {waiting.map((item) => (
                    <li key={item.kind}>
                      <Link
                        to="/inbox"
                        search={{ queue: item.kind }}
                        aria-current={item.kind === opened.kind ? 'page' : undefined}
                      >
                        {words.kinds[item.kind]}
                        <span className="number">
                          {item.count.toLocaleString()}
                          {item.is_capped && '+'}
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
                <NotShown kinds={notShown} />
              </nav>
              <Queue key={opened.kind} kind={opened.kind} />
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

function NotShown({ kinds }: { readonly kinds: Answer<'showInbox'>['not_shown'] }) {
  const words = useWords(workWords)
  if (kinds.length === 0) return null
  return (
    <p className="quiet">
      {words.notShown} {kinds.map(({ kind }) => words.kinds[kind]).join(', ')}
    </p>
  )
}

function Queue({ kind }: { readonly kind: Kind }) {
  const words = useWords(workWords)
  const queue = queues[kind]
  const title = words.kinds[kind]
  const { List, fixed } = queue
  return (
    <Suspense fallback={<Skeleton />}>
      <List title={title} {...(fixed === undefined ? {} : { fixed: fixed() })} />
    </Suspense>
  )
}

export { Inbox as page }

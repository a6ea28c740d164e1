import { Link } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded, Skeleton, Status } from '../../frame/states.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { workWords } from '../work/words.ts'
import { homeWords } from './words.ts'

const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))

function Overview() {
  const words = useWords(homeWords)
  const { account } = useMe()
  const maySeeFigures = useMay('figures.read')
  return (
    <Page title={words.title} isWide>
      <div className="overview">
        <div className="overview-main">
          {maySeeFigures ? (
            <Suspense fallback={<Skeleton lines={12} />}>
              <Figures />
            </Suspense>
          ) : (
            <p className="quiet overview-hint">{words.hint(account.name)}</p>
          )}
        </div>
        <NeedsPerson />
      </div>
    </Page>
  )
}

/** What waits for somebody, each with the way to it. */
function NeedsPerson() {
  const words = useWords(homeWords)
  const work = useWords(workWords)
  const inbox = useCall('showInbox')
  return (
    <aside className="overview-inbox" aria-label={words.inbox}>
      <h2>{words.inbox}</h2>
      <Loaded query={inbox}>
        {({ items }) => {
          const waiting = items.filter(({ count }) => count > 0)
          return waiting.length === 0 ? (
            <Empty title={work.nothing}>{work.nothingHint}</Empty>
          ) : (
            <ul className="rows">
              {waiting.map((item) => (
                <li key={item.kind}>
                  <Status tone="attention">
                    <Link to="/inbox" search={{ queue: item.kind }}>
                      {work.kinds[item.kind]}
                    </Link>
                  </Status>
                  <span className="number">
                    {item.count.toLocaleString()}
                    {item.is_capped && '+'}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </aside>
  )
}

export { Overview as page }

import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded, Status } from '../../frame/states.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { workWords } from '../work/words.ts'
import { homeWords } from './words.ts'

function Overview() {
  const words = useWords(homeWords)
  const { account } = useMe()
  const may = useMay('policies.read')
  return (
    <Page title={words.title}>
      <p className="quiet">{words.hint(account.name)}</p>
      {may && <NeedsPerson />}
    </Page>
  )
}

/** What waits for somebody, each with the way to it. */
function NeedsPerson() {
  const words = useWords(homeWords)
  const work = useWords(workWords)
  const inbox = useCall('showInbox')
  return (
    <>
      <h2>{words.inbox}</h2>
      <Loaded query={inbox}>
        {({ items, not_shown: notShown }) => {
          const waiting = items.filter(({ count }) => count > 0)
          return (
            <>
              {waiting.length === 0 && <Empty title={work.nothing}>{work.nothingHint}</Empty>}
              <ul className="rows">
                {waiting.map((item) => (
                  <li key={item.kind}>
                    <Status tone="attention">
                      <Link to="/inbox" search={{ queue: item.kind }}>
                        {work.kinds[item.kind]}
                      </Link>
                    </Status>
                    <span className="number">
                      {item.is_capped
                        ? words.atLeast(item.count.toLocaleString())
                        : item.count.toLocaleString()}
                    </span>
                  </li>
                ))}
              </ul>
              {notShown.length > 0 && (
                <p className="quiet">
                  {work.notShown} {notShown.map(({ kind }) => work.kinds[kind]).join(', ')}
                </p>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

export { Overview as page }

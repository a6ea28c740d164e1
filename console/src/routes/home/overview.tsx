import type { Answer } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded, Status } from '../../frame/states.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { homeWords } from './words.ts'

type Inbox = Answer<'showInbox'>
type Kind = Inbox['items'][number]['kind']

/** The list that a count leads to; null where there is none yet. */
const listOf: Readonly<Record<Kind, string | null>> = {
  tasks_of_mine: null,
  tasks_of_nobody: null,
  approvals_pending: null,
  money_in_doubt: '/payments?in_doubt=true',
  receipts_unmatched: '/receipts?state=unmatched',
  payouts_without_account: '/payouts?state=needs_account',
  payouts_to_export: '/payouts?state=pending',
  renewals_blocked: '/renewals?state=blocked',
  policies_stuck: null,
  deliveries_parked: '/webhooks',
}

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
  const inbox = useCall('showInbox')
  return (
    <>
      <h2>{words.inbox}</h2>
      <Loaded query={inbox}>
        {({ items, not_shown: notShown }) => {
          const waiting = items.filter(({ count }) => count > 0)
          return (
            <>
              {waiting.length === 0 && <Empty title={words.nothing}>{words.nothingHint}</Empty>}
              <ul className="rows">
                {waiting.map((item) => (
                  <li key={item.kind}>
                    <Status tone="attention">
                      <Way to={listOf[item.kind]}>{words.kinds[item.kind]}</Way>
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
                  {words.notShown} {notShown.map(({ kind }) => words.kinds[kind]).join(', ')}
                </p>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Way({ to, children }: { readonly to: string | null; readonly children: string }) {
  if (to === null) return children
  const [path = '', query = ''] = to.split('?')
  return (
    <Link to={path} search={Object.fromEntries(new URLSearchParams(query))}>
      {children}
    </Link>
  )
}

export { Overview as page }

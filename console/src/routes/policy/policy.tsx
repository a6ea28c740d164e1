import { Tabs } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { useWayBack } from '../../frame/way-back.ts'
import { Empty, Loaded } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { ActMenu } from './acts/act-menu.tsx'
import { DayPicker } from './day-picker.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { EventsTab } from './events-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LifeTab } from './life-tab.tsx'
import { MailsTab } from './mails-tab.tsx'
import { MoneyTab } from './money-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { PolicyHead } from './policy-head.tsx'
import { PolicyOnDay } from './policy-on-day.tsx'
import type { PolicySearch } from './policy-search.ts'
import { policyWords } from './words.ts'

const tabs = [
  'policy',
  'history',
  'money',
  'documents',
  'mails',
  'life',
  'notes',
  'events',
] as const
type Tab = (typeof tabs)[number]

function PolicyPage() {
  useWayBack()
  const words = useWords(policyWords)
  const { policyId = '' } = useParams({ strict: false })
  const policy = useCall('showPolicy', { params: { policyId } })
  const number = policy.data && 'version_id' in policy.data ? policy.data.insurer_policy_id : '…'
  const whole = policy.data && 'version_id' in policy.data ? policy.data : null
  return (
    <Page title={words.title(number)} acts={whole !== null && <ActMenu policy={whole} />}>
      <Loaded query={policy} lines={10}>
        {(shown) =>
          'version_id' in shown ? <WholePolicy policy={shown} /> : <Empty title={words.notWhole} />
        }
      </Loaded>
    </Page>
  )
}

function WholePolicy({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const search: PolicySearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab: Tab = tabs.find((one) => one === search.tab) ?? 'policy'
  // On top of what is being gone to: two changes may come closer together than a page is drawn.
  const change = (changed: PolicySearch) =>
    void navigate({
      to: '.',
      search: (before: PolicySearch) => ({ ...before, ...changed }),
      replace: true,
    })
  return (
    <div className="policy-page">
      <PolicyHead policy={policy} />
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === 'policy' || next === null ? '' : next })}
        keepMounted={false}
      >
        <Tabs.List aria-label={words.title(policy.insurer_policy_id)}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {words.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="policy">
          <DayPicker policy={policy} search={search} change={change} />
          <PolicyOnDay policy={policy} search={search} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab policy={policy} search={search} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="money">
          <MoneyTab policy={policy} />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <DocumentsTab policy={policy} />
        </Tabs.Panel>
        <Tabs.Panel value="mails">
          <MailsTab policy={policy} />
        </Tabs.Panel>
        <Tabs.Panel value="life">
          <LifeTab policy={policy} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <NotesTab policy={policy} />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <EventsTab policy={policy} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

export { PolicyPage as page }

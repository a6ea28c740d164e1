import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useWords } from '../../words/language.ts'
import { useSaleFilters } from './sale-filters.ts'
import { salesWords } from './words.ts'

type Lead = RowOf<'searchLeads'>

function Leads() {
  const words = useWords(salesWords)
  const { text, moment, id, names } = useColumnKinds()
  return (
    <Page title={words.leads} isWide>
      <List
        title={words.leads}
        call="searchLeads"
        keyOf={(lead) => lead.id}
        columns={[
          text<Lead>('customer', words.customer, nameOf, { grows: true }),
          text<Lead>('email', words.email, (lead) => lead.email, { width: 200 }),
          text<Lead>('distributor', words.distributor, (lead) =>
            names.distributor(lead.distributor_id),
          ),
          moment<Lead>('created', words.created, (lead) => lead.created_at),
          moment<Lead>('expires', words.expires, (lead) => lead.expires_at),
          id<Lead>('policy', words.policy, (lead) => lead.policy_id, { isExtra: false }),
          id<Lead>('id', words.id, (lead) => lead.id),
        ]}
        filters={useSaleFilters()}
        empty={{ title: words.noLeads, hint: words.noLeadsHint }}
      />
    </Page>
  )
}

function nameOf({ first_name, last_name }: Lead): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim()
}

export { Leads as page }

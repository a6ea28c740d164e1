import type { RowOf } from '@bindery/sdk'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { useSaleFilters } from './sale-filters.ts'
import { salesTitles } from './titles.ts'
import { salesWords } from './words.ts'

type Lead = RowOf<'searchLeads'>

function LeadList(place: ListPlace) {
  const words = useWords(salesWords)
  const { text, moment, id, names } = useColumnKinds<Lead>()
  return (
    <List
      {...place}
      call="searchLeads"
      keyOf={(lead) => lead.id}
      columns={[
        text('customer', words.customer, nameOf, { grows: true }),
        text('email', words.email, (lead) => lead.email, { width: 200 }),
        text('distributor', words.distributor, (lead) => names.distributor(lead.distributor_id)),
        moment('created', words.created, (lead) => lead.created_at),
        moment('expires', words.expires, (lead) => lead.expires_at),
        id('policy', words.policy, (lead) => lead.policy_id, { isExtra: false }),
        id('id', words.id, (lead) => lead.id),
      ]}
      filters={useSaleFilters()}
      empty={{ title: words.noLeads, hint: words.noLeadsHint }}
    />
  )
}

function nameOf({ first_name, last_name }: Lead): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim()
}

export const page = listPage(salesTitles, 'leads', LeadList)

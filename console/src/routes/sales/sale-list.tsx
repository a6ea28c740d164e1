import type { RowOf } from '@bindery/sdk'
import type { ReactNode } from 'react'
import { Page } from '../../frame/page.tsx'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useWords } from '../../words/language.ts'
import { useSaleFilters } from './sale-filters.ts'
import { salesTitles } from './titles.ts'
import { salesWords } from './words.ts'

type Sale = RowOf<'searchPolicies'>

const tones: Readonly<Record<Sale['status'], Tone>> = {
  ready: 'quiet',
  accepted: 'attention',
  paid: 'settled',
  cancelled: 'quiet',
  expired: 'quiet',
}

/** Policies and offers: the same record before and after it is paid for. */
export function SaleList({
  call,
  acts,
  children,
}: {
  readonly call: 'searchPolicies' | 'searchOffers'
  readonly acts?: ReactNode
  readonly children?: ReactNode
}) {
  const words = useWords(salesWords)
  const titles = useWords(salesTitles)
  const { text, day, moment, money, state, id, names } = useColumnKinds<Sale>()
  const filters = useSaleFilters()
  const isPolicies = call === 'searchPolicies'
  const title = isPolicies ? titles.policies : titles.offers
  const statuses = Object.entries(words.statuses).filter(([status]) =>
    isPolicies
      ? status !== 'ready' && status !== 'accepted'
      : status === 'ready' || status === 'accepted',
  )
  return (
    <Page title={title} isWide acts={acts}>
      <List
        title={title}
        call={call}
        keyOf={(sale) => sale.id}
        pathOf={(sale) => `/policies/${sale.id}`}
        columns={[
          text('number', words.number, (sale) => sale.insurer_policy_id),
          text('customer', words.customer, nameOf, { width: 160, grows: true }),
          state('status', words.status, (sale) => sale.status, words.statuses, tones),
          text('product', words.product, (sale) => names.product(sale.product_id)),
          text('distributor', words.distributor, (sale) => names.distributor(sale.distributor_id)),
          money('premium', words.premium, (sale) => sale.gross_payment_amount),
          day('starts', words.starts, (sale) => sale.start_date),
          day('ends', words.ends, (sale) => sale.end_date),
          moment('sold', words.sold, (sale) => sale.created_at, { isExtra: true }),
          text('email', words.email, (sale) => sale.email, { isExtra: true, width: 200 }),
          id('id', words.id, (sale) => sale.id),
        ]}
        filters={[
          { name: 'number', title: words.number },
          { name: 'name', title: words.name },
          { name: 'email', title: words.email },
          {
            name: 'status',
            title: words.status,
            choices: choicesOf(Object.fromEntries(statuses)),
          },
          ...filters,
        ]}
        empty={
          isPolicies
            ? { title: words.noPolicies, hint: words.noPoliciesHint }
            : { title: words.noOffers, hint: words.noOffersHint }
        }
      />
      {children}
    </Page>
  )
}

function nameOf({ first_name, last_name }: Sale): string {
  return `${first_name} ${last_name}`.trim()
}

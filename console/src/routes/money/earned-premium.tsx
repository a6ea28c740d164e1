import type { RowOf } from '@bindery/sdk'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { today } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { backOfficeWords } from './back-office-words.ts'
import { moneyTitles } from './titles.ts'

type Earned = RowOf<'searchEarnedPremium'>

/** How much of the premium of each policy is earned by the end of a day. */
function EarnedList(place: ListPlace) {
  const words = useWords(backOfficeWords)
  const { text, money, names } = useColumnKinds<Earned>()
  return (
    <List
      {...place}
      call="searchEarnedPremium"
      exportCall="exportEarnedPremium"
      keyOf={(row) => `${row.policy_id} ${row.currency}`}
      pathOf={(row) => `/policies/${row.policy_id}`}
      defaults={{ day: today() }}
      columns={[
        text('policy', words.policy, (row) => row.policy_number),
        text('product', words.product, (row) => names.product(row.product_id), { grows: true }),
        text('distributor', words.distributor, (row) => names.distributor(row.distributor_id)),
        money('written', words.written, (row) => row.written),
        money('earned', words.earnedPremium, (row) => row.earned),
        money('unearned', words.unearned, (row) => row.unearned),
      ]}
      filters={[
        { name: 'day', title: words.day, isDay: true },
        { name: 'product_id', title: words.product, choices: names.products },
        { name: 'distributor_id', title: words.distributor, choices: names.distributors },
      ]}
      empty={{ title: words.noEarned, hint: words.noEarnedHint }}
    />
  )
}

export const page = listPage(moneyTitles, 'earnedPremium', EarnedList)

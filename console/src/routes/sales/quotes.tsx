import type { RowOf } from '@bindery/sdk'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { useSaleFilters } from './sale-filters.ts'
import { salesTitles } from './titles.ts'
import { salesWords } from './words.ts'

type Quote = RowOf<'searchQuotes'>

function QuoteList(place: ListPlace) {
  const words = useWords(salesWords)
  const filters = useSaleFilters()
  const { text, moment, money, id, names } = useColumnKinds<Quote>()
  return (
    <List
      {...place}
      call="searchQuotes"
      keyOf={(quote) => quote.id}
      columns={[
        moment('created', words.created, (quote) => quote.created_at),
        text('product', words.product, (quote) => names.product(quote.product_id), {
          grows: true,
        }),
        text('distributor', words.distributor, (quote) => names.distributor(quote.distributor_id)),
        money('premium', words.premium, (quote) => quote.gross_payment_amount),
        moment('expires', words.expires, (quote) => quote.expires_at),
        id('id', words.id, (quote) => quote.id, { isExtra: false }),
      ]}
      filters={[{ name: 'id', title: words.id }, ...filters]}
      empty={{ title: words.noQuotes, hint: words.noQuotesHint }}
    />
  )
}

export const page = listPage(salesTitles, 'quotes', QuoteList)

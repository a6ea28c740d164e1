import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useWords } from '../../words/language.ts'
import { useSaleFilters } from './sale-filters.ts'
import { salesWords } from './words.ts'

type Quote = RowOf<'searchQuotes'>

function Quotes() {
  const words = useWords(salesWords)
  const filters = useSaleFilters()
  const { text, moment, money, id, names } = useColumnKinds()
  return (
    <Page title={words.quotes} isWide>
      <List
        title={words.quotes}
        call="searchQuotes"
        keyOf={(quote) => quote.id}
        columns={[
          moment<Quote>('created', words.created, (quote) => quote.created_at),
          text<Quote>('product', words.product, (quote) => names.product(quote.product_id), {
            grows: true,
          }),
          text<Quote>('distributor', words.distributor, (quote) =>
            names.distributor(quote.distributor_id),
          ),
          money<Quote>('premium', words.premium, (quote) => quote.gross_payment_amount),
          moment<Quote>('expires', words.expires, (quote) => quote.expires_at),
          id<Quote>('id', words.id, (quote) => quote.id, { isExtra: false }),
        ]}
        filters={[{ name: 'id', title: words.id }, ...filters]}
        empty={{ title: words.noQuotes, hint: words.noQuotesHint }}
      />
    </Page>
  )
}

export { Quotes as page }

import { LRUCache } from 'lru-cache'
import type { QuoteId } from '../kernel/index.ts'
import type { NewQuote } from './quote-store.ts'

/**
 * Quotes that were made in this process a while ago. Most are redeemed soon and where they were made,
 * and a quote never changes, so these need not be asked of the database.
 */
export interface RecentQuotes {
  keep(quote: NewQuote): void
  find(id: QuoteId): NewQuote | undefined
}

const charactersMax = 16 * 1024 * 1024
/** What answers take goes with what they hold; everything else is about this. */
const quoteCharactersMin = 2 * 1024
/** Whoever sends much does not push out what many others sent. */
const quoteCharactersMax = 128 * 1024

export function openRecentQuotes(): RecentQuotes {
  const kept = new LRUCache<QuoteId, NewQuote>({
    maxSize: charactersMax,
    maxEntrySize: quoteCharactersMax,
    sizeCalculation: ({ quote }) =>
      quoteCharactersMin + JSON.stringify([quote.customerInput, quote.datasetItems]).length,
  })
  return {
    keep({ quote, secretHash }) {
      // As the database keeps it: what follows from it reads the same, wherever it is redeemed.
      const createdAt = quote.createdAt.round('microsecond')
      kept.set(quote.id, { quote: { ...quote, createdAt }, secretHash })
    },
    find: (id) => kept.get(id),
  }
}

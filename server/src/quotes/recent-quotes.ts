import { LRUCache } from 'lru-cache'
import type { QuoteId } from '../kernel/index.ts'
import type { Cover } from '../products/index.ts'
import type { NewQuote } from './quote-store.ts'
import type { Quote, QuotedChange } from './quote.ts'

/**
 * Quotes that were made in this process a while ago. Most are redeemed soon and where they were made,
 * and a quote never changes, so these need not be asked of the database.
 */
export interface RecentQuotes {
  keep(quote: NewQuote): void
  find(id: QuoteId): NewQuote | undefined
}

const charactersMax = 16 * 1024 * 1024
/** Whoever sends much does not push out what many others sent. */
const quoteCharactersMax = 128 * 1024

/**
 * They are kept as text. As objects each would be a hundred, which live for some seconds and are then
 * pushed out: collecting those held up every request beside it for a tenth of a second.
 */
export function openRecentQuotes(): RecentQuotes {
  const kept = new LRUCache<QuoteId, string>({
    maxSize: charactersMax,
    maxEntrySize: quoteCharactersMax,
    sizeCalculation: (text) => text.length,
  })
  return {
    keep: (quote) => void kept.set(quote.quote.id, write(quote)),
    find(id) {
      const text = kept.get(id)
      return text === undefined ? undefined : read(text)
    },
  }
}

function write({ quote, secretHash }: NewQuote): string {
  // As the database keeps it: what follows from it reads the same, wherever it is redeemed.
  const createdAt = quote.createdAt.round('microsecond')
  return JSON.stringify({ quote: { ...quote, createdAt }, secretHash: secretHash.toString('hex') })
}

type Days = 'quotedOn' | 'createdAt' | 'expiresAt'

/** Days and moments are texts in it. */
interface WrittenQuote {
  readonly secretHash: string
  readonly quote: Omit<Quote, Days | 'cover' | 'change'> &
    Readonly<Record<Days, string>> & {
      readonly cover: {
        readonly strategy: Cover['strategy']
        readonly startDay: string
        readonly endDay: string | null
      }
      readonly change:
        | (Omit<QuotedChange, 'effectiveDay'> & { readonly effectiveDay: string })
        | null
    }
}

function read(text: string): NewQuote {
  const { quote, secretHash } = JSON.parse(text) as WrittenQuote // Our own.
  const { cover, change } = quote
  return {
    secretHash: Buffer.from(secretHash, 'hex'),
    quote: {
      ...quote,
      quotedOn: Temporal.PlainDate.from(quote.quotedOn),
      createdAt: Temporal.Instant.from(quote.createdAt),
      expiresAt: Temporal.Instant.from(quote.expiresAt),
      cover: {
        ...cover,
        startDay: Temporal.PlainDate.from(cover.startDay),
        endDay: cover.endDay === null ? null : Temporal.PlainDate.from(cover.endDay),
      },
      change: change && {
        ...change,
        effectiveDay: Temporal.PlainDate.from(change.effectiveDay),
      },
    },
  }
}

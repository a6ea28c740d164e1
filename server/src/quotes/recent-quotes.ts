import { LRUCache } from 'lru-cache'
import type { QuoteId } from '../kernel/index.ts'
import type { Cover } from '../products/index.ts'
import type { NewQuote } from './quote-store.ts'
import type { Quote, EndorsementOfQuote } from './quote.ts'

/**
 * Quotes that were made in this process a while ago. Most are redeemed soon and where they were made,
 * and a quote never changes, so these need not be asked of the database.
 */
export interface RecentQuotes {
  keep(quote: NewQuote): void
  find(id: QuoteId): NewQuote | undefined
}

const ringBytes = 16 * 1024 * 1024
/** A large quote is not kept, so that it does not evict many small ones. */
const quoteBytesMax = 128 * 1024

/** The position of a quote in the ring. */
interface CachedPosition {
  readonly from: number
  readonly bytes: number
}

/**
 * They are kept as bytes in a ring, outside of the heap. As objects, and even as texts, they live for
 * some seconds and are then pushed out: moving and collecting those held up every request beside it.
 */
export function openRecentQuotes(): RecentQuotes {
  const ring = Buffer.allocUnsafeSlow(ringBytes) // Memory that nothing was written to is not taken.
  // Oldest out first, as the ring goes round. What is lost at its end is less than room for one.
  const places = new LRUCache<QuoteId, CachedPosition>({
    maxSize: ringBytes - quoteBytesMax,
    sizeCalculation: ({ bytes }) => bytes,
  })
  let next = 0
  return {
    keep(quote) {
      const text = write(quote)
      const bytes = Buffer.byteLength(text)
      if (bytes > quoteBytesMax) return
      const from = next + bytes > ringBytes ? 0 : next
      next = from + ring.write(text, from)
      places.set(quote.quote.id, { from, bytes })
    },
    find(id) {
      const place = places.peek(id)
      return place && read(ring.toString('utf8', place.from, place.from + place.bytes))
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
  readonly quote: Omit<Quote, Days | 'cover' | 'endorsement'> &
    Readonly<Record<Days, string>> & {
      readonly cover: {
        readonly strategy: Cover['strategy']
        readonly startDay: string
        readonly endDay: string | null
      }
      readonly endorsement:
        | (Omit<EndorsementOfQuote, 'effectiveDay'> & { readonly effectiveDay: string })
        | null
    }
}

function read(text: string): NewQuote {
  const { quote, secretHash } = JSON.parse(text) as WrittenQuote // Our own.
  const { cover, endorsement } = quote
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
      endorsement: endorsement && {
        ...endorsement,
        effectiveDay: Temporal.PlainDate.from(endorsement.effectiveDay),
      },
    },
  }
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JsonObject, mintId } from '../kernel/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { NewQuote } from './quote-store.ts'
import { mintQuoteToken } from './quote.ts'
import { openRecentQuotes } from './recent-quotes.ts'

const now = Temporal.Instant.from('2029-03-04T05:06:07.123456789Z')

function madeQuote(facts: {
  customerInput: JsonObject
  endDay: Temporal.PlainDate | null
  isEndorsement: boolean
}): NewQuote {
  const day = Temporal.PlainDate.from('2029-03-04')
  const id = mintId('qu', now)
  return {
    secretHash: mintQuoteToken(id).secretHash,
    quote: {
      id,
      livemode: false,
      insurerId: mintId('acc', now),
      distributorId: mintId('acc', now),
      productId: mintId('pr', now),
      productVersionId: mintId('prv', now),
      itemId: mintId('ins', now),
      planId: mintId('pp', now),
      integrationId: mintId('in', now),
      integrationVersionId: mintId('inv', now),
      pricingLogicId: mintId('pl', now),
      pricingRevisionId: mintId('plr', now),
      customerInput: facts.customerInput,
      datasetItems: null,
      premium: { grossPaymentAmount: 4_200 } as Premium, // That it is JSON is what matters here.
      currency: 'chf',
      quotedOn: day,
      cover: { strategy: 'start_plus_duration', startDay: day, endDay: facts.endDay },
      clockId: null,
      createdAt: now,
      expiresAt: now.add({ hours: 48 }),
      endorsement: facts.isEndorsement
        ? { policyId: mintId('tpol', now), versionId: mintId('tpv', now), effectiveDay: day }
        : null,
    },
  }
}

it('is found as the database would give it, whatever was answered', () => {
  const answers = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>
  const endDays = fc.option(fc.constant(Temporal.PlainDate.from('2030-03-03')))
  fc.assert(
    fc.property(answers, endDays, fc.boolean(), (customerInput, endDay, isEndorsement) => {
      const recent = openRecentQuotes()
      const made = madeQuote({ customerInput, endDay, isEndorsement })
      recent.keep(made)
      const found = recent.find(made.quote.id)
      const createdAt = Temporal.Instant.from('2029-03-04T05:06:07.123457Z') // It keeps no more.
      expect(found?.secretHash).toEqual(made.secretHash)
      expect(found?.quote).toEqual({
        ...made.quote,
        createdAt,
        customerInput: JSON.parse(JSON.stringify(customerInput)) as JsonObject,
      })
    }),
    { numRuns: 50 },
  )
})

it('is forgotten where it is too large, and where many came after it', () => {
  const recent = openRecentQuotes()
  const keep = (letters: number) => {
    const made = madeQuote({
      customerInput: { text: 'x'.repeat(letters) },
      endDay: null,
      isEndorsement: false,
    })
    recent.keep(made)
    return () => recent.find(made.quote.id) !== undefined
  }
  expect(keep(200_000)()).toBe(false)
  const isFirstKept = keep(100_000)
  expect(isFirstKept()).toBe(true)
  for (let others = 0; others < 200; others++) keep(100_000)
  expect(isFirstKept()).toBe(false)
})

it('is found as it was made, or not at all, however often the ring goes round', () => {
  const letters = fc.constantFrom('x', 'é', '€', '😀')
  const sizes = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), letters), { minLength: 50 })
  fc.assert(
    fc.property(sizes, (rounds) => {
      const recent = openRecentQuotes()
      const kept = Array.from({ length: 1_000 }, (_, at) => {
        const [size, letter] = rounds[at % rounds.length] ?? [0, '']
        const made = madeQuote({
          customerInput: { number: at, text: letter.repeat(size) },
          endDay: null,
          isEndorsement: false,
        })
        recent.keep(made)
        return made.quote
      })
      const found = kept.map(({ id }) => recent.find(id)?.quote.customerInput)
      const missing = found.lastIndexOf(undefined) // The oldest are gone, and none between others.
      for (const [at, { customerInput }] of kept.entries()) {
        if (at > missing) expect(found[at]).toEqual(customerInput)
        else expect(found[at]).toBeUndefined()
      }
      expect(missing).toBeLessThan(kept.length - 20)
    }),
    { numRuns: 3 },
  )
})

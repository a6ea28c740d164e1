import { expect, it } from 'vitest'
import type { Share } from '../../pricing/index.ts'
import { explainWhy } from './explain-why.ts'
import type { WhyItChanged } from './why-it-changed.ts'

const side = (cents: number) => ({
  quote: { currency: 'EUR', premium: { grossPaymentAmount: cents } },
  kind: 'cover',
})
const shop = `dai_${'0'.repeat(27)}`

function summary(share: Pick<Share, 'before' | 'after'>, language: 'en' | 'de' | 'fr' | 'it') {
  const why = {
    before: side(100),
    after: side(110),
    day: Temporal.PlainDate.from('2027-03-01'),
    version: { definition: { currency: 'EUR', defaultLanguage: 'en' } },
    shares: [{ cause: 'answer', place: 'repair_shop', words: null, amount: 10, ...share }],
  } as unknown as WhyItChanged // All that is read of it.
  return explainWhy(why, language, 'customer').shares[0]?.summary
}

it.each([
  ['en', 'another choice of repair shop'],
  ['de', 'eine andere Auswahl bei repair shop'],
  ['fr', 'un autre choix pour repair shop'],
  ['it', 'un’altra scelta per repair shop'],
] as const)('another item of a dataset is described without its id: %s', (language, words) => {
  expect(summary({ before: `${shop}1`, after: `${shop}2` }, language)).toBe(words)
  expect(summary({ before: null, after: `${shop}2` }, language)).toBe(words)
})

it('what is known of an item may change while it stays', () => {
  expect(summary({ before: `${shop}1`, after: `${shop}1` }, 'en')).toBe(
    'what is known of repair shop',
  )
})

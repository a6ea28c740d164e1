import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceAll, newClock } from '../builders/clock.ts'
import { pdfOf } from '../builders/documents.ts'
import { dunnedBy, publishedDraft } from '../builders/draft.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const steps = `
dunning:
  reminders: [{ after_days: 5 }]
  notice: { after_days: 15, grace_days: 14, fee: 2000 }
`
const suspended = '  then: suspend\n  lapse_after_days: 10\n'
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  for (const product of ['cyber', 'bike']) {
    await publishedDraft(platform, product, {
      // Changed, so that the documents come along.
      'documents/documents.yaml': (text) => `# Letters.\n${text}`,
      'product.yaml': (text) =>
        dunnedBy(
          text.replace('    methods:', '    receipts: tracked\n    methods:'),
          product === 'bike' ? steps + suspended : steps,
        ),
    })
  }
})
afterAll(() => platform.close())

interface Asset {
  readonly designation: string
  readonly name: string
  readonly href: string
}
const assetsOf = async (seller: Seller, id: string) =>
  (await seller.get(`/policies/${id}`)).json<{ assets: Asset[] }>().assets

async function textOf(asset: Asset | undefined): Promise<string> {
  const url = asset?.href.replace('http://bindery.test', '') ?? ''
  const response = await platform.app.inject({ url, headers: { accept: 'application/pdf' } })
  return pdfOf(response)
}

describe('the letters of the examples', () => {
  it.each([
    ['cyber', 'en', 'policy_start_date', ['Reminder', 'Notice', 'End of cover'], '30 June 2031'],
    [
      'cyber',
      'de',
      'policy_start_date',
      ['Zahlungserinnerung', 'Mahnung', 'Beendigung'],
      '30. Juni 2031',
    ],
    [
      'bike',
      'de',
      'start_date',
      ['Zahlungserinnerung', 'Mahnung', 'Erlöschen der Police', 'Ruhen der Versicherung'],
      '30. Juni 2031',
    ],
    [
      'bike',
      'fr',
      'start_date',
      ['Rappel', 'Sommation', 'Extinction de la police', 'Suspension de l’assurance'],
      '30 juin 2031',
    ],
  ])(
    'of %s in %s tell what is owed and until when',
    async (product, language, start, names, day) => {
      const clock = await newClock(platform, '2031-05-20T10:00:00Z')
      const seller = sellerOn(platform, { product, clock })
      const dates = {
        [start]: '2031-06-01',
        ...(product === 'bike' && { purchase_date: '2031-05-01' }),
      }
      const { id } = await soldPolicy(seller, { quote: { data: dates }, offer: { language } })
      await advanceAll(platform, clock, '2031-07-11T10:00:00Z')
      await platform.workOff()
      const assets = await assetsOf(seller, id)
      const kinds = ['reminder', 'notice', 'lapse', 'suspension'].slice(0, names.length)
      const letters = kinds.map((kind) => assets.find(({ designation }) => designation === kind))
      expect(letters.map((letter) => letter?.name)).toEqual(names)
      expect(assets.map(({ designation }) => designation)).not.toContain('cancellation')
      const [reminder, notice, lapse, suspension] = await Promise.all(letters.map(textOf))
      const { quote } = (await seller.get(`/policies/${id}`)).json<{
        quote: { gross_payment_amount: number }
      }>()
      expect(reminder).toMatch(printed(quote.gross_payment_amount))
      expect(notice).toMatch(printed(quote.gross_payment_amount + 2000))
      expect(notice).toContain(day)
      expect(lapse).toContain(day)
      if (suspension === undefined) return
      expect(suspension).toMatch(printed(quote.gross_payment_amount + 2000))
      expect(suspension).toContain(day)
    },
  )
})

/** However a language groups thousands and marks cents. */
function printed(cents: number): RegExp {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?")
  return new RegExp(`(?<!\\d)${whole}[.,]${String(cents % 100).padStart(2, '0')}(?!\\d)`)
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceAll, newClock } from '../builders/clock.ts'
import { documentOf, textsOnFirstPage } from '../builders/documents.ts'
import { casesOf } from '../builders/dunning.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { makeMails, workMails } from '../../src/mail/index.ts'
import { card, planIdOf } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { payPageAt, payPagesIn } from '../builders/pay-page.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Sold for June 2031 on and not paid for: by transfer from June on, by a card that fails from July on. */
const examples = {
  cyber: {
    plan: 'by-invoice',
    quote: { policy_start_date: '2031-06-01' },
    payment: { provider: 'invoice', method: 'invoice' },
    fee: 100,
  },
  bike: {
    plan: 'monthly',
    quote: { start_date: '2031-06-01', purchase_date: '2031-05-01', payment: 'monthly' },
    payment: card('hard_decline'),
    fee: 2000,
  },
} as const

const productsAndLanguages = [
  ['cyber', 'en', ['Reminder', 'Notice', 'End of cover'], '14 July 2031'],
  ['cyber', 'de', ['Zahlungserinnerung', 'Mahnung', 'Beendigung'], '14. Juli 2031'],
  [
    'bike',
    'de',
    ['Zahlungserinnerung', 'Mahnung', 'Erlöschen der Police', 'Ruhen der Versicherung'],
    '4. August 2031',
  ],
  [
    'bike',
    'fr',
    ['Rappel', 'Sommation', 'Extinction de la police', 'Suspension de l’assurance'],
    '4 août 2031',
  ],
] as const

let platform: TestPlatform
const sold = new Map<string, { readonly id: string; readonly price: number }>()
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const clock = await newClock(platform, '2031-05-20T10:00:00Z')
  for (const [product, language] of productsAndLanguages) {
    const { plan, quote, payment } = examples[product]
    const seller = sellerOn(platform, { product, clock })
    const subscription_plan_id = await planIdOf(platform, product, plan)
    const { id } = await soldPolicy(seller, {
      quote: { data: quote, body: { subscription_plan_id } },
      offer: { language },
      payment,
    })
    const viewed = await seller.get(`/policies/${id}`)
    const { gross_payment_amount: price } = viewed.json<{
      quote: { gross_payment_amount: number }
    }>().quote
    sold.set(`${product} ${language}`, { id, price })
  }
  const arrived = await advanceAll(platform, clock, '2031-10-10T10:00:00Z')
  expect(arrived).toMatchObject({ status: 'ready' })
})
afterAll(() => platform.close())

describe('the letters of the examples', () => {
  it.each(productsAndLanguages)(
    'of %s in %s say what is owed and until when',
    async (product, language, names, day) => {
      const { id, price } = sold.get(`${product} ${language}`) ?? { id: '', price: 0 }
      const [lapsed] = await casesOf(platform, id)
      expect(lapsed).toMatchObject({ state: 'lapsed' })
      const totalOf = (kind: string) =>
        lapsed?.letters.find((letter) => letter.kind === kind)?.total ?? Number.NaN
      const kinds = ['reminder', 'notice', 'lapse', 'suspension'].slice(0, names.length)
      const letters = await Promise.all(kinds.map((kind) => documentOf(platform, id, kind)))
      expect(letters.map(({ name }) => name)).toEqual(names)
      await expect(documentOf(platform, id, 'cancellation')).rejects.toThrow('no such document')
      const [reminder, notice, lapse, suspension] = letters.map(({ text }) => text)
      expect([totalOf('reminder'), totalOf('notice')]).toEqual([
        price,
        price + examples[product].fee,
      ])
      expect(reminder).toMatch(printed(price))
      expect(notice).toMatch(printed(price + examples[product].fee))
      expect(notice).toContain(day)
      expect(lapse).toContain(day)
      if (suspension === undefined) return
      // August is owed by then, too.
      expect(totalOf('suspension')).toBe(2 * price + examples[product].fee)
      expect(suspension).toMatch(printed(totalOf('suspension')))
      expect(suspension).toContain(day)
    },
  )
})

describe('the page on which an invoice is paid', () => {
  it.each([
    ['de', /[Oo]der bezahlen Sie jede Rechnung online:/],
    ['fr', /Ou payez chaque facture en ligne :/],
  ])('stands in reminder and notice of bike in %s, for each invoice', async (language, words) => {
    const { id, price } = sold.get(`bike ${language}`) ?? { id: '', price: 0 }
    const { text: reminder } = await documentOf(platform, id, 'reminder')
    const { text: notice } = await documentOf(platform, id, 'notice')
    expect(reminder).toMatch(words)
    const [first = '', ...others] = payPagesIn(reminder)
    expect(others).toEqual([])
    // The notice names its fee, too, which has an invoice of its own.
    const [again, fee = ''] = payPagesIn(notice)
    expect(again).toBe(first)
    const owed = { policy_number: expect.stringMatching(/^VEL/), status: 'open' }
    expect(await payPageAt(platform, first)).toEqual({
      page: 200,
      shown: expect.objectContaining({ ...owed, kind: 'instalment', amount: price }),
    })
    expect(await payPageAt(platform, fee)).toEqual({
      page: 200,
      shown: expect.objectContaining({ ...owed, kind: 'fee', amount: examples.bike.fee }),
    })
    // The mail about the reminder leads there as well.
    await makeMails(platform)
    while (await workMails(platform)) platform.clock.advance({ seconds: 1 })
    const manager = managerOn(platform)
    const mails = (await manager.get(`/manage/mails?policy_id=${id}`)).json<
      readonly { readonly id: string; readonly event_type: string }[]
    >()
    const mail = mails.find((one) => one.event_type === 'dunning.reminded')
    const { body } = await manager.get(`/manage/mails/${mail?.id}`)
    expect(payPagesIn(body)).toEqual([first])
  })

  it('stands in no letter about a plan that is paid by invoice alone', async () => {
    const { id } = sold.get('cyber en') ?? { id: '' }
    const { text } = await documentOf(platform, id, 'notice')
    expect(payPagesIn(text)).toEqual([])
    expect(text).not.toContain('pay each invoice online')
  })
})

/** Where windows of envelopes are, in millimetres from the upper left corner of the sheet. */
const windows = {
  // DIN 5008: on the left.
  cyber: { left: 20, right: 105, top: 45, bottom: 90 },
  // Swiss C5: on the right.
  bike: { left: 116, right: 200, top: 42, bottom: 92 },
}

describe('the notices of the examples', () => {
  it.each(productsAndLanguages)(
    'of %s in %s have the address in the window',
    async (product, language) => {
      const { id } = sold.get(`${product} ${language}`) ?? { id: '' }
      const { pdf } = await documentOf(platform, id, 'notice')
      const { left, right, top, bottom } = windows[product]
      const seen = (await textsOnFirstPage(pdf)).filter(
        (one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top,
      )
      const viewed = await sellerOn(platform, { product }).get(`/policies/${id}`)
      const { data } = viewed.json<{ data: Record<string, string> }>()
      const address = product === 'cyber' ? ['company_street', 'company_zip'] : ['street', 'zip']
      const text = seen.map((one) => one.text).join(' ')
      for (const field of address) expect(text).toContain(data[field])
      for (const one of seen) {
        const isInside =
          one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom
        expect([one.text, isInside]).toEqual([one.text, true])
      }
    },
  )
})

/** However a language groups thousands and marks cents. */
function printed(cents: number): RegExp {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?")
  return new RegExp(`(?<!\\d)${whole}[.,]${String(cents % 100).padStart(2, '0')}(?!\\d)`)
}

describe('what a person does about the money of an example', () => {
  it.each([
    ['cyber', 'en', /Instead of .* it is now due on 1 December 2031/, /As a gesture of goodwill/],
    ['cyber', 'de', /ist er nun am 1\. Dezember 2031 fällig/, /möchten Ihnen entgegenkommen/],
    ['bike', 'de', /ist er nun am 1\. Dezember 2031 fällig/, /kommen Ihnen gerne entgegen/],
    ['bike', 'fr', /payable le 1(er)? décembre 2031/, /À titre commercial/],
  ])('is said in a letter of %s in %s', async (product, language, later, goodwill) => {
    const { id } = sold.get(`${product} ${language}`) ?? { id: '' }
    const manager = managerOn(platform)
    const open = await manager.get(`/manage/invoices?policy_id=${id}&state=open`)
    const [invoice] = open.json<{ id: string; due_date: string }[]>()
    const reason = 'Agreed by phone.'
    const deferral = { due_date: '2031-12-01', reason }
    const deferred = await manager.post(`/manage/invoices/${invoice?.id}/defer`, deferral)
    expect(deferred.statusCode, deferred.body).toBe(200)
    await numberInvoices(platform.db)
    expect((await documentOf(platform, id, 'deferral')).text).toMatch(later)
    platform.clock.advance({ seconds: 1 }) // By true time the newest is found.
    const entry = { kind: 'goodwill', amount: 100, reason }
    const given = await manager.post(`/manage/policies/${id}/manual_entries`, entry)
    expect(given.statusCode, given.body).toBe(200)
    await numberInvoices(platform.db)
    const note = await documentOf(platform, id, 'credit_note')
    expect(note.text).toMatch(goodwill)
    expect(note.text).not.toContain(reason)
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Shop, openShop } from './support/shop.ts'
import { answerForBike, customerAt, tellOfCyclist } from './support/customer.ts'

let shop: Shop | null = null
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

/** A story that needs a browser; where there is none it is left out, and the run has said so. */
function story(title: string, tell: (shop: Shop) => Promise<void>): void {
  it(title, async ({ skip }) => {
    if (shop === null) return skip('there is no browser')
    await tell(shop)
  })
}

function pageOf({ url, platform: { demo } }: Shop, product: string, query = ''): string {
  const integration = demo.products[product]?.integration_id ?? ''
  return `${url}/checkout/${integration}?key=${demo.keys.test.public}${query}`
}

async function policyByNumber({ platform }: Shop, number: string) {
  const { secret } = platform.demo.insurer.test
  const found = await platform.app.inject({
    url: `/manage/policies?number=${number}`,
    headers: { authorization: `Bearer ${secret}` },
  })
  const [policy] = found.json<{ id: string }[]>()
  const shown = await platform.app.inject({
    url: `/policies/${policy?.id}`,
    headers: {
      authorization: `Bearer ${secret}`,
      accept: 'application/vnd.bindery.v2+json',
    },
  })
  return shown.json<Record<string, unknown> & { data: Record<string, unknown> }>()
}

describe('the checkout', () => {
  story('sells a bike in German on a phone, by invoice', async (shop) => {
    const { page, context, foreign, complaints } = await shop.visit({
      viewport: { width: 320, height: 640 },
      locale: 'de-CH',
    })
    const customer = customerAt(page)
    await page.goto(pageOf(shop, 'bike'))
    await answerForBike(customer)
    await vi.waitFor(async () =>
      expect(await customer.price().textContent()).toMatch(/CHF\s?227\.30/),
    )
    const isScrolledSideways = 'document.documentElement.scrollWidth > innerWidth'
    expect(await page.evaluate(isScrolledSideways)).toBe(false)
    await customer.goOn()
    await customer.goOn()
    await tellOfCyclist(customer)
    await customer.goOn()
    await customer.documents().first().waitFor()
    await customer.goOn()
    await customer.choose({ way: 'invoice/invoice' })
    await customer.goOn()
    const number = (await customer.number().textContent()) ?? ''
    await shop.platform.workOff()
    await customer.documents().first().waitFor()
    expect(await policyByNumber(shop, number)).toMatchObject({
      status: 'paid',
      first_name: 'Luc',
      language: 'de',
      data: { birth_date: '1988-09-17', zip: '1003', phone: '044 668 18 00' },
      quote: {
        gross_payment_amount: 22_730,
        customer_input: {
          bike_price: 250_000,
          purchase_date: '2025-03-01',
          start_date: '2027-04-15',
          damage_cover: true,
          deductible: 10_000,
          payment: 'once',
        },
      },
    })
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

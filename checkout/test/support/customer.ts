import type { Locator, Page } from 'playwright-core'

/** What a customer does with a form: by what is read there, as people do. */
export function customerAt(page: Page) {
  const at = (id: string): Locator => page.locator(`[id="${id}"]`)
  return {
    at,
    async write(answers: Readonly<Record<string, string>>) {
      for (const [id, text] of Object.entries(answers)) await at(id).fill(text)
    },
    async select(id: string, value: string) {
      await at(id).selectOption(value)
    },
    /** One of the answers that stand side by side. */
    async choose(answers: Readonly<Record<string, string>>) {
      for (const [name, value] of Object.entries(answers)) {
        await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click()
      }
    },
    async goOn() {
      await page.locator('button.primary').click()
    },
    focused: (id: string) => page.locator(`[id="${id}"]:focus`).waitFor(),
    heading: () => page.locator('.title'),
    price: () => page.locator('.sum').first(),
    error: (id: string) => at(`${id}-error`),
    documents: () => page.locator('.documents a'),
    number: () => page.locator('.number'),
  }
}

export type Customer = ReturnType<typeof customerAt>

/** What somebody answers who insures a city bike; days as they are written in Switzerland. */
export async function answerForBike(
  customer: Customer,
  { start = '15.4.2027' } = {},
): Promise<void> {
  await customer.write({
    'quote.data.bike_price': '2500',
    'quote.data.purchase_date': '1.3.25',
    'quote.data.start_date': start,
  })
  await customer.select('quote.data.canton', 'ZH')
  await customer.choose({
    'quote.data.overnight_parking': 'courtyard',
    'quote.data.damage_cover': 'true',
    'quote.data.deductible': '10000',
  })
}

export async function answerForCyclist(customer: Customer): Promise<void> {
  await customer.write({
    'policy.first_name': 'Luc',
    'policy.last_name': 'Favre',
    'policy.email': 'luc.favre@example.com',
    'policy.data.birth_date': '17.9.88',
    'policy.data.street': 'Rue du Lac',
    'policy.data.house_number': '7',
    'policy.data.zip': '1003',
    'policy.data.city': 'Lausanne',
    'policy.data.phone': '044 668 18 00',
    'policy.data.bike_brand': 'Aareblitz',
    'policy.data.bike_model': 'Stadt 3',
    'policy.data.frame_number': 'AB-2291-77',
  })
}

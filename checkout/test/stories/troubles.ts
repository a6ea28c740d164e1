import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { publishedDraft } from '../../../server/test/builders/draft.ts'
import { answerForBike, customerAt, tellOfCyclist } from '../support/customer.ts'
import { barriersOn, offersOf, pageOf, paymentsOf, policyOf, type Story } from '../support/tell.ts'

/** The cantons of the west speak French, and so does this customer. */
const french = { locale: 'fr-CH' } as const
const german = { locale: 'de-CH' } as const

export function tellTroubles(story: Story): void {
  story('loses the network, clicks twice, reloads while paying, and buys once', async (shop) => {
    const { page, context } = await shop.visit(french)
    const customer = customerAt(page)
    await page.addInitScript('delete globalThis.Temporal') // Not all browsers have it yet.
    await page.goto(pageOf(shop, 'bike'))
    await answerForBike(customer)
    await customer.goOn()
    await customer.goOn()
    await tellOfCyclist(customer)
    await customer.write({ 'policy.email': 'lost@example.com' })
    await context.setOffline(true)
    await page.locator('button.primary').dblclick()
    await page.getByText('Il n’y a pas de connexion').waitFor()
    await context.setOffline(false)
    await customer.documents().first().waitFor()
    expect(await offersOf(shop, 'lost@example.com')).toBe(1)
    await customer.goOn()
    await customer.choose({ way: 'sandbox/card' })
    // The payment arrives, its answer does not, and the customer reloads.
    await page.route('**/payments?*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.locator('button.primary').dblclick()
    await page.getByText('Il n’y a pas de connexion').waitFor()
    await page.unrouteAll({ behavior: 'wait' }) // One that asks again may be on its way.
    await page.reload()
    const number = (await customer.number().textContent()) ?? ''
    expect(await paymentsOf(shop, number)).toMatchObject([{ status: 'ok' }])
    expect(await policyOf(shop, number)).toMatchObject({ status: 'paid', language: 'fr' })
    // Who goes back or reloads after that has bought, and sees it.
    await page.goBack()
    await page.goForward()
    expect(await customer.number().textContent()).toBe(number)
    await context.close()
  })

  story(
    'waits for a bank in two tabs, confirms another payment there, and buys once',
    async (shop) => {
      const { page, context } = await shop.visit(german)
      const customer = customerAt(page)
      await page.goto(pageOf(shop, 'bike'))
      await answerForBike(customer)
      await customer.goOn()
      await customer.goOn()
      await tellOfCyclist(customer)
      await customer.goOn()
      await customer.documents().first().waitFor()
      await customer.goOn()
      await customer.choose({ way: 'sandbox/card', outcome: 'pending' })
      await page.locator('button.primary').waitFor()
      // A tab that is duplicated has the same sale in it.
      const kept = await page.evaluate<Record<string, string>>('({ ...sessionStorage })')
      const other = await context.newPage()
      await other.clock.setFixedTime(shop.platform.clock().epochMilliseconds)
      await other.addInitScript(`Object.assign(sessionStorage, ${JSON.stringify(kept)})`)
      await customer.goOn()
      await page.getByText('Wir warten auf Ihre Bank').waitFor()
      await other.goto(page.url())
      await other.getByText('Wir warten auf Ihre Bank').waitFor()
      // The customer chooses another way, and has to confirm it with the bank; a reload loses nothing.
      await page.getByRole('button', { name: 'Anders zahlen' }).click()
      await customer.choose({ way: 'sandbox/card', outcome: 'confirm' })
      await customer.goOn()
      const toBank = page.getByRole('link', { name: 'Zu meiner Bank' })
      await toBank.waitFor()
      expect(await barriersOn(page)).toEqual([])
      await page.reload()
      const [bank] = await Promise.all([context.waitForEvent('page'), toBank.click()])
      await bank.getByRole('button', { name: 'Confirm' }).click()
      await bank.getByText('You can close this window').waitFor()
      const number = (await customer.number().textContent()) ?? ''
      await other.reload()
      expect(await customerAt(other).number().textContent()).toBe(number)
      const states = (await paymentsOf(shop, number)).map(({ status }) => status)
      expect(states.toSorted()).toEqual(['failed', 'ok'])
      await context.close()
    },
  )

  story('goes back a step, reloads, changes the language, and loses no answer', async (shop) => {
    const { page, context } = await shop.visit(german)
    const customer = customerAt(page)
    await page.goto(pageOf(shop, 'bike'))
    await answerForBike(customer)
    await customer.goOn()
    await customer.choose({ plan: await planId(page, 1) })
    await vi.waitFor(async () =>
      expect(await page.locator('.period').textContent()).toBe('im Monat'),
    )
    await customer.goOn()
    await customer.write({ 'policy.first_name': 'Luc' })
    await page.goBack()
    await page.locator('.price-card').waitFor()
    await page.goBack()
    await customer.at('quote.data.bike_price').waitFor()
    await page.reload()
    expect(await customer.at('quote.data.bike_price').inputValue()).toMatch(/^2.500$/)
    await page.getByRole('button', { name: 'FR' }).click()
    await page.getByText('Prix d’achat').waitFor()
    expect(await customer.at('quote.data.start_date').inputValue()).toBe('15.04.2027')
    await customer.goOn()
    await customer.goOn()
    expect(await customer.at('policy.first_name').inputValue()).toBe('Luc')
    expect(await page.title()).toBe('Velo Plus')
    await context.close()
  })

  story('is told what is wrong on leaving a field, never while typing', async (shop) => {
    const { page, context } = await shop.visit(german)
    const customer = customerAt(page)
    await page.goto(pageOf(shop, 'bike'))
    const price = customer.at('quote.data.bike_price')
    await price.pressSequentially('100')
    expect(await customer.error('quote.data.bike_price').count()).toBe(0)
    await price.blur()
    expect(await customer.error('quote.data.bike_price').textContent()).toBe(
      'Muss mindestens 200 sein.',
    )
    await price.fill('1000')
    expect(await customer.error('quote.data.bike_price').count()).toBe(0)
    await customer.write({ 'quote.data.start_date': '31.2.2027' })
    await customer.at('quote.data.start_date').blur()
    expect(await customer.error('quote.data.start_date').textContent()).toBe(
      'Schreiben Sie den Tag so: TT.MM.JJJJ.',
    )
    await answerForBike(customer)
    await customer.write({ 'quote.data.bike_price': '16000' })
    await page.locator('.card.kind').getByText('Online können wir das nicht versichern').waitFor()
    await customer.write({ 'quote.data.bike_price': '2500' })
    await customer.price().waitFor()
    await context.close()
  })

  story(
    'comes back to a quote that is too old, and confirms a price that has changed',
    async (shop) => {
      const { page, context } = await shop.visit(german)
      const customer = customerAt(page)
      await page.goto(pageOf(shop, 'bike'))
      await answerForBike(customer)
      await customer.price().waitFor()
      await customer.goOn()
      await customer.goOn()
      await tellOfCyclist(customer)
      await customer.write({ 'policy.email': 'late@example.com' })
      shop.platform.clock.advance({ days: 15 })
      await page.clock.setFixedTime(shop.platform.clock().epochMilliseconds)
      await publishedDraft(shop.platform, 'bike', {
        'pricing.yaml': (text) => text.replace('"courtyard", 1,', '"courtyard", 1.1,'),
      })
      await customer.goOn()
      await page.getByText(/Ihr Preis hat sich von CHF\s?227\.30 auf CHF\s?\S+ geändert/).waitFor()
      expect(await offersOf(shop, 'late@example.com')).toBe(0)
      await customer.goOn()
      await customer.goOn()
      await page.getByRole('button', { name: 'Weiter zur Zahlung' }).waitFor()
      expect(await offersOf(shop, 'late@example.com')).toBe(1)
      // Two weeks later the offer is too old as well: it is made again, not paid by mistake.
      await customer.goOn()
      shop.platform.clock.advance({ days: 15 })
      await page.clock.setFixedTime(shop.platform.clock().epochMilliseconds)
      await customer.choose({ way: 'invoice/invoice' })
      await customer.goOn()
      await page.getByText('Dieses Angebot lässt sich nicht mehr zahlen').waitFor()
      await context.close()
    },
  )

  story(
    'finds the product published anew: what is new is asked, what was said stays',
    async (shop) => {
      const { page, context } = await shop.visit(german)
      const customer = customerAt(page)
      await page.goto(pageOf(shop, 'bike'))
      await answerForBike(customer)
      await customer.price().waitFor()
      const colour = { name: 'colour', path: 'data', validation: 'string|required|in:red,blue' }
      await publishedDraft(shop.platform, 'bike', {
        'quote.json': (text) => {
          const rules = JSON.parse(text) as { quote: unknown[] }
          return JSON.stringify({ ...rules, quote: [...rules.quote, colour] })
        },
      })
      await customer.choose({ 'quote.data.deductible': '20000' })
      await page.getByText('Das Produkt wurde inzwischen erneuert').waitFor()
      await customer.choose({ 'quote.data.colour': 'red' })
      await vi.waitFor(async () =>
        expect(await customer.price().textContent()).toMatch(/CHF\s?20\d\.\d\d/),
      )
      await context.close()
    },
  )
}

async function planId(page: Page, at: number): Promise<string> {
  return (await page.locator('input[name=plan]').nth(at).getAttribute('value')) ?? ''
}

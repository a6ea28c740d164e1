import { publishedDraft } from '@bindery/server/test/builders/draft.ts'
import { expect, vi } from 'vitest'
import { answerForBike, customerAt, answerForCyclist } from '../support/customer.ts'
import { listLabels, withLists } from '../support/lists.ts'
import {
  barriersOn,
  hurry,
  offersOf,
  openDocuments,
  pageOf,
  paymentsOf,
  policyOf,
  type Story,
} from '../support/stories.ts'

/** The cantons of the west speak French, and so does this customer. */
const french = { locale: 'fr-CH' } as const
const german = { locale: 'de-CH' } as const

export function troubleStories(story: Story): void {
  story('loses the network, clicks twice, reloads while paying, and buys once', async (shop) => {
    const { page, context } = await shop.visit(french)
    const customer = customerAt(page)
    await page.addInitScript('delete globalThis.Temporal') // Not all browsers have it yet.
    await page.route('**/files/global*', (route) => route.fulfill({ status: 404 }))
    await page.goto(pageOf(shop, 'bike'))
    const again = page.getByRole('button', { name: 'Recharger la page' })
    await vi.waitFor(async () => {
      await hurry(page)
      expect(await again.count()).toBe(1)
    })
    await page.unroute('**/files/global*')
    await again.click()
    await answerForBike(customer)
    await customer.goOn()
    await customer.goOn()
    await answerForCyclist(customer)
    await customer.write({ 'policy.email': 'lost@example.com' })
    // Two clicks lead on by one step: nobody makes an offer without having looked at it.
    await page.locator('button.primary').dblclick()
    await page.getByRole('heading', { name: 'Tout est juste' }).waitFor()
    expect(await offersOf(shop, 'lost@example.com')).toBe(0)
    await context.setOffline(true)
    await page.locator('button.primary').dblclick()
    await page.getByText('Il n’y a pas de connexion').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Votre offre est prête' }).waitFor()
    expect(await offersOf(shop, 'lost@example.com')).toBe(1)
    await openDocuments(shop, page)
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

  story('learns only at the price that it cannot be insured, and why', async (shop) => {
    const { page, context } = await shop.visit(french)
    const customer = customerAt(page)
    const held = Promise.withResolvers<void>()
    await page.goto(pageOf(shop, 'bike'))
    await answerForBike(customer)
    await customer.price().waitFor()
    await page.route('**/quotes?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await customer.write({ 'quote.data.bike_price': '16000' })
    await customer.goOn()
    await page.getByRole('heading', { name: 'Votre prix' }).waitFor()
    held.resolve()
    const title = 'Nous ne pouvons pas assurer cela en ligne'
    await page.getByRole('heading', { name: title }).waitFor()
    await customer.goOn()
    await customer.focused('knockout')
    expect(await barriersOn(page)).toEqual([])
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
      await answerForCyclist(customer)
      await customer.goOn()
      await customer.documents().first().waitFor()
      await customer.goOn()
      await openDocuments(shop, page)
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
      await page.reload()
      const [bank] = await Promise.all([context.waitForEvent('page'), toBank.click()])
      await bank.getByRole('button', { name: 'Confirm' }).click()
      await bank.getByText('You can close this window').waitFor()
      await hurry(page)
      const number = (await customer.number().textContent()) ?? ''
      await other.reload()
      expect(await customerAt(other).number().textContent()).toBe(number)
      const states = (await paymentsOf(shop, number)).map(({ status }) => status)
      expect(states.toSorted()).toEqual(['failed', 'ok'])
      await context.close()
    },
  )

  story(
    'reads from the code of a refusal what to do about it, whatever its status',
    async (shop) => {
      const { page, context } = await shop.visit(german)
      const customer = customerAt(page)
      const refuse = async (path: string, status: number, code: string) => {
        const body = JSON.stringify({ status: 'Refused', code, message: 'Some words.' })
        await page.route(path, (route) => route.fulfill({ status, body }), { times: 1 })
      }
      const failed = page.getByText('Bei uns ist etwas schiefgegangen')
      await page.goto(pageOf(shop, 'bike'))
      await answerForBike(customer)
      await customer.price().waitFor()
      const save = page.getByRole('button', { name: 'Speichern und später' })
      await refuse('**/leads?*', 400, 'not_json')
      await save.click()
      await failed.waitFor()
      await refuse('**/leads?*', 413, 'body_too_large')
      await save.click()
      await page.getByText('Das ist zu viel, um es zu speichern').waitFor()
      await customer.goOn()
      await customer.goOn()
      await answerForCyclist(customer)
      await customer.write({ 'policy.email': 'codes@example.com' })
      await customer.goOn()
      const quotes: string[] = []
      page.on('request', (request) => request.url().includes('/quotes?') && quotes.push('asked'))
      // What no new quote would change is said, and no quote is asked for.
      await refuse('**/policies?*', 400, 'unsupported_language')
      await customer.goOn()
      await failed.waitFor()
      expect(quotes).toEqual([])
      // An old quote is made again, and the offer follows, because the price has stayed.
      await refuse('**/policies?*', 422, 'expired_quote_token')
      await customer.goOn()
      await page.getByRole('heading', { name: 'Ihr Angebot ist bereit' }).waitFor()
      expect(quotes).toEqual(['asked'])
      expect(await offersOf(shop, 'codes@example.com')).toBe(1)
      await context.close()
    },
  )

  story(
    'comes back to what is too old, to another price, and to a product that asks for more',
    async (shop) => {
      const { page, context } = await shop.visit(german)
      const customer = customerAt(page)
      await page.goto(pageOf(shop, 'bike'))
      await answerForBike(customer)
      await customer.price().waitFor()
      await customer.goOn()
      await customer.goOn()
      await answerForCyclist(customer)
      await customer.write({ 'policy.email': 'late@example.com' })
      shop.platform.clock.advance({ days: 15 })
      await page.clock.setFixedTime(shop.platform.clock().epochMilliseconds)
      await publishedDraft(shop.platform, 'bike', {
        'pricing.yaml': (text) => text.replace('"courtyard", 1,', '"courtyard", 1.1,'),
      })
      await customer.goOn()
      await customer.goOn()
      await page.getByText(/Ihr Preis hat sich von CHF\s?227\.30 auf CHF\s?\S+ geändert/).waitFor()
      expect(await offersOf(shop, 'late@example.com')).toBe(0)
      await customer.goOn()
      await customer.goOn()
      await customer.goOn()
      await page.getByRole('heading', { name: 'Ihr Angebot ist bereit' }).waitFor()
      expect(await offersOf(shop, 'late@example.com')).toBe(1)
      // Going back without a change keeps that offer.
      await page.getByRole('button', { name: 'Zurück' }).click()
      await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
      expect(await offersOf(shop, 'late@example.com')).toBe(1)
      // Two weeks later the offer is too old as well: it is made again, not paid by mistake.
      shop.platform.clock.advance({ days: 15 })
      await page.clock.setFixedTime(shop.platform.clock().epochMilliseconds)
      await customer.choose({ way: 'invoice/invoice' })
      await customer.goOn()
      await page.getByText('Dieses Angebot lässt sich nicht mehr zahlen').waitFor()
      // Meanwhile the product was published anew: what is new is asked and marked, what was said stays.
      await publishedDraft(shop.platform, 'bike', {
        ...withLists,
        // Nor does it say any more that plans answer the question of how to pay: it is asked.
        'checkout.yaml': (text) => `${text.replace('plan_question: payment', '')}${listLabels}`,
      })
      await customer.goOn()
      await page.getByText('Das Produkt wurde inzwischen erneuert').waitFor()
      expect(await customer.error('quote.data.riders').textContent()).toBe(
        'Dieses Feld ist erforderlich.',
      )
      expect(await customer.at('quote.data.bike_price').inputValue()).toMatch(/^2.500$/)
      await customer.write({ 'quote.data.riders.0.name': 'Luc' })
      await customer.choose({ 'quote.data.riders.0.had_theft': 'false' })
      await page.getByRole('button', { name: 'Person hinzufügen' }).waitFor()
      await customer.price().waitFor()
      // An answer that is for another plan takes that plan, and is asked once.
      await customer.select('quote.data.payment', 'monthly')
      await page.locator('.price-panel').getByText('im Monat').waitFor()
      await customer.goOn()
      await page.locator('.price-card').getByText('im Monat').waitFor()
      expect(await page.locator('input[name=plan]').count()).toBe(0)
      await customer.goOn()
      expect(await customer.at('policy.first_name').inputValue()).toBe('Luc')
      await context.close()
    },
  )
}

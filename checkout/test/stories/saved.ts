import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { answerForBike, customerAt, answerForCyclist } from '../support/customer.ts'
import { openDocuments, pageOf, policyOf, type Story } from '../support/stories.ts'

export function savedStories(story: Story): void {
  story('saves a sale, goes on elsewhere with the link, and buys it once', async (shop) => {
    const first = await shop.visit({ locale: 'de-CH', viewport: { width: 360, height: 740 } })
    const customer = customerAt(first.page)
    await first.page.goto(pageOf(shop, 'bike'))
    await answerForBike(customer)
    await customer.price().waitFor()
    await customer.goOn()
    await customer.choose({ plan: await planId(first.page, 1) })
    await first.page.getByText('im Monat', { exact: true }).waitFor()
    await customer.goOn()
    await customer.write({ 'policy.first_name': 'Mara', 'policy.data.birth_date': '17.9.88' })
    // Back a step and another, loaded again, in French and in German: no answer is lost.
    await first.page.goBack()
    await first.page.locator('.price-card').waitFor()
    await first.page.goBack()
    await customer.at('quote.data.bike_price').waitFor()
    await first.page.reload()
    expect(await customer.at('quote.data.bike_price').inputValue()).toMatch(/^2.500$/)
    // A piece that a new release removed shows a notice, and the page is loaded again.
    await first.page.route('**/files/{fr,save-sale}-*', (route) => route.fulfill({ status: 404 }))
    await first.page.getByRole('button', { name: 'FR' }).click()
    const sentence = first.page.getByText('Ein Teil dieser Seite konnte nicht geladen werden')
    await sentence.waitFor()
    await customer.at('quote.data.bike_price').fill('2600')
    const asked = first.page.waitForResponse(/\/files\/save-sale-/) // The sentence stands there already.
    await first.page.getByRole('button', { name: 'Speichern und später' }).click()
    await asked
    await sentence.waitFor()
    await first.page.unroute('**/files/{fr,save-sale}-*')
    await first.page.getByRole('button', { name: 'Seite neu laden' }).click()
    await first.page.getByRole('button', { name: 'FR' }).click()
    await first.page.getByText('Prix d’achat').waitFor()
    expect(await customer.at('quote.data.bike_price').inputValue()).toMatch(/^2.600$/)
    expect(await customer.at('quote.data.start_date').inputValue()).toBe('15.04.2027')
    await first.page.getByRole('button', { name: 'DE' }).click()
    await customer.goOn()
    await customer.goOn()
    expect(await customer.at('policy.first_name').inputValue()).toBe('Mara')
    expect(await first.page.title()).toBe('Velo Plus')
    await first.page.getByRole('button', { name: 'Speichern und später' }).click()
    const link = await first.page.getByLabel('Ihr Link').inputValue()
    await first.context.close()
    expect(link).toMatch(/#lead=[0-9a-f]{76}$/)

    // Her tablet speaks English; the form goes on in the language that it was saved in.
    const { page, context, complaints } = await shop.visit({ locale: 'en-GB' })
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const again = customerAt(page)
    // What she writes while her answers are fetched is newer than they are.
    let fetchAnswers = () => {}
    const isWritten = new Promise<void>((resolve) => (fetchAnswers = resolve))
    await page.route('**/leads/led_*', async (route) => {
      await isWritten
      await route.continue()
    })
    await page.goto(link)
    await again.write({ 'quote.data.bike_price': '2700' })
    fetchAnswers()
    await page.getByText('Willkommen zurück').waitFor()
    await again.price().waitFor()
    await page.goBack()
    expect(await again.at('quote.data.bike_price').inputValue()).toMatch(/^2.700$/)
    await again.goOn()
    expect(page.url()).not.toContain('lead=')
    expect(requested.filter((url) => url.includes(link.slice(-48)))).toEqual([])
    await again.goOn()
    expect(await again.at('policy.first_name').inputValue()).toBe('Mara')
    expect(await again.at('policy.data.birth_date').inputValue()).toBe('17.09.1988')
    await answerForCyclist(again)
    await again.goOn()
    await again.goOn()
    await openDocuments(shop, page)
    await again.goOn()
    const policy = await policyOf(shop, (await again.number().textContent()) ?? '')
    expect(policy).toMatchObject({ sales_lead_id: `led_${link.slice(-76, -48)}`, language: 'de' })
    expect(complaints).toEqual([])
    await context.close()

    // Opening the link again shows a notice, so that nobody buys twice by mistake.
    const third = await shop.visit({ locale: 'de-CH' })
    await third.page.goto(link)
    await third.page.getByText('ist gekauft').waitFor()
    expect(await customerAt(third.page).at('quote.data.bike_price').inputValue()).toBe('')
    // A new tab, so that it is no move within the page.
    await third.page.goto('about:blank')
    await third.page.goto(`${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`)
    await third.page.getByText('Dieser Link ist abgelaufen').waitFor()
    await third.context.close()
  })
}

async function planId(page: Page, at: number): Promise<string> {
  return (await page.locator('input[name=plan]').nth(at).getAttribute('value')) ?? ''
}

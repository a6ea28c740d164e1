import { expect } from 'vitest'
import { answerForBike, customerAt, tellOfCyclist } from '../support/customer.ts'
import { pageOf, policyOf, type Story } from '../support/tell.ts'

export function tellSaved(story: Story): void {
  story('saves a sale, goes on elsewhere with the link, and buys it once', async (shop) => {
    const first = await shop.visit({ locale: 'de-CH', viewport: { width: 360, height: 740 } })
    const customer = customerAt(first.page)
    await first.page.goto(pageOf(shop, 'bike'))
    await answerForBike(customer)
    await customer.price().waitFor()
    await customer.goOn()
    await customer.goOn()
    await customer.write({ 'policy.first_name': 'Mara', 'policy.data.birth_date': '17.9.88' })
    await first.page.getByRole('button', { name: 'Speichern und später' }).click()
    const link = await first.page.getByLabel('Ihr Link').inputValue()
    await first.context.close()
    expect(link).toMatch(/#lead=[0-9a-f]{76}$/)

    // Her tablet speaks English; the form goes on in the language that it was saved in.
    const { page, context, complaints } = await shop.visit({ locale: 'en-GB' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const again = customerAt(page)
    await page.goto(link)
    await page.getByText('Willkommen zurück').waitFor()
    await again.price().waitFor()
    expect(page.url()).not.toContain('lead=')
    expect(asked.filter((url) => url.includes(link.slice(-48)))).toEqual([])
    await again.goOn()
    expect(await again.at('policy.first_name').inputValue()).toBe('Mara')
    expect(await again.at('policy.data.birth_date').inputValue()).toBe('17.09.1988')
    await tellOfCyclist(again)
    await again.goOn()
    await again.goOn()
    await again.choose({ way: 'invoice/invoice' })
    await again.goOn()
    const policy = await policyOf(shop, (await again.number().textContent()) ?? '')
    expect(policy).toMatchObject({ sales_lead_id: `led_${link.slice(-76, -48)}`, language: 'de' })
    expect(complaints).toEqual([])
    await context.close()

    // Who opens the link once more is told, and does not buy it a second time by mistake.
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

  story('knows what was found in a list when a saved sale is opened', async (shop) => {
    const { page, context } = await shop.visit({ locale: 'en-GB' })
    const customer = customerAt(page)
    await page.goto(pageOf(shop, 'cyber'))
    await customer.write({ 'quote.data.company': 'hellwasser' })
    await page.locator('li[role=option]').first().click()
    await customer.write({ 'quote.data.yearly_turnover': '1850000' })
    await customer.choose({ 'quote.data.encryption': 'true' })
    const chosen = await customer.at('quote.data.company').inputValue()
    await page.getByRole('button', { name: 'Save and continue later' }).click()
    const link = await page.getByLabel('Your link').inputValue()
    await context.close()
    const later = await shop.visit({ locale: 'en-GB' })
    const again = customerAt(later.page)
    await later.page.goto(link)
    await later.page.getByText('Welcome back').waitFor()
    expect(await again.at('quote.data.company').inputValue()).toBe(chosen)
    expect(await again.at('quote.data.yearly_turnover').inputValue()).toBe('1,850,000')
    await later.context.close()
  })
}

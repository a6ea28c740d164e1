import { expect } from 'vitest'
import { changeLink } from '../../../server/test/builders/change-link.ts'
import { sellerOn, soldPolicy } from '../../../server/test/builders/sale.ts'
import { customerAt } from '../support/customer.ts'
import { barriersOn, pageOf, type Story } from '../support/tell.ts'

export function tellChange(story: Story): void {
  story('changes a policy by a link, pays the difference, and is covered anew', async (shop) => {
    const { platform } = shop
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const { id } = await soldPolicy(sellerOn(platform, { product: 'bike' }))
    const { fragment } = await changeLink(insurer, id)
    const { page, context, complaints } = await shop.visit({ locale: 'fr-CH' })
    const customer = customerAt(page)
    await page.goto(`${pageOf(shop, 'bike')}#${fragment}`)
    await page.getByRole('heading', { name: 'Modifier votre couverture' }).waitFor()
    // Only what may change is asked.
    expect(await customer.at('quote.data.bike_price').count()).toBe(0)
    await customer.choose({ 'quote.data.overnight_parking': 'street' })
    await page.getByText('avant l’entrée en vigueur').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await page.locator('button.primary').dblclick()
    // Jobs run when they are told to.
    await page.waitForResponse((answer) => answer.url().includes('/versions/'))
    await platform.workOff()
    await page.getByText('s’applique dès que').waitFor()
    await customer.choose({ way: 'sandbox/card' })
    await page.locator('button.primary').click()
    await page.getByRole('heading', { name: 'Votre couverture est modifiée' }).waitFor()
    const { quote } = (await insurer.get(`/policies/${id}`)).json<{
      quote: { customer_input: object }
    }>()
    expect(quote.customer_input).toMatchObject({ overnight_parking: 'street' })
    expect(complaints).toEqual([])
    await page.goto('about:blank')
    await page.goto(`${pageOf(shop, 'bike')}#change=${id}/chg_1`)
    await page.getByText('Ce lien a expiré').waitFor()
    await context.close()
  })
}

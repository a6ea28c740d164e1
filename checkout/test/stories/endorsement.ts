import { changeLink } from '@bindery/server/test/builders/endorsement-link.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { expect } from 'vitest'
import { customerAt } from '../support/customer.ts'
import { barriersOn, pageOf, paymentsOf, type Story } from '../support/stories.ts'

export function endorsementStories(story: Story): void {
  story('endorses a policy by a link, pays the difference, and has the new cover', async (shop) => {
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
    await page.locator('button.primary').dblclick()
    // Jobs run only on request.
    await page.waitForResponse((answer) => answer.url().includes('/versions/'))
    await platform.runDue()
    const due = page.getByText('s’applique dès que')
    await due.waitFor()
    // It waits to be paid for, whatever becomes of the page; so does a payment that its bank keeps waiting.
    await page.reload()
    await due.waitFor()
    await customer.choose({ way: 'sandbox/card', outcome: 'pending' })
    await page.locator('button.primary').click()
    await page.getByText('Nous attendons votre banque').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Payer autrement' }).click()
    await customer.choose({ way: 'sandbox/card', outcome: 'ok' })
    await page.locator('button.primary').dblclick()
    await page.getByRole('heading', { name: 'Votre couverture est modifiée' }).waitFor()
    await customer.documents().first().waitFor()
    expect(await barriersOn(page)).toEqual([])
    const { quote, insurer_policy_id } = (await insurer.get(`/policies/${id}`)).json<{
      quote: { customer_input: object }
      insurer_policy_id: string
    }>()
    expect(quote.customer_input).toMatchObject({ overnight_parking: 'street' })
    const states = (await paymentsOf(shop, insurer_policy_id)).map(({ status }) => status)
    expect(states.toSorted()).toEqual(['failed', 'ok', 'ok'])
    expect(complaints).toEqual([])
    await page.goto('about:blank')
    await page.goto(`${pageOf(shop, 'bike')}#change=${id}/chg_1`)
    await page.getByText('Ce lien a expiré').waitFor()
    await context.close()
  })
}

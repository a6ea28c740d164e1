import { barriersOn, isTooWide, storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Shop } from '@bindery/checkout/test/support/shop.ts'
import { expect } from 'vitest'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { openPolicy, picture, signedIn } from './at-the-console.ts'

const story = storiesInOneShop()

/** The insurer, who may endorse everything. */
function insurerOf({ platform }: Shop): Seller {
  return sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
}

const start = { data: { policy_start_date: '2027-04-01' } }

story(
  'a service person finds a customer who moved, previews, changes, and sees the invoice',
  async (shop) => {
    const { id } = await soldPolicy(insurerOf(shop), { quote: start })
    await shop.platform.runDue()
    const { page, foreign, complaints } = await signedIn(shop, {
      name: 'Sara Lind',
      roles: ['service', 'accountant'],
    })
    await openPolicy(shop, page, id)
    await page
      .getByText('Premium')
      .first()
      .waitFor({ state: 'attached' })
      .catch(() => undefined)
    await picture(page, 'policy')
    expect(await barriersOn(page)).toEqual([])

    await page.keyboard.press('e')
    const sheet = page.getByRole('dialog', { name: 'Change the policy' })
    await sheet.getByLabel('Street').first().fill('Zum Hafen')
    await sheet.getByLabel('Deductible').selectOption({ index: 0 })
    await picture(page, 'endorse-form')
    expect(await barriersOn(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Review' }).click()
    await sheet.getByText('Changes to billing periods').waitFor()
    await picture(page, 'endorse-preview')
    expect(await barriersOn(page)).toEqual([])
    const confirm = sheet.getByRole('button', { name: /^Change from 1 Apr 2027, charge [\d.,]+/ })
    const amount = /charge ([\d.,]+)/.exec((await confirm.textContent()) ?? '')?.[1] ?? ''
    await confirm.click()
    await shop.platform.runDue()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Money' }).click()
    await page.getByRole('heading', { name: 'Postings' }).waitFor()
    await page.getByRole('region', { name: 'Invoices' }).getByText(amount).first().waitFor()
    await picture(page, 'money')
    expect(await barriersOn(page)).toEqual([])

    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('table', { name: 'Why did the premium change?' }).waitFor()
    await picture(page, 'history')
    await page.locator('.waterfall').scrollIntoViewIfNeeded()
    await picture(page, 'why')
    expect(await barriersOn(page)).toEqual([])
    expect(foreign).toEqual([])
    expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
    expect(await isTooWide(page)).toBe(false)
  },
)

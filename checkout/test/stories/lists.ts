import { changeLink } from '@bindery/server/test/builders/endorsement-link.ts'
import { publishedDraft } from '@bindery/server/test/builders/draft.ts'
import { sellerOn } from '@bindery/server/test/builders/sale.ts'
import { expect } from 'vitest'
import { customerAt } from '../support/customer.ts'
import { keyboardAt } from '../support/keyboard.ts'
import { withLists } from '../support/lists.ts'
import { barriersOn, isTooWide, pageOf, policyOf, type Story } from '../support/stories.ts'

export function listStories(story: Story): void {
  story(
    'makes a form of names and rules alone, lists and all, from right to left',
    async (shop) => {
      await publishedDraft(shop.platform, 'cyber-formula', {
        'product.yaml': (text) => text.replace('languages: [', 'languages: [ar, '),
        'checkout.yaml': () => 'fields: { no_claims_discount: { percent: true } }',
        ...withLists,
      })
      const { page, context, complaints } = await shop.visit({
        locale: 'ar',
        viewport: { width: 320, height: 640 },
        hasTouch: true,
      })
      const customer = customerAt(page)
      const keys = keyboardAt(page)
      await page.goto(pageOf(shop, 'cyber-formula'))
      await page.getByLabel('Employee number').fill('12')
      await page.getByLabel('Yearly turnover').fill('185000000')
      await customer.write({
        'quote.data.insured_sum': '50000000',
        'quote.data.policy_start_date': '01/06/2027',
      })
      await customer.select('quote.data.company_backup', 'weekly')
      await customer.choose({
        'quote.data.encryption': 'true',
        'quote.data.deductible': '500000',
        'quote.data.online_revenue_percentage': '26_50',
        'quote.data.third_party_coverage': 'true',
      })
      // A percent is typed as people type it, and never a hundred times as much.
      const discount = 'quote.data.no_claims_discount'
      await page.getByLabel('No claims discount (%)').fill('60')
      await page.keyboard.press('Tab')
      expect(await customer.error(discount).textContent()).toMatch(/^Must be at most 50\W*%\W*$/)
      await customer.write({ [discount]: '2.5 %' })
      await page.keyboard.press('Tab')
      expect(await customer.at(discount).inputValue()).toBe('2.5')
      expect(await customer.error(discount).count()).toBe(0)
      expect(await page.locator('.frame').getAttribute('dir')).toBe('rtl')
      const { x: labelAt = 0 } = (await page.locator('.choice span').first().boundingBox()) ?? {}
      const { x: dotAt = 0 } = (await page.locator('.choice input').first().boundingBox()) ?? {}
      expect(dotAt).toBeGreaterThan(labelAt)

      // Somebody has to ride: the first row is there, and what is missing is said at its fields.
      await customer.goOn()
      const [first, second] = ['quote.data.riders.0', 'quote.data.riders.1']
      expect(await customer.error(`${first}.name`).textContent()).toBe('This field is required.')
      expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
      await keys.write({ [`${first}.name`]: 'Mara' })
      await keys.press(`${first}.had_theft`, 'Space', 'ArrowDown')
      await keys.press('quote.data.riders-add', 'Enter')
      await customer.focused(`${second}.name`) // The keyboard is where the new row begins.
      await page.keyboard.insertText('Jo')
      await keys.press(`${second}.had_theft`, 'Space')
      expect(await customer.at(`${first}.thefts`).count()).toBe(0)
      await keys.write({ [`${second}.thefts`]: '0' })
      await page.keyboard.press('Tab')
      expect(await customer.error(`${second}.thefts`).textContent()).toBe('Must be at least 1.')
      expect(await barriersOn(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      // Three are the most; an entry that is removed takes its errors along.
      await page.getByRole('button', { name: 'Add entry' }).first().click()
      expect(await page.getByText('At most 3.').count()).toBe(1)
      await customer.write({ 'quote.data.riders.2.name': 'Kim' })
      await customer.choose({ 'quote.data.riders.2.had_theft': 'false' })
      await page.getByRole('button', { name: 'Remove Entry 2' }).click()
      expect(await customer.at(`${second}.name`).inputValue()).toBe('Kim')
      expect(await page.getByRole('status').getByText('Entry 2 removed.').count()).toBe(1)
      await customer.choose({ 'quote.data.extras': 'trailer' })
      await customer.choose({ 'quote.data.extras': 'lights' })
      await customer.price().waitFor()
      // What was entered is there again after a reload, and where the sale is gone on with.
      await page.getByRole('button', { name: 'Save and continue later' }).click()
      await page.goto(await page.getByLabel('Your link').inputValue())
      await page.reload()
      await page.getByText('Welcome back').waitFor()
      await customer.price().waitFor() // What stands below it moves when it comes.
      await page.getByRole('button', { name: 'Back' }).click()
      expect(await customer.at(`${second}.name`).inputValue()).toBe('Kim')
      expect(await page.locator('input[name="quote.data.extras"]:checked').count()).toBe(2)
      await customer.goOn()
      await customer.goOn()

      await customer.choose({ 'policy.data.salutation': 'ms' })
      await customer.write({
        'policy.first_name': 'Mara',
        'policy.last_name': 'Brandt',
        'policy.email': 'mara@example.com',
        'policy.data.phone': '+49 30 901820',
        'policy.data.company_name': 'Brandt Leuchten GmbH',
        'policy.data.company_street': 'Lindenallee',
        'policy.data.company_house_number': '14a',
        'policy.data.company_zip': '10115',
        'policy.data.company_city': 'Berlin',
      })
      await customer.select('policy.data.legal_form', 'gmbh')
      await customer.choose({ 'policy.data.previous_cyber_losses': 'false' })
      for (const at of [0, 1]) {
        await page.locator('.add').click()
        await customer.focused(`policy.data.engravings.${at}`)
        await page.keyboard.insertText('LT-1')
      }
      await page.locator('button.primary').tap() // It moves when the second is complained of.
      await customer.error('policy.data.engravings.0').waitFor()
      await customer.write({ 'policy.data.engravings.1': 'LT-2' })
      await customer.goOn()
      await page.getByText('Riders 2: Name').waitFor()
      expect(await page.locator('.summary').allTextContents()).toContainEqual(
        expect.stringMatching(/Riders 1: NameMara.*Riders 2: NameKim.*ExtrasLights.*Trailer/),
      )
      await page.locator('label.consent').click()
      await customer.goOn()
      await page.getByRole('heading', { name: 'Your offer is ready' }).waitFor()
      await customer.goOn()
      const number = (await customer.number().textContent()) ?? ''
      const policy = await policyOf(shop, number)
      expect(policy).toMatchObject({
        data: { engravings: ['LT-1', 'LT-2'] },
        quote: {
          customer_input: {
            riders: [
              { name: 'Mara', had_theft: false },
              { name: 'Kim', had_theft: false },
            ],
            extras: ['lights', 'trailer'],
            no_claims_discount: 0.025,
          },
        },
      })
      // By a link, somebody else joins: the others stay as they are.
      const insurer = sellerOn(shop.platform, {
        secretKey: shop.platform.demo.insurer.test.secret,
      })
      const { fragment } = await changeLink(insurer, policy.id)
      await page.goto(`${pageOf(shop, 'cyber-formula')}#${fragment}`)
      await page.reload()
      await page.getByText('Change an answer').waitFor() // As it is, nothing differs.
      await page.getByRole('button', { name: 'Remove Entry 1' }).click()
      await page.getByText('Nothing to pay now').waitFor()
      await customer.goOn()
      await page.waitForResponse((answer) => answer.url().includes('/versions/'))
      await shop.platform.runDue()
      await page.getByRole('heading', { name: 'Your cover is changed' }).waitFor()
      expect((await policyOf(shop, number))['quote']).toMatchObject({
        customer_input: { riders: [{ name: 'Kim', had_theft: false }] },
      })
      expect(complaints).toEqual([])
      await context.close()
    },
  )
}

import type { Locator } from 'playwright-core'
import { expect, vi } from 'vitest'
import { madeOffer, sellerOn } from '@bindery/server/test/builders/sale.ts'
import { answerForBike, customerAt, answerForCyclist } from '../support/customer.ts'
import { keyboardAt } from '../support/keyboard.ts'
import {
  barriersOn,
  isTooWide,
  offersOf,
  openDocuments,
  pageOf,
  paymentsOf,
  policyOf,
  type Story,
} from '../support/stories.ts'

/** A year from the day that is asked for, to the day before it. */
const cover = /Versichert vom 15\.\s?April\s?2027 bis zum 14\.\s?April\s?2028/

/** What kind of file a link opens. */
async function pdfAt(link: Locator): Promise<string | null> {
  const href = (await link.getAttribute('href')) ?? ''
  const { headers } = await fetch(href, { headers: { accept: 'application/pdf' } })
  return headers.get('content-type')
}

export function saleStories(story: Story): void {
  story('sells a bike in German on a small phone, by invoice', async (shop) => {
    const { page, context, foreign, complaints } = await shop.visit({
      viewport: { width: 320, height: 640 },
      locale: 'de-CH',
    })
    const customer = customerAt(page)
    await page.goto(pageOf(shop, 'bike'))
    // What is wrong is said on leaving a field, never while one types.
    const price = customer.at('quote.data.bike_price')
    await price.pressSequentially('100')
    expect(await customer.error('quote.data.bike_price').count()).toBe(0)
    await price.blur()
    expect(await customer.error('quote.data.bike_price').textContent()).toBe(
      'Muss mindestens CHF\u00a0200 sein.',
    )
    await price.fill('1000')
    expect(await customer.error('quote.data.bike_price').count()).toBe(0)
    await answerForBike(customer)
    await customer.write({ 'quote.data.start_date': '31.2.2027' })
    // What is then said moves the button: the click counts all the same.
    await customer.goOn()
    await page.getByText('Bitte sehen Sie sich eine Antwort noch einmal an.').waitFor()
    expect(await customer.error('quote.data.start_date').textContent()).toBe(
      'Diesen Tag gibt es im Kalender nicht. Schreiben Sie ihn so: TT.MM.JJJJ.',
    )
    await customer.write({ 'quote.data.bike_price': '16000', 'quote.data.start_date': '15.4.2027' })
    const declined = page.locator('.card.kind')
    await declined.getByText('Online können wir das nicht versichern').waitFor()
    // Going on all the same leads to the reason and stays on the page of the answers.
    await customer.goOn()
    await customer.focused('knockout')
    expect(await customer.heading().textContent()).toBe('Ihr Bedarf')
    expect(await barriersOn(page)).toEqual([])
    const contact = declined.getByRole('link', { name: '+41 44 000 00 10' })
    expect(await contact.getAttribute('href')).toBe('tel:+41440000010')
    const logo = "document.querySelector('bindery-checkout').shadowRoot.querySelector('.logo')"
    expect(await page.evaluate(`${logo}.naturalWidth > 0`)).toBe(true)
    await customer.write({ 'quote.data.bike_price': '2500' })
    await vi.waitFor(async () =>
      expect(await customer.price().textContent()).toMatch(/CHF\s?227\.30/),
    )
    expect(await isTooWide(page)).toBe(false)
    expect(await barriersOn(page)).toEqual([])
    await customer.goOn()
    // Each plan with its price; the price of the one that is chosen is not asked for again.
    const plan = (name: string) => page.locator('.choice', { hasText: name })
    await plan('Monatlich')
      .getByText(/CHF\s?19\.70 im Monat/)
      .waitFor()
    await plan('Einmal')
      .getByText(/CHF\s?227\.30 im Jahr, einmal bezahlt/)
      .waitFor()
    await plan('Monatlich').click()
    await page.locator('.price-card').getByText('im Monat').waitFor()
    await plan('Einmal').click()
    await page.locator('.price-card').getByText(cover).waitFor()
    expect(await barriersOn(page)).toEqual([])
    await customer.goOn()
    await answerForCyclist(customer)
    await customer.goOn()
    await page.locator('.summary').getByText(cover).waitFor()
    // The terms can be read before there is an offer.
    const terms = page.getByRole('link', { name: 'Versicherungsbedingungen' })
    expect(await pdfAt(terms)).toBe('application/pdf')
    expect(await barriersOn(page)).toEqual([])
    expect(await offersOf(shop, 'luc.favre@example.com')).toBe(0)
    await customer.goOn()
    await page.getByRole('heading', { name: 'Ihr Angebot ist bereit' }).waitFor()
    expect(await offersOf(shop, 'luc.favre@example.com')).toBe(1)
    await page.getByRole('link', { name: 'Offerte' }).waitFor()
    // The button that binds comes only after the documents, each of which has to be opened.
    await page.getByRole('heading', { name: 'Bitte vor dem Abschluss lesen' }).waitFor()
    const received = page.locator('.handover li')
    expect(await received.allTextContents()).toEqual([
      expect.stringMatching(/^Informationsblatt zum Produkt .*noch nicht geöffnet$/),
      expect.stringMatching(/^Versicherungsbedingungen .*noch nicht geöffnet$/),
    ])
    expect(await page.locator('button.primary').count()).toBe(0)
    expect(await barriersOn(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await openDocuments(shop, page)
    await page.getByText('Sie haben alle diese Dokumente erhalten.').waitFor()
    expect(await received.locator('small').allTextContents()).toEqual(['geöffnet', 'geöffnet'])
    expect(await barriersOn(page)).toEqual([])
    await customer.choose({ way: 'invoice/invoice' })
    await customer.goOn()
    const number = (await customer.number().textContent()) ?? ''
    await page
      .getByRole('heading', { name: /^Sie sind ab dem 15\.\s?April\s?2027 versichert$/ })
      .waitFor()
    await page.locator('.done').getByText(cover).waitFor()
    await shop.platform.runDue()
    expect(await pdfAt(customer.documents().first())).toBe('application/pdf')
    expect(await policyOf(shop, number)).toMatchObject({
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
    // The browser itself finds the knockout.
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
    await context.close()
  })

  story(
    'reads the documents of an offer on the page of its payment link, and pays',
    async (shop) => {
      const { page, context, complaints } = await shop.visit({
        viewport: { width: 320, height: 640 },
        locale: 'de-CH',
      })
      const { id, payment_token: token } = await madeOffer(
        sellerOn(shop.platform, { product: 'bike' }),
        { offer: { language: 'de', handover_required: true } },
      )
      await page.goto(`${shop.url}/pay/${id}#${token}`)
      await page.getByRole('heading', { name: 'Bitte vor dem Abschluss lesen' }).waitFor()
      const received = page.locator('.handover small')
      expect(await received.allTextContents()).toEqual([
        'noch nicht geöffnet',
        'noch nicht geöffnet',
      ])
      expect(await page.locator('button').count()).toBe(0)
      expect([await barriersOn(page), await isTooWide(page)]).toEqual([[], false])
      await openDocuments(shop, page)
      await page.getByText('Sie haben alle diese Dokumente erhalten.').waitFor()
      await customerAt(page).goOn()
      await page.getByRole('heading', { name: 'Bezahlt' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  story('sells cyber cover in English by card, with the keyboard alone', async (shop) => {
    const { page, context, complaints } = await shop.visit({
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      colorScheme: 'dark',
    })
    const keys = keyboardAt(page)
    const customer = customerAt(page)
    await page.goto(pageOf(shop, 'cyber'))
    await customer.heading().waitFor()
    await keys.reach('quote.data.company')
    await page.keyboard.insertText('hellwasser')
    await page.getByRole('option').first().waitFor()
    await keys.press('quote.data.company', 'ArrowDown')
    // To choose another one, a customer goes on writing in the field, however fast.
    const taken = await keys.takeInHaste('quote.data.company')
    expect(taken).toMatch(/^Hellwasser /)
    await page.getByRole('option').first().waitFor()
    expect(await customer.at('quote.data.company').inputValue()).toBe(taken.slice(0, -1))
    await keys.press('quote.data.company', 'ArrowDown', 'Enter')
    await keys.press('quote.data.company', 'End', 'Backspace')
    await page.getByRole('option').first().waitFor()
    expect(await customer.at('quote.data.company').inputValue()).toBe(taken.slice(0, -1))
    await keys.press('quote.data.company', 'ArrowDown', 'Enter')
    // A comma that groups no thousands is not read over.
    await keys.write({
      'quote.data.employee_number': '12,5',
      'quote.data.yearly_turnover': '1850000,00',
    })
    await page.keyboard.press('Tab')
    expect(await customer.error('quote.data.employee_number').textContent()).toBe(
      'Write a number like this: 1,234.',
    )
    expect(await customer.error('quote.data.yearly_turnover').textContent()).toBe(
      'Write an amount like this: 1,234.50.',
    )
    await customer.write({
      'quote.data.employee_number': '12',
      'quote.data.yearly_turnover': '1,850,000',
    })
    await keys.press('quote.data.online_revenue_percentage', 'Space', 'ArrowDown')
    await keys.press('quote.data.company_backup', 'ArrowDown')
    await keys.press('quote.data.encryption', 'Space')
    await keys.write({ 'quote.data.insured_sum': '500000' })
    await keys.press('quote.data.deductible', 'Space', 'ArrowDown')
    await keys.press('quote.data.third_party_coverage', 'Space')
    await keys.write({ 'quote.data.policy_start_date': '1/6/2027' })
    await customer.price().waitFor()
    const chosen = await customer.at('quote.data.company').inputValue()
    await keys.press('link save', 'Enter')
    const link = await page.getByLabel('Your link').inputValue()
    expect(await barriersOn(page)).toEqual([])
    // Elsewhere, the link knows what was found in the dataset.
    const elsewhere = await shop.visit({ locale: 'en-GB' })
    await elsewhere.page.goto(link)
    await elsewhere.page.getByText('Welcome back').waitFor()
    await elsewhere.page.getByRole('button', { name: 'Back' }).click()
    const there = customerAt(elsewhere.page)
    expect(await there.at('quote.data.company').inputValue()).toBe(chosen)
    expect(await there.at('quote.data.yearly_turnover').inputValue()).toBe('1,850,000')
    await elsewhere.context.close()
    await keys.press('primary', 'Enter')
    await page.locator('.price-card').waitFor()
    expect(await page.locator('.outputs').textContent()).toContain('Insurance tax')
    await keys.press('primary', 'Enter')
    await customer.at('policy.first_name').waitFor()
    await keys.press('policy.data.salutation', 'Space', 'ArrowDown')
    await keys.write({
      'policy.first_name': 'Hanna',
      'policy.last_name': 'Brandt',
      'policy.email': 'hanna@example.com',
      'policy.data.phone': '030 901820',
      'policy.data.company_name': 'Brandt Leuchten GmbH',
    })
    await keys.press('policy.data.legal_form', 'ArrowDown')
    await keys.write({
      'policy.data.company_street': 'Lindenallee',
      'policy.data.company_house_number': '14a',
      'policy.data.company_zip': '10115',
      'policy.data.company_city': 'Berlin',
    })
    // Only who had losses is asked how many.
    expect(await customer.at('policy.data.previous_losses_count').count()).toBe(0)
    await keys.press('policy.data.previous_cyber_losses', 'Space')
    await keys.press('primary', 'Enter')
    expect(await customer.error('policy.data.previous_losses_count').textContent()).toBe(
      'This field is required.',
    )
    expect(await barriersOn(page)).toEqual([])
    await page.keyboard.insertText('2')
    await keys.press('primary', 'Enter')
    await keys.press('policy.data.terms_accepted', 'Space')
    await keys.press('primary', 'Enter')
    await page.getByRole('heading', { name: 'Your offer is ready' }).waitFor()
    await customer.documents().first().waitFor()
    expect(await barriersOn(page)).toEqual([])
    await keys.press('way', 'ArrowDown')
    await keys.press('outcome', 'ArrowDown') // The bank says no, and then yes.
    await keys.press('primary', 'Enter')
    await page.getByText('The payment was not made').waitFor()
    await page.keyboard.press('Shift+Tab') // From the button back to the way to pay.
    await customer.choose({ outcome: 'ok' })
    await keys.press('primary', 'Enter')
    const number = (await customer.number().textContent()) ?? ''
    await page.getByRole('heading', { name: /^You are insured from 1\s?June\s?2027$/ }).waitFor()
    expect(await policyOf(shop, number)).toMatchObject({
      status: 'paid',
      language: 'en',
      data: {
        previous_losses_count: 2,
        terms_accepted: true,
        legal_form: 'gmbh',
        // Without a country, the rule wants its code.
        phone: '+49 30 901820',
      },
      quote: {
        customer_input: {
          company: expect.stringMatching(/^dai_/),
          yearly_turnover: 185_000_000,
          online_revenue_percentage: '26_50',
          deductible: 500_000,
          policy_start_date: '2027-06-01',
        },
      },
    })
    expect(await barriersOn(page)).toEqual([])
    const states = (await paymentsOf(shop, number)).map(({ status }) => status)
    expect(states.toSorted()).toEqual(['failed', 'ok'])
    expect(complaints).toEqual([])
    await context.close()
  })
}

import { savedLead } from '@bindery/server/test/builders/lead.ts'
import { changeLink } from '@bindery/server/test/builders/endorsement-link.ts'
import { advanceAll, newClock } from '@bindery/server/test/builders/clock.ts'
import { managerOn } from '@bindery/server/test/builders/manager.ts'
import {
  type OpenInvoice,
  openInvoices,
  tokenOf,
} from '@bindery/server/test/builders/open-invoice.ts'
import { madeOffer, sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import {
  deliver,
  eventOf,
  sellByStripe,
} from '@bindery/server/test/builders/stripe/stripe-stage.ts'
import { transferred } from '@bindery/server/test/builders/transferred.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { customerAt } from '../support/customer.ts'
import type { Shop, Visit } from '../support/shop.ts'
import { refuseOnce, seenByStripe, stripeOn } from '../support/stripe-in-page.ts'
import {
  barriersOn,
  hurry,
  isTooWide,
  pageOf,
  paymentsOf,
  policyOf,
  type Story,
} from '../support/stories.ts'

const german = { locale: 'de-DE' } as const
const ofStripe = /^https:\/\/(js|api)\.stripe\.com\//

/** The fields in the frame of Stripe. */
const fieldsOn = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')

/** Comes with everything filled in, and stops before the payment. */
async function offered(shop: Shop, visit: Visit, language: string): Promise<void> {
  const { page } = visit
  const { quote, policy } = shop.platform.demo.products['cyber'] ?? {}
  const data = { quote: { data: quote }, policy }
  const { token } = await savedLead(shop.platform, sellerOn(shop.platform), {
    language,
    data: JSON.parse(JSON.stringify(data)),
  })
  const customer = customerAt(page)
  await page.goto(`${pageOf(shop, 'cyber')}#lead=${token}`)
  await page.locator('.price-card').waitFor()
  await customer.goOn()
  await customer.at('policy.first_name').waitFor()
  await customer.goOn()
  await customer.at('policy.data.terms_accepted').check()
  await customer.goOn()
  await page.locator('.choice input[name="way"]').first().waitFor()
}

/** An instalment that its customer pays by a link. */
async function instalmentOf({ platform }: Shop) {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const seller = sellerOn(platform, { clock })
  const offer = { language: 'de' }
  const quote = { data: { policy_start_date: '2031-06-01' } }
  const made = await madeOffer(seller, { offer, quote })
  const card = { provider: 'sandbox', method: 'card', sandbox: { mandate: 'none' } }
  expect((await seller.pay(made, card)).statusCode).toBe(200)
  await advanceAll(platform, clock, '2032-06-01T12:00:00Z')
  const [invoice] = await openInvoices(platform, made.id)
  if (invoice === undefined) throw new Error(`${made.id} has no instalment`)
  return { id: made.id, invoice, token: await tokenOf(platform, made.id, invoice) }
}

/** Money that came by bank for an invoice. */
async function received({ platform }: Shop, { id }: OpenInvoice, amount: number): Promise<void> {
  const money = { amount, currency: 'eur', received_on: '2032-06-01' }
  const answer = await managerOn(platform).post(`/manage/invoices/${id}/receipts`, money)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}

const pays = (page: Page) => page.locator('button.primary')

export function stripeStories(story: Story): void {
  let insurerId = ''
  const ready = async (shop: Shop, options = {}) => {
    insurerId = await sellByStripe(shop.platform, shop.stripe, options)
  }
  const visited = async (shop: Shop, options: Parameters<Shop['visit']>[0]) => {
    const visit = await shop.visit(options)
    await stripeOn(visit.page, { ...shop, insurerId })
    return visit
  }

  story('pays by a second card after a decline, and is charged once', async (shop) => {
    await ready(shop)
    const visit = await visited(shop, { ...german, viewport: { width: 1280, height: 900 } })
    const { page, context, complaints, foreign } = visit
    const customer = customerAt(page)
    await offered(shop, visit, 'de')
    // Nothing of Stripe is loaded before somebody pays with it.
    expect(foreign).toEqual([])
    await customer.choose({ way: 'stripe/card' })
    await customer.goOn()
    await fieldsOn(page).getByLabel('Card number').fill('4000 0000 0000 0002')
    expect(await barriersOn(page)).toEqual([])
    await pays(page).click()
    await page.getByText('Es wurde nichts belastet').waitFor()
    // A reload, and a language, lose nothing but what Stripe alone knows.
    await page.reload()
    await fieldsOn(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    await pays(page).dblclick()
    const number = (await customer.number().textContent()) ?? ''
    expect(await policyOf(shop, number)).toMatchObject({ status: 'paid' })
    expect(await paymentsOf(shop, number)).toMatchObject([{ status: 'ok', method: 'card' }])
    expect(await page.locator('iframe').count()).toBe(0)
    expect(foreign.filter((url) => !ofStripe.test(url))).toEqual([])
    // The browser itself says that the card was declined.
    expect(complaints.filter((text) => !text.includes('402'))).toEqual([])
    await context.close()
  })

  story('confirms at the bank, says no there first, and comes back to the sale', async (shop) => {
    const visit = await visited(shop, {
      locale: 'en-GB',
      viewport: { width: 375, height: 812 },
      colorScheme: 'dark',
    })
    const { page, context, complaints } = visit
    const customer = customerAt(page)
    await offered(shop, visit, 'en')
    await customer.choose({ way: 'stripe/card' })
    await customer.goOn()
    const number = fieldsOn(page).getByLabel('Card number')
    await number.fill('4000 0027 6000 3184')
    expect(await isTooWide(page)).toBe(false)
    expect(await barriersOn(page)).toEqual([])
    await refuseOnce(page)
    await pays(page).click()
    await page.getByText('We could not authenticate you. Nothing was charged.').waitFor()
    await pays(page).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('The payment was not made. Nothing was charged.').waitFor()
    // The secret of the payment is not left in the address.
    expect(page.url()).not.toContain('secret')
    await number.fill('4000 0027 6000 3184')
    await pays(page).click()
    await page.getByRole('link', { name: 'Confirm' }).click()
    const policy = (await customer.number().textContent()) ?? ''
    expect(await policyOf(shop, policy)).toMatchObject({ status: 'paid' })
    expect(page.url()).not.toContain('secret')
    expect(shop.platform.logLines.join('\n')).not.toContain('_secret_')
    expect(complaints.filter((text) => !text.includes('402'))).toEqual([])
    await context.close()
  })

  story('cannot load the form, tries again, goes back, and orders a debit', async (shop) => {
    const visit = await visited(shop, { ...german, viewport: { width: 375, height: 812 } })
    const { page, context } = visit
    const customer = customerAt(page)
    shop.stripe.account.holdsDebits = true
    await page.route('https://js.stripe.com/**', (route) => route.abort())
    await offered(shop, visit, 'de')
    await customer.choose({ way: 'stripe/card' })
    await customer.goOn()
    await page.getByText('lässt sich nicht laden').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await page.unroute('https://js.stripe.com/**')
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await fieldsOn(page).getByLabel('Card number').fill('4242 4242 4242 4242')
    // Back, and another way: the payment that was begun is given up.
    await page.goBack()
    await page.getByRole('heading', { name: 'Stimmt alles' }).waitFor()
    await customer.goOn()
    await customer.choose({ way: 'stripe/sepa_debit' })
    await customer.goOn()
    await fieldsOn(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 3000')
    await pays(page).click()
    await page.getByText('Ihre Lastschrift ist unterwegs').waitFor()
    expect(await barriersOn(page)).toEqual([])
    // Its money comes days later, and the policy with it.
    const debit = [...shop.stripe.account.intents.values()].at(-1)
    shop.stripe.account.settleDebit(debit?.id ?? '')
    shop.stripe.account.holdsDebits = false
    await deliver({ ...shop, insurerId }, eventOf(shop.stripe, 'payment_intent.succeeded'))
    await hurry(page)
    const number = (await customer.number().textContent()) ?? ''
    const payments = await paymentsOf(shop, number)
    expect(payments.map(({ status }) => status).toSorted()).toEqual(['failed', 'ok'])
    await context.close()
  })

  story('pays by a link that was mailed, and learns nothing from a wrong one', async (shop) => {
    const visit = await visited(shop, {
      locale: 'de-DE',
      viewport: { width: 375, height: 812 },
      colorScheme: 'dark',
    })
    const { page, context, complaints } = visit
    const { id, payment_token: token } = await madeOffer(sellerOn(shop.platform), {
      offer: { language: 'de' },
    })
    await page.goto(`${shop.url}/pay/${id}#wrong`)
    await page.getByText('Dieser Link führt zu keiner Zahlung').waitFor()
    const shown = await page.locator('main').textContent()
    await page.goto(`${shop.url}/pay/tpol_01b0acc58e2037776d4164838825#${token}`)
    await page.getByText('Dieser Link führt zu keiner Zahlung').waitFor()
    expect(await page.locator('main').textContent()).toBe(shown)
    await page.goto(`${shop.url}/pay/${id}#${token}`)
    await page.getByText('Demo Insurance').waitFor()
    expect(await barriersOn(page)).toEqual([])
    const sentElsewhere: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(shop.url)) return
      const { referer = '' } = request.headers()
      sentElsewhere.push(request.url(), referer, request.postData() ?? '')
    })
    const customer = customerAt(page)
    await customer.choose({ way: 'stripe/card' })
    await customer.goOn()
    await fieldsOn(page).getByLabel('Card number').fill('4000 0000 0000 0002')
    await pays(page).click()
    await page.getByText('Es wurde nichts belastet').waitFor()
    expect(await barriersOn(page)).toEqual([])
    // No script in the page, and no server, can read the token in an address; a reload goes on.
    expect(page.url()).toBe(`${shop.url}/pay/${id}`)
    expect(await seenByStripe(page)).toContain(`/pay/${id}`)
    expect(await seenByStripe(page)).not.toContain(token)
    await page.reload()
    // The bank with a page of its own sends back to the link, whose token it never gets.
    await fieldsOn(page).getByLabel('Card number').fill('4000 0027 6000 3184')
    await pays(page).click()
    const intent = [...shop.stripe.account.intents.values()].at(-1)
    await page.getByRole('link', { name: 'Confirm' }).waitFor()
    expect(JSON.stringify(intent)).not.toContain(token)
    await page.getByRole('link', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Bezahlt' }).waitFor()
    expect(page.url()).not.toContain('secret')
    expect(await barriersOn(page)).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Bezahlt' }).waitFor()
    expect(sentElsewhere.join(' ')).toContain('js.stripe.com')
    expect(sentElsewhere.join(' ')).not.toContain(token)
    // The bank may send its customer to another browser, which has never seen the link.
    const other = await shop.visit(german)
    const params = `payment_intent=${intent?.id}&payment_intent_client_secret=x&redirect_status=succeeded`
    await other.page.goto(`${shop.url}/pay/${id}?${params}`)
    await other.page.getByText('dieses Fenster kennt die Zahlung nicht').waitFor()
    await other.context.close()
    expect(complaints.filter((text) => !/40[24]/.test(text))).toEqual([])
    await context.close()
  })

  story(
    'has a form open that was paid otherwise meanwhile, and is charged nothing',
    async (shop) => {
      const visit = await visited(shop, german)
      const { page, context } = visit
      const customer = customerAt(page)
      const { id, token, invoice } = await instalmentOf(shop)
      await page.goto(`${shop.url}/pay/${id}#${token}`)
      await customer.choose({ way: 'stripe/card' })
      await customer.goOn()
      const number = fieldsOn(page).getByLabel('Card number')
      await number.fill('4242 4242 4242 4242')
      const open = [...shop.stripe.account.intents.values()].at(-1)?.id ?? ''
      await received(shop, invoice, 40_000)
      await pays(page).click()
      await page.getByText('So viel ist noch zu zahlen').waitFor()
      await page.locator('.title:focus').waitFor()
      expect(shop.stripe.account.intent(open).status).toBe('canceled')
      expect(await customer.price().textContent()).toContain('1.062,41')
      await customer.goOn()
      await number.fill('4242 4242 4242 4242')
      await received(shop, invoice, 106_241)
      await pays(page).click()
      await page.getByRole('heading', { name: 'Bezahlt' }).waitFor()
      expect(await page.locator('.notices').count()).toBe(0)
      expect(await barriersOn(page)).toEqual([])
      const ofPolicy = [...shop.stripe.account.intents.values()].filter(
        ({ metadata }) => metadata['bindery_policy'] === id,
      )
      expect(ofPolicy.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
      await context.close()
    },
  )

  story('pays for an endorsement by a link, whose secret stands in no address', async (shop) => {
    const { platform } = shop
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const { id } = await soldPolicy(sellerOn(platform))
    const { fragment, token } = await changeLink(insurer, id)
    const visit = await visited(shop, { locale: 'en-GB' })
    const { page, context } = visit
    const customer = customerAt(page)
    await page.goto(`${pageOf(shop, 'cyber')}#${fragment}`)
    await page.getByRole('heading', { name: 'Change your cover' }).waitFor()
    expect(page.url()).toBe(`${pageOf(shop, 'cyber')}#change=${id}`)
    await customer.choose({ 'quote.data.deductible': '100000' })
    await page.getByText('to pay before it counts').waitFor()
    await customer.goOn()
    await page.waitForResponse((answer) => answer.url().includes('/versions/'))
    await platform.runDue()
    // A reload goes on, and so does the same link opened again beside the form.
    await page.locator('.choice input[name="way"]').first().waitFor()
    await page.reload()
    await customer.choose({ way: 'stripe/card' })
    await customer.goOn()
    const number = fieldsOn(page).getByLabel('Card number')
    await number.waitFor()
    expect(await seenByStripe(page)).toContain(`#change=${id}`)
    expect(await seenByStripe(page)).not.toContain(token)
    await page.goto(`${pageOf(shop, 'cyber')}#${fragment}`)
    await page.waitForURL(`${pageOf(shop, 'cyber')}#change=${id}`)
    await number.fill('4000 0027 6000 3184')
    await pays(page).click()
    await page.getByRole('link', { name: 'Confirm' }).waitFor()
    const intent = [...shop.stripe.account.intents.values()].at(-1)
    expect(JSON.stringify(intent)).not.toContain(token)
    await page.getByRole('link', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your cover is changed' }).waitFor()
    expect(page.url()).toBe(`${pageOf(shop, 'cyber')}#change=${id}`)
    // Who copies the address has nothing.
    const other = await shop.visit({ locale: 'en-GB' })
    await other.page.goto(page.url())
    await other.page.getByText('This link has expired').waitFor()
    await other.context.close()
    await context.close()
  })

  story('transfers the amount by a link, over a bad network', async (shop) => {
    const visit = await shop.visit({
      ...german,
      viewport: { width: 375, height: 812 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, context } = visit
    const customer = customerAt(page)
    const { id, payment_token: token } = await madeOffer(sellerOn(shop.platform), {
      offer: { language: 'de' },
    })
    const asks = `${shop.url}/payment_links/**`
    const body = { status: 'Too Many Requests', code: 'rate_limited', message: 'Slow down.' }
    await page.route(asks, (route) => route.fulfill({ status: 429, json: body }), { times: 1 })
    await page.goto(`${shop.url}/pay/${id}#${token}`)
    await page.getByText('Im Moment ist viel los').waitFor()
    await customer.choose({ way: 'bank_transfer/transfer' })
    await customer.goOn()
    await page.getByText('DE89 3704 0044 0532 0130 00').waitFor()
    expect(await barriersOn(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    await page.getByRole('button', { name: 'Referenz kopieren' }).click()
    await page.getByText('Kopiert', { exact: true }).waitFor()
    const reference = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(reference).toMatch(/^RF\d\d/)
    // One look gets lost, and the next one finds the money.
    const lost = page.waitForEvent('requestfailed')
    await page.route(asks, (route) => route.abort(), { times: 1 })
    await lost
    expect(await transferred(shop.platform, reference, 146_241)).toBe('matched')
    await page.getByRole('heading', { name: 'Bezahlt' }).waitFor()
    await context.close()
  })

  story('is insured at once where a debit that was accepted is enough', async (shop) => {
    await ready(shop, { bindOn: 'processing' })
    const visit = await visited(shop, { locale: 'en-GB' })
    const { page, context } = visit
    const customer = customerAt(page)
    shop.stripe.account.holdsDebits = true
    await offered(shop, visit, 'en')
    await customer.choose({ way: 'stripe/sepa_debit' })
    await customer.goOn()
    await fieldsOn(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 3000')
    await pays(page).click()
    await page.getByText('You pay by direct debit').waitFor()
    const number = (await customer.number().textContent()) ?? ''
    expect(await policyOf(shop, number)).toMatchObject({ status: 'paid' })
    shop.stripe.account.holdsDebits = false
    await context.close()
  })
}

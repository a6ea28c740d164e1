import { createHash } from 'node:crypto'
import { barriersOn, isTooWide, storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Shop } from '@bindery/checkout/test/support/shop.ts'
import { expect } from 'vitest'
import { type Seller, madeOffer, offerAssets, sellerOn, soldPolicy } from '../builders/sale.ts'
import { carriedOut, openPolicy, picture, signedIn } from './at-the-console.ts'

const story = storiesInOneShop()

/** The insurer, who may endorse everything. */
function insurerOf({ platform }: Shop): Seller {
  return sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
}

/** The customer pays for the change that waits for it. */
async function paid(shop: Shop, policyId: string): Promise<void> {
  const insurer = insurerOf(shop)
  const shown = await insurer.get(`/manage/policies/${policyId}/timeline`)
  const { versions } = shown.json<{ versions: { id: string }[] }>()
  const status = await insurer.get(`/policies/${policyId}/versions/${versions.at(-1)?.id}/status`)
  const { payment } = status.json<{ payment: { token: string } }>()
  const way = { provider: 'invoice', method: 'invoice' }
  const answer = await insurer.post('/payments', {
    policy_id: policyId,
    token: payment.token,
    ...way,
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  await shop.platform.runDue()
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
    const [{ insurer_policy_id: number = '' } = {}] = (
      await insurerOf(shop).get(`/manage/policies?id=${id}`)
    ).json<{ insurer_policy_id?: string }[]>()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(number)
    await page.keyboard.press('Enter')
    await page.locator('.facts').waitFor()
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
    await carriedOut(shop, sheet.waitFor({ state: 'detached' }))
    await page.getByRole('tab', { name: 'Money' }).click()
    await page.getByRole('heading', { name: 'Postings' }).waitFor()
    await page.getByRole('region', { name: 'Invoices' }).getByText(amount).first().waitFor()
    await picture(page, 'money')
    expect(await barriersOn(page)).toEqual([])

    await paid(shop, id)
    await page.reload()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('table', { name: 'Why did the premium change?' }).waitFor()
    await picture(page, 'history')
    // Nothing counts as changed that nobody has touched, such as how a telephone number is written.
    expect(await page.locator('.comparison').getByRole('cell', { name: 'Telephone' }).count()).toBe(
      0,
    )
    await page.locator('.waterfall').scrollIntoViewIfNeeded()
    await picture(page, 'why')
    expect(await barriersOn(page)).toEqual([])
    expect(foreign).toEqual([])
    expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
    expect(await isTooWide(page)).toBe(false)
  },
)

story('a service person cancels, and sees the refund before and after', async (shop) => {
  const { id } = await soldPolicy(insurerOf(shop), { quote: start })
  await shop.platform.runDue()
  // Requested on the day after, so that there is a moment before it.
  shop.platform.clock.set(Temporal.Instant.from('2027-03-02T09:00:00Z'))
  const { page } = await signedIn(shop, { name: 'Jan Voss', roles: ['service', 'accountant'] })
  await openPolicy(shop, page, id)
  await page.getByRole('button', { name: 'Act', exact: true }).click()
  await picture(page, 'acts')
  await page.getByRole('menuitem', { name: 'Cancel', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Cancel the policy' })
  await sheet.getByLabel('Last day of cover').fill('2027-09-30')
  await sheet.getByLabel('Reason').fill('The company is sold.')
  await picture(page, 'cancel-form')
  await sheet.getByRole('button', { name: 'Review' }).click()
  const confirm = sheet.getByRole('button', { name: /^Cancel to 30 Sept 2027, refund [\d.,]+/ })
  await confirm.waitFor()
  await picture(page, 'cancel-preview')
  expect(await barriersOn(page)).toEqual([])
  await confirm.click()
  await carriedOut(shop, sheet.waitFor({ state: 'detached' }))
  await page.getByText('Cover ends 30 Sept 2027').waitFor()
  await page.getByLabel('Day', { exact: true }).fill('2027-12-24')
  await page.getByText('You see the policy on 24 Dec 2027.').waitFor()
  await picture(page, 'on-a-day')
  await page.getByLabel('As known').selectOption({ index: 1 })
  await page.getByText('as it was known on').waitFor()
  await picture(page, 'as-known')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Hanna Brandt' }).click()
  await page.getByRole('heading', { name: 'Hanna Brandt', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Account in EUR' }).waitFor()
  await picture(page, 'customer')
  expect(await barriersOn(page)).toEqual([])
})

story(
  'a role that may not act sees why, and two people who change one thing see both',
  async (shop) => {
    const insurer = insurerOf(shop)
    const { id, version_id: version } = await soldPolicy(insurer, { quote: start })
    await shop.platform.runDue()
    const viewer = await signedIn(shop, { name: 'Ida Roth', roles: ['viewer'] })
    await openPolicy(shop, viewer.page, id)
    // As the product calls it, not `company_street`.
    await viewer.page.getByText('Street', { exact: true }).first().waitFor()
    await viewer.page.getByRole('button', { name: 'Act', exact: true }).click()
    const cancel = viewer.page.getByRole('menuitem', { name: /^Cancel/ })
    expect(await cancel.getAttribute('aria-disabled')).toBe('true')
    expect(await cancel.textContent()).toContain('You lack the permission policies.cancel')
    await picture(viewer.page, 'may-not')

    const { page } = await signedIn(shop, { name: 'Tom Beck', roles: ['service'] })
    await openPolicy(shop, page, id)
    await page.keyboard.press('e')
    const sheet = page.getByRole('dialog', { name: 'Change the policy' })
    await sheet.getByLabel('Street').first().fill('Zum Hafen')
    await insurer.endorse(id, version, { data: { company_city: 'Potsdam' } })
    await shop.platform.runDue()
    await sheet.getByRole('button', { name: 'Review' }).click()
    await sheet.getByText('Somebody else has changed this policy meanwhile').waitFor()
    await sheet.getByRole('cell', { name: 'Potsdam' }).waitFor()
    await sheet.getByText('Street: Zum Hafen').waitFor()
    await picture(page, 'conflict')
    expect(await barriersOn(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Apply mine again' }).click()
    await sheet.getByRole('button', { name: /^Change from/ }).click()
    await carriedOut(shop, sheet.waitFor({ state: 'detached' }))
    await page.getByText('Zum Hafen').waitFor()
    await page.getByText('Potsdam').waitFor()
  },
)

story(
  'names of any length, direction and letters are text, and the guide opens beside',
  async (shop) => {
    const insurer = insurerOf(shop)
    const named = async (first_name: string, last_name: string) =>
      (await soldPolicy(insurer, { quote: start, offer: { first_name, last_name } })).id
    const long = await named('Maximilian'.repeat(10), 'Hohenzollern'.repeat(8))
    const arabic = await named('محمد', 'عبد الرحمن')
    const html = await named('<img src=x onerror="document.title=1">', '<b>Beck</b>')
    await shop.platform.runDue()
    const { page, complaints } = await signedIn(shop, {
      name: 'Pia Sturm',
      roles: ['viewer', 'service'],
    })
    for (const [id, shown] of [
      [long, `${'Maximilian'.repeat(10)} ${'Hohenzollern'.repeat(8)}`],
      [arabic, 'محمد عبد الرحمن'],
      [html, '<img src=x onerror="document.title=1"> <b>Beck</b>'],
    ] as const) {
      await openPolicy(shop, page, id)
      await page.locator('.facts').getByText(shown, { exact: true }).waitFor()
      expect(await isTooWide(page)).toBe(false)
    }
    expect(await page.title()).toMatch(/^Policy /)

    await page.getByRole('link', { name: 'Policies', exact: true }).click()
    await page.locator('.list-row a').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('.list-row a:focus').waitFor()
    await page.keyboard.press('j')
    const row = page.locator('.list-row[data-row="1"] a:focus')
    const number = await row.textContent()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `Policy ${number}` }).waitFor()
    await page.keyboard.press('Escape')
    await row.waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.facts').waitFor()

    await page.keyboard.press('h')
    const help = page.getByRole('complementary', { name: 'Help' })
    await help.getByRole('heading', { name: 'The life of a policy' }).waitFor()
    // The page beside it goes on working.
    await page.getByRole('tab', { name: 'History' }).click()
    await help.getByLabel('Guide').selectOption('Billing')
    await help.getByRole('heading', { name: 'Billing', level: 2 }).waitFor()
    await picture(page, 'help')
    expect(await barriersOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.locator('.help-button:focus').waitFor()
    expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  },
)

story('a phone shows the policy, in German and in the dark', async (shop) => {
  const { id } = await soldPolicy(insurerOf(shop), { quote: start })
  await shop.platform.runDue()
  const { page } = await signedIn(
    shop,
    { name: 'Uta Kern', roles: ['service', 'accountant'] },
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' },
  )
  await openPolicy(shop, page, id)
  await page.getByRole('heading', { name: 'Angaben' }).waitFor()
  await picture(page, 'phone')
  expect(await isTooWide(page)).toBe(false)
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('tab', { name: 'Konto' }).click()
  await page.getByRole('heading', { name: 'Buchungssätze' }).waitFor()
  await picture(page, 'phone-money')
  expect(await isTooWide(page)).toBe(false)
  expect(await barriersOn(page)).toEqual([])
})

story('the documents say what was handed over before the contract, and how', async (shop) => {
  const bikes = sellerOn(shop.platform, { product: 'bike' })
  const offer = await madeOffer(bikes)
  const { pathname, search } = new URL(offerAssets(offer))
  const path = pathname.replace(/\/assets$/, '/handover') + search
  const { documents } = (await shop.platform.app.inject(path)).json<{
    documents: { href: string }[]
  }>()
  const url = new URL(documents[0]?.href ?? '')
  const open = () =>
    shop.platform.app.inject({
      url: url.pathname + url.search,
      headers: { accept: 'application/pdf' },
    })
  let opened = await open()
  while (opened.statusCode === 202) {
    await shop.platform.runDue(['make_documents'])
    opened = await open()
  }
  await bikes.pay(offer)
  await shop.platform.runDue()
  const { page } = await signedIn(
    shop,
    { name: 'Eli Baum', roles: ['service'] },
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' },
  )
  await openPolicy(shop, page, offer.id)
  await page.getByRole('tab', { name: 'Dokumente' }).click()
  const handed = page.getByRole('region', { name: 'Vor Vertragsschluss übergeben' })
  const hash = createHash('sha256').update(opened.rawPayload).digest('hex')
  await handed.getByRole('row').filter({ hasText: 'ipid' }).getByText(hash).waitFor()
  await handed.getByText('vom Kunden geöffnet').waitFor()
  await handed.getByText('Nicht übergeben: terms.').waitFor()
  await picture(page, 'handover')
  expect(await isTooWide(page)).toBe(false)
  expect(await barriersOn(page)).toEqual([])
})

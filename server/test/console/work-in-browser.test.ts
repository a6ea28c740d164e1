import { barriersOn, isTooWide, storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Shop } from '@bindery/checkout/test/support/shop.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { numberInvoices } from '../../src/ledger/index.ts'
import { mailWithDocuments, parkedMail } from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import { goodPassword } from '../builders/people.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { unmatchedReceipt } from '../builders/tracked.ts'
import { carriedOut, openPolicy, picture, signedIn } from './at-the-console.ts'

const story = storiesInOneShop()

async function sold(shop: Shop): Promise<string> {
  const { id } = await soldPolicy(sellerOn(shop.platform))
  await shop.platform.runDue()
  return id
}

async function open(shop: Shop, page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`${shop.url}/console/test/demo-insurance${path}`)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

async function read<Rows>({ platform }: Shop, path: string): Promise<Rows> {
  return (await managerOn(platform).get(path)).json<Rows>()
}

story('an accountant posts a receipt from the inbox, and writes off the rest', async (shop) => {
  const policyId = await sold(shop)
  await unmatchedReceipt(shop.platform)
  const entered = await managerOn(shop.platform).post(
    `/manage/policies/${policyId}/manual_entries`,
    { kind: 'fee', amount: 150_000, text: 'Expert opinion', reason: 'As agreed' },
  )
  expect(entered.statusCode, entered.body).toBeLessThan(300)
  await numberInvoices(shop.platform.db)
  const [invoice] = await read<{ number: string }[]>(
    shop,
    `/manage/invoices?policy_id=${policyId}&state=open`,
  )
  expect(invoice?.number).toMatch(/^TEST-/)
  const { page, complaints } = await signedIn(shop, { name: 'Kai Lenz', roles: ['accountant'] })
  await open(shop, page, '/inbox', 'Inbox')
  await page.getByRole('link', { name: /^Receipts without an invoice/ }).click()
  await page.locator('.row-button').first().click()
  await page.getByLabel('Number of the invoice').fill(invoice?.number ?? '')
  await page.getByText('After this, 37.59 EUR remain open.').waitFor()
  await picture(page, 'inbox-receipt')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: `Post 1,462.41 EUR to ${invoice?.number}` }).click()
  await page.getByText('The receipt is posted.').waitFor()
  await openPolicy(shop, page, policyId, '?tab=money')
  await page.getByRole('button', { name: `Act: ${invoice?.number}` }).click()
  await page.getByRole('button', { name: 'Write off' }).click()
  const sheet = page.getByRole('dialog', { name: 'Write off' })
  await sheet.getByLabel('Reason').fill('Too small to collect')
  await sheet.getByRole('button', { name: 'Review' }).click()
  await sheet.getByRole('button', { name: 'Write off 37.59 EUR' }).click()
  await sheet.waitFor({ state: 'detached' })
  const left = await read<unknown[]>(shop, `/manage/invoices?policy_id=${policyId}&state=open`)
  expect(left).toEqual([])
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})

story('a service person sends a mail again, and reads what another one says', async (shop) => {
  const mailId = await parkedMail(shop.platform)
  const { page, complaints } = await signedIn(shop, { name: 'Ina Roth', roles: ['service'] })
  await open(shop, page, '/inbox', 'Inbox')
  await page.getByRole('link', { name: /^Mails that were given up/ }).click()
  await page.locator('.row-button').first().click()
  const peek = page.getByRole('complementary', { name: 'Offer created' })
  await peek.getByText('A document is still to be made.').waitFor()
  await picture(page, 'inbox-mail')
  expect(await barriersOn(page)).toEqual([])
  await peek.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('It is tried again.').waitFor()
  expect(await read(shop, `/manage/mails/${mailId}`)).toMatchObject({ state: 'waiting' })
  await mailWithDocuments(shop.platform)
  const { policy_id: policyId } = await read<{ policy_id: string }>(shop, `/manage/mails/${mailId}`)
  await page.goto(`${shop.url}/console/test/demo-insurance/policies/${policyId}?tab=mails`)
  await page.locator('.row-button').first().click()
  await peek.getByText('Bonjour Luc Favre').first().waitFor()
  const saved = page.waitForEvent('download')
  await peek.getByRole('button', { name: 'Save the message' }).click()
  expect((await saved).suggestedFilename()).toBe(`${mailId}.eml`)
  await picture(page, 'policy-mails')
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})

story('a task is created, taken and done by keyboard alone', async (shop) => {
  const { page } = await signedIn(shop, { name: 'Mia Stein', roles: ['service'] })
  const keys = async (...pressed: readonly string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await keys('g', 'k')
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await keys('c')
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  await page.keyboard.type('Call the broker back')
  await keys('Enter')
  await page.getByText('New task: done.').waitFor()
  await page.getByRole('row').filter({ hasText: 'Call the broker back' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keys('j')
  await page.locator('.row-button:focus').waitFor()
  await keys('Enter')
  await page.getByRole('heading', { name: 'Call the broker back' }).waitFor()
  await picture(page, 'task')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).focus()
  await keys('Enter')
  await page.getByText('The task is done.').waitFor()
  expect(await read<unknown[]>(shop, '/manage/tasks?status=done')).toEqual([
    expect.objectContaining({ title: 'Call the broker back' }),
  ])
})

story('what was typed survives a server that is away, and a session that ended', async (shop) => {
  const policyId = await sold(shop)
  const { page, context } = await signedIn(shop, { name: 'Leo Hart', roles: ['service'] })
  await openPolicy(shop, page, policyId, '?tab=notes')
  const write = async (body: string) => {
    await page.getByLabel('New note').fill(body)
    await page.getByRole('button', { name: 'Save the note' }).click()
  }
  await context.setOffline(true)
  await write('Wants the documents by letter.')
  await page.getByText('The server does not answer.').waitFor()
  await context.setOffline(false)
  await page.getByText('Leo Hart, ').waitFor()
  await page.getByText('The server does not answer.').waitFor({ state: 'detached' })

  await context.clearCookies()
  await write('Moves in May.')
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByLabel('E-mail').fill('leo.hart@example.com')
  await ended.getByLabel('Password').fill(goodPassword)
  await ended.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.note').filter({ hasText: 'Moves in May.' }).waitFor()
  const notes = await read<{ body: string }[]>(shop, `/manage/notes?policy_id=${policyId}`)
  // Each was written once, however often it was sent.
  expect(notes.map(({ body }) => body).toSorted()).toEqual([
    'Moves in May.',
    'Wants the documents by letter.',
  ])
})

story('a view is saved and shared, and one act is done for all that it shows', async (shop) => {
  await sold(shop)
  const { page } = await signedIn(shop, { name: 'Eva Wolf', roles: ['administrator'] })
  await open(shop, page, '/policies?status=paid', 'Policies')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Save filters and columns as a view').fill('Sold')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Sold' }).waitFor()

  await page.getByRole('button', { name: 'Act on all' }).click()
  const sheet = page.getByRole('dialog', { name: 'Act on all policies that match' })
  const product = shop.platform.demo.products['cyber']?.product_id ?? 'cyber'
  await sheet.getByLabel('Product').selectOption(product)
  const [, count = ''] =
    /^The ([\d,]+) policies/.exec(
      (await sheet.getByText(/^The [\d,]+ policies that match/).textContent()) ?? '',
    ) ?? []
  await sheet.getByLabel('What to do').selectOption('task')
  await sheet.getByLabel('What is to be done').fill('Ask for the new address')
  await sheet.getByLabel('Reason').fill('Letters came back')
  await sheet.getByRole('button', { name: 'Preview' }).click()
  const start = page.getByRole('button', {
    name: new RegExp(String.raw`^Create a task: ${count} policies`),
  })
  await carriedOut(shop, start.waitFor())
  await picture(page, 'run-previewed')
  expect(await barriersOn(page)).toEqual([])
  await start.click()
  await carriedOut(shop, page.locator('.facts').getByText('Done').waitFor())
  await page.getByRole('row').filter({ hasText: 'Changed' }).first().waitFor()
  await picture(page, 'run-done')
  const tasks = await read<{ title: string }[]>(shop, '/manage/tasks?status=open&limit=100')
  const made = tasks.filter(({ title }) => title === 'Ask for the new address')
  expect(made).toHaveLength(Number(count))
})

story('an operator finds a failed request among others, and proves the evidence', async (shop) => {
  const refused = await managerOn(shop.platform).get('/manage/figures?from=soon&to=2027-12-31')
  expect(refused.statusCode).toBe(400)
  await shop.platform.requestLog.flush()
  const { page } = await signedIn(shop, { name: 'Ben Falk', roles: ['administrator'] })
  await open(shop, page, '/requests', 'Requests')
  await page.getByRole('row').filter({ hasText: '/manage/figures' }).waitFor()
  await page.getByRole('button', { name: '400 invalid_parameter' }).first().click()
  await page.waitForURL('**/requests?*code=invalid_parameter*')
  await picture(page, 'requests')
  expect(await barriersOn(page)).toEqual([])
  await open(shop, page, '/audit', 'Audit log')
  await page.getByRole('button', { name: 'Verify the evidence' }).click()
  await page.getByText('records, none changed').waitFor()
  for (const [path, heading] of [
    ['/people', 'People'],
    ['/keys', 'API keys'],
    ['/taxes', 'Tax'],
  ] as const) {
    await open(shop, page, path, heading)
    await picture(page, heading)
  }
  expect(await barriersOn(page)).toEqual([])
})

story('the overview on a phone, in German and in the dark', async (shop) => {
  const { page, complaints } = await signedIn(
    shop,
    { name: 'Ute Lorenz', roles: ['administrator'] },
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' },
  )
  await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor()
  await page.getByRole('heading', { name: 'Was jemand erledigen muss' }).waitFor()
  await page.locator('.overview-main .figure, .overview-main .state').first().waitFor()
  await picture(page, 'phone-overview')
  expect(await isTooWide(page)).toBe(false)
  expect(await barriersOn(page)).toEqual([])
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})

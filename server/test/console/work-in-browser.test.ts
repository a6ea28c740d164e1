import { barriersOn, isTooWide, storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Shop } from '@bindery/checkout/test/support/shop.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { sharedCompanies } from '../builders/dataset.ts'
import { differenceOf, disputeOf } from '../builders/disputes.ts'
import { lapseInDoubt } from '../builders/dunning.ts'
import { mailWithDocuments, parkedMail } from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import { iban, pendingPayout } from '../builders/payouts.ts'
import { goodPassword } from '../builders/people.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { stuckPolicy } from '../builders/stuck-policy.ts'
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

/** By how many pixels the columns of a list are wider than what is seen of them. */
function cutColumns(page: Page): Promise<number> {
  return page.locator('.list').evaluate((list) => list.scrollWidth - list.clientWidth)
}

story(
  'an accountant imports a bank file, posts a receipt, and writes off the rest',
  async (shop) => {
    const policyId = await sold(shop)
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
    await open(shop, page, '/receipts', 'Receipts')
    await page.getByRole('button', { name: 'Import a bank file' }).click()
    const file = page.getByRole('dialog', { name: 'Import a bank file' })
    await file.getByLabel('File', { exact: true }).setInputFiles({
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('date,reference,amount\n2027-03-01,Thank you,1462.41\n'),
    })
    await file.getByRole('button', { name: 'Import', exact: true }).click()
    await file.getByText('1 new receipt: 0 posted to invoices, 1 without one.').waitFor()
    await picture(page, 'bank-file')
    expect(await barriersOn(page)).toEqual([])
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
  },
)

story(
  'an accountant finds disputes, differences and policies that are stuck in the inbox',
  async (shop) => {
    const policyId = await sold(shop)
    await disputeOf(shop.platform, policyId)
    await differenceOf(shop.platform, policyId)
    await stuckPolicy(shop.platform, policyId)
    const { page, complaints } = await signedIn(shop, { name: 'Nora Wirth', roles: ['accountant'] })
    await open(shop, page, '/inbox', 'Inbox')
    await page.getByRole('link', { name: /^Disputes to answer/ }).click()
    await page.locator('.row-button').first().click()
    const peek = page.getByRole('complementary')
    await peek.getByText('Send your evidence at the provider').waitFor()
    await peek.getByText('Hanna Brandt').waitFor()
    // Columns for which there is no room beside the details are left out, and none is cut.
    expect(await cutColumns(page)).toBe(0)
    const answer = peek.getByRole('link', { name: 'Answer at the provider' })
    expect(await answer.getAttribute('href')).toMatch(/^https:\/\/dashboard\.stripe\.com/)
    await picture(page, 'inbox-dispute')
    expect(await barriersOn(page)).toEqual([])
    await page.getByRole('link', { name: /^Money at providers that does not match/ }).click()
    await page.locator('.row-button').first().click()
    await peek.getByText('Both sides know it with different amounts').waitFor()
    await peek.getByText('1,452.41 EUR').first().waitFor()
    await picture(page, 'inbox-difference')
    expect(await barriersOn(page)).toEqual([])
    await page.getByRole('link', { name: /^Policies that are stuck/ }).click()
    await page.locator('.row-button').first().click()
    await peek.getByText('Remove the cause').waitFor()
    await picture(page, 'inbox-stuck')
    expect(await barriersOn(page)).toEqual([])
    await open(shop, page, '/disputes', 'Disputes')
    await page.getByRole('row').filter({ hasText: 'To be answered' }).waitFor()
    await picture(page, 'disputes')
    await open(shop, page, '/reconciliation', 'Reconciliation')
    await page.getByRole('row').filter({ hasText: '-10.00 EUR' }).waitFor()
    await picture(page, 'reconciliation')
    await page.locator('.row-button').first().click()
    await peek.getByLabel('Why it is known').fill('The provider rounded it.')
    await peek.getByRole('button', { name: 'Accept -10.00 EUR as known' }).click()
    await peek.getByText('Accepted by').waitFor()
    await peek.getByText('Nora Wirth').waitFor()
    await picture(page, 'accepted-difference')
    expect(await barriersOn(page)).toEqual([])
    await peek.getByRole('button', { name: 'Reopen the difference' }).click()
    await peek.getByRole('button', { name: 'Accept -10.00 EUR as known' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
  },
)

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

story(
  'an administrator puts a role together by keyboard, which stays while it is used',
  async (shop) => {
    const { page } = await signedIn(shop, { name: 'Ada Kern', roles: ['administrator'] })
    await open(shop, page, '/roles', 'Roles')
    await page.getByRole('row').filter({ hasText: 'Looks after customers' }).waitFor()
    await page.getByRole('button', { name: 'New role' }).focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'New role' })
    await sheet.getByLabel('Name').waitFor()
    await page.keyboard.type('Cyber desk')
    expect(await sheet.getByLabel('Key', { exact: true }).inputValue()).toBe('cyber_desk')
    await sheet.getByLabel('Begin with').selectOption('viewer')
    await sheet.getByRole('checkbox', { name: 'Cancel policies, and move their end' }).focus()
    await page.keyboard.press('Space')
    await sheet.getByRole('checkbox', { name: 'All of: Sales' }).focus()
    await page.keyboard.press('Space')
    const products = sheet.getByRole('group', { name: 'Only sales of these products' })
    await products.getByRole('checkbox', { name: 'Cyber Protect', exact: true }).focus()
    await page.keyboard.press('Space')
    await sheet.getByRole('checkbox', { name: 'In test mode only' }).focus()
    await page.keyboard.press('Space')
    await picture(page, 'role-form')
    // High enough for all boxes: one that is half behind the button counts as too small.
    await page.setViewportSize({ width: 1440, height: 8_000 })
    expect(await barriersOn(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await sheet.getByRole('button', { name: 'Create the role' }).focus()
    await page.keyboard.press('Enter')
    await sheet.waitFor({ state: 'detached' })
    const grants = async () => {
      const roles = await read<{ key: string; grants: { permission: string }[] }[]>(
        shop,
        '/manage/roles',
      )
      return roles.find(({ key }) => key === 'cyber_desk')?.grants ?? []
    }
    const made = async () => (await grants()).map((one) => one.permission)
    expect(await made()).toEqual(
      expect.arrayContaining(['policies.read', 'policies.cancel', 'quotes.create', 'leads.create']),
    )
    const cyber = shop.platform.demo.products['cyber']?.product_id
    expect(await grants()).toContainEqual({
      permission: 'policies.cancel',
      product_ids: [cyber],
      distributor_ids: null,
      test_only: true,
    })
    const used = await signedIn(shop, { name: 'Lou Ernst', roles: ['cyber_desk'] })
    await used.context.close()
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Cyber desk' }).click()
    const peek = page.getByRole('complementary', { name: 'Cyber desk' })
    await peek.getByText('One person has the role cyber_desk.').waitFor()
    await picture(page, 'role')
    expect(await barriersOn(page)).toEqual([])
    await peek.getByRole('button', { name: 'Edit' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit the role' })
    await edited.getByRole('checkbox', { name: 'Cancel policies, and move their end' }).uncheck()
    await edited.getByRole('button', { name: 'Save the role' }).click()
    await edited.waitFor({ state: 'detached' })
    expect(await made()).not.toContain('policies.cancel')

    await managerOn(shop.platform).post('/manage/roles', {
      key: 'team_lead',
      name: 'Team lead',
      grants: ['roles.read', 'roles.manage', 'policies.read'].map((permission) => ({ permission })),
    })
    const lead = await signedIn(
      shop,
      { name: 'Kim Alt', roles: ['team_lead'] },
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' },
    )
    await open(shop, lead.page, '/roles', 'Rollen')
    await lead.page.getByRole('button', { name: 'Neue Rolle' }).click()
    const form = lead.page.getByRole('dialog', { name: 'Neue Rolle' })
    const close = form.getByRole('checkbox', { name: 'Einen Monat endgültig abschließen' })
    expect(await close.isDisabled()).toBe(true)
    await form.getByText('Sie haben diese Berechtigung selbst nicht.').first().waitFor()
    await form.getByRole('checkbox', { name: 'Verträge, ihre Konten und Verläufe sehen' }).check()
    await picture(lead.page, 'phone-role')
    expect(await isTooWide(lead.page)).toBe(false)
    await lead.page.setViewportSize({ width: 390, height: 8_000 })
    expect(await barriersOn(lead.page)).toEqual([])
  },
)

story('an operator sets up a mail server, tries it, and suppresses an address', async (shop) => {
  const { page } = await signedIn(shop, { name: 'Tom Frei', roles: ['administrator'] })
  await open(shop, page, '/mail-server', 'Mail server')
  await page.getByText('No mail server of your own').waitFor()
  await picture(page, 'mail-server-none')
  await page.getByRole('button', { name: 'Set up a mail server' }).click()
  const form = page.getByRole('dialog', { name: 'Set up a mail server' })
  await form.getByLabel('Address with user').fill('smtps://robin:s3cret@mail.alpine.example')
  await form.getByLabel('Address that mails are from').fill('service@alpine.example')
  await form.getByLabel('Addresses that test mode sends to').fill('@alpine.example\nit@own.example')
  await form.getByText('As code').click()
  await form.getByRole('tab', { name: 'CLI' }).click()
  await form.getByText('npx bindery mails server --from -').waitFor()
  await picture(page, 'mail-server-form')
  expect(await barriersOn(page)).toEqual([])
  await form.getByRole('button', { name: 'Save the mail server' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('@alpine.example, it@own.example').waitFor()
  await page.getByLabel('To', { exact: true }).fill('it@own.example')
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await page.getByText('The server has not accepted the mail').waitFor()
  await picture(page, 'mail-server')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Change the mail server' })
  await edited.getByLabel('Domain of return addresses').fill('bounces.alpine.example')
  await edited.getByRole('button', { name: 'Save the mail server' }).click()
  await edited.waitFor({ state: 'detached' })
  expect(await read(shop, '/manage/mail_server')).toMatchObject({
    user: 'robin',
    from: 'service@alpine.example',
    test_addresses: ['@alpine.example', 'it@own.example'],
    bounce_domain: 'bounces.alpine.example',
  })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const removal = page.getByRole('dialog', { name: 'Remove the mail server' })
  await removal.getByRole('button', { name: 'Remove the mail server' }).click()
  await page.getByText('No mail server of your own').waitFor()

  await open(shop, page, '/suppressed-addresses', 'Suppressed addresses')
  await page.getByText('No suppressed addresses').waitFor()
  await page.getByRole('button', { name: 'Suppress an address' }).click()
  const sheet = page.getByRole('dialog', { name: 'Suppress an address' })
  await sheet.getByLabel('Address').fill('robin@example.com')
  await sheet.getByLabel('Note').fill('Asked by telephone')
  await sheet.getByText('As code').click()
  await sheet.getByRole('tab', { name: 'CLI' }).click()
  await sheet.getByText("mails suppress robin@example.com --note 'Asked by telephone'").waitFor()
  await sheet.getByRole('button', { name: 'Suppress an address' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'robin@example.com' }).click()
  const peek = page.getByRole('complementary', { name: 'robin@example.com' })
  await picture(page, 'suppressed-addresses')
  expect(await barriersOn(page)).toEqual([])
  await peek.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Mails go to this address again.').waitFor()
  expect(await read(shop, '/manage/suppressed_addresses')).toEqual([])
})

story('an operator finds a failed request among others, and proves the evidence', async (shop) => {
  await sold(shop)
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
  const signIns = page.getByRole('row').filter({ hasText: 'Signed in session.began' })
  await signIns.locator('.row-button').first().click()
  await page.getByRole('complementary', { name: 'Signed in' }).waitFor()
  await picture(page, 'audit')
  expect(await barriersOn(page)).toEqual([])
  await open(shop, page, '/events', 'Events')
  await page.getByLabel('Type').selectOption('Policy issued')
  await page.waitForURL('**/events?type=policy.issued')
  await page.getByRole('row').filter({ hasText: 'Policy issued policy.issued' }).first().waitFor()
  await picture(page, 'events')
  await open(shop, page, '/health', 'Health')
  await page.getByText(/, in this browser: [\d,]+ records, none changed/).waitFor()
  await page.getByText('None. Nothing happens by itself until one is started.').waitFor()
  await page.getByRole('link', { name: 'Policies that are stuck' }).waitFor()
  await picture(page, 'health')
  expect(await barriersOn(page)).toEqual([])
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
  await open(shop, page, '/health', 'Zustand')
  await page.getByRole('heading', { name: 'Arbeit im Hintergrund' }).waitFor()
  await picture(page, 'phone-health')
  expect(await isTooWide(page)).toBe(false)
  expect(await barriersOn(page)).toEqual([])
  await open(shop, page, '/mail-server', 'Mailserver')
  await page.getByRole('button', { name: 'Mailserver einrichten' }).click()
  await page.getByLabel('Absenderadresse').waitFor()
  await picture(page, 'phone-mail-server')
  expect(await isTooWide(page)).toBe(false)
  await open(shop, page, '/distributors', 'Vermittler')
  await page.getByRole('button', { name: 'Vermittler anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Vermittler anlegen' })
  await form.getByLabel('Name').fill('Hafenmakler GmbH')
  await form.getByLabel('Kürzel').fill('hafenmakler')
  await form.getByRole('button', { name: 'Vermittler anlegen' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Hafenmakler' }).locator('.row-button').click()
  const distributor = page.getByRole('complementary', { name: 'Hafenmakler GmbH' })
  await distributor.getByText('Er hat noch nichts verkauft.').waitFor()
  await distributor.getByText('Es ist keine Provision vereinbart.').waitFor()
  await distributor.getByText('Er hat in diesem Modus keinen Schlüssel.').waitFor()
  await picture(page, 'phone-distributor')
  expect(await isTooWide(page)).toBe(false)
  expect(await barriersOn(page)).toEqual([])
  expect(await read<{ key: string }[]>(shop, '/manage/accounts')).toContainEqual(
    expect.objectContaining({ key: 'hafenmakler', kind: 'distributor' }),
  )
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})

story(
  'a clerk asks for a second person, who approves, and the payout goes to the bank',
  async (shop) => {
    const { platform } = shop
    const payout = await pendingPayout(platform)
    const admin = await signedIn(shop, { name: 'Ria Noll', roles: ['administrator'] })
    await open(shop, admin.page, '/approval-rules', 'Rules of approval')
    await picture(admin.page, 'approval-rules-none')
    await admin.page.getByRole('button', { name: 'Edit' }).click()
    const rules = admin.page.getByRole('dialog', { name: 'Change the rules of approval' })
    const rule = rules.getByRole('group', { name: 'Pay out', exact: true })
    await rule.getByLabel('Pay out').selectOption('Two people above an amount')
    await rule.getByLabel('Up to this amount one person is enough').fill('500')
    await rules.getByText('As code').click()
    await rules.getByText('"above":[{"amount":50000,"currency":"eur"}]').waitFor()
    await picture(admin.page, 'approval-rules-form')
    expect(await barriersOn(admin.page)).toEqual([])
    await rules.getByRole('button', { name: 'Save the rules' }).click()
    await admin.page.getByText('Two people above 500.00 EUR').waitFor()
    await picture(admin.page, 'approval-rules')
    expect(await barriersOn(admin.page)).toEqual([])
    await admin.context.close()
    const clerk = await signedIn(shop, { name: 'Cleo Berg', roles: ['accountant'] })
    await open(shop, clerk.page, '/payouts', 'Payouts')
    await clerk.page.locator('.row-button').first().click()
    const asked = clerk.page.getByRole('complementary')
    await asked.getByRole('button', { name: 'Release', exact: true }).click()
    await asked.getByLabel('Reason, for whoever approves').fill('The flat was given up')
    await picture(clerk.page, 'ask-second-person')
    expect(await barriersOn(clerk.page)).toEqual([])
    await asked.getByRole('button', { name: 'Ask for approval' }).click()
    await asked.getByText('Nothing has changed yet.').waitFor()
    await picture(clerk.page, 'asked-second-person')
    expect(await barriersOn(clerk.page)).toEqual([])
    await asked.getByRole('link', { name: 'Open the approvals' }).click()
    await clerk.page.getByRole('row').filter({ hasText: 'The flat was given up' }).waitFor()
    expect(await read(shop, `/manage/payouts/${payout}`)).toMatchObject({ released: false })
    const { page } = await signedIn(shop, { name: 'Hans Vogt', roles: ['accountant'] })
    await open(shop, page, '/inbox', 'Inbox')
    await page.getByRole('link', { name: /^Requests for approval/ }).click()
    await page.getByRole('row').filter({ hasText: 'Pay out' }).click()
    await picture(page, 'approval-payout')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved.').waitFor()
    expect(await read(shop, `/manage/payouts/${payout}`)).toMatchObject({ released: true })
    await open(shop, page, '/payouts', 'Payouts')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'File for the bank' }).click()
    const chunks: Uint8Array[] = []
    for await (const chunk of await (await saved).createReadStream()) {
      chunks.push(chunk as Uint8Array) // Of a file.
    }
    expect(Buffer.concat(chunks).toString()).toContain(iban.replaceAll(' ', ''))
    await page.getByRole('row').filter({ hasText: 'With the bank' }).waitFor()
    await picture(page, 'payouts-exported')
    expect(await barriersOn(page)).toEqual([])
    await platform.db.query(sql`delete from approval_rules`)
  },
)

story('an operator imports a dataset from a file, and moves a test clock', async (shop) => {
  const { page } = await signedIn(shop, { name: 'Rita Falk', roles: ['administrator'] })
  await sharedCompanies(shop.platform)
  await open(shop, page, '/datasets', 'Datasets')
  // That of the product comes with the product.
  await page.getByRole('row').filter({ hasText: 'Companies' }).first().click()
  await page.getByText('firms').waitFor()
  const csv = `company_number,name,city,industry.en,industry.de,industry_code,employees,founded_on,risk_score
C-9000,Seeblick Reederei GmbH,Kiel,Logistics,Logistik,logistics,12,2001-05-17,40
`
  const file = { name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('CSV or NDJSON file, in UTF-8').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('The file adds 1 rows, changes 0, removes 0').waitFor()
  await picture(page, 'dataset-checked')
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('The dataset is imported.').waitFor()
  const exported = await managerOn(shop.platform).get('/manage/datasets/firms/export')
  expect(exported.body).toContain('Seeblick Reederei')

  await open(shop, page, '/clocks', 'Test clocks')
  await page.getByRole('button', { name: 'New clock' }).click()
  await page.getByLabel('Begins at').fill('2027-03-01')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('row').filter({ hasText: '1 Mar 2027' }).first().click()
  await page.getByLabel('To', { exact: true }).fill('2028-03-01')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText('The clock advances.').waitFor()
  await carriedOut(
    shop,
    expect
      .poll(() => read<{ at: string }[]>(shop, '/manage/clocks'))
      .toContainEqual(
        expect.objectContaining({ status: 'ready', at: '2028-03-01T12:00:00+00:00' }),
      ),
  )
  await page.reload()
  await page
    .getByRole('row')
    .filter({ hasText: '1 Mar 2028' })
    .filter({ hasText: 'Ready' })
    .waitFor()
  await picture(page, 'clock-moved')
  expect(await barriersOn(page)).toEqual([])
})

story('a clerk lets a lapse stand whose notice has come back', async (shop) => {
  const caseId = await lapseInDoubt(shop.platform)
  const { page, complaints } = await signedIn(
    shop,
    { name: 'Mia Kern', roles: ['administrator'] },
    { colorScheme: 'dark' },
  )
  await open(shop, page, '/inbox', 'Inbox')
  await page.getByRole('link', { name: /^Lapses without proof of the notice/ }).click()
  await page.locator('.row-button').first().click()
  const peek = page.getByRole('complementary', { name: /^Lapse of / })
  await peek.getByText('a notice that is not proven any more').waitFor()
  const uphold = peek.getByRole('button', { name: 'Let the lapse stand' })
  expect(await uphold.isDisabled()).toBe(true)
  await peek.getByLabel('Reason').fill('The customer is insured elsewhere')
  await picture(page, 'inbox-lapse')
  expect(await barriersOn(page)).toEqual([])
  await uphold.click()
  await page.getByText('The lapse stands.').waitFor()
  expect(await read(shop, `/manage/dunning/${caseId}`)).toMatchObject({
    state: 'lapsed',
    lapse_upheld_at: expect.any(String) as string,
  })
  await page.getByText('No lapse waits').waitFor()
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})

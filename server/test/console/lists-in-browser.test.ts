import { barriersOn, storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Shop } from '@bindery/checkout/test/support/shop.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { managerOn } from '../builders/manager.ts'
import { answering, startReceiver } from '../builders/receiver.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { dispatcherOn, webhooksOf } from '../builders/webhooks.ts'
import { picture, signedIn } from './at-the-console.ts'

const story = storiesInOneShop()

/** Somebody at the console, in test mode, who opens pages by their path and title. */
async function atConsole(
  shop: Shop,
  { name, roles = ['administrator'] }: { readonly name: string; readonly roles?: string[] },
  options: BrowserContextOptions = {},
) {
  const visit = await signedIn(shop, { name, roles }, options)
  const { page, complaints } = visit
  return {
    ...visit,
    async open(path: string, heading: string): Promise<void> {
      await page.goto(`${shop.url}/console/test/demo-insurance${path}`)
      await headingOf(page, heading).waitFor()
    },
    /** A browser complains of every refusal that a page meets; that is not meant. */
    trouble: () => complaints.filter((text) => !text.includes('Failed to load resource')),
  }
}

function headingOf(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

/** How often a price is written while a list scrolls by some rows, and for how many rows that come into view. */
function whileScrolling(page: Page, { steps, rowsEach }: { steps: number; rowsEach: number }) {
  return page.evaluate<{ rows: number; prices: number; formatters: number }>(`(async () => {
    const list = document.querySelector('.list')
    const counted = { rows: 0, prices: 0, formatters: 0 }
    const plain = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() { counted.prices += 1; return plain.get.call(this) },
    })
    const count = (made) => new Proxy(made, {
      construct(...parts) { counted.formatters += 1; return Reflect.construct(...parts) },
    })
    Intl.NumberFormat = count(Intl.NumberFormat)
    Intl.DateTimeFormat = count(Intl.DateTimeFormat)
    const seen = new Set([...list.querySelectorAll('.list-row')].map((row) => row.dataset.row))
    const drawn = () => [...list.querySelectorAll('.list-row')].map((row) => row.dataset.row)
    for (let step = 0; step < ${steps}; step += 1) {
      const top = list.scrollTop + ${rowsEach} * 36
      list.scrollTop = top
      const last = Math.floor((top + list.clientHeight - 32) / 36) - 1
      while (!drawn().includes(String(last))) await new Promise((resolve) => requestAnimationFrame(resolve))
      for (const row of drawn()) {
        if (seen.has(row)) continue
        seen.add(row)
        counted.rows += 1
      }
    }
    return counted
  })()`)
}

story('a list of hundreds draws what is in view, and is found again where it was', async (shop) => {
  const seller = sellerOn(shop.platform)
  const quotes = 230
  for (let made = 0; made < quotes; made += 46) {
    await Promise.all(Array.from({ length: 46 }, () => seller.quote()))
  }
  const away = { timezoneId: 'Pacific/Auckland' }
  const desk = await atConsole(shop, { name: 'Ole Busch', roles: ['viewer'] }, away)
  await desk.open('/quotes', 'Quotes')
  const list = desk.page.getByRole('region', { name: 'Quotes' })
  await list.getByRole('row').nth(20).waitFor()
  // As the clocks are where the insurer is, wherever somebody reads it.
  const time = list.locator('time[title^="Europe/Berlin · "]').first()
  const made = new Date((await time.getAttribute('datetime')) ?? '')
  const inBerlin = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' } as const
  expect(await time.textContent()).toBe(made.toLocaleString('en-GB', inBerlin))
  let most = 0
  for (const known of [/^more than [12]00/, /^more than 200/, /^2\d\d rows$/]) {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await list.getByRole('status').filter({ hasText: known }).waitFor({ state: 'attached' })
    most = Math.max(most, await list.getByRole('row').count())
  }
  expect(most).toBeLessThan(60)
  const rows = Number(await list.getByRole('table').getAttribute('aria-rowcount')) - 1
  expect(rows).toBeGreaterThanOrEqual(quotes)
  await list.evaluate((element) => element.scrollTo(0, 0))
  await list.getByRole('row').nth(20).waitFor()
  const written = await whileScrolling(desk.page, { steps: 20, rowsEach: 3 })
  expect(written.formatters).toBe(0)
  expect(written.rows).toBeGreaterThanOrEqual(60)
  expect(written.prices).toBeGreaterThanOrEqual(written.rows)
  // Drawn once as it comes into view, not again with each of the others.
  expect(written.prices).toBeLessThanOrEqual(written.rows * 1.5)
})

story(
  'filters and columns stand in the address, and the export has what is shown',
  async (shop) => {
    const policy = await soldPolicy(sellerOn(shop.platform))
    const shown = await managerOn(shop.platform).get(`/manage/policies?id=${policy.id}`)
    const [{ insurer_policy_id: number } = { insurer_policy_id: '' }] =
      shown.json<{ insurer_policy_id: string }[]>()
    const desk = await atConsole(shop, { name: 'Lena Brandt' })
    await desk.open('/policies', 'Policies')
    await desk.page.getByRole('searchbox', { name: 'Number' }).fill(number)
    await desk.page.waitForURL(`**/policies?number=${number}`)
    await desk.page.getByText('1 row', { exact: true }).waitFor({ state: 'attached' })
    await desk.page.getByRole('button', { name: 'Columns' }).click()
    await desk.page.getByRole('checkbox', { name: 'E-mail' }).check()
    await desk.page.getByRole('checkbox', { name: 'Distributor' }).uncheck()
    await desk.page.keyboard.press('Escape')
    await desk.page.reload()
    await desk.page.getByRole('columnheader', { name: 'E-mail' }).waitFor()
    expect(await desk.page.getByRole('columnheader', { name: 'Distributor' }).count()).toBe(0)
    const saved = desk.page.waitForEvent('download')
    await desk.page.getByRole('button', { name: 'Export CSV' }).click()
    const content = await (await saved).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk as Uint8Array))
    const [head, row, ...rest] = Buffer.concat(chunks).toString().split('\r\n')
    expect(head).toBe('\uFEFFNumber;Customer;Status;Product;Premium;Starts;Ends;E-mail')
    expect(row?.startsWith(`${number};`)).toBe(true)
    expect(rest).toEqual([''])
    await desk.page.getByLabel('Order').selectOption('Oldest first')
    await desk.page.waitForURL(/order=oldest/)
    await desk.page.getByText('1 row', { exact: true }).waitFor({ state: 'attached' })
    await picture(desk.page, 'policies-oldest')
    await desk.page.getByLabel('Order').selectOption('Newest first')
    await desk.page.getByRole('button', { name: 'As code' }).click()
    await desk.page.getByText(`/manage/policies?limit=100&number=${number}`).waitFor()
    await desk.page.getByRole('tab', { name: 'CLI' }).click()
    await desk.page.getByText(`npx bindery policies find --number ${number}`).waitFor()
    expect(await barriersOn(desk.page)).toEqual([])
  },
)

story('an operator sees why a webhook failed, and sends it again', async (shop) => {
  const receiver = await startReceiver(answering(500, {}, '<b>the disk is full</b>'))
  const dispatcher = await dispatcherOn(shop.platform)
  try {
    const { id } = await webhooksOf(shop.platform).create({ url: receiver.url })
    await soldPolicy(sellerOn(shop.platform))
    await dispatcher.settled()
    const desk = await atConsole(shop, { name: 'Jan Moser' })
    await desk.open(`/webhooks/${id}`, receiver.url)
    await desk.page.getByRole('button', { name: 'Policy issued policy.issued' }).click()
    // What the receiver answered is text, whatever it is.
    await desk.page.getByText('<b>the disk is full</b>').first().waitFor()
    expect(await barriersOn(desk.page)).toEqual([])
    await picture(desk.page, 'delivery')
    receiver.react = answering(200)
    receiver.received.length = 0
    await desk.page.getByRole('button', { name: 'Send again', exact: true }).click()
    await desk.page.getByText('It is being sent again.').waitFor()
    await dispatcher.settled()
    expect(receiver.received.map(({ event }) => event.type)).toContain('policy.issued')
    await desk.page.getByRole('button', { name: 'Send a test' }).click()
    await desk.page.getByText('The endpoint answered 200.').waitFor()
  } finally {
    await dispatcher.stop()
    await receiver.close()
  }
})

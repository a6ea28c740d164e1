import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { type Shop, openShop } from './shop.ts'

export type Story = (title: string, run: (shop: Shop) => Promise<void>) => void

/** The last lines of the run say it with the number of stories. */
const noBrowser =
  'this machine has no browser for the stories of the checkout. Install Chromium or Chrome, or name one in CHROME_PATH.'

/** Stories that need a browser share one, and one platform. Where there is none they are skipped. */
export function storiesInOneShop(): Story {
  let shop: Shop | null = null
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop?.close())
  return (title, run) => {
    it(title, async ({ skip }) => {
      if (shop === null) return skip(noBrowser)
      try {
        await run(shop)
      } finally {
        await shop.endVisits()
      }
    })
  }
}

/** Where a product is sold. */
export function pageOf({ url, platform: { demo } }: Shop, product: string): string {
  const integration = demo.products[product]?.integration_id ?? ''
  return `${url}/checkout/${integration}?key=${demo.keys.test.public}`
}

async function asInsurer<Answer>({ platform }: Shop, url: string): Promise<Answer> {
  const answer = await platform.app.inject({
    url,
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      accept: url.startsWith('/manage') ? '*/*' : 'application/vnd.bindery.v2+json',
    },
  })
  return answer.json<Answer>()
}

export interface SoldPolicy {
  readonly id: string
  readonly status: string
  readonly [member: string]: unknown
}

export async function policyOf(shop: Shop, number: string): Promise<SoldPolicy> {
  const [found] = await asInsurer<{ id: string }[]>(shop, `/manage/policies?number=${number}`)
  return asInsurer(shop, `/policies/${found?.id}`)
}

export function paymentsOf(shop: Shop, number: string): Promise<{ status: string }[]> {
  return asInsurer(shop, `/manage/payments?number=${number}`)
}

export async function offersOf(shop: Shop, email: string): Promise<number> {
  const found = await asInsurer<unknown[]>(shop, `/manage/offers?email=${email}`)
  return found.length
}

/** Opens each document that is handed over, as customers do, and lets the jobs run that make it. */
export async function openDocuments({ platform }: Shop, page: Page): Promise<void> {
  const context = page.context()
  await page.locator('.handover a').first().waitFor()
  for (const link of await page.locator('.handover a').all()) {
    for (let isThere = false; !isThere;) {
      const answered = context.waitForEvent('response', {
        predicate: (one) => new URL(one.url()).pathname.endsWith('.pdf'),
      })
      await link.click()
      const [answer] = await Promise.all([answered, platform.runDue(['make_documents'])])
      isThere = answer.status() === 200
    }
  }
  for (const tab of context.pages()) if (tab !== page) await tab.close()
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Violations of WCAG 2.2 AA that a program can find, and pages without exactly one h1. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Without the page of its own that frames of others would need.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const headings = { 'heading-order': { enabled: true }, 'page-has-heading-one': { enabled: true } }
  const runOnly = { type: 'tag', values: standards } as const
  const { violations } = await axe.options({ runOnly, rules: headings }).analyze()
  const titles = await page.locator('h1').count()
  return [
    ...(titles === 1 ? [] : [`there are ${titles} h1`]),
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  ]
}

export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth')
}

/** Simulates the return of the network, so that pending retries run at once. */
export async function hurry(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('online'))")
}

import {
  type FakeStripe,
  openFakeStripe,
} from '@bindery/server/test/builders/stripe/fake-stripe.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { type TestPlatform, openTestPlatform } from '@bindery/server/test/support/platform.ts'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { openBrowser } from './browser.ts'

/** A platform that listens, and a browser to buy with. */
export interface Shop {
  readonly platform: TestPlatform
  /** What the platform takes for Stripe. */
  readonly stripe: FakeStripe
  readonly url: string
  visit(options?: BrowserContextOptions): Promise<Visit>
  /** The visits of a story end with it: a page that nobody looks at goes on asking and drawing. */
  endVisits(): Promise<void>
  close(): Promise<void>
}

/** A customer at a browser of their own. */
export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** What the page asked for that is not ours, and what it complained about. */
  readonly foreign: readonly string[]
  readonly complaints: readonly string[]
}

const patienceMs = 120_000

/**
 * How many times slower pages are than the machine, with answers of the network that overtake each
 * other: `SLOW_PAGES=8 npx vitest run checkout`. What falls then would fall on a busy machine.
 */
const slowness = Number(process.env['SLOW_PAGES'] ?? 1)
const delayMsMax = 60

/** Null where there is no browser. */
export async function openShop(): Promise<Shop | null> {
  const opened = await openBrowser()
  if (opened === null) return null
  const { browser } = opened
  const port = await freePort()
  const url = `http://localhost:${port}`
  // Stripe needs the clock of the platform, and the platform the address of Stripe.
  const time: { now: () => Temporal.Instant } = { now: () => Temporal.Now.instant() }
  const stripe = await openFakeStripe(() => time.now())
  const platform = await openTestPlatform({
    publicUrl: url,
    demo: inject('demo'),
    singleSignOn: { allowsPrivate: true },
    webhooks: { allowsPrivate: true },
    stripe: stripe.settings,
  })
  time.now = platform.clock
  await platform.app.listen({ port, host: '127.0.0.1' })
  return {
    platform,
    stripe,
    url,
    async visit(options = {}) {
      // Without one a browser on a machine without languages names none that is valid.
      const context = await browser.newContext({ locale: 'en-US', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(patienceMs)
      if (slowness > 1) await slowDown(page)
      await page.clock.setFixedTime(platform.clock().epochMilliseconds)
      const foreign: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => {
        const asked = request.url()
        if (!asked.startsWith(url) && !asked.startsWith('data:')) foreign.push(asked)
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      return { context, page, foreign, complaints }
    },
    async endVisits() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    async close() {
      await opened.close()
      await platform.close()
      await stripe.close()
    },
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.route('**', async (route) => {
    await new Promise((resolve) => void setTimeout(resolve, Math.random() * delayMsMax * slowness))
    await route.fallback()
  })
}

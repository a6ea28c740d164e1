import { openBrowser } from '@bindery/checkout/test/support/browser.ts'
import { answerForBike, customerAt } from '@bindery/checkout/test/support/customer.ts'
import type { Browser, Page } from 'playwright-core'
import { median } from './median.ts'
import { startServer } from './start-server.ts'

/**
 * How long customers wait: until a page that they have never seen shows something, and until the price
 * has followed the last key. `node bench/checkout.ts [visits]`
 */
const visits = Number(process.argv[2] ?? 15)
const paintMsMax = 1_000
const priceMsMax = 100
const keysPerVisit = 4

async function main(): Promise<void> {
  const opened = await openBrowser()
  if (opened === null)
    throw new Error('There is no browser on this machine: name one in CHROME_PATH.')
  const server = await startServer(null)
  try {
    const { demo } = server
    const integration = demo.products['bike']?.integration_id ?? ''
    const url = `${demo.base_url}/checkout/${integration}?key=${demo.keys.test.public}`
    await visit(opened.browser, url) // Prices are compiled with the first quote.
    const seen = []
    for (let at = 0; at < visits; at++) seen.push(await visit(opened.browser, url))
    const isGood = [
      report(
        'first contentful paint',
        seen.map(({ paintMs }) => paintMs),
        paintMsMax,
      ),
      report(
        'price after the last key',
        seen.flatMap(({ priceMs }) => priceMs),
        priceMsMax,
      ),
    ].every(Boolean)
    if (!isGood) process.exitCode = 1
  } finally {
    await opened.close()
    await server.stop()
  }
}

interface Seen {
  readonly paintMs: number
  readonly priceMs: readonly number[]
}

/** A customer with an empty cache. */
async function visit(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ locale: 'de-CH' })
  try {
    const page = await context.newPage()
    await page.goto(url)
    const customer = customerAt(page)
    await customer.heading().waitFor()
    const paintMs = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    )
    await answerForBike(customer, { start: inDays(30) })
    await customer.price().waitFor()
    const priceMs: number[] = []
    for (let key = 1; key <= keysPerVisit; key++)
      priceMs.push(await priceAfterKey(page, String(key)))
    return { paintMs, priceMs }
  } finally {
    await context.close()
  }
}

/** From the key to the frame in which the price is another. */
async function priceAfterKey(page: Page, key: string): Promise<number> {
  const price = page.locator('[id="quote.data.bike_price"]')
  await price.fill('250')
  await page.locator('.amount.told .sum').first().waitFor()
  await page.waitForTimeout(300)
  await page.evaluate(watching)
  await price.press('End')
  await price.press(key)
  return page.evaluate<number>('globalThis.followed')
}

const root = "document.querySelector('bindery-checkout').shadowRoot"
const sum = `(${root}.querySelector('.amount.told .sum')?.textContent ?? '')`
const watching = `globalThis.followed = new Promise((resolve) => {
  const before = ${sum}
  let pressedAt = 0
  ${root}.addEventListener('input', () => { pressedAt = performance.now() }, { capture: true })
  const look = () => {
    if (pressedAt > 0 && ${sum} !== '' && ${sum} !== before) resolve(performance.now() - pressedAt)
    else requestAnimationFrame(look)
  }
  look()
}), undefined`

function report(what: string, all: readonly number[], max: number): boolean {
  const sorted = all.toSorted((one, other) => one - other)
  const [middle, most] = [median(all), sorted[Math.floor(sorted.length * 0.95)] ?? NaN]
  const isGood = middle <= max
  process.stdout.write(
    `${what}: ${middle.toFixed(0)} ms, p95 ${most.toFixed(0)} ms, of ${all.length}; at most ${max} ms ${isGood ? 'is kept' : 'IS NOT KEPT'}\n`,
  )
  return isGood
}

function inDays(days: number): string {
  const day = Temporal.Now.plainDateISO().add({ days })
  return `${day.day}.${day.month}.${day.year}`
}

await main()

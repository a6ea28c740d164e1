import { createClient } from '@bindery/sdk'
import { openBrowser } from '@bindery/checkout/test/support/browser.ts'
import type { Page } from 'playwright-core'
import { startServer } from './start-server.ts'
import { wholePolicies } from './billed-portfolio.ts'
import { loadSyntheticPortfolio } from './synthetic-portfolio.ts'

/**
 * How fast the console is over a large portfolio, in a browser on this machine:
 * node bench/console.ts [policies]
 */
const policies = Number(process.argv[2] ?? 1_000_000)
const firstLoadBytesMax = 250_000
const routeMsMax = 100
const taskMsMax = 50
const searchMsMax = 150
const routeChanges = 20
const scrollSteps = 300
const searches = 20
/** Of the newest sales, those whose pages can be opened. */
const wholeSales = 100
const viewport = { width: 1440, height: 900 }

const server = await startServer(null)
const opened = await openBrowser()
if (opened === null) throw new Error('This machine has no browser: name one in CHROME_PATH.')
try {
  const { base_url: url, insurer } = server.demo
  await loadSyntheticPortfolio(server.database, policies)
  await wholePolicies(server.database, policies - wholeSales, policies)
  print(`${policies.toLocaleString('en')} policies`)
  const client = createClient({ baseUrl: url, secretKey: insurer.test.secret })
  const person = { email: 'bench@example.com', name: 'Bench', roles: ['administrator'] }
  const { link = '' } = await client.call('inviteUser', { body: person })
  const context = await opened.browser.newContext({ viewport, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('Password').fill('seven calm otters read maps')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.locator('.frame').waitFor()
  const root = `${url}/console/test/demo-insurance`
  report('first load, bytes', await firstLoad(page, root), firstLoadBytesMax)
  await page.goto(`${root}/policies`)
  await page.locator('.list-row a').first().waitFor()
  report('route change, ms', await routeChange(page), routeMsMax)
  print(`page of a policy, ms: ${await policyPage(page)}`)
  const scrolled = await scroll(page)
  // By the clock on the wall, a task also waits for whatever else the machine does.
  report('longest task while scrolling, ms of processor', scrolled.processor, taskMsMax)
  print(`the same by the clock, ms: ${scrolled.longest}`)
  print(`rows drawn at most: ${scrolled.rows}; rows passed: ${scrolled.passed}`)
  report('search, ms', await search(page), searchMsMax)
} finally {
  await opened.close()
  await server.stop()
}

/** Scripts and style as they came over the network, with nothing kept from before. */
async function firstLoad(page: Page, root: string): Promise<number> {
  const fresh = await page.context().newCDPSession(page)
  await fresh.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(`${root}/me`)
  await page.locator('.rail a').first().waitFor()
  const bytes = await page.evaluate<number>(`
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/console/') && (name.endsWith('.js') || name.endsWith('.css')))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0)
  `)
  await fresh.send('Network.setCacheDisabled', { cacheDisabled: false })
  return bytes
}

/** From the click to the heading of the other page; the median, each page having been open once. */
async function routeChange(page: Page): Promise<number> {
  const times: number[] = []
  for (let change = 0; change < routeChanges; change += 1) {
    const title = ['Invoices', 'Policies', 'Tasks', 'Quotes'][change % 4] ?? ''
    const ms = await page.evaluate<number>(`(async () => {
      const links = [...document.querySelectorAll('.rail a')]
      const begun = performance.now()
      links.find(({ textContent }) => textContent === '${title}').click()
      while (document.querySelector('h1')?.textContent !== '${title}') {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return performance.now() - begun
    })()`)
    if (change >= 4) times.push(ms)
  }
  return median(times)
}

/** From the click on a row to the facts of the policy. */
async function policyPage(page: Page): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    await page.getByRole('link', { name: 'Policies', exact: true }).click()
    await page.locator('.list-row a').nth(turn).waitFor()
    const ms = await page.evaluate<number>(`(async () => {
      const begun = performance.now()
      document.querySelectorAll('.list-row a')[${turn}].click()
      while (document.querySelector('.facts') === null) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return performance.now() - begun
    })()`)
    times.push(ms)
  }
  return median(times)
}

interface Scrolled {
  readonly longest: number
  readonly processor: number
  readonly rows: number
  readonly passed: number
}

async function scroll(page: Page): Promise<Scrolled> {
  await page.getByRole('link', { name: 'Policies', exact: true }).click()
  await page.locator('.list-row a').first().waitFor()
  const longest = await longestTaskOf(page)
  const scrolled = await page.evaluate<Omit<Scrolled, 'processor'>>(`(async () => {
    let longest = 0
    const watching = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    watching.observe({ type: 'longtask' })
    const list = document.querySelector('.list')
    let rows = 0
    for (let step = 0; step < ${scrollSteps}; step += 1) {
      list.scrollBy(0, 400)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      await new Promise((resolve) => setTimeout(resolve, 16))
      rows = Math.max(rows, document.querySelectorAll('.list-row').length)
    }
    watching.disconnect()
    return { longest: Math.round(longest), rows, passed: Math.round(list.scrollTop / 36) }
  })()`)
  return { ...scrolled, processor: await longest() }
}

/** Of what the trace of a browser says, the part that is read here. */
interface TraceEvent {
  readonly ph: string
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Watches the thread of the page; what comes back ends it and answers its longest task. */
async function longestTaskOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown[] as TraceEvent[])),
  ) // The protocol types their members as texts.
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } })
  return async () => {
    const complete = new Promise((resolve) => void session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const nameOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const threads = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(nameOf),
    )
    const tasks = events.filter((event) => event.ph === 'X' && threads.has(nameOf(event)))
    if (tasks.length === 0) throw new Error('the browser has traced no task of the page')
    return Math.round(tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1_000)
  }
}

/**
 * From the last letter to the policy that the server has found, by the clock of the page: how long
 * the driver of the browser takes to look is no part of it. What is typed is the beginning of ten
 * numbers; of the hundred before, the first twenty are shown, and the wanted one is not among them.
 */
async function search(page: Page): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < searches; turn += 1) {
    const hundred = String(Math.floor((Math.random() * policies) / 100)).padStart(6, '0')
    const number = `BEN-${hundred}${20 + ((turn * 7) % 80)}`
    const typed = number.slice(0, -1)
    await page.keyboard.press('Control+k')
    // The filters of the list behind it are comboboxes, too.
    const palette = page.getByRole('dialog')
    const field = palette.getByRole('combobox')
    await field.fill(typed.slice(0, -1))
    await palette.getByRole('option').first().waitFor()
    const found = page.evaluate<number>(`new Promise((resolve) => {
      let begun = null
      document.addEventListener('keydown', () => (begun = performance.now()), { once: true, capture: true })
      new MutationObserver((_changes, watching) => {
        const isFound = [...document.querySelectorAll('[role=option]')]
          .some(({ textContent }) => textContent.includes('${number}'))
        if (begun === null || !isFound) return
        watching.disconnect()
        resolve(performance.now() - begun)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })`)
    await field.press(typed.slice(-1))
    times.push(await found)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  }
  return median(times)
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

function report(name: string, value: number, most: number): void {
  print(`${name}: ${value.toLocaleString('en')} (at most ${most.toLocaleString('en')})`)
  if (value > most) process.exitCode = 1
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

import { mkdirSync } from 'node:fs'
import type { Shop, Visit } from '@bindery/checkout/test/support/shop.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { goodPassword, newPerson } from '../builders/people.ts'

/** Where screenshots of all states are kept, to be looked at; none without it. */
const { SCREENSHOTS: folder } = process.env

const patienceMs = 120_000

/** Somebody with these roles, signed in at a browser of their own. */
export async function signedIn(
  shop: Shop,
  { name, roles }: { readonly name: string; readonly roles: string[] },
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const { email } = await newPerson(shop.platform, { name, roles })
  const visit = await shop.visit({ viewport: { width: 1440, height: 900 }, ...options })
  const { page } = visit
  page.setDefaultTimeout(patienceMs)
  await page.goto(`${shop.url}/console/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/Password|Passwort/).fill(goodPassword)
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
  await page.locator('.frame').waitFor()
  return visit
}

export async function openPolicy(
  shop: Shop,
  page: Page,
  policyId: string,
  rest = '',
): Promise<void> {
  await page.goto(`${shop.url}/console/test/demo-insurance/policies/${policyId}${rest}`)
  await page.locator('.facts').waitFor()
}

/** A picture of the page as it is, where somebody wants to look at it. */
export async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/** The server carries out what was requested, until the page shows that it has. */
export async function carriedOut({ platform }: Shop, seen: Promise<unknown>): Promise<void> {
  const pause = () => new Promise((resolve) => void setTimeout(resolve, 50))
  for (;;) {
    await platform.runDue()
    if (await Promise.race([seen.then(() => true), pause().then(() => false)])) return
  }
}

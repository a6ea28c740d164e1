import { barriersOn, storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openTestProvider, setUp } from '../builders/identity-provider.ts'
import { goodPassword } from '../builders/people.ts'
import { managerOn } from '../builders/manager.ts'

const story = storiesInOneShop()

/** The page about one's own sign-in, over the menu with one's name. */
async function openSignIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Your sign-in' }).click()
  await page.getByRole('heading', { name }).waitFor()
}

story('somebody who is invited joins, and signs in with the keyboard alone', async (shop) => {
  const email = 'mara.vogt@example.com'
  const body = { email, name: 'Mara Vogt', roles: ['service', 'accountant'] }
  const invited = await managerOn(shop.platform).post('/manage/users', body)
  const { link } = invited.json<{ link: string }>()
  const { page, foreign, complaints } = await shop.visit()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome to Bindery' }).waitFor()
  expect(page.url()).toBe(`${shop.url}/console/welcome`) // The secret has left the address.
  expect(await barriersOn(page)).toEqual([])
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('The password is too short.').waitFor()
  await page.getByLabel('Password').fill(goodPassword)
  await page.getByRole('button', { name: 'Join' }).click()
  await openSignIn(page, 'Mara Vogt')
  await page.getByText('service, accountant').waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await barriersOn(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('The e-mail address or the password is wrong.').waitFor()
  await page.getByLabel('Password').fill('')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Mara Vogt' }).waitFor()
  expect(page.url()).toBe(`${shop.url}/console/test/demo-insurance`)
  expect(foreign).toEqual([])
  // A browser complains of every refusal that a page meets.
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([])
})

story('a link that was used says what to do', async (shop) => {
  const body = { email: 'ole.busch@example.com', name: 'Ole Busch', roles: ['viewer'] }
  const invited = await managerOn(shop.platform).post('/manage/users', body)
  const { link } = invited.json<{ link: string }>()
  const { page } = await shop.visit()
  for (const heading of ['Ole Busch', 'Welcome to Bindery']) {
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('Password').fill(goodPassword)
    await page.getByRole('button', { name: 'Join' }).click()
    if (heading === 'Ole Busch') await page.getByRole('button', { name: heading }).waitFor()
    else await page.locator('.refusal').filter({ hasText: /link/ }).waitFor()
  }
})

story(
  'somebody signs in with their company, and without an invitation is refused',
  async (shop) => {
    const provider = await openTestProvider(shop.url)
    const { clock } = shop.platform
    const before = clock()
    clock.set(Temporal.Now.instant()) // A provider goes by the clock of the machine.
    try {
      const settings = { issuer: provider.issuer, default_roles: ['viewer'], just_in_time: true }
      const configured = await setUp(shop.platform, settings)
      expect(configured.statusCode, configured.body).toBe(200)
      provider.people.set('lena', {
        email: 'lena.brandt@example.com',
        email_verified: true,
        name: 'Lena Brandt',
      })
      provider.expect('lena')
      const { page } = await shop.visit()
      const signIn = async () => {
        await page.goto(`${shop.url}/console`)
        await page.getByRole('button', { name: 'Sign in with your company' }).click()
        await page.getByRole('heading', { name: 'Sign in with your company' }).waitFor()
        expect(await barriersOn(page)).toEqual([])
        await page.getByLabel('Company').fill('demo-insurance')
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      await signIn()
      await openSignIn(page, 'Lena Brandt')
      await page.getByText('Company sign-in').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()

      await setUp(shop.platform, { ...settings, just_in_time: false })
      provider.people.set('jan', { email: 'jan@example.com', email_verified: true, name: 'Jan' })
      provider.expect('jan')
      await page.context().clearCookies() // The provider remembers people, too.
      await signIn()
      await page.getByText('You are not invited yet. Ask your administrator.').waitFor()
      expect(await barriersOn(page)).toEqual([])
    } finally {
      clock.set(before)
      await provider.close()
    }
  },
)

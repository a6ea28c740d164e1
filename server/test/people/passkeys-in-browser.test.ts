import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { storiesInOneShop } from '@bindery/checkout/test/support/stories.ts'
import type { Shop } from '@bindery/checkout/test/support/shop.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { goodPassword, newPerson } from '../builders/people.ts'

const story = storiesInOneShop()
const bundle = new URL(
  '../dist/bundle/index.umd.min.js',
  pathToFileURL(createRequire(import.meta.url).resolve('@simplewebauthn/browser')),
)

/** A page of ours, with the library that speaks to authenticators. */
async function openPage(shop: Shop): Promise<Page> {
  const { page } = await shop.visit()
  await page.goto(`${shop.url}/reference`)
  await page.addScriptTag({ content: await readFile(bundle, 'utf8') })
  return page
}

/** An authenticator that is built into the device, and knows its owner. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Runs in the page, as a console would. */
const inPage = `
  const send = async (method, url, body) => {
    const init = { method, headers: { 'content-type': 'application/json' } }
    const answer = await fetch(url, body === undefined ? { method } : { ...init, body: JSON.stringify(body) })
    return { ...(await answer.json()), status: answer.status }
  }
  const { startRegistration, startAuthentication } = SimpleWebAuthnBrowser
`

const run = <Answer>(page: Page, script: string): Promise<Answer> =>
  page.evaluate(`(async () => { ${inPage} ${script} })()`)

const signInByPasskey = `
  const { ticket, options } = await send('POST', '/manage/sign_in/passkey/options')
  const response = await startAuthentication({ optionsJSON: options })
  return send('POST', '/manage/sign_in/passkey', { ticket, response })`

story('a person adds a passkey in a browser, and signs in with nothing else', async (shop) => {
  const { email, id } = await newPerson(shop.platform)
  const page = await openPage(shop)
  await plugIn(page)
  const added = await run(
    page,
    `await send('POST', '/manage/sign_in', ${JSON.stringify({ email, password: goodPassword })})
     const proof = ${JSON.stringify({ current_password: goodPassword })}
     const { ticket, options } = await send('POST', '/manage/me/passkeys/options', proof)
     const response = await startRegistration({ optionsJSON: options })
     const added = await send('POST', '/manage/me/passkeys', { ticket, name: 'Laptop', response })
     await send('POST', '/manage/sign_out')
     return added`,
  )
  expect(added).toMatchObject({ status: 200, name: 'Laptop' })
  expect(await run(page, `return send('GET', '/manage/me')`)).toMatchObject({ status: 401 })
  const signedIn = { status: 200, next: null, person: { id }, session: { method: 'passkey' } }
  expect(await run(page, signInByPasskey)).toMatchObject(signedIn)
  expect(await run(page, `return send('GET', '/manage/me')`)).toMatchObject({
    person: { id },
    factors: { passkeys: 1 },
  })
  await run(page, `return send('POST', '/manage/sign_out')`)
  // On the page that people see.
  await page.goto(`${shop.url}/console`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Anna Keller' }).click()
  await page.getByRole('menuitem', { name: 'Your sign-in' }).click()
  await page.getByText('Passkey').first().waitFor()
})

story('a page that is opened by its IP address says how to open it instead', async (shop) => {
  const { page } = await shop.visit()
  await page.goto(`${shop.url.replace('localhost', '127.0.0.1')}/reference`)
  const refused = await page.evaluate(
    `fetch('/manage/sign_in/passkey/options', { method: 'POST' }).then((answer) => answer.json())`,
  )
  expect(refused).toMatchObject({
    code: 'passkeys_need_a_name',
    message: expect.stringContaining(shop.url) as unknown,
  })
})

import type { Response } from 'light-my-request'
import { sql } from '../../../src/database/index.ts'
import { writeTicket } from '../../../src/people/factors/ticket.ts'
import { setUpApp, ticketOf } from '../../builders/authenticator-app.ts'
import { type CreationOptions, newAuthenticator } from '../../builders/authenticator.ts'
import { managerOn } from '../../builders/manager.ts'
import { type Browser, browserOn, goodPassword, newPerson } from '../../builders/people.ts'
import type { Troubled } from './calls.ts'
import { whileHashing } from './people.ts'
import type { Refusals, Stage } from './stage.ts'

const byAddress = { origin: 'http://192.0.2.7:8080' }
const own = '/manage/me/totp'
const passkeys = '/manage/me/passkeys'
const signIn = '/manage/sign_in'
const again = { current_password: goodPassword }
const passkeysMax = 20
let people = 0

/** Refusals of second factors and of passkeys. */
export function factorRefusals(
  { platform, caller }: Stage,
  { cutOff }: Troubled,
): Readonly<Record<string, Refusals>> {
  const { origin } = new URL(platform.publicUrl)
  const asKey = (operationId: string) => ({
    person_required: () =>
      caller.call(operationId, {}, { secretKey: platform.demo.insurer.test.secret }),
  })
  /** Somebody who has just signed in, from an address of their own. */
  const somebody = async () => {
    people += 1
    const person = await newPerson(platform, { name: `Somebody ${people}` })
    const browser = browserOn(platform, { address: `198.51.100.${people}` })
    await browser.signIn(person.email)
    return { ...person, browser }
  }
  const post = (browser: Browser, url: string, body: object, headers = {}) =>
    browser.send('POST', url, { body, headers })
  const asSomebody = async (url: string, body: object, headers = {}) =>
    post((await somebody()).browser, url, body, headers)
  const withApp = async () => {
    const { browser, email } = await somebody()
    return { browser, email, app: await setUpApp(platform, browser) }
  }
  const untilSlowed = async (send: () => Promise<Response>) => {
    let answer: Response
    do answer = await send()
    while (answer.statusCode !== 429)
    return answer
  }
  const notText = (url: string) => ({
    invalid_member: () => asSomebody(url, { current_password: 5 }),
  })
  /** What calls answer that need the current password. */
  const provenAgain = (url: string) => ({
    ...notText(url),
    current_password_wrong: () => asSomebody(url, { current_password: 'wrong' }),
    sign_in_slowed: async () => {
      const { browser } = await somebody()
      return untilSlowed(() => post(browser, url, { current_password: 'wrong' }))
    },
    passwords_busy: async () => {
      const { browser } = await somebody()
      return whileHashing(platform, () => post(browser, url, again))
    },
  })
  /** What calls answer that need the current password or a code. */
  const provenWithApp = (url: string) => ({
    ...notText(url),
    totp_not_on: () => asSomebody(url, again),
    current_password_wrong: async () => post((await withApp()).browser, url, {}),
    code_wrong: async () => post((await withApp()).browser, url, { code: 'x' }),
    sign_in_slowed: async () => {
      const { browser } = await withApp()
      return untilSlowed(() => post(browser, url, { code: 'x' }))
    },
    passwords_busy: async () => {
      const { browser } = await withApp()
      return whileHashing(platform, () => post(browser, url, again))
    },
  })
  const newPasskey = async () => {
    const { id, browser } = await somebody()
    const begun = await post(browser, `${passkeys}/options`, again)
    return { id, browser, ...begun.json<{ ticket: string; options: CreationOptions }>() }
  }
  const nobodysPasskey = async (browser: Browser) => {
    const asked = await browser.send('POST', `${signIn}/passkey/options`)
    const { ticket, options } = asked.json<{ ticket: string; options: { challenge: string } }>()
    return { ticket, response: newAuthenticator(origin).get(options) }
  }
  const aPasskey = { ticket: 'x', response: newAuthenticator(origin).get({ challenge: 'x' }) }
  const aNewPasskey = {
    ticket: 'x',
    name: 'x',
    response: newAuthenticator(origin).create({ challenge: 'x', user: { id: 'x' } }),
  }
  return {
    signInWithCode: {
      missing_member: () => post(browserOn(platform), `${signIn}/code`, { ticket: 'x' }),
      ticket_expired: () => post(browserOn(platform), `${signIn}/code`, { ticket: 'x', code: 'x' }),
      code_refused: async () => {
        const { browser, email } = await withApp()
        const ticket = await ticketOf(browser, email)
        return post(browser, `${signIn}/code`, { ticket, code: 'x' })
      },
      sign_in_slowed: async () => {
        const { browser, email } = await withApp()
        return untilSlowed(async () =>
          post(browser, `${signIn}/code`, { ticket: await ticketOf(browser, email), code: 'x' }),
        )
      },
      unavailable: () => {
        const { sealed: ticket } = writeTicket(
          cutOff,
          'a code',
          'usr_01b0acc58e20a1f5cb6ba6d8b0de.x',
        )
        return post(browserOn(cutOff), `${signIn}/code`, { ticket, code: 'x' })
      },
    },
    optionsForSignIn: {
      passkeys_need_a_name: () =>
        browserOn(platform).send('POST', `${signIn}/passkey/options`, { headers: byAddress }),
    },
    signInWithPasskey: {
      missing_member: () =>
        post(browserOn(platform), `${signIn}/passkey`, { ...aPasskey, ticket: undefined }),
      ticket_expired: () => post(browserOn(platform), `${signIn}/passkey`, aPasskey),
      passkeys_need_a_name: () =>
        post(browserOn(platform), `${signIn}/passkey`, aPasskey, byAddress),
      passkey_refused: async () => {
        const browser = browserOn(platform, { address: '192.0.2.41' })
        return post(browser, `${signIn}/passkey`, await nobodysPasskey(browser))
      },
      sign_in_slowed: async () => {
        const browser = browserOn(platform, { address: '192.0.2.42' })
        return untilSlowed(async () =>
          post(browser, `${signIn}/passkey`, await nobodysPasskey(browser)),
        )
      },
      unavailable: async () => {
        const browser = browserOn(cutOff)
        return post(browser, `${signIn}/passkey`, await nobodysPasskey(browser))
      },
    },
    beginTotp: {
      ...asKey('beginTotp'),
      ...provenAgain(own),
      totp_already_on: async () => post((await withApp()).browser, own, again),
    },
    confirmTotp: {
      ...asKey('confirmTotp'),
      missing_member: () => asSomebody(`${own}/confirm`, {}),
      totp_not_on: () => asSomebody(`${own}/confirm`, { code: 'x' }),
      code_wrong: async () => {
        const { browser } = await somebody()
        await post(browser, own, again)
        return post(browser, `${own}/confirm`, { code: 'x' })
      },
      totp_already_on: async () => post((await withApp()).browser, `${own}/confirm`, { code: 'x' }),
    },
    removeTotp: { ...asKey('removeTotp'), ...provenWithApp(`${own}/remove`) },
    renewRecoveryCodes: {
      ...asKey('renewRecoveryCodes'),
      ...provenWithApp(`${own}/recovery_codes`),
    },
    listPasskeys: asKey('listPasskeys'),
    optionsForNewPasskey: {
      ...asKey('optionsForNewPasskey'),
      ...provenAgain(`${passkeys}/options`),
      passkeys_need_a_name: () => asSomebody(`${passkeys}/options`, again, byAddress),
      too_many_passkeys: async () => {
        const { browser } = await somebody()
        for (let at = 0; at < passkeysMax; at += 1) {
          const begun = await post(browser, `${passkeys}/options`, again)
          const { ticket, options } = begun.json<{ ticket: string; options: CreationOptions }>()
          const response = newAuthenticator(origin).create(options)
          await post(browser, passkeys, { ticket, name: 'x', response })
        }
        return post(browser, `${passkeys}/options`, again)
      },
    },
    addPasskey: {
      ...asKey('addPasskey'),
      missing_member: () => asSomebody(passkeys, { ...aNewPasskey, name: undefined }),
      ticket_expired: () => asSomebody(passkeys, aNewPasskey),
      passkeys_need_a_name: () => asSomebody(passkeys, aNewPasskey, byAddress),
      passkey_not_valid: async () => {
        const { browser, ticket } = await newPasskey()
        return post(browser, passkeys, { ...aNewPasskey, ticket })
      },
    },
    removePasskey: {
      ...asKey('removePasskey'),
      passkey: async () =>
        (await somebody()).browser.send('DELETE', `${passkeys}/psk_01b0acc58e20c3f5cb6ba6d8b0de`),
      last_passkey: async () => {
        const { id, browser, ticket, options } = await newPasskey()
        const response = newAuthenticator(origin).create(options)
        const added = await post(browser, passkeys, { ticket, name: 'x', response })
        await platform.db.query(sql`update users set password_hash = null where id = ${id}`)
        return browser.send('DELETE', `${passkeys}/${added.json<{ id: string }>().id}`)
      },
    },
    changeSignInRules: {
      missing_member: () => managerOn(platform).patch('/manage/sign_in_rules', {}),
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTotp, rotateTotp } from '../../src/people/factors/totp-secret.ts'
import { assertRingOpensTotp, upsertMembership } from '../../src/people/index.ts'
import { selectTotp } from '../../src/people/factors/totp-store.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import { setUpApp, ticketOf } from '../builders/authenticator-app.ts'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import {
  type Browser,
  type TestPerson,
  actingFor,
  browserOn,
  goodPassword,
  newPerson,
} from '../builders/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const codeOf = (response: Response) => response.json<{ code?: string }>().code

/** A person with an authenticator app, and the browser in which it was set up. */
async function personWithApp(name: string) {
  const person = await newPerson(platform, { name })
  const browser = browserOn(platform)
  await browser.signIn(person.email)
  const app = await setUpApp(platform, browser)
  platform.clock.advance({ minutes: 2 })
  return { person, browser, app }
}

const sendCode = (browser: Browser, ticket: string, given: object) =>
  browser.send('POST', '/manage/sign_in/code', { body: { ticket, ...given } })

/** Signs in anew, in a browser that nobody knows. */
async function signInWith(person: TestPerson, given: object, browser = browserOn(platform)) {
  return sendCode(browser, await ticketOf(browser, person.email), given)
}

describe('a person sets up an authenticator app', () => {
  it('with the current password, and from then on a password alone does not sign in', async () => {
    const anna = await newPerson(platform)
    const browser = browserOn(platform)
    const other = browserOn(platform)
    await browser.signIn(anna.email)
    await other.signIn(anna.email)
    for (const body of [{}, { current_password: 'wrong' }]) {
      const refused = await browser.send('POST', '/manage/me/totp', { body })
      expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'current_password_wrong'])
    }
    const before = browser.cookies.get('bindery_session')
    const app = await setUpApp(platform, browser)
    expect(app.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new Set(app.recoveryCodes).size).toBe(10)
    // This session has proven both, and gets a new secret; the other one has not, and ends.
    const me = await browser.send('GET', '/manage/me')
    expect(me.json()).toMatchObject({
      session: { method: 'password_and_code' },
      factors: { has_password: true, has_totp: true, passkeys: 0 },
    })
    expect(browser.cookies.get('bindery_session')).not.toBe(before)
    expect(codeOf(await other.send('GET', '/manage/me'))).toBe('session_unknown')
    platform.clock.advance({ minutes: 2 })
    const fresh = browserOn(platform)
    const first = await fresh.signIn(anna.email)
    expect(first.json()).toEqual({
      next: 'code',
      ticket: expect.any(String) as unknown,
      person: null,
      session: null,
    })
    expect(fresh.cookies.size).toBe(0)
    const { ticket } = first.json<{ ticket: string }>()
    const second = await sendCode(fresh, ticket, { code: app.code() })
    expect(second.json()).toMatchObject({
      next: null,
      ticket: null,
      person: { id: anna.id },
      session: { method: 'password_and_code' },
    })
    expect((await fresh.send('GET', '/manage/policies')).statusCode).toBe(200)
  })

  it('once, and not with a wrong code', async () => {
    const ben = await newPerson(platform, { name: 'Ben Moser' })
    const browser = browserOn(platform)
    await browser.signIn(ben.email)
    const confirm = (code: string) =>
      browser.send('POST', '/manage/me/totp/confirm', { body: { code } })
    expect(codeOf(await confirm('000000'))).toBe('totp_not_on')
    await browser.send('POST', '/manage/me/totp', { body: { current_password: goodPassword } })
    expect(codeOf(await confirm('no code'))).toBe('code_wrong')
    expect((await browserOn(platform).signIn(ben.email)).json()).toMatchObject({ next: null })
    const app = await setUpApp(platform, browser)
    expect(codeOf(await confirm(app.code()))).toBe('totp_already_on')
    const again = await browser.send('POST', '/manage/me/totp', {
      body: { current_password: goodPassword },
    })
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'totp_already_on'])
  })
})

describe('a code', () => {
  it('of a clock that is off by a minute counts, either way; of one that is off by more, not', async () => {
    const { person, app } = await personWithApp('Cora Lang')
    expect((await signInWith(person, { code: app.code(-60) })).statusCode).toBe(200)
    expect((await signInWith(person, { code: app.code(60) })).statusCode).toBe(200)
    platform.clock.advance({ minutes: 5 })
    for (const off of [-90, 90]) {
      const refused = await signInWith(person, { code: app.code(off) })
      expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'code_refused'])
    }
  })

  it('counts once, with a new ticket as well', async () => {
    const { person, app } = await personWithApp('Dora Frei')
    const code = app.code()
    expect((await signInWith(person, { code })).statusCode).toBe(200)
    expect(codeOf(await signInWith(person, { code }))).toBe('code_refused')
    // Nor one that was shown before it.
    expect(codeOf(await signInWith(person, { code: app.code(-30) }))).toBe('code_refused')
    platform.clock.advance({ seconds: 30 })
    expect((await signInWith(person, { code: app.code() })).statusCode).toBe(200)
  })

  it('that is sent twice at once signs in once', async () => {
    const { person, app } = await personWithApp('Emil Roth')
    const browsers = Array.from({ length: 5 }, () => browserOn(platform))
    const tickets = await Promise.all(browsers.map((one) => ticketOf(one, person.email)))
    const answers = await Promise.all(
      browsers.map((one, at) => sendCode(one, tickets[at] ?? '', { code: app.code() })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('is needed besides the ticket', async () => {
    const { person } = await personWithApp('Eva Blum')
    const refused = await signInWith(person, {})
    expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'invalid_data'])
  })
})

describe('a recovery code', () => {
  it('counts once, however it is typed', async () => {
    const { person, app } = await personWithApp('Fritz Berg')
    const [first = '', second = ''] = app.recoveryCodes
    const typed = first.toLowerCase().replaceAll('-', ' ')
    expect((await signInWith(person, { recovery_code: typed })).statusCode).toBe(200)
    expect(codeOf(await signInWith(person, { recovery_code: first }))).toBe('code_refused')
    const both = await Promise.all([
      signInWith(person, { recovery_code: second }),
      signInWith(person, { recovery_code: second }),
    ])
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const { person: somebodyElse } = await personWithApp('Fiona Berg')
    const [, , third = ''] = app.recoveryCodes
    expect(codeOf(await signInWith(somebodyElse, { recovery_code: third }))).toBe('code_refused')
    const log = await managerOn(platform).get(`/manage/audit?user_id=${person.id}`)
    expect(log.json()).toContainEqual(
      expect.objectContaining({ action: 'recovery_code.used', after: { left: 8 } }),
    )
  })
})

describe('recovery codes', () => {
  const renew = (browser: Browser, body: object) =>
    browser.send('POST', '/manage/me/totp/recovery_codes', { body })

  it('are replaced with the current password or a code, and the old ones end', async () => {
    const { person, browser, app } = await personWithApp('Hugo Stern')
    expect(codeOf(await renew(browser, {}))).toBe('current_password_wrong')
    expect(codeOf(await renew(browser, { current_password: 'wrong' }))).toBe(
      'current_password_wrong',
    )
    expect(codeOf(await renew(browser, { code: 'x' }))).toBe('code_wrong')
    let before = app.recoveryCodes
    for (const proof of [{ current_password: goodPassword }, { code: app.code() }]) {
      const renewed = await renew(browser, proof)
      const { recovery_codes: codes } = renewed.json<{ recovery_codes: string[] }>()
      expect(new Set([...codes, ...before]).size).toBe(20)
      const signIn = (recovery_code = '') => signInWith(person, { recovery_code }).then(codeOf)
      expect(await signIn(before[0])).toBe('code_refused')
      expect(await signIn(codes[0])).toBeUndefined()
      before = codes
    }
    const log = await managerOn(platform).get(`/manage/audit?user_id=${person.id}`)
    expect(log.json()).toContainEqual(
      expect.objectContaining({ action: 'recovery_codes.renewed', subject_id: person.id }),
    )
  })

  it('that are asked for twice at once are those of one answer', async () => {
    const { person, browser } = await personWithApp('Hilde Stern')
    const proof = { current_password: goodPassword }
    const answers = await Promise.all([renew(browser, proof), renew(browser, proof)])
    const outcomes: unknown[] = []
    for (const answer of answers) {
      const [recovery_code] = answer.json<{ recovery_codes: string[] }>().recovery_codes
      outcomes.push(codeOf(await signInWith(person, { recovery_code })))
    }
    expect(outcomes).toEqual(expect.arrayContaining([undefined, 'code_refused']))
  })
})

describe('a ticket', () => {
  it('ends after five minutes, with its first session, and with a change of the password', async () => {
    const { person, app } = await personWithApp('Greta Wolf')
    const browser = browserOn(platform)
    const late = await ticketOf(browser, person.email)
    platform.clock.advance({ minutes: 5 })
    expect(codeOf(await sendCode(browser, late, { code: app.code() }))).toBe('ticket_expired')
    const used = await ticketOf(browser, person.email)
    expect((await sendCode(browser, used, { code: app.code() })).statusCode).toBe(200)
    platform.clock.advance({ seconds: 30 })
    expect(codeOf(await sendCode(browser, used, { code: app.code() }))).toBe('ticket_expired')
    const old = await ticketOf(browser, person.email)
    await platform.db.query({
      text: `update users set password_hash = password_hash || 'x' where id = $1`,
      values: [person.id],
    })
    expect(codeOf(await sendCode(browser, old, { code: app.code() }))).toBe('ticket_expired')
  })

  it('cannot be made up, nor be one for something else', async () => {
    const { person, app, browser } = await personWithApp('Hanna Kunz')
    const ticket = await ticketOf(browserOn(platform), person.email)
    const forged = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`
    const options = await browser.send('POST', '/manage/sign_in/passkey/options')
    const known = browser.cookies.get('bindery_browser') ?? ''
    const others = [forged, options.json<{ ticket: string }>().ticket, known, 'nonsense']
    for (const other of others) {
      const refused = await sendCode(browserOn(platform), other, { code: app.code() })
      expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'ticket_expired'])
    }
  })

  it('does not sign in a person who was deactivated since', async () => {
    const { person, app } = await personWithApp('Ida Horn')
    const ticket = await ticketOf(browserOn(platform), person.email)
    await platform.db.query({
      text: 'update users set deactivated_at = now() where id = $1',
      values: [person.id],
    })
    const refused = await sendCode(browserOn(platform), ticket, { code: app.code() })
    expect(codeOf(refused)).toBe('ticket_expired')
  })
})

describe('whoever guesses codes', () => {
  it('has five attempts with a ticket, whatever the waits', async () => {
    const { person, app } = await personWithApp('Jan Keel')
    const guesser = browserOn(platform, { address: '192.0.2.66' })
    const ticket = await ticketOf(guesser, person.email)
    const codes: unknown[] = []
    for (let at = 0; at < 7; at += 1) {
      codes.push(codeOf(await sendCode(guesser, ticket, { code: 'wrong' })))
      platform.clock.advance({ seconds: 20 })
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('code_refused'))
    expect(codes.slice(5)).toEqual(['ticket_expired', 'ticket_expired'])
    expect(codeOf(await sendCode(guesser, ticket, { code: app.code() }))).toBe('ticket_expired')
  })

  it('is slowed from wherever the guesses come, and the person in a known browser is not', async () => {
    const { person, app } = await personWithApp('Kim Lutz')
    const known = browserOn(platform, { address: '192.0.2.20' })
    expect((await signInWith(person, { code: app.code() }, known)).statusCode).toBe(200)
    platform.clock.advance({ minutes: 1 })
    const codes: unknown[] = []
    for (let at = 0; at < 12; at += 1) {
      const guesser = browserOn(platform, { address: `198.51.100.${at}` })
      codes.push(codeOf(await signInWith(person, { code: '12345x' }, guesser)))
    }
    expect(codes.slice(0, 6)).toEqual(Array(6).fill('code_refused'))
    expect(codes.slice(6)).toEqual(Array(6).fill('sign_in_slowed'))
    const stranger = browserOn(platform, { address: '203.0.113.7' })
    expect(codeOf(await signInWith(person, { code: app.code() }, stranger))).toBe('sign_in_slowed')
    expect((await signInWith(person, { code: app.code() }, known)).statusCode).toBe(200)
  })

  it('at once is counted one by one', async () => {
    const { person } = await personWithApp('Lars Senn')
    const guesser = browserOn(platform, { address: '192.0.2.77' })
    const ticket = await ticketOf(guesser, person.email)
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        sendCode(guesser, ticket, { code: 'wrong' }).then((answer) => codeOf(answer)),
      ),
    )
    expect(all.filter((code) => code === 'code_refused').length).toBeLessThanOrEqual(5)
  })
})

describe('an authenticator app is removed', () => {
  const remove = (browser: Browser, body: object) =>
    browser.send('POST', '/manage/me/totp/remove', { body })

  it('with the current password, or with a code', async () => {
    for (const name of ['Mara Zinn', 'Nils Graf']) {
      const { person, browser, app } = await personWithApp(name)
      expect(codeOf(await remove(browser, {}))).toBe('current_password_wrong')
      expect(codeOf(await remove(browser, { current_password: 'x' }))).toBe(
        'current_password_wrong',
      )
      expect(codeOf(await remove(browser, { code: 'x' }))).toBe('code_wrong')
      const proof = name === 'Mara Zinn' ? { current_password: goodPassword } : { code: app.code() }
      expect((await remove(browser, proof)).json()).toMatchObject({ has_totp: false })
      expect(codeOf(await remove(browser, proof))).toBe('totp_not_on')
      expect((await browser.send('GET', '/manage/me')).json()).toMatchObject({
        session: { method: 'password' },
        factors: { has_totp: false },
      })
      const signedIn = await browserOn(platform).signIn(person.email)
      expect(signedIn.json()).toMatchObject({ next: null, session: { method: 'password' } })
    }
  })

  it('and the log says so', async () => {
    const { person, browser } = await personWithApp('Olga Reiss')
    await remove(browser, { current_password: goodPassword })
    const log = await managerOn(platform).get(`/manage/audit?user_id=${person.id}`)
    expect(log.json()).toMatchObject([
      { action: 'totp.removed', subject_id: person.id, address: '192.0.2.1' },
      { action: 'totp.enabled', subject_id: person.id },
      { action: 'session.began', after: { method: 'password' } },
    ])
  })
})

describe('an authenticator app that is lost', () => {
  const remove = (id: string, manager = managerOn(platform)) =>
    manager.delete(`/manage/users/${id}/second_factor`)

  it('is removed by an administrator, and the person is signed out and uses the password', async () => {
    const { person, browser, app } = await personWithApp('Rita Horn')
    const ticket = await ticketOf(browserOn(platform), person.email)
    expect((await remove(person.id)).json()).toMatchObject({ id: person.id, status: 'active' })
    expect(codeOf(await browser.send('GET', '/manage/me'))).toBe('session_unknown')
    const [recovery_code] = app.recoveryCodes
    const late = await sendCode(browserOn(platform), ticket, { recovery_code })
    expect(codeOf(late)).toBe('code_refused')
    const signedIn = await browserOn(platform).signIn(person.email)
    expect(signedIn.json()).toMatchObject({ next: null, session: { method: 'password' } })
    expect(codeOf(await remove(person.id))).toBe('second_factor_not_on')
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${person.id}`)
    expect(log.json()).toContainEqual(
      expect.objectContaining({ action: 'user.second_factor_removed' }),
    )
  })

  it('is never one’s own, in a browser or with a personal token', async () => {
    const { person, browser, app } = await personWithApp('Rolf Horn')
    const path = `/manage/users/${person.id}/second_factor`
    const headers = actingFor(person.accountId)
    expect(codeOf(await browser.send('DELETE', path, { headers }))).toBe('own_second_factor')
    const body = { account_id: person.accountId, livemode: false, name: 'x' }
    const made = await browser.send('POST', '/manage/me/tokens', { body })
    const { token } = made.json<{ token: string }>()
    expect(codeOf(await remove(person.id, managerOn(platform, token)))).toBe('own_second_factor')
    expect((await signInWith(person, { code: app.code() })).statusCode).toBe(200)
  })

  it('stays, where the person has more rights or belongs to another insurer too', async () => {
    const { person, app } = await personWithApp('Rosa Horn')
    const body = {
      key: 'people_only',
      name: 'x',
      grants: [{ permission: 'users.manage' }, { permission: 'users.read' }],
    }
    await managerOn(platform).post('/manage/roles', body)
    const insurer = await demoAccount(platform, 'demo-insurance')
    const { key } = await newKey(platform, insurer, 'secret', false, ['people_only'])
    const above = await remove(person.id, managerOn(platform, key))
    expect([above.statusCode, codeOf(above)]).toEqual([403, 'grant_exceeds_own'])
    const other = await foreignInsurer(platform)
    await platform.db.transaction((tx) =>
      upsertMembership(
        tx,
        { userId: person.id, accountId: other.id, roles: ['viewer'] },
        platform.clock(),
      ),
    )
    const shared = await remove(person.id)
    expect([shared.statusCode, codeOf(shared)]).toEqual([403, 'person_of_other_accounts'])
    expect((await signInWith(person, { code: app.code() })).statusCode).toBe(200)
  })
})

describe('an account that requires a second factor', () => {
  it('opens to a password alone only the calls that set one up', async () => {
    const admin = managerOn(platform)
    const paul = await newPerson(platform, { name: 'Paul Ritter' })
    const browser = browserOn(platform)
    await browser.signIn(paul.email)
    const headers = actingFor(paul.accountId)
    expect((await browser.send('GET', '/manage/policies', { headers })).statusCode).toBe(200)
    const rules = { requires_second_factor: true }
    const changed = await browser.send('PATCH', '/manage/sign_in_rules', { body: rules, headers })
    expect(changed.json()).toEqual(rules)
    expect((await admin.get('/manage/sign_in_rules')).json()).toMatchObject(rules)
    try {
      for (const url of ['/manage/policies', '/manage/keys', '/manage/sign_in_rules']) {
        const refused = await browser.send('GET', url, { headers })
        expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'second_factor_required'])
      }
      expect((await browser.send('GET', '/manage/me')).statusCode).toBe(200)
      expect((await browser.send('GET', '/manage/sessions')).statusCode).toBe(200)
      const app = await setUpApp(platform, browser)
      expect((await browser.send('GET', '/manage/policies', { headers })).statusCode).toBe(200)
      await browser.send('POST', '/manage/me/totp/remove', { body: { code: app.code(30) } })
      const refused = await browser.send('GET', '/manage/policies', { headers })
      expect(codeOf(refused)).toBe('second_factor_required')
    } finally {
      await admin.patch('/manage/sign_in_rules', { requires_second_factor: false })
    }
    expect((await browser.send('GET', '/manage/policies', { headers })).statusCode).toBe(200)
    const log = await admin.get(`/manage/audit?subject_id=${paul.accountId}`)
    expect(log.json()).toMatchObject([
      { action: 'sign_in_rules.changed', user_id: null, after: { requires_second_factor: false } },
      { action: 'sign_in_rules.changed', user_id: paul.id, after: rules },
    ])
  })
})

describe('the key that seals secrets', () => {
  it('is replaced, and codes still count', async () => {
    const { person, app } = await personWithApp('Rosa Wirz')
    const old = platform.keyRing
    const ring: KeyRing = [{ id: 'next', key: randomBytes(32) }, ...old]
    await rotateTotp(platform.db, ring)
    const stored = await selectTotp(platform.db, person.id)
    if (stored === undefined) throw new Error('the secret is gone')
    expect(stored.ringKeyId).toBe('next')
    expect(openTotp([ring[0]], stored)).toHaveLength(20)
    await expect(assertRingOpensTotp(platform.db, old)).rejects.toThrow('ENCRYPTION_KEYS')
    await assertRingOpensTotp(platform.db, ring)
    await rotateTotp(platform.db, [...old, ring[0]] as unknown as KeyRing)
    expect((await signInWith(person, { code: app.code() })).statusCode).toBe(200)
  })
})

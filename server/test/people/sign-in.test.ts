import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managerOn } from '../builders/manager.ts'
import {
  type TestPerson,
  actingFor,
  browserOn,
  goodPassword,
  newPerson,
} from '../builders/people.ts'
import { soldPolicy, sellerOn } from '../builders/sale.ts'
import { whileHashing } from '../openapi/refusals/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let anna: TestPerson
beforeAll(async () => {
  platform = await openTestPlatform()
  anna = await newPerson(platform)
})
afterAll(() => platform.close())

/** What an attempt gets that is not tried. */
const slowing = ['sign_in_slowed', 'passwords_busy', 'address_rate_limited']
const codeOf = (response: Response) => response.json<{ code?: string }>().code

describe('a person signs in', () => {
  it('with e-mail address and password, and is then known', async () => {
    const browser = browserOn(platform)
    const signedIn = await browser.signIn(' Anna.Keller@Example.com ')
    expect(signedIn.statusCode).toBe(200)
    const me = await browser.send('GET', '/manage/me')
    expect(me.json()).toMatchObject({
      person: { id: anna.id, email: 'anna.keller@example.com', name: 'Anna Keller' },
      session: { is_current: true, method: 'password', address: '192.0.2.1' },
      account: { id: anna.accountId, key: 'demo-insurance' },
      livemode: false,
      accounts: [{ id: anna.accountId, roles: ['administrator'] }],
    })
    expect((await browser.send('GET', '/manage/policies')).statusCode).toBe(200)
  })

  it('and the cookie is out of reach of scripts and of other sites', async () => {
    const signedIn = await browserOn(platform).signIn(anna.email)
    for (const cookie of [signedIn.headers['set-cookie'] ?? []].flat()) {
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    }
  })

  it('under https with a cookie that no other host can set', async () => {
    const secure = await openTestPlatform({
      beside: { platform, connection: platform.connection },
      publicUrl: 'https://api.insurer.example',
    })
    try {
      const browser = browserOn(secure)
      const signedIn = await browser.signIn(anna.email)
      expect([...browser.cookies.keys()].toSorted()).toEqual([
        '__Host-bindery_browser',
        '__Host-bindery_session',
      ])
      for (const cookie of [signedIn.headers['set-cookie'] ?? []].flat()) {
        expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
      }
    } finally {
      await secure.close()
    }
  })

  it('and a wrong password and an unknown address are refused alike, with one hash each', async () => {
    const { passwords } = platform
    const answers: string[] = []
    for (const email of [anna.email, 'nobody@example.com', 'no address']) {
      const before = passwords.survey().computed
      const refused = await browserOn(platform).signIn(email, 'wrong password')
      expect(passwords.survey().computed - before).toBe(1)
      expect(refused.statusCode).toBe(401)
      answers.push(refused.body)
    }
    expect(new Set(answers).size).toBe(1)
  })

  it('and a deactivated person is refused like a stranger', async () => {
    const left = await newPerson(platform, { name: 'Left Long Ago' })
    const browser = browserOn(platform)
    await browser.signIn(left.email)
    await platform.db.transaction((tx) =>
      tx.query({
        text: 'update users set deactivated_at = now() where id = $1',
        values: [left.id],
      }),
    )
    const refused = await browserOn(platform).signIn(left.email, goodPassword)
    expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'sign_in_refused'])
  })
})

describe('a session', () => {
  it('is not read where keys sell', async () => {
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    const { id } = await soldPolicy(sellerOn(platform))
    expect(codeOf(await browser.send('GET', `/policies/${id}`))).toBe('no_key')
  })

  it('changes nothing for a page of another site', async () => {
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    const body = { kind: 'public', livemode: false, name: 'forged' }
    const headers = actingFor(anna.accountId)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const send = (from: Record<string, string>) =>
      platform.app.inject({
        method: 'POST',
        url: '/manage/keys',
        headers: { ...headers, cookie, ...from },
        payload: body,
      })
    for (const from of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://elsewhere.example' },
      {},
    ]) {
      const refused = await send(from as Record<string, string>)
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'request_from_elsewhere'])
      expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect((await send({ origin: 'http://bindery.test' })).statusCode).toBe(200)
  })

  it('changes nothing unless the request says for which account and in which mode', async () => {
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    const body = { kind: 'public', livemode: false, name: 'x' }
    const { 'bindery-mode': mode, 'bindery-account': account } = actingFor(anna.accountId)
    for (const headers of [{}, { 'bindery-mode': mode }, { 'bindery-account': account }]) {
      const refused = await browser.send('POST', '/manage/keys', {
        body,
        headers: headers as Record<string, string>,
      })
      expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'account_not_named'])
    }
  })

  it('opens no account that the person does not belong to', async () => {
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    for (const account of ['acc_01b0acc58e2031f5cb6ba6d8b0de', 'nonsense']) {
      const refused = await browser.send('GET', '/manage/keys', { headers: actingFor(account) })
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not_a_member'])
    }
  })

  it('ends by signing out, one by one, and after 12 hours without use', async () => {
    const [one, other, idle] = [browserOn(platform), browserOn(platform), browserOn(platform)]
    const ben = await newPerson(platform, { name: 'Ben Moser', roles: ['service'] })
    for (const browser of [one, other, idle]) await browser.signIn(ben.email)
    const sessions = (await one.send('GET', '/manage/sessions')).json<
      { id: string; is_current: boolean }[]
    >()
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, false, true])
    const ended = await one.send('POST', `/manage/sessions/${sessions[1]?.id}/end`)
    expect(ended.statusCode).toBe(200)
    expect(codeOf(await other.send('GET', '/manage/me'))).toBe('session_unknown')
    expect(other.cookies.has('bindery_session')).toBe(false)
    expect((await one.send('POST', '/manage/sign_out')).statusCode).toBe(200)
    expect(codeOf(await one.send('GET', '/manage/me'))).toBe('no_key')
    platform.clock.advance({ hours: 11 })
    expect((await idle.send('GET', '/manage/me')).statusCode).toBe(200)
    platform.clock.advance({ hours: 13 })
    expect(codeOf(await idle.send('GET', '/manage/me'))).toBe('session_unknown')
  })

  it('ends after 14 days however much it is used', async () => {
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    for (let day = 0; day < 27; day += 1) {
      platform.clock.advance({ hours: 11, minutes: 59 })
      expect((await browser.send('GET', '/manage/me')).statusCode).toBe(200)
    }
    platform.clock.advance({ hours: 11, minutes: 59 })
    platform.clock.advance({ minutes: 30 })
    expect(codeOf(await browser.send('GET', '/manage/me'))).toBe('session_unknown')
  })

  it('cannot be forged or sent twice', async () => {
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    const secret = browser.cookies.get('bindery_session') ?? ''
    const forged = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    const ask = (cookie: string) =>
      platform.app.inject({ url: '/manage/me', headers: { cookie } }).then(codeOf)
    expect(await ask(`bindery_session=${forged}`)).toBe('session_unknown')
    expect(await ask(`bindery_session=${secret.slice(1)}`)).toBe('session_unknown')
    expect(await ask(`bindery_session=${forged}; bindery_session=${secret}`)).toBe('no_key')
    expect(await ask(`bindery_session=${secret}`)).toBeUndefined()
  })
})

describe('whoever guesses passwords', () => {
  const tries = async (browser: ReturnType<typeof browserOn>, email: string, count: number) => {
    const codes: (string | undefined)[] = []
    for (let at = 0; at < count; at += 1) codes.push(codeOf(await browser.signIn(email, 'wrong')))
    return codes
  }

  it('is slowed down, and the person is not', async () => {
    const cora = await newPerson(platform, { name: 'Cora Lang' })
    const known = browserOn(platform, { address: '192.0.2.20' })
    expect((await known.signIn(cora.email)).statusCode).toBe(200)
    const guesser = browserOn(platform, { address: '192.0.2.66' })
    const codes = await tries(guesser, cora.email, 8)
    expect(codes.slice(0, 6)).toEqual(Array(6).fill('sign_in_refused'))
    expect(codes.slice(6)).toEqual(['sign_in_slowed', 'sign_in_slowed'])
    const slowed = await guesser.signIn(cora.email)
    expect(slowed.statusCode).toBe(429)
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
    // From elsewhere, and from the same network in a known browser, she signs in.
    expect((await known.signIn(cora.email)).statusCode).toBe(200)
    const beside = browserOn(platform, { address: '192.0.2.66' })
    for (const [name, value] of known.cookies) beside.cookies.set(name, value)
    expect((await beside.signIn(cora.email)).statusCode).toBe(200)
    platform.clock.advance({ minutes: 16 })
    expect((await guesser.signIn(cora.email)).statusCode).toBe(200)
  })

  it('from many addresses is slowed too, and known browsers still sign in', async () => {
    const dora = await newPerson(platform, { name: 'Dora Frei' })
    const known = browserOn(platform, { address: '192.0.2.21' })
    await known.signIn(dora.email)
    let slowed = 0
    for (let at = 0; at < 70; at += 1) {
      const [code] = await tries(
        browserOn(platform, { address: `198.51.100.${at}` }),
        dora.email,
        1,
      )
      if (code === 'sign_in_slowed') slowed += 1
    }
    expect(slowed).toBeGreaterThan(10)
    expect((await known.signIn(dora.email)).statusCode).toBe(200)
  })

  it('a thousand times is answered each time, compares few passwords, and locks nobody out', async () => {
    const hedi = await newPerson(platform, { name: 'Hedi Wirth' })
    const known = browserOn(platform, { address: '192.0.2.22' })
    await known.signIn(hedi.email)
    const counts: Record<string, number> = {}
    const guess = async (at: number) => {
      const address = `203.0.113.${at}`
      for (const code of await tries(browserOn(platform, { address }), hedi.email, 100)) {
        counts[code ?? ''] = (counts[code ?? ''] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, at) => guess(at)))
    const { sign_in_refused: compared = 0, ...others } = counts
    expect(compared).toBeLessThan(200)
    expect(Object.keys(others).every((code) => slowing.includes(code))).toBe(true)
    expect(Object.values(counts).reduce((sum, one) => sum + one)).toBe(1_000)
    expect((await known.signIn(hedi.email)).statusCode).toBe(200)
  })

  it('slows nobody down who does not, though clocks of servers differ', async () => {
    const people = await Promise.all(
      ['Gina Bach', 'Gerd Bach'].map((name) => newPerson(platform, { name })),
    )
    for (const { email } of people) {
      const signedIn = await browserOn(platform, { address: '192.0.2.88' }).signIn(email)
      expect(signedIn.statusCode).toBe(200)
      platform.clock.set(platform.clock().subtract({ seconds: 1 }))
    }
  })

  it('is not counted while too many passwords are compared', async () => {
    const gabi = await newPerson(platform, { name: 'Gabi Senn' })
    const guesser = browserOn(platform, { address: '192.0.2.78' })
    const codes: (string | undefined)[] = []
    await whileHashing(platform, async () => {
      codes.push(...(await tries(guesser, gabi.email, 7)))
      const answer = await guesser.signIn(gabi.email, 'wrong')
      codes.push(codeOf(answer))
      return answer
    })
    expect(codes).toContain('passwords_busy')
    codes.push(...(await tries(guesser, gabi.email, 7)))
    expect(codes.filter((code) => code === 'sign_in_refused')).toHaveLength(6)
  })

  it('at once is counted one by one', async () => {
    const emil = await newPerson(platform, { name: 'Emil Roth' })
    const guesser = browserOn(platform, { address: '192.0.2.77' })
    const all = await Promise.all(
      Array.from({ length: 30 }, () => guesser.signIn(emil.email, 'wrong').then(codeOf)),
    )
    expect(all.filter((code) => code === 'sign_in_refused').length).toBeLessThanOrEqual(6)
  })
})

describe('the audit log', () => {
  it('names the person, the session, the address and the request', async () => {
    const fritz = await newPerson(platform, { name: 'Fritz Berg' })
    const browser = browserOn(platform, { address: '192.0.2.99' })
    await browser.signIn(fritz.email, 'wrong')
    await browser.signIn(fritz.email)
    const made = await browser.send('POST', '/manage/keys', {
      body: { kind: 'public', livemode: false, name: 'shop' },
      headers: actingFor(fritz.accountId),
    })
    await browser.send('POST', '/manage/sign_out')
    const log = await managerOn(platform).get(`/manage/audit?user_id=${fritz.id}`)
    const session_id = expect.stringMatching(/^ses_/) as unknown
    const by = { user_id: fritz.id, key_id: null, session_id, address: '192.0.2.99' }
    expect(log.json()).toMatchObject([
      { action: 'session.ended', ...by },
      { action: 'key.created', ...by, request_id: made.headers['x-request-id'] },
      { action: 'session.began', ...by, after: { method: 'password' } },
    ])
    const about = await managerOn(platform).get(`/manage/audit?subject_id=${fritz.id}`)
    expect(about.json()).toContainEqual(
      expect.objectContaining({ action: 'sign_in.failed', user_id: null, address: '192.0.2.99' }),
    )
  })
})

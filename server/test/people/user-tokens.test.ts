import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managerOn } from '../builders/manager.ts'
import {
  type Browser,
  type TestPerson,
  browserOn,
  goodPassword,
  newPerson,
} from '../builders/people.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let other: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  other = await openTestPlatform({ beside: { platform, connection: platform.connection } })
})
afterAll(async () => {
  await other.close()
  await platform.close()
})

const codeOf = (response: Response) => response.json<{ code?: string }>().code

interface Token {
  readonly id: string
  readonly token: string
}

async function withToken(
  name: string,
  { roles = ['administrator'], ...wanted }: { roles?: string[]; livemode?: boolean } = {},
): Promise<{ person: TestPerson; browser: Browser; made: Token }> {
  const person = await newPerson(platform, { name, roles })
  const browser = browserOn(platform)
  await browser.signIn(person.email)
  const body = { account_id: person.accountId, livemode: false, name: 'laptop', ...wanted }
  const made = await browser.send('POST', '/manage/me/tokens', { body })
  expect(made.statusCode).toBe(200)
  return { person, browser, made: made.json<Token>() }
}

describe('a personal token', () => {
  it('acts as the person wherever a secret key does, and the audit log says so', async () => {
    const { person, browser, made } = await withToken('Anna Keller')
    expect(made.token).toMatch(/^ut_test_[0-9a-f]{48}$/)
    const manager = managerOn(platform, made.token)
    const me = await manager.get('/manage/me')
    expect(me.json()).toMatchObject({
      person: { id: person.id, email: person.email },
      session: null,
      key_id: null,
      livemode: false,
      accounts: [{ id: person.accountId, roles: ['administrator'] }],
    })
    const sold = await soldPolicy(sellerOn(platform))
    const seen = await platform.app.inject({
      url: `/policies/${sold.id}`,
      headers: { authorization: `Bearer ${made.token}` },
    })
    expect(seen.statusCode).toBe(200)
    await manager.post('/manage/keys', { kind: 'public', livemode: false, name: 'shop' })
    const log = await manager.get(`/manage/audit?user_id=${person.id}&limit=1`)
    expect(log.json()).toMatchObject([
      { action: 'key.created', user_id: person.id, key_id: null, session_id: made.id },
    ])
    const listed = await browser.send('GET', '/manage/me/tokens')
    const today = platform.clock().toString().slice(0, 10)
    expect(listed.json()).toMatchObject([{ id: made.id, name: 'laptop', last_used_on: today }])
    expect(listed.body).not.toContain(made.token)
  })

  it('makes no tokens, and neither changes the password nor manages sessions', async () => {
    const { person, made } = await withToken('Ben Moser')
    const manager = managerOn(platform, made.token)
    const body = { account_id: person.accountId, livemode: false, name: 'x' }
    const answers = [
      await manager.post('/manage/me/tokens', body),
      await manager.get('/manage/me/tokens'),
      await manager.post(`/manage/me/tokens/${made.id}/revoke`),
      await manager.post('/manage/me/password', { password: goodPassword }),
      await manager.post('/manage/me/email', { current_password: goodPassword, email: 'x@y.z' }),
      await manager.patch('/manage/me', { name: 'Other' }),
      await manager.get('/manage/sessions'),
      await manager.post('/manage/sign_out'),
    ]
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['person_required']))
  })

  it('has the permissions that the person has at any time, on every server', async () => {
    const { person, made } = await withToken('Carla Frei')
    const there = managerOn(other, made.token)
    expect((await there.get('/manage/keys')).statusCode).toBe(200)
    await managerOn(platform).patch(`/manage/users/${person.id}`, { roles: ['viewer'] })
    await other.feed.caughtUp()
    expect(codeOf(await there.get('/manage/keys'))).toBe('permission_missing')
    expect((await there.get('/manage/policies')).statusCode).toBe(200)
  })

  it('dies when it is revoked, when the person is removed or deactivated, and with time', async () => {
    const ways: Readonly<Record<string, (one: Awaited<ReturnType<typeof withToken>>) => unknown>> =
      {
        'Dora Senn': ({ browser, made }) =>
          browser.send('POST', `/manage/me/tokens/${made.id}/revoke`),
        'Emil Roth': ({ person }) => managerOn(platform).post(`/manage/users/${person.id}/remove`),
        'Fritz Berg': ({ person }) =>
          managerOn(platform).post(`/manage/users/${person.id}/deactivate`),
        'Gina Thal': () => platform.clock.advance({ days: 90 }),
      }
    for (const [name, end] of Object.entries(ways)) {
      const one = await withToken(name, { roles: ['service'] })
      const there = managerOn(other, one.made.token)
      expect((await there.get('/manage/policies')).statusCode).toBe(200)
      await end(one)
      await other.feed.caughtUp()
      const refused = await there.get('/manage/policies')
      expect([name, refused.statusCode, codeOf(refused)]).toEqual([name, 401, 'unknown_key'])
    }
  })

  it('does not come back with the person', async () => {
    const { person, made } = await withToken('Hans Kern', { roles: ['service'] })
    const manager = managerOn(platform)
    await manager.post(`/manage/users/${person.id}/deactivate`)
    await manager.post(`/manage/users/${person.id}/reactivate`)
    await platform.feed.caughtUp()
    expect(codeOf(await managerOn(platform, made.token).get('/manage/policies'))).toBe(
      'unknown_key',
    )
  })

  it('is for one mode and one account, which the person belongs to', async () => {
    const { browser, made } = await withToken('Ida Lang', { livemode: true })
    expect(made.token).toMatch(/^ut_live_/)
    const me = await managerOn(platform, made.token).get('/manage/me')
    expect(me.json()).toMatchObject({ livemode: true })
    const body = { account_id: 'acc_01b0acc58e2031f5cb6ba6d8b0de', livemode: true, name: 'x' }
    expect(codeOf(await browser.send('POST', '/manage/me/tokens', { body }))).toBe('not_a_member')
    const both = await platform.app.inject({
      url: `/manage/policies?key=${platform.demo.keys.test.public}`,
      headers: { authorization: `Bearer ${made.token}` },
    })
    expect(codeOf(both)).toBe('keys_of_two_accounts')
  })

  it('that is guessed counts as a failure of the address', async () => {
    const guarded = await openTestPlatform({
      beside: { platform, connection: platform.connection },
      failuresPerMinuteMax: 3,
    })
    try {
      const codes: unknown[] = []
      for (const digit of ['0', '1', '2', '3', '4', '5']) {
        const guess = `ut_test_${digit.repeat(48)}`
        codes.push(codeOf(await managerOn(guarded, guess).get('/manage/policies')))
      }
      expect(codes.slice(0, 3)).toEqual(Array(3).fill('unknown_key'))
      expect(codes.at(-1)).toBe('too_many_failures')
      expect(codeOf(await managerOn(platform, 'ut_nonsense').get('/manage/me'))).toBe('unknown_key')
    } finally {
      await guarded.close()
    }
  })
})

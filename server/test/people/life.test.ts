import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import {
  type TestPerson,
  actingFor,
  browserOn,
  goodPassword,
  newPerson,
} from '../builders/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { holding, untilWaiting } from '../support/waiting.ts'

let platform: TestPlatform
let anna: TestPerson
beforeAll(async () => {
  platform = await openTestPlatform()
  anna = await newPerson(platform)
})
afterAll(() => platform.close())

const codeOf = (response: Response) => response.json<{ code?: string }>().code
const outcome = (response: Response) => [response.statusCode, codeOf(response)]
const secretIn = (link: string) => link.slice(link.indexOf('=') + 1)
const otherPassword = 'nine quiet herons count boats'

interface Shown {
  readonly id: string
  readonly link: string
  readonly status: string
  readonly roles: string[]
  readonly token: string
}

/** The link of a person who is invited with the insurer's key. */
async function invite(email: string, roles = ['service'], manager = managerOn(platform)) {
  const body = { email, name: 'Somebody New', roles }
  const invited = await manager.post('/manage/users', body)
  expect(invited.statusCode).toBe(200)
  const { id, link } = invited.json<Shown>()
  return { id, link, secret: secretIn(link) }
}

const accept = (secret: string, browser = browserOn(platform)) =>
  browser.send('POST', '/manage/links/accept', { body: { secret, password: goodPassword } })

const logOf = async (subjectId: string) =>
  (await managerOn(platform).get(`/manage/audit?subject_id=${subjectId}`))
    .json<{ action: string; user_id: string | null }[]>()
    .map(({ action }) => action)

describe('somebody is invited', () => {
  it('accepts with a password, is signed in, and belongs to the account', async () => {
    const { id, link, secret } = await invite('Ben.Moser@Example.com')
    expect(link).toMatch(/^http:\/\/bindery\.test\/console\/welcome#invitation=[0-9a-f]{64}$/)
    const listed = await managerOn(platform).get('/manage/users')
    expect(listed.json()).toContainEqual(
      expect.objectContaining({ id, email: 'ben.moser@example.com', status: 'invited' }),
    )
    const browser = browserOn(platform)
    const joined = await browser.send('POST', '/manage/links/accept', {
      body: { secret, password: goodPassword, name: 'Ben Moser' },
    })
    expect(joined.json()).toMatchObject({
      person: { id, name: 'Ben Moser' },
      session: { method: 'link' },
    })
    const me = await browser.send('GET', '/manage/me')
    expect(me.json()).toMatchObject({ accounts: [{ id: anna.accountId, roles: ['service'] }] })
    const shown = await managerOn(platform).get(`/manage/users/${id}`)
    expect(shown.json()).toMatchObject({ status: 'active', sessions: [{ method: 'link' }] })
    expect((await browserOn(platform).signIn('ben.moser@example.com')).statusCode).toBe(200)
    expect(await logOf(id)).toEqual([
      'session.began',
      'session.began',
      'user.joined',
      'user.invited',
    ])
  })

  it('and belongs to nothing before accepting', async () => {
    const { id } = await invite('carla@example.com')
    const rows = await platform.db.query({ text: 'select from users where id = $1', values: [id] })
    expect(rows).toHaveLength(0)
    expect(outcome(await browserOn(platform).signIn('carla@example.com'))).toEqual([
      401,
      'sign_in_refused',
    ])
  })

  it('needs a password, and a good one', async () => {
    const { secret } = await invite('dora@example.com')
    const browser = browserOn(platform)
    const post = (body: object) => browser.send('POST', '/manage/links/accept', { body })
    expect(codeOf(await post({ secret }))).toBe('password_required')
    expect(codeOf(await post({ secret, password: 'short' }))).toBe('password_too_short')
    expect((await accept(secret)).statusCode).toBe(200)
  })

  it('by two at once, and one wins', async () => {
    const { secret } = await invite('emil@example.com')
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(secret)))
    const codes = answers.map((answer) => codeOf(answer))
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    for (const code of codes) expect([undefined, 'link_unknown', 'sign_in_first']).toContain(code)
  })

  it('with a link that is used, replaced, expired, forged or withdrawn, and is refused alike', async () => {
    const used = await invite('fritz@example.com')
    await accept(used.secret)
    const replaced = await invite('gina@example.com')
    const again = await invite('gina@example.com')
    expect(again.id).toBe(replaced.id)
    const withdrawn = await invite('hans@example.com')
    await managerOn(platform).post(`/manage/users/${withdrawn.id}/remove`)
    const expired = await invite('ida@example.com')
    platform.clock.advance({ days: 7 })
    const { secret } = await invite('jan@example.com')
    const forged = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    const answers: string[] = []
    for (const one of [
      used.secret,
      replaced.secret,
      withdrawn.secret,
      expired.secret,
      forged,
      '',
    ]) {
      const refused = await accept(one === '' ? 'no secret at all' : one)
      expect(outcome(refused)).toEqual([404, 'link_unknown'])
      answers.push(refused.body)
    }
    expect(new Set(answers).size).toBe(1)
    const wrongKind = await browserOn(platform).send('POST', '/manage/links/sign_in', {
      body: { secret },
    })
    expect(outcome(wrongKind)).toEqual([404, 'link_unknown'])
  })

  it('into a second account accepts signed in, and the inviter learns nothing before', async () => {
    const lea = await newPerson(platform, { name: 'Lea Sommer', account: 'alpine-brokers' })
    const stranger = await invite('nobody.yet@example.com')
    const { id, secret } = await invite(lea.email, ['viewer'])
    expect(id).not.toBe(lea.id)
    const members = (path: string) => managerOn(platform).get(path)
    const [one, other] = [
      (await members(`/manage/users/${id}`)).json<object>(),
      (await members(`/manage/users/${stranger.id}`)).json<object>(),
    ]
    expect(Object.keys(one)).toEqual(Object.keys(other))
    expect(one).toMatchObject({ name: 'Somebody New', status: 'invited' })
    // The inviter has the link, and does not get into the other account by it.
    expect(outcome(await accept(secret))).toEqual([403, 'sign_in_first'])
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    expect(outcome(await accept(secret, browser))).toEqual([403, 'sign_in_first'])
    await browser.signIn(lea.email)
    expect((await accept(secret, browser)).json()).toMatchObject({ person: { id: lea.id } })
    const me = await browser.send('GET', '/manage/me')
    expect(me.json<{ accounts: { key: string }[] }>().accounts.map(({ key }) => key)).toEqual([
      'alpine-brokers',
      'demo-insurance',
    ])
    expect(await logOf(lea.id)).toContain('user.joined')
  })

  it('by an insurer to a distributor that it manages, and to no other', async () => {
    const { id: accountId } = await demoAccount(platform, 'harbour-partners')
    const body = { email: 'kim@example.com', name: 'Kim', roles: ['service'] }
    const invited = await managerOn(platform).post('/manage/users', {
      ...body,
      account_id: accountId,
    })
    const { id, link } = invited.json<Shown>()
    await accept(secretIn(link))
    const listed = await managerOn(platform).get(`/manage/users?account_id=${accountId}`)
    expect(listed.json()).toMatchObject([{ id, status: 'active', account_id: accountId }])
    expect((await managerOn(platform).get(`/manage/users/${id}`)).statusCode).toBe(404)
    const foreign = await foreignInsurer(platform, 'far-away')
    const other = await managerOn(platform).post('/manage/users', {
      ...body,
      account_id: foreign.id,
    })
    expect(outcome(other)).toEqual([404, 'account_not_found'])
  })

  it('with no more rights than the inviter has', async () => {
    const own = { key: 'people_desk', name: 'People desk', description: '' }
    const grants = [{ permission: 'users.manage' }, { permission: 'users.read' }]
    await managerOn(platform).post('/manage/roles', { ...own, grants })
    const mia = await newPerson(platform, { name: 'Mia Wolf', roles: ['people_desk'] })
    const browser = browserOn(platform)
    await browser.signIn(mia.email)
    const headers = actingFor(mia.accountId)
    const send = (method: 'POST' | 'PATCH', path: string, body: object = {}) =>
      browser.send(method, `/manage/users${path}`, { body, headers })
    const wanted = { email: 'x@example.com', name: 'X' }
    const tooMuch = [403, 'grant_exceeds_own']
    expect(outcome(await send('POST', '', { ...wanted, roles: ['viewer'] }))).toEqual(tooMuch)
    expect(outcome(await send('PATCH', `/${mia.id}`, { roles: ['viewer'] }))).toEqual(tooMuch)
    for (const act of ['reset_link', 'deactivate', 'remove', 'end_sessions']) {
      expect(outcome(await send('POST', `/${anna.id}/${act}`))).toEqual(tooMuch)
    }
    const invited = await send('POST', '', { ...wanted, roles: ['people_desk'] })
    expect(invited.statusCode).toBe(200)
  })
})

describe('the roles of a person', () => {
  it('change from the next request on, on every server, and give the cookie a new secret', async () => {
    const nora = await newPerson(platform, { name: 'Nora Imhof', roles: ['administrator'] })
    const other = await openTestPlatform({ beside: { platform, connection: platform.connection } })
    try {
      const browser = browserOn(other)
      await browser.signIn(nora.email)
      const keys = () => browser.send('GET', '/manage/keys', { headers: actingFor(nora.accountId) })
      expect((await keys()).statusCode).toBe(200)
      const before = browser.cookies.get('bindery_session')
      const changed = await managerOn(platform).patch(`/manage/users/${nora.id}`, {
        roles: ['viewer'],
      })
      expect(changed.json()).toMatchObject({ roles: ['viewer'] })
      await other.feed.caughtUp()
      expect(outcome(await keys())).toEqual([403, 'permission_missing'])
      expect(browser.cookies.get('bindery_session')).not.toBe(before)
      expect((await browser.send('GET', '/manage/me')).statusCode).toBe(200)
      expect(await logOf(nora.id)).toContain('user.roles_changed')
    } finally {
      await other.close()
    }
  })

  it('of an invited person change as well', async () => {
    const { id, secret } = await invite('olga@example.com', ['viewer'])
    await managerOn(platform).patch(`/manage/users/${id}`, { roles: ['accountant'] })
    const browser = browserOn(platform)
    await accept(secret, browser)
    const me = await browser.send('GET', '/manage/me')
    expect(me.json()).toMatchObject({ accounts: [{ roles: ['accountant'] }] })
    const unknown = await managerOn(platform).patch(`/manage/users/${id}`, { roles: ['nonsense'] })
    expect(codeOf(unknown)).toBe('unknown_role')
  })
})

describe('the last administrator', () => {
  /** An insurer of its own, with two administrators. */
  async function pair(key: string) {
    const account = await foreignInsurer(platform, key)
    const manager = managerOn(platform, (await newKey(platform, account)).key)
    const ids: string[] = []
    for (const name of ['one', 'two']) {
      const { secret } = await invite(`${name}@${key}.example`, ['administrator'], manager)
      const joined = await accept(secret)
      ids.push(joined.json<{ person: { id: string } }>().person.id)
    }
    const [one = '', two = ''] = ids
    return { manager, one, two }
  }

  it('is neither removed nor deactivated, and keeps the role', async () => {
    const { manager, one, two } = await pair('first-mutual')
    await manager.post(`/manage/users/${two}/remove`)
    const last = [403, 'last_administrator']
    expect(outcome(await manager.post(`/manage/users/${one}/remove`))).toEqual(last)
    expect(outcome(await manager.post(`/manage/users/${one}/deactivate`))).toEqual(last)
    const roles = { roles: ['viewer'] }
    expect(outcome(await manager.patch(`/manage/users/${one}`, roles))).toEqual(last)
    expect((await manager.get(`/manage/users/${one}`)).json()).toMatchObject({
      status: 'active',
      roles: ['administrator'],
    })
  })

  it('does not lose the rights by a change of the role either', async () => {
    const { manager, one, two } = await pair('second-mutual')
    const grants = [{ permission: 'users.manage' }, { permission: 'roles.manage' }]
    await manager.post('/manage/roles', { key: 'chief', name: 'Chief', grants })
    await manager.patch(`/manage/users/${one}`, { roles: ['chief'] })
    await manager.post(`/manage/users/${two}/deactivate`)
    const [first] = grants
    const change = await manager.patch('/manage/roles/chief', { grants: [first ?? {}] })
    expect(outcome(change)).toEqual([403, 'last_administrator'])
    const removed = await manager.delete('/manage/roles/chief')
    expect([codeOf(removed), removed.body]).toEqual([
      'role_in_use',
      expect.stringContaining('One person has the role chief'),
    ])
  })

  it('is kept when two administrators remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { manager, one, two } = await pair(`race-${round}`)
      const answers = await Promise.all([
        manager.post(`/manage/users/${one}/remove`),
        manager.post(`/manage/users/${two}/deactivate`),
        manager.patch(`/manage/users/${one}`, { roles: ['viewer'] }),
      ])
      expect(answers.map(codeOf)).toContain('last_administrator')
      const left = (await manager.get('/manage/users')).json<Shown[]>()
      const leading = left.filter(
        ({ status, roles }) => status === 'active' && roles.includes('administrator'),
      )
      expect(leading.length).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('a person who leaves', () => {
  it('is signed out everywhere at once when deactivated, and comes back', async () => {
    const paul = await newPerson(platform, { name: 'Paul Graf', roles: ['service'] })
    const other = await openTestPlatform({ beside: { platform, connection: platform.connection } })
    try {
      const [here, there] = [browserOn(platform), browserOn(other)]
      for (const browser of [here, there]) {
        await browser.signIn(paul.email)
        expect((await browser.send('GET', '/manage/me')).statusCode).toBe(200)
      }
      const left = await managerOn(platform).post(`/manage/users/${paul.id}/deactivate`)
      expect(left.json()).toMatchObject({ status: 'deactivated' })
      await other.feed.caughtUp()
      await platform.feed.caughtUp()
      for (const browser of [here, there]) {
        expect(codeOf(await browser.send('GET', '/manage/me'))).toBe('session_unknown')
      }
      expect(codeOf(await here.signIn(paul.email))).toBe('sign_in_refused')
      await managerOn(platform).post(`/manage/users/${paul.id}/reactivate`)
      expect((await here.signIn(paul.email)).statusCode).toBe(200)
      expect(await logOf(paul.id)).toEqual(
        expect.arrayContaining(['user.deactivated', 'user.reactivated']),
      )
    } finally {
      await other.close()
    }
  })

  it('and belongs to other accounts too is removed, not deactivated', async () => {
    const rosa = await newPerson(platform, { name: 'Rosa Kern', roles: ['service'] })
    const foreign = await foreignInsurer(platform, 'rosas-other')
    const there = managerOn(platform, (await newKey(platform, foreign)).key)
    const { secret } = await invite(rosa.email, ['viewer'], there)
    const browser = browserOn(platform)
    await browser.signIn(rosa.email)
    await accept(secret, browser)
    for (const act of ['deactivate', 'reactivate', 'reset_link']) {
      const refused = await managerOn(platform).post(`/manage/users/${rosa.id}/${act}`)
      expect(outcome(refused)).toEqual([403, 'person_of_other_accounts'])
    }
    expect((await managerOn(platform).post(`/manage/users/${rosa.id}/remove`)).statusCode).toBe(200)
    const me = await browser.send('GET', '/manage/me')
    expect(me.json()).toMatchObject({ accounts: [{ key: 'rosas-other' }] })
    const closed = await browser.send('GET', '/manage/policies', {
      headers: actingFor(rosa.accountId),
    })
    expect(codeOf(closed)).toBe('not_a_member')
  })

  it('has sessions that an administrator ends, one by one or all', async () => {
    const sven = await newPerson(platform, { name: 'Sven Huber', roles: ['service'] })
    const browsers = [browserOn(platform), browserOn(platform), browserOn(platform)]
    for (const browser of browsers) await browser.signIn(sven.email)
    const path = `/manage/users/${sven.id}`
    const shown = await managerOn(platform).get(path)
    const { sessions } = shown.json<{ sessions: { id: string }[] }>()
    expect(sessions).toHaveLength(3)
    await managerOn(platform).post(`${path}/sessions/${sessions[2]?.id}/end`)
    const states = async () => {
      const answers = []
      for (const browser of browsers)
        answers.push((await browser.send('GET', '/manage/me')).statusCode)
      return answers
    }
    expect(await states()).toEqual([401, 200, 200])
    const again = await managerOn(platform).post(`${path}/sessions/${sessions[2]?.id}/end`)
    expect(codeOf(again)).toBe('user_session_not_found')
    await managerOn(platform).post(`${path}/end_sessions`)
    expect(await states()).toEqual([401, 401, 401])
  })
})

describe('a password', () => {
  it('is asked for in vain or not, with one answer, and administrators see it', async () => {
    const tina = await newPerson(platform, { name: 'Tina Lutz', roles: ['service'] })
    const ask = (email: string) =>
      browserOn(platform).send('POST', '/manage/password_resets', { body: { email } })
    const answers = [
      await ask(tina.email),
      await ask('nobody@example.com'),
      await ask('no address'),
    ]
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(202)
    await ask(tina.email)
    const path = `/manage/users/${tina.id}`
    const shown = await managerOn(platform).get(path)
    expect(shown.json()).toMatchObject({ reset_requested_at: expect.any(String) as unknown })
    expect((await logOf(tina.id)).filter((one) => one === 'user.reset_requested')).toHaveLength(1)

    const browser = browserOn(platform)
    await browser.signIn(tina.email)
    const old = (await managerOn(platform).post(`${path}/reset_link`)).json<Shown>()
    const { link } = (await managerOn(platform).post(`${path}/reset_link`)).json<Shown>()
    expect((await managerOn(platform).get(path)).json()).toMatchObject({
      links: [{ kind: 'reset' }],
    })
    const reset = (secret: string, password = otherPassword) =>
      browserOn(platform).send('POST', '/manage/links/reset', { body: { secret, password } })
    expect(codeOf(await reset(secretIn(old.link)))).toBe('link_unknown')
    expect(codeOf(await reset(secretIn(link), tina.email))).toBe('password_too_common')
    const answersAtOnce = await Promise.all([1, 2, 3].map(() => reset(secretIn(link))))
    expect(answersAtOnce.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(codeOf(await browser.send('GET', '/manage/me'))).toBe('session_unknown')
    expect(codeOf(await browser.signIn(tina.email))).toBe('sign_in_refused')
    expect((await browser.signIn(tina.email, otherPassword)).statusCode).toBe(200)
    const after = await managerOn(platform).get(path)
    expect(after.json()).toMatchObject({ reset_requested_at: null, links: [] })
    expect(await logOf(tina.id)).toEqual(
      expect.arrayContaining(['user.password_changed', 'link.created']),
    )
  })

  it('by a link is set within an hour', async () => {
    const udo = await newPerson(platform, { name: 'Udo Senn', roles: ['service'] })
    const made = await managerOn(platform).post(`/manage/users/${udo.id}/reset_link`)
    platform.clock.advance({ hours: 1 })
    const late = await browserOn(platform).send('POST', '/manage/links/reset', {
      body: { secret: secretIn(made.json<Shown>().link), password: otherPassword },
    })
    expect(codeOf(late)).toBe('link_unknown')
  })

  it('is changed with the current one, and other browsers are signed out', async () => {
    const vera = await newPerson(platform, { name: 'Vera Blum', roles: ['service'] })
    const [one, other] = [browserOn(platform), browserOn(platform)]
    for (const browser of [one, other]) await browser.signIn(vera.email)
    const change = (current_password: string, password = otherPassword) =>
      one.send('POST', '/manage/me/password', { body: { current_password, password } })
    expect(outcome(await change('wrong'))).toEqual([400, 'current_password_wrong'])
    expect(codeOf(await change(goodPassword, 'short'))).toBe('password_too_short')
    const before = one.cookies.get('bindery_session')
    expect((await change(goodPassword)).statusCode).toBe(200)
    expect(codeOf(await other.send('GET', '/manage/me'))).toBe('session_unknown')
    expect((await one.send('GET', '/manage/me')).statusCode).toBe(200)
    expect(one.cookies.get('bindery_session')).not.toBe(before)
    const codes: unknown[] = []
    for (let at = 0; at < 9; at += 1) codes.push(codeOf(await change('wrong')))
    expect(codes.at(-1)).toBe('sign_in_slowed')
  })
})

describe('an e-mail address', () => {
  it('changes when the old and the new one have confirmed it', async () => {
    const willi = await newPerson(platform, { name: 'Willi Roos', roles: ['service'] })
    const browser = browserOn(platform)
    await browser.signIn(willi.email)
    const ask = (body: object) => browser.send('POST', '/manage/me/email', { body })
    const current_password = goodPassword
    expect(codeOf(await ask({ current_password, email: 'nonsense' }))).toBe('email_invalid')
    const wrong = await ask({ current_password: 'wrong', email: 'willi@example.org' })
    expect(codeOf(wrong)).toBe('current_password_wrong')
    const path = `/manage/users/${willi.id}/email_link`
    const link = async (address: string) => {
      const made = await managerOn(platform).post(path, { address })
      return made.statusCode === 200 ? secretIn(made.json<Shown>().link) : codeOf(made)
    }
    expect(await link('old')).toBe('no_email_change')
    expect((await ask({ current_password, email: 'Willi@Example.org' })).statusCode).toBe(202)
    const confirm = (secret: string | undefined) =>
      browserOn(platform).send('POST', '/manage/links/confirm_email', { body: { secret } })
    const [old, toNew] = [await link('old'), await link('new')]
    expect((await confirm(toNew)).json()).toEqual({ email: 'willi@example.org', is_changed: false })
    expect(codeOf(await confirm(toNew))).toBe('link_unknown')
    expect((await browserOn(platform).signIn('willi@example.org')).statusCode).toBe(401)
    expect((await confirm(old)).json()).toEqual({ email: 'willi@example.org', is_changed: true })
    expect((await browserOn(platform).signIn('willi@example.org')).statusCode).toBe(200)
    expect((await browserOn(platform).signIn(willi.email)).statusCode).toBe(401)
    expect((await browser.send('GET', '/manage/me')).json()).toMatchObject({
      person: { email: 'willi@example.org' },
    })
    expect(await logOf(willi.id)).toContain('user.email_changed')
  })

  it('of somebody else is not taken, and nobody learns whose it is', async () => {
    const xaver = await newPerson(platform, { name: 'Xaver Thal', roles: ['service'] })
    const browser = browserOn(platform)
    await browser.signIn(xaver.email)
    const body = { current_password: goodPassword, email: anna.email }
    expect((await browser.send('POST', '/manage/me/email', { body })).statusCode).toBe(202)
    const codes: unknown[] = []
    for (const address of ['old', 'new']) {
      const made = await managerOn(platform).post(`/manage/users/${xaver.id}/email_link`, {
        address,
      })
      const secret = secretIn(made.json<Shown>().link)
      const send = () => browser.send('POST', '/manage/links/confirm_email', { body: { secret } })
      codes.push(codeOf(await send()))
    }
    expect(codes).toEqual([undefined, 'link_unknown'])
  })

  it('that two people take at the same moment belongs to one of them', async () => {
    const email = 'wanted@example.org'
    const secrets: string[] = []
    for (const name of ['Xenia Thal', 'Xenia Berg']) {
      const { id, email: old } = await newPerson(platform, { name, roles: ['service'] })
      const browser = browserOn(platform)
      await browser.signIn(old)
      const body = { current_password: goodPassword, email }
      await browser.send('POST', '/manage/me/email', { body })
      for (const address of ['new', 'old']) {
        const path = `/manage/users/${id}/email_link`
        const made = await managerOn(platform).post(path, { address })
        secrets.push(secretIn(made.json<Shown>().link))
      }
    }
    const confirm = (secret: string | undefined) =>
      browserOn(platform).send('POST', '/manage/links/confirm_email', { body: { secret } })
    const [newOfOne, oldOfOne, newOfOther, oldOfOther] = secrets
    for (const secret of [newOfOne, newOfOther]) await confirm(secret)
    const sent = await holding(platform, 'lock table users in share mode', async () => {
      const both = [oldOfOne, oldOfOther].map(confirm)
      await untilWaiting(platform, 2)
      return both
    })
    expect((await Promise.all(sent)).map(outcome)).toEqual(
      expect.arrayContaining([
        [200, undefined],
        [404, 'link_unknown'],
      ]),
    )
  })

  it('stays while the name changes', async () => {
    const yara = await newPerson(platform, { name: 'Yara Egli', roles: ['service'] })
    const browser = browserOn(platform)
    await browser.signIn(yara.email)
    const changed = await browser.send('PATCH', '/manage/me', { body: { name: 'Yara Vogt' } })
    expect(changed.json()).toEqual({ id: yara.id, email: yara.email, name: 'Yara Vogt' })
    expect((await browser.send('GET', '/manage/me')).json()).toMatchObject({
      person: { name: 'Yara Vogt' },
    })
  })
})

describe('old sessions, links and failures', () => {
  it('are swept', async () => {
    const zoe = await newPerson(platform, { name: 'Zoe Arn', roles: ['service'] })
    await browserOn(platform).signIn(zoe.email)
    await browserOn(platform).signIn(zoe.email, 'wrong')
    await invite('swept@example.com')
    platform.clock.advance({ days: 91 })
    await platform.handlers.sweep({})
    for (const table of ['sessions', 'user_links', 'sign_in_failures']) {
      const rows = await platform.db.query({ text: `select from ${table}`, values: [] })
      expect([table, rows.length]).toEqual([table, 0])
    }
  })
})

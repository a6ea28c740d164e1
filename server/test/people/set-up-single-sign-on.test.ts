import { randomBytes } from 'node:crypto'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectIdentityProvider } from '../../src/people/index.ts'
import { openClientSecret } from '../../src/people/single-sign-on/identity-provider.ts'
import { openPlatform } from '../../src/platform.ts'
import { createLog } from '../../src/log.ts'
import { demoAccount, newKey } from '../builders/credentials.ts'
import { beginIn, failedWith, setUp, testClient } from '../builders/identity-provider.ts'
import { managerOn } from '../builders/manager.ts'
import { actingFor, browserOn, newPerson } from '../builders/people.ts'
import { type TestPlatform, openTestPlatform, testSandboxSecret } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ singleSignOn: { allowsPrivate: true } })
})
afterAll(() => platform.close())

const issuer = 'https://login.example.com/realms/staff'
const show = () => managerOn(platform).get('/manage/single_sign_on')
const codeOf = (response: Response) => response.json<{ code?: string }>().code

describe('single sign-on', () => {
  it('is set up, shown without its secret, changed and removed', async () => {
    expect(codeOf(await show())).toBe('single_sign_on_not_found')
    const made = await setUp(platform, { issuer, scopes: ['email'] })
    expect(made.json()).toMatchObject({
      issuer,
      client_id: testClient.client_id,
      scopes: ['openid', 'email'],
      group_claim: 'groups',
      group_roles: {},
      default_roles: [],
      just_in_time: false,
      enforced: false,
      redirect_uri: 'http://bindery.test/console/sso/callback',
      sign_in_url: 'http://bindery.test/console/sso/demo-insurance',
    })
    expect((await show()).json()).toEqual({
      ...made.json<object>(),
      allowed: { change: expect.anything(), remove: expect.anything() },
    })
    const changed = await setUp(platform, { issuer, client_secret: undefined, enforced: true })
    expect(changed.json()).toMatchObject({ enforced: true, scopes: ['openid', 'email', 'profile'] })
    const removed = await managerOn(platform).delete('/manage/single_sign_on')
    expect(removed.json()).toEqual(changed.json())
    expect((await show()).statusCode).toBe(404)
    const log = (await managerOn(platform).get('/manage/audit')).body
    for (const text of [made.body, changed.body, removed.body, log, ...platform.logLines]) {
      expect(text).not.toContain(testClient.client_secret)
    }
  })

  it('needs a secret for a new issuer, so that none is sent to another provider', async () => {
    const without = { issuer, client_secret: undefined }
    expect(codeOf(await setUp(platform, without))).toBe('client_secret_required')
    await setUp(platform, { issuer })
    expect((await setUp(platform, without)).statusCode).toBe(200)
    const elsewhere = { ...without, issuer: 'https://login.evil.example' }
    expect(codeOf(await setUp(platform, elsewhere))).toBe('client_secret_required')
  })

  it('gives roles that exist', async () => {
    for (const body of [{ default_roles: ['veiwer'] }, { group_roles: { desk: ['veiwer'] } }]) {
      expect(codeOf(await setUp(platform, { issuer, ...body }))).toBe('unknown_role')
    }
  })

  it('is set up only by those who may do everything: they choose who signs in as whom', async () => {
    const manager = managerOn(platform)
    const grants = [{ permission: 'single_sign_on.manage' }, { permission: 'policies.read' }]
    await manager.post('/manage/roles', { key: 'sso_desk', name: 'SSO desk', grants })
    const account = await demoAccount(platform, 'demo-insurance')
    const { key } = await newKey(platform, account, 'secret', false, ['sso_desk'])
    for (const roles of [['administrator'], ['viewer'], ['sso_desk'], []]) {
      const refused = await setUp(platform, { issuer, default_roles: roles }, key)
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'grant_exceeds_own'])
    }
    const { key: reader } = await newKey(platform, account, 'secret', false, ['viewer'])
    expect(codeOf(await setUp(platform, { issuer }, reader))).toBe('permission_missing')
    const anna = await newPerson(platform)
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    const set = await platform.app.inject({
      method: 'PUT',
      url: '/manage/single_sign_on',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: `bindery_session=${browser.cookies.get('bindery_session')}`,
        ...actingFor(anna.accountId),
      },
      payload: { ...testClient, issuer, default_roles: ['administrator'] },
    })
    expect(set.statusCode).toBe(200)
    const log = await managerOn(platform).get(`/manage/audit?user_id=${anna.id}&limit=1`)
    expect(log.json()).toMatchObject([
      {
        action: 'single_sign_on.configured',
        subject_id: account.id,
        after: { issuer, default_roles: ['administrator'] },
      },
    ])
  })

  it('of a page of another site is not set up', async () => {
    const anna = await newPerson(platform, { name: 'Anna Elsewhere' })
    const browser = browserOn(platform)
    await browser.signIn(anna.email)
    const refused = await platform.app.inject({
      method: 'PUT',
      url: '/manage/single_sign_on',
      headers: {
        'sec-fetch-site': 'cross-site',
        cookie: `bindery_session=${browser.cookies.get('bindery_session')}`,
        ...actingFor(anna.accountId),
      },
      payload: { ...testClient, issuer },
    })
    expect(codeOf(refused)).toBe('request_from_elsewhere')
  })

  it('of another account is out of reach', async () => {
    await setUp(platform, { issuer })
    const { key } = await newKey(platform, await demoAccount(platform, 'alpine-brokers'))
    expect(codeOf(await managerOn(platform, key).get('/manage/single_sign_on'))).toBe(
      'single_sign_on_not_found',
    )
  })

  it('survives a new encryption key, and a server without the old one does not start', async () => {
    await setUp(platform, { issuer })
    const rotated = { id: 'newer', key: randomBytes(32) }
    const open = (keyRing: Parameters<typeof openPlatform>[0]['keyRing']) =>
      openPlatform({
        db: platform.db,
        clock: platform.clock,
        keyRing,
        publicUrl: platform.publicUrl,
        sandboxSecret: testSandboxSecret,
        log: createLog('silent', { write: () => undefined }),
      })
    await expect(open([rotated])).rejects.toThrow('Secrets of identity providers are sealed')
    const both = await open([rotated, ...platform.keyRing])
    await both.handlers.sweep({})
    await both.close()
    const later = await open([rotated])
    try {
      const { id } = await demoAccount(platform, 'demo-insurance')
      const stored = await selectIdentityProvider(platform.db, id)
      if (stored === undefined) throw new Error('it is set up')
      expect(openClientSecret([rotated], stored)).toBe(testClient.client_secret)
    } finally {
      await later.close()
    }
  })

  it('of an account that has none, or of nobody, begins nothing', async () => {
    for (const account of ['alpine-brokers', 'nobody', 'acc_01b0acc58e2031f5cb6ba6d8b0de', '%00']) {
      const location = await beginIn(browserOn(platform), account)
      expect([failedWith('single_sign_on_not_set_up'), 'undefined']).toContain(location)
    }
  })
})

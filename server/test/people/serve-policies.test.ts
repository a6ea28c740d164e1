import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import { managerOn } from '../builders/manager.ts'
import { type Browser, actingFor, browserOn, newPerson } from '../builders/people.ts'
import { soldPolicy, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

interface Act {
  readonly allowed: boolean
  readonly code: string | null
  readonly reason: string | null
}
interface ShownPolicy {
  readonly version_id: string
  readonly start_date: string
  readonly allowed: Readonly<Record<string, Act>>
}

/** A person in a browser, who acts for the demo insurer. */
async function personWith(name: string, roles: string[]) {
  const person = await newPerson(platform, { name, roles })
  const browser = browserOn(platform)
  await browser.signIn(person.email)
  const headers = actingFor(person.accountId)
  return {
    id: person.id,
    show: async (id: string) =>
      (await browser.send('GET', `/manage/policies/${id}`, { headers })).json<ShownPolicy>(),
    send: (...[method, url, options]: Parameters<Browser['send']>) =>
      browser.send(method, url, { ...options, headers: { ...headers, ...options?.headers } }),
  }
}

/** Whether a request waits for what another transaction has locked. */
async function waitsForLock(): Promise<boolean> {
  const rows = await platform.db.query(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length > 0
}

const cancelBody = { termination_date: '2027-06-30', cancellation_reason: 'Sold the company.' }

describe('a person in service', () => {
  it('sees a policy with what can be done, and does it', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const service = await personWith('Nora Beck', ['service'])
    const shown = await service.show(id)
    const open = { allowed: true, code: null, reason: null }
    expect(shown.allowed).toMatchObject({ endorse: open, cancel: open, record_delivery: open })
    expect(shown.allowed['move_end']).toMatchObject({ allowed: false, code: 'no_end_to_move' })
    expect(shown.allowed['reactivate']).toMatchObject({ allowed: false, code: 'not_cancelled' })
    const body = { ...cancelBody, termination_date: shown.start_date.slice(0, 10) }
    const cancelled = await service.send('POST', `/manage/policies/${id}/cancel`, {
      body,
      headers: { 'if-match': shown.version_id },
    })
    expect(cancelled.statusCode).toBe(202)
    await platform.runDue()
    const after = await service.show(id)
    expect(after.allowed['cancel']).toMatchObject({ allowed: false })
    expect(after.allowed['reactivate']).toMatchObject({ allowed: true })
  })

  it('ends a request that had begun when the role was taken away, and begins no other', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const service = await personWith('Nele Beck', ['service'])
    const { version_id, start_date } = await service.show(id)
    const cancel = () =>
      service.send('POST', `/manage/policies/${id}/cancel`, {
        body: { ...cancelBody, termination_date: start_date.slice(0, 10) },
        headers: { 'if-match': version_id },
      })
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [id as PolicyId]) // As the platform named it.
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const begun = cancel()
    await vi.waitFor(async () => expect(await waitsForLock()).toBe(true))
    const taken = { roles: ['viewer'] }
    const changed = await managerOn(platform).patch(`/manage/users/${service.id}`, taken)
    expect(changed.statusCode).toBe(200)
    released.resolve()
    await holding
    expect((await begun).statusCode).toBe(202)
    const later = await cancel()
    expect([later.statusCode, later.json<{ code: string }>().code]).toEqual([
      403,
      'permission_missing',
    ])
  })

  it('sells by telephone, as a distributor would', async () => {
    const service = await personWith('Ole Busch', ['service'])
    const product = platform.demo.products['cyber']
    const quoted = await service.send('POST', '/manage/quotes', {
      body: {
        item_id: product?.item_id,
        subscription_plan_id: product?.subscription_plan_id,
        integration_id: product?.integration_id,
        data: product?.quote,
      },
      headers: { accept: 'application/vnd.bindery.v3+json' },
    })
    expect([quoted.statusCode, quoted.json<{ code?: string }>().code]).toEqual([200, undefined])
  })
})

describe('a person who may only look', () => {
  it('is shown the permission that is missing, and is refused for the same reason', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const viewer = await personWith('Vera Ruf', ['viewer'])
    const shown = await viewer.show(id)
    const missing = shown.allowed['cancel']
    expect(missing).toEqual({
      allowed: false,
      code: 'permission_missing',
      reason:
        'This call needs the permission policies.cancel. An administrator can give it to you by a role.',
    })
    const refused = await viewer.send('POST', `/manage/policies/${id}/cancel`, {
      body: cancelBody,
      headers: { 'if-match': shown.version_id },
    })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: missing?.code, message: missing?.reason })
  })
})

it('a key is shown no such member, since the contract lists the members', async () => {
  const seller = sellerOn(platform)
  const { id } = await soldPolicy(seller)
  expect((await seller.get(`/policies/${id}`)).json()).not.toHaveProperty('allowed')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { undocumented } from '../support/documented-states.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

/** A policy whose cancellation was accepted, with the path of the status link. */
async function cancelledPolicy() {
  const policy = await soldPolicy(seller)
  const response = await seller.cancel(policy.id, policy.version_id)
  const { _links: links } = response.json<{ _links: { status: { href: string } } }>()
  const { pathname } = new URL(links.status.href)
  return { policy, path: pathname, version: pathname.split('/').at(-2) ?? '' }
}

const statusAt = async (path: string) => (await seller.get(path)).json<{ status: string }>().status

describe('the status of a version', () => {
  it('names the policy, the version, how it stands and the links, and nothing else', async () => {
    const { policy, path, version } = await cancelledPolicy()
    expect(answer(await seller.get(path))).toStrictEqual({
      code: 200,
      body: {
        policy_id: policy.id,
        version_id: version,
        status: 'processing',
        payment: null,
        _links: {
          _self: { href: `http://bindery.test${path}` },
          policy: { href: `http://bindery.test/policies/${policy.id}` },
        },
      },
    })
  })

  it('becomes active when the policy carries the version', async () => {
    const { policy, path, version } = await cancelledPolicy()
    await platform.runDue()
    expect(await statusAt(path)).toBe('active')
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      version_id: version,
    })
  })

  it('is failed when the policy could not be modified any more, which then stays as it was', async () => {
    const { policy, path } = await cancelledPolicy()
    await platform.db.transaction(async (tx) => {
      await tx.query(undocumented)
      await tx.query(sql`update policies set status = 'expired' where id = ${policy.id}`)
    })
    await platform.runDue()
    expect(await statusAt(path)).toBe('failed')
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      version_id: policy.version_id,
      is_locked: false,
    })
  })

  it('is active for the version with which the policy was sold', async () => {
    const policy = await soldPolicy(seller)
    const path = `/policies/${policy.id}/versions/${policy.version_id}/status`
    expect(await statusAt(path)).toBe('active')
  })

  it('is not shown for what does not exist: 404 that names it', async () => {
    const { policy, version } = await cancelledPolicy()
    const other = await soldPolicy(seller)
    for (const wrong of [other.version_id, 'nonsense', '%00']) {
      const response = await seller.get(`/policies/${policy.id}/versions/${wrong}/status`)
      const named = `Version ${decodeURIComponent(wrong)} of policy ${policy.id}`
      expect(answer(response)).toStrictEqual(
        refused(404, 'version_not_found', `${named} was not found.`),
      )
    }
    const nowhere = await seller.get(`/policies/nonsense/versions/${version}/status`)
    expect(answer(nowhere)).toStrictEqual(
      refused(404, 'policy_not_found', 'Policy nonsense was not found.'),
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Queryable, sql } from '../../src/database/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let policyId: PolicyId
beforeAll(async () => {
  platform = await openTestPlatform()
  const sold = await soldPolicy(sellerOn(platform))
  policyId = sold.id as PolicyId // As the platform named it.
})
afterAll(() => platform.close())

const write = (tx: Queryable) =>
  tx.query(sql`update payments set reason = 'Trial' where policy_id = ${policyId}`)

/** Every test that sells or cancels anything relies on this to notice a lock taken out of turn. */
describe('a write about a policy', () => {
  it('fails in tests when the policy is not locked', async () => {
    await expect(write(platform.db)).rejects.toThrow('before the policy was locked')
  })

  it('fails when the policy is locked only afterwards', async () => {
    const late = platform.db.transaction(async (tx) => {
      await write(tx)
      await lockPolicies(tx, [policyId])
    })
    await expect(late).rejects.toThrow('before the policy was locked')
  })

  it('fails when only some other policy is locked', async () => {
    const other = (await soldPolicy(sellerOn(platform))).id as PolicyId // Likewise.
    const wrong = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [other])
      await write(tx)
    })
    await expect(wrong).rejects.toThrow('before the policy was locked')
  })

  it('is made when the policy is locked', async () => {
    const made = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      await write(tx)
    })
    await expect(made).resolves.toBeUndefined()
  })
})

describe('several policies', () => {
  it('are locked in the order of their ids, however they lie and are named', async () => {
    const seller = sellerOn(platform)
    const offers = [await madeOffer(seller), await madeOffer(seller), await madeOffer(seller)]
    const byId = offers.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const [first, second, third] = byId.map((offer) => offer.id as PolicyId) // Likewise.
    if (byId[0] === undefined || !first || !second || !third) throw new Error('there are three')
    await seller.pay(byId[0]) // Written anew, so that its row lies behind the others.
    const held = Promise.withResolvers<void>()
    const hold = Promise.withResolvers<void>()
    const locking = platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [second])
      held.resolve()
      await hold.promise
    })
    await held.promise
    const all = platform.db.transaction(async (tx) => {
      await tx.query(sql`set local enable_indexscan = off`)
      await tx.query(sql`set local enable_bitmapscan = off`)
      await lockPolicies(tx, [third, second, first])
    })
    try {
      await expect.poll(() => areFree(first, third)).toEqual([third])
    } finally {
      hold.resolve()
      await Promise.all([locking, all])
    }
  })
})

/** Which of these policies nobody holds. */
async function areFree(...ids: PolicyId[]): Promise<string[]> {
  const rows = await platform.db.query<{ id: string }>(sql`
    select id from policies where id = any(${ids}) for update skip locked`)
  return rows.map((row) => row.id)
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ bench: true })
})
afterAll(() => platform.close())

const load = (from: number, count: number) =>
  managerOn(platform).post('/manage/bench/policies', { from, count, is_last: true })

async function counts(): Promise<number[]> {
  const [row] = await platform.db.query<Record<string, number>>(sql`
    select (select count(*) from policies) as policies, (select count(*) from quotes) as quotes,
      (select count(*) from payments) as payments,
      (select count(*) from policy_versions) as versions`)
  return Object.values(row ?? {})
}

describe('a synthetic book', () => {
  it('is the same however it is loaded, and is loaded once', async () => {
    expect((await load(0, 150)).json()).toEqual({ loaded: 150 })
    expect((await load(100, 100)).json()).toEqual({ loaded: 50 })
    expect((await load(0, 200)).json()).toEqual({ loaded: 0 })
    expect(await counts()).toEqual([200, 200, 190, 200])
  })

  it('is found like any other', async () => {
    const manager = managerOn(platform)
    const find = async (query: string) =>
      (await manager.get(`/manage/${query}`)).json<{ id: string; status: string }[]>()
    expect(await find('policies?email=person7@example.com')).toHaveLength(1)
    expect(await find('policies?number=BEN-00000007')).toHaveLength(1)
    expect((await find('policies?status=cancelled')).map((one) => one.status)).toEqual(
      Array.from({ length: 4 }, () => 'cancelled'),
    )
    expect(await find('offers?limit=100')).toHaveLength(10)
    const [policy] = await find('policies?limit=1')
    expect(await find(`payments?policy_id=${policy?.id}`)).toMatchObject([{ status: 'ok' }])
    expect(await find('quotes?created_from=2000-01-01&created_until=2000-01-01')).toHaveLength(20)
    const history = await manager.get(`/manage/policies/${policy?.id}/history`)
    expect(history.json()).toMatchObject({ versions: [{ kind: 'offer' }], payments: [{}] })
  })

  it('is refused as soon as something was sold', async () => {
    await madeOffer(sellerOn(platform))
    const refused = await load(200, 10)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('sold') })
  })
})

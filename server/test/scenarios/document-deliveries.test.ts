import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

const handed = { document: 'policy', delivered_on: '2027-03-01', evidence: 'Handed over.' }

describe('a delivery of documents', () => {
  it('is recorded with how it is known, with an event and an audit entry', async () => {
    const seller = sellerOn(platform)
    const { id } = await soldPolicy(seller)
    const answer = await seller.post(`/policies/${id}/deliveries`, handed)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      policy_id: id,
      ...handed,
      recorded_at: '2027-03-01T09:00:00+00:00',
    })
    expect(await eventsOf(platform, id)).toContain('policy.delivery_recorded')
    const audited = await managerOn(platform).get(`/manage/audit?subject_id=${id}`)
    expect(audited.json()).toMatchObject([
      {
        action: 'policy.delivery_recorded',
        after: { document: 'policy', delivered_on: '2027-03-01', evidence: 'Handed over.' },
      },
    ])
  })

  it.each([
    ['tomorrow', 'iso_date'],
    ['2027-03-02', 'before_or_equal'],
    ['2027-02-28', 'after_or_equal'],
  ])('on %s is refused', async (delivered_on, rule) => {
    const seller = sellerOn(platform)
    const { id } = await soldPolicy(seller)
    const answer = await seller.post(`/policies/${id}/deliveries`, { ...handed, delivered_on })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: [{ field: 'delivered_on', rules: [rule] }] })
  })

  it('is never changed', async () => {
    const seller = sellerOn(platform)
    const { id } = await soldPolicy(seller)
    await seller.post(`/policies/${id}/deliveries`, handed)
    await expect(
      platform.db.query(sql`
        update document_deliveries set delivered_on = '2027-02-01' where policy_id = ${id}`),
    ).rejects.toThrow()
  })
})

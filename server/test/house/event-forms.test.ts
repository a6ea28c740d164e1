import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventForms, eventTypes } from '../../src/events/index.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { misfitOf, misfitsIn } from '../support/fitting-events.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await madeOffer(sellerOn(platform))
})
afterAll(() => platform.close())

describe('an event', () => {
  it('is noticed where it does not have the form of its type', async () => {
    expect(await misfitsIn(platform.connection)).toEqual([])
    const type = 'policy.cancelled'
    const data = { version_id: 'tpv_1', termination_date: '2029-06-30' }
    expect(misfitOf({ type, data })).toEqual([])
    const wrong = [{}, { ...data, termination_date: 'soon' }, { ...data, first_name: 'Ada' }]
    for (const one of wrong) expect(misfitOf({ type, data: one })).toHaveLength(1)
  })

  it.each(eventTypes)('of type %s has a form that says what it tells', (type) => {
    const { version, tells, data } = eventForms[type]
    expect(version).toBeGreaterThan(0)
    expect(tells).toMatch(/\.$/)
    for (const [name, property] of Object.entries<object>(data.properties)) {
      expect(Reflect.get(property, 'description'), name).toMatch(/\.$/)
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushedDraft } from '../builders/draft.ts'
import { impactOf } from '../builders/impacts.ts'
import { managerOn } from '../builders/manager.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  const secretKey = platform.demo.keys.live.secret
  await soldPolicy(sellerOn(platform, { product: 'bike', secretKey }))
  platform.clock.advance({ days: 150 }) // It has begun.
})
afterAll(() => platform.close())

const manager = () => managerOn(platform)
const live = () => managerOn(platform, platform.demo.insurer.live.secret)
const publish = (version: string, body?: object) =>
  manager().post(`/manage/product_versions/${version}/publish`, { ...body })

/** A bike whose theft costs so much in its zone, behind a gate. */
function gated(zoneA: string, gate: string) {
  return pushedDraft(platform, 'bike', {
    'product.yaml': (text) => `${text}\npublish: ${gate}\n`,
    'pricing.yaml': (text) => text.replace('"A", 1.35', `"A", ${zoneA}`),
  })
}

const strict = '{ needs: [impact], impact_max: { average_percent: 5, single_percent: 10 } }'

describe('a version behind a gate', () => {
  it('is published once its impact on the live portfolio is seen and small enough', async () => {
    const version = await gated('1.40', strict)
    const unseen = await publish(version)
    expect(unseen.statusCode).toBe(400)
    expect(unseen.json()).toMatchObject({ message: expect.stringContaining('no impact') })
    await impactOf(platform, { product_version_id: version }) // Of the test portfolio.
    expect((await publish(version)).statusCode).toBe(400)
    const seen = await impactOf(platform, { product_version_id: version }, live())
    expect(seen.result).toMatchObject({ count: 1, risen: 1 })
    expect((await publish(version)).json()).toMatchObject({ live_version_id: version })
  })

  it('is held with the figures where it does too much, and so is one that asks for less', async () => {
    const lax = await gated('1.80', '{ needs: [impact], impact_max: { average_percent: 90 } }')
    await impactOf(platform, { product_version_id: lax }, live())
    const held = await publish(lax)
    expect(held.statusCode).toBe(400)
    const { message } = held.json<{ message: string }>()
    expect(message).toMatch(
      /premium of the portfolio changes by \d+(\.\d+)? %, and the limit is 5 %/,
    )
    expect(message).toMatch(/one policy changes by \d+(\.\d+)? %, and the limit is 10 %/)
    const shown = await manager().get('/manage/products/bike')
    expect(shown.json()).not.toMatchObject({ live_version_id: lax })
  })

  it('is held where its impact is too old, or another version has gone on sale since', async () => {
    const version = await gated('1.41', strict)
    await impactOf(platform, { product_version_id: version }, live())
    platform.clock.advance({ days: 8 })
    const old = await publish(version)
    expect(old.json()).toMatchObject({
      message: expect.stringContaining('8 days old, and the limit is 7'),
    })
    await impactOf(platform, { product_version_id: version }, live())
    const other = await gated('1.42', strict)
    const forced = await publish(other, { force: { reason: 'The regulator wants it today.' } })
    expect(forced.statusCode).toBe(200)
    const overtaken = await publish(version)
    expect(overtaken.json()).toMatchObject({ message: expect.stringContaining('no impact') })
  })

  it('is forced by the insurer with a reason, which the audit log keeps with the figures', async () => {
    const version = await gated('1.43', strict)
    const reason = 'Agreed with the board on 3 March.'
    expect((await publish(version, { force: { reason: '' } })).statusCode).toBe(400)
    expect((await publish(version, { force: { reason } })).statusCode).toBe(200)
    const [entry] = (await manager().get('/manage/audit?limit=1')).json<object[]>()
    expect(entry).toMatchObject({
      action: 'product.published',
      after: {
        product_version_id: version,
        forced: { reason, obstacles: [expect.stringContaining('no impact')] },
      },
    })
  })

  it('may always give way to one that was live before', async () => {
    const shown = await manager().get('/manage/products/bike')
    const { versions } = shown.json<{ versions: { id: string; published_at: string | null }[] }>()
    const first = versions.findLast(({ published_at: at }) => at !== null)
    expect((await publish(first?.id ?? '')).json()).toMatchObject({ live_version_id: first?.id })
  })

  it('that needs tests has some, and they pass', async () => {
    const untested = await gated('1.44', '{ needs: [tests] }')
    const held = await publish(untested)
    expect(held.json()).toMatchObject({ message: expect.stringContaining('no test cases') })
    const start = platform.clock().toZonedDateTimeISO('Europe/Zurich').toPlainDate()
    const tested = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => `${text}\npublish: { needs: [tests] }\n`,
      'tests/soon.yaml': () =>
        `- name: begins in three days\n  input: { bike_price: 180000, canton: ZH, deductible: 0, ` +
        `purchase_date: -1 year, overnight_parking: courtyard, damage_cover: true, ` +
        `start_date: ${start.add({ days: 3 }).toString()} }\n  expect: { outputs: { zone: A } }\n`,
    })
    platform.clock.advance({ days: 3 })
    const late = await publish(tested)
    expect(late.json()).toMatchObject({ message: expect.stringContaining('no longer passes') })
    platform.clock.advance({ days: -3 })
    expect((await publish(tested)).json()).toMatchObject({ live_version_id: tested })
  })
})

describe('a gate', () => {
  it.each([
    ['needs: [impacts]', 'needs'],
    ['needs: []', 'needs'],
    ['{ needs: [tests], impact_age_days: 3 }', 'does not need an impact'],
    ['{ needs: [impact], impact_max: { average: 5 } }', 'average'],
    ['{ needs: [impact], impact_max: { single_percent: -1 } }', 'percentage'],
    ['yes', 'publish'],
  ])('of %s is refused at push', async (gate, message) => {
    const text = gate.startsWith('needs') ? `{ ${gate} }` : gate
    await expect(gated('1.45', text)).rejects.toThrow(message)
  })
})

import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClock } from '../builders/clock.ts'
import { publishedDraft } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { answer, refused } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** A mistake in the tariff: a company of 111 employees would pay 20 billion euros. */

let platform: TestPlatform
let shop: Seller
let broken: string
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  broken = await publishedDraft(platform, 'cyber', {
    'pricing.yaml': (text) =>
      text.replace(
        'net_premium: net_premium_due',
        'net_premium: IF(employee_number = 111, 2000000000000, net_premium_due)',
      ),
  })
})
afterAll(() => platform.close())

const broke = { data: { employee_number: 111 } }
const codeOf = (response: Response) =>
  platform.refused.get(String(response.headers['x-request-id'])) ?? null

interface ShownEvent {
  readonly subject_id: string
  readonly livemode: boolean
  readonly data: object
}
const eventsFor = async (secretKey?: string) => {
  const found = await managerOn(platform, secretKey).get(
    '/manage/events?type=product.price_out_of_range',
  )
  expect(found.statusCode, found.body).toBe(200)
  return found.json<ShownEvent[]>()
}
const warnings = () =>
  platform.logLines
    .map((line) => JSON.parse(line) as { level: number; msg: string }) // As the log writes them.
    .filter(({ msg }) => msg === 'a price is above the largest amount')

describe('a price above the largest amount', () => {
  it('is no price: the customer reads 503, the insurer gets an event and a line in the log', async () => {
    const response = await shop.quote(broke)
    expect(answer(response)).toEqual(
      refused(
        503,
        'price_out_of_range',
        'The quote calculation failed: the price is above the largest amount. The insurer has to correct the pricing.',
      ),
    )
    expect(codeOf(response)).toBe('price_out_of_range')
    const { product_id, item_id } = platform.demo.products['cyber'] ?? {}
    const [event, ...others] = await eventsFor()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      subject_id: product_id,
      livemode: false,
      policy_id: null,
      data: {
        product_version_id: broken,
        item_id,
        pricing_logic_revision_id: expect.stringMatching(/^plr_/),
        place: 'output net_premium',
        price: '2000000000000',
      },
    })
    const warnLevel = 40
    const [line] = warnings()
    expect(line).toMatchObject({
      level: warnLevel,
      productId: product_id,
      productVersionId: broken,
      price: '2000000000000',
    })
    // Neither says what the customer answered.
    expect(JSON.stringify([line, event])).not.toMatch(/employee|turnover|111\b/)
  })

  it('is named with its output to the insurer alone', async () => {
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const [seen, seenBySeller] = await Promise.all([
      insurer.quote(broke),
      sellerOn(platform).quote(broke),
    ])
    expect(seen.body).toContain('output net_premium is above')
    expect(seenBySeller.body).toContain('the price is above')
  })

  it('is an event once an hour, and a line in the log each time', async () => {
    const [events, lines] = [(await eventsFor()).length, warnings().length]
    await shop.quote(broke)
    expect([(await eventsFor()).length, warnings().length]).toEqual([events, lines + 1])
    platform.clock.advance({ minutes: 61 })
    await shop.quote(broke)
    await shop.quote(broke)
    expect([(await eventsFor()).length, warnings().length]).toEqual([events + 1, lines + 3])
  })

  it('is news of its mode: a sale in earnest is reported though a test was just before', async () => {
    const live = sellerOn(platform, { publicKey: platform.demo.keys.live.public })
    expect((await live.quote(broke)).statusCode).toBe(503)
    expect(await eventsFor(platform.demo.insurer.live.secret)).toMatchObject([{ livemode: true }])
  })

  it('keeps nobody else from buying', async () => {
    expect((await shop.quote()).statusCode).toBe(200)
  })

  it('blocks a renewal as any price that cannot be computed', async () => {
    const clock = await newClock(platform, '2031-02-01T09:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { clock, secretKey })
    const { id } = await soldPolicy(seller, {
      quote: { data: { policy_start_date: '2031-03-01', employee_number: 112 } },
    })
    await publishedDraft(platform, 'cyber', {
      'pricing.yaml': (text) =>
        text.replace(
          'net_premium: net_premium_due',
          'net_premium: IF(employee_number = 112, 2000000000000, net_premium_due)',
        ),
    })
    const renewals = renewalsOn(platform, seller, clock)
    await renewals.advance('2032-01-15T09:00:00Z')
    expect(await renewals.show(id)).toMatchObject({
      state: 'blocked',
      problems: [expect.objectContaining({ code: 'calculation' })],
    })
  })
})

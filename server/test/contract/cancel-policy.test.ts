import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, invalid, missing, refused, textAt, wrong } from './words.ts'

let platform: TestPlatform
let seller: Seller
let bikeSeller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
  bikeSeller = sellerOn(platform, { product: 'bike' })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const viewed = async (id: string) => (await seller.get(`/policies/${id}`)).json<JsonObject>()
/** The cover of every policy here begins on 29 June 2027. */
const onTheFirstDay = Temporal.Instant.from('2027-06-29T00:00:00+02:00')

describe('a cancellation', () => {
  it('is accepted with 202, the policy and a link to its version, and nothing else', async () => {
    const policy = await soldPolicy(seller)
    const response = await seller.cancel(policy.id, policy.version_id)
    expect(answer(response)).toStrictEqual({
      code: 202,
      body: {
        policy_id: policy.id,
        _links: {
          status: {
            href: expect.stringMatching(
              new RegExp(
                `^http://bindery\\.test/policies/${policy.id}/versions/tpv_[0-9a-f]{28}/status$`,
              ),
            ),
          },
        },
      },
    })
    expect(await viewed(policy.id)).toMatchObject({ status: 'paid', is_locked: true })
  })

  it.each([
    ['bare', (version: string) => version],
    ['quoted', (version: string) => `"${version}"`],
    ['as a weak tag', (version: string) => `W/"${version}"`],
  ])('takes the version in If-Match %s', async (_how, write) => {
    const policy = await soldPolicy(seller)
    const response = await seller.cancel(policy.id, write(policy.version_id))
    expect(response.statusCode).toBe(202)
  })

  it('takes the ETag of the policy just as it came', async () => {
    const policy = await soldPolicy(seller)
    const { headers } = await seller.get(`/policies/${policy.id}`)
    const response = await seller.cancel(policy.id, String(headers['etag']))
    expect(response.statusCode).toBe(202)
  })

  it('can be requested by the insurer, and then says so', async () => {
    const policy = await soldPolicy(seller)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    expect((await insurer.cancel(policy.id, policy.version_id)).statusCode).toBe(202)
    await platform.runDue()
    expect(await viewed(policy.id)).toMatchObject({ cancelled_by: 'insurer' })
  })

  it('leaves the events requested, cancelled, refunded', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const events = await platform.db.query<{ type: string }>(sql`
      select type from events
      where (subject_id = ${policy.id} or data ->> 'policy_id' = ${policy.id})
        and type <> 'document.rendered' order by id`)
    expect(events.map((event) => event.type).sort()).toStrictEqual([
      'invoice.issued', // The credit note.
      'offer.created',
      'payment.ok',
      'policy.cancellation_requested',
      'policy.cancelled',
      'policy.issued',
      'refund.created',
      'refund.ok',
    ])
  })
})

describe('the termination date', () => {
  const cancelledTo = async (date: string, by = seller) => {
    const policy = await soldPolicy(by)
    return {
      policy,
      cancel: () => by.cancel(policy.id, policy.version_id, { termination_date: date }),
    }
  }

  it.each(['2027-02-30', '2027-06', '31.12.2027', '2027-12-31T00:00:00Z', 'soon', '0000-01-01'])(
    'must be an ISO date, not %s: 400',
    async (date) => {
      const { policy, cancel } = await cancelledTo(date)
      expect(answer(await cancel())).toStrictEqual({
        code: 400,
        body: {
          status: 'Bad Request',
          code: 'termination_date_invalid',
          message: expect.stringContaining('termination_date'),
          errors: [wrong('termination_date', 'iso_date')],
        },
      })
      expect(await viewed(policy.id)).toMatchObject({ is_locked: false })
    },
  )

  it('may be the first day of cover, but not the day before once cover has begun', async () => {
    const early = await cancelledTo('2027-06-28')
    const first = await cancelledTo('2027-06-29')
    platform.clock.set(onTheFirstDay)
    expect(answer(await early.cancel())).toMatchObject({
      code: 400,
      body: { errors: [wrong('termination_date', 'after_or_equal')] },
    })
    expect((await first.cancel()).statusCode).toBe(202)
  })

  it('may lie before the start while cover has not begun, and then all money goes back', async () => {
    const { policy, cancel } = await cancelledTo('2027-03-01', bikeSeller)
    platform.clock.set(onTheFirstDay.subtract({ seconds: 1 }))
    expect((await cancel()).statusCode).toBe(202)
    await platform.runDue()
    const { quote } = (await viewed(policy.id)) as { quote: { gross_payment_amount: number } }
    expect((await seller.get(`/payments/${policy.payment_id}`)).json()).toMatchObject({
      refunds: [{ method: 'full_before_start', amount: quote.gross_payment_amount }],
    })
  })

  it('may be the last day of cover, but not the day after', async () => {
    const last = await cancelledTo('2028-06-28', bikeSeller)
    expect((await last.cancel()).statusCode).toBe(202)
    const late = await cancelledTo('2028-06-29', bikeSeller)
    expect(answer(await late.cancel())).toMatchObject({
      code: 400,
      body: { errors: [wrong('termination_date', 'before_or_equal')] },
    })
  })
})

describe('a cancellation is refused', () => {
  it('with 400 and every member that the body lacks', async () => {
    const policy = await soldPolicy(seller)
    const response = await seller.post(
      `/policies/${policy.id}/cancel`,
      {},
      {
        'if-match': policy.version_id,
      },
    )
    expect(answer(response)).toStrictEqual(
      invalid(missing('cancellation_reason'), missing('termination_date')),
    )
  })

  it('with 400 for members of the wrong kind, and for a reason of more than 1000 characters', async () => {
    const policy = await soldPolicy(seller)
    const cancel = (changes: JsonObject) => seller.cancel(policy.id, policy.version_id, changes)
    expect(
      answer(await cancel({ cancellation_reason: 1, termination_date: 20271231 })),
    ).toStrictEqual(
      invalid(wrong('cancellation_reason', 'string'), wrong('termination_date', 'string')),
    )
    expect(answer(await cancel({ cancellation_reason: 'x'.repeat(1001) }))).toStrictEqual(
      invalid(wrong('cancellation_reason', 'max')),
    )
    expect((await cancel({ cancellation_reason: 'x'.repeat(1000) })).statusCode).toBe(202)
  })

  it.each<Record<string, string>>([{}, { 'if-match': '' }, { 'if-match': '""' }])(
    'with 400 without a version: %j',
    async (headers) => {
      const policy = await soldPolicy(seller)
      const body = { cancellation_reason: 'x', termination_date: '2027-12-31' }
      const response = await seller.post(`/policies/${policy.id}/cancel`, body, headers)
      expect(answer(response)).toStrictEqual({
        code: 400,
        body: {
          status: 'Bad Request',
          code: 'missing_if_match',
          message: expect.stringContaining('If-Match'),
          errors: [missing('If-Match')],
        },
      })
    },
  )

  it('with 400 for an offer that is not paid', async () => {
    const offer = await madeOffer(seller)
    const version = textAt(await viewed(offer.id), 'version_id')
    expect(answer(await seller.cancel(offer.id, version))).toStrictEqual(
      refused(
        400,
        'not_paid',
        `Policy ${offer.id} is not paid. Only a paid policy can be cancelled.`,
      ),
    )
  })

  it.each([`tpol_${'0'.repeat(28)}`, 'nonsense', '%00'])(
    'with 404 when there is no policy %s',
    async (id) => {
      expect(answer(await seller.cancel(id, 'tpv_1'))).toStrictEqual(
        refused(404, 'policy_not_found', `Policy ${decodeURIComponent(id)} was not found.`),
      )
    },
  )

  it.each([`tpv_${'0'.repeat(28)}`, 'nonsense', '*'])(
    'with 412 when If-Match is %s, not the active version',
    async (version) => {
      const policy = await soldPolicy(seller)
      expect(answer(await seller.cancel(policy.id, version))).toStrictEqual(
        refused(412, 'stale_version', expect.stringContaining(policy.id)),
      )
      expect(await viewed(policy.id)).toMatchObject({ is_locked: false })
    },
  )

  it('with 409 while another modification runs', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    expect(answer(await seller.cancel(policy.id, policy.version_id))).toStrictEqual(
      refused(
        409,
        'modification_in_progress',
        `Another modification of policy ${policy.id} has already started.`,
      ),
    )
  })

  it('with 409 to all but one of those who ask at the same moment', async () => {
    const policy = await soldPolicy(seller)
    const asked = Array.from({ length: 5 }, () => seller.cancel(policy.id, policy.version_id))
    const codes = (await Promise.all(asked)).map((response) => response.statusCode)
    expect(codes.sort((a, b) => a - b)).toStrictEqual([202, 409, 409, 409, 409])
  })

  it('with 422 when the policy is already cancelled, whichever version is named', async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const version = textAt(await viewed(policy.id), 'version_id')
    for (const named of [policy.version_id, version]) {
      expect(answer(await seller.cancel(policy.id, named))).toStrictEqual(
        refused(422, 'already_cancelled', `Policy ${policy.id} is already cancelled.`),
      )
    }
  })

  it('with 422 when the policy has expired, before and after a job wrote that down', async () => {
    const policy = await soldPolicy(bikeSeller)
    platform.clock.set(Temporal.Instant.from('2028-06-29T00:00:00+02:00'))
    const expected = refused(
      422,
      'policy_expired',
      `Policy ${policy.id} is expired and cannot be cancelled.`,
    )
    const cancel = () =>
      seller.cancel(policy.id, policy.version_id, { termination_date: '2028-01-01' })
    expect(answer(await cancel())).toStrictEqual(expected)
    await platform.handlers.sweep({})
    expect(answer(await cancel())).toStrictEqual(expected)
  })

  it('with 401 to a public key', async () => {
    const policy = await soldPolicy(seller)
    const shop = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    expect(answer(await shop.cancel(policy.id, policy.version_id))).toStrictEqual(
      refused(401, 'secret_key_required', expect.stringMatching(/^Authentication is required/)),
    )
  })
})

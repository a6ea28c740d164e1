import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceAll, newClock } from '../builders/clock.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf, refundsOf, tally, versionsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

describe('a cancellation', () => {
  it('is accepted, shown as running, and then done', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const accepted = await seller.cancel(policy.id, policy.version_id)
    expect(accepted.statusCode).toBe(202)
    const body = accepted.json<{ policy_id: string; _links: { status: { href: string } } }>()
    const status = new URL(body._links.status.href).pathname
    const versionId = status.split('/')[4] ?? ''
    expect(body).toEqual({
      policy_id: policy.id,
      _links: {
        status: {
          href: `http://bindery.test/policies/${policy.id}/versions/${versionId}/status`,
        },
      },
    })
    expect((await seller.get(status)).json()).toMatchObject({
      policy_id: policy.id,
      version_id: versionId,
      status: 'processing',
    })
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      status: 'paid',
      is_locked: true,
      version_id: policy.version_id,
      is_version_assembled: false,
    })

    await platform.runDue()
    expect((await seller.get(status)).json()).toMatchObject({ status: 'active' })
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      status: 'cancelled',
      is_locked: false,
      is_version_assembled: true,
      version_id: versionId,
      cancelled_by: 'distributor',
      cancellation_reason: 'The customer moved.',
      cancelled_at: '2027-03-01T09:00:00+00:00',
      termination_date: '2027-12-31T22:59:59+00:00',
    })
    expect(await eventsOf(platform, policy.id)).toEqual([
      'offer.created',
      'policy.cancellation_requested',
      'policy.cancelled',
      'policy.issued',
    ])
  })

  it('by the insurer says so', async () => {
    const policy = await soldPolicy(sellerOn(platform))
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    expect((await insurer.cancel(policy.id, policy.version_id)).statusCode).toBe(202)
    await platform.runDue()
    expect((await insurer.get(`/policies/${policy.id}`)).json()).toMatchObject({
      cancelled_by: 'insurer',
    })
  })

  it('before the start gives everything back', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const changes = { termination_date: '2027-03-01' }
    expect((await seller.cancel(policy.id, policy.version_id, changes)).statusCode).toBe(202)
    await platform.runDue()
    const view = await seller.get(`/policies/${policy.id}`)
    const amount = view.json<{ quote: { gross_payment_amount: number } }>().quote
    expect(await refundsOf(platform, policy.id)).toEqual([
      { amount: amount.gross_payment_amount, status: 'ok', method: 'pro_rata' },
    ])
  })

  it('of an offer is refused, as is one to a day outside the cover', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const offer = await madeOffer(seller)
    const { version_id: version } = (await seller.get(`/offers/${offer.id}`)).json<{
      version_id: string
    }>()
    const unpaid = await seller.cancel(offer.id, version)
    expect(unpaid.statusCode).toBe(400)
    expect(unpaid.json()).toEqual({
      status: 'Bad Request',
      code: 'not_paid',
      message: `Policy ${offer.id} is not paid. Only a paid policy can be cancelled.`,
    })
    await seller.pay(offer)
    const tooLate = await seller.cancel(offer.id, version, { termination_date: '2028-06-29' })
    expect(tooLate.statusCode).toBe(400)
    expect(tooLate.json()).toEqual({
      status: 'Bad Request',
      code: 'termination_after_end',
      message: 'termination_date must not be after the end of cover on 2028-06-28.',
      errors: [
        {
          code: 'invalid_value',
          field: 'termination_date',
          rules: ['before_or_equal'],
          message: expect.stringMatching(/^Must be .* or earlier\.$/),
          params: { before_or_equal: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)] },
        },
      ],
    })
    const lastDay = await seller.cancel(offer.id, version, { termination_date: '2028-06-28' })
    expect(lastDay.statusCode).toBe(202)
  })
})

describe('a cancellation of days that are over', () => {
  it('goes as far back as an endorsement: for a distributor today, for the insurer what the product says', async () => {
    const broker = sellerOn(platform)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const clock = await newClock(platform, '2027-03-01T09:00:00Z')
    const onClock = sellerOn(platform, { clock })
    const policy = await soldPolicy(onClock, {
      quote: { data: { policy_start_date: '2027-03-02' } },
    })
    expect(await advanceAll(platform, clock, '2027-09-01T09:00:00Z')).toMatchObject({
      status: 'ready',
    })
    const { version_id: version } = (await broker.get(`/policies/${policy.id}`)).json<{
      version_id: string
    }>()
    const refusal = (seller: Seller, termination_date: string) =>
      seller.cancel(policy.id, version, { termination_date })
    // An endorsement counts from today at the earliest: yesterday is the last day that is not changed.
    const [early, byInsurer] = [
      await refusal(broker, '2027-03-31'),
      await refusal(insurer, '2027-06-01'),
    ]
    for (const { statusCode } of [early, byInsurer]) expect(statusCode).toBe(400)
    expect(early.json()).toMatchObject({ errors: [{ field: 'termination_date' }] })
    const limits = [early, byInsurer].map(
      (one) =>
        one.json<{ errors: { params: { after_or_equal: string[] } }[] }>().errors[0]?.params
          .after_or_equal[0],
    )
    expect(limits).toEqual(['2027-08-31', '2027-06-02'])
    expect(
      (
        await broker.previewCancellation(policy.id, version, {
          termination_date: '2027-03-31',
        })
      ).statusCode,
    ).toBe(400)
    expect((await refusal(insurer, '2027-06-02')).statusCode).toBe(202)
  })
})

describe('a second cancellation', () => {
  it('while the first is running is refused, whichever version it names', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    for (const version of [policy.version_id, 'tpv_wrong']) {
      const second = await seller.cancel(policy.id, version)
      expect(second.statusCode).toBe(409)
      expect(second.json()).toEqual({
        status: 'Conflict',
        code: 'modification_in_progress',
        message: `Another modification of policy ${policy.id} has already started.`,
      })
    }
  })

  it('of a policy already cancelled is refused, whichever version it names', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const now = (await seller.get(`/policies/${policy.id}`)).json<{ version_id: string }>()
    for (const version of [policy.version_id, now.version_id]) {
      const second = await seller.cancel(policy.id, version)
      expect(second.statusCode).toBe(422)
      expect(second.json()).toEqual({
        status: 'Unprocessable Entity',
        code: 'already_cancelled',
        message: `Policy ${policy.id} is already cancelled.`,
      })
    }
  })

  it('that names an old version is refused before anything else happens', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const wrong = await seller.cancel(policy.id, 'tpv_wrong')
    expect(wrong.statusCode).toBe(412)
    expect(wrong.json()).toMatchObject({ status: 'Precondition Failed' })
    expect(await versionsOf(platform, policy.id)).toEqual([{ kind: 'offer', state: 'active' }])
  })
})

describe('many cancellations at once', () => {
  it('end in one, with one version and one refund', async () => {
    const seller = sellerOn(platform)
    const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const policy = await soldPolicy(seller)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        (n % 2 === 0 ? seller : insurer).cancel(policy.id, policy.version_id),
      ),
    )
    expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 202: 1, 409: 23 })
    await platform.runDue()
    expect(await versionsOf(platform, policy.id)).toEqual([
      { kind: 'offer', state: 'superseded' },
      { kind: 'cancellation', state: 'active' },
    ])
    expect(await refundsOf(platform, policy.id)).toHaveLength(1)
    expect(tally(await eventsOf(platform, policy.id))).toMatchObject({
      'policy.cancellation_requested': 1,
      'policy.cancelled': 1,
    })
  })

  it('while jobs are being worked off end in one too', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    const waves = Array.from({ length: 6 }, async (_, wave) => {
      await new Promise((resolve) => setTimeout(resolve, wave * 15))
      return Promise.all([
        seller.cancel(policy.id, policy.version_id),
        seller.cancel(policy.id, policy.version_id),
        platform.runDue(),
      ])
    })
    const answers = (await Promise.all(waves)).flatMap(([one, two]) => [one, two])
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 202)).toHaveLength(1)
    expect(statuses.filter((status) => ![202, 409, 412, 422].includes(status))).toEqual([])
    await platform.runDue()
    expect(tally(await eventsOf(platform, policy.id))['policy.cancelled']).toBe(1)
    expect(await refundsOf(platform, policy.id)).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { insertDeadline } from '../../src/deadlines/index.ts'
import { enqueue } from '../../src/jobs/index.ts'
import type { ClockId, JsonObject, PolicyId, PolicyVersionId } from '../../src/kernel/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import { advanceAll, beginAdvance, newClock as makeClock } from '../builders/clock.ts'
import { card, planIdOf } from '../builders/life.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type Manager, managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { failJobsOf } from '../support/queue.ts'
import { holding, untilWaiting } from '../support/waiting.ts'

let platform: TestPlatform
let manager: Manager
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  manager = managerOn(platform)
})
afterAll(() => platform.close())

interface ShownClock {
  readonly id: ClockId
  readonly status: string
  readonly at: string
  readonly failure: string | null
}

const newClock = (at: string) => makeClock(platform, at)

/** As far as it goes, with all that follows. */
async function advance(id: ClockId, to: string): Promise<ShownClock> {
  await advanceAll(platform, id, to)
  return shown(id)
}

/** Until it stands: each turn makes room for others. */
async function advanceOver(id: ClockId): Promise<void> {
  await vi.waitFor(async () => {
    platform.clock.advance({ seconds: 1 })
    await platform.runDue()
    expect((await shown(id)).status).not.toBe('advancing')
  })
}

async function shown(id: ClockId): Promise<ShownClock> {
  return (await manager.get(`/manage/clocks/${id}`)).json<ShownClock>()
}

interface ShownEvent {
  readonly type: string
  readonly created_at: string
  readonly clock_at: string | null
}

async function eventsOn(policyId: string): Promise<[string, string | null][]> {
  const history = await manager.get(`/manage/policies/${policyId}/history`)
  return history
    .json<{ events: ShownEvent[] }>()
    .events.filter(({ type }) => !type.startsWith('document.'))
    .map(({ type, clock_at: at }) => [type, at])
}

const bikesOn = (clock: ClockId) => sellerOn(platform, { product: 'bike', clock })

describe('a year passes on a clock', () => {
  it('the policy is in force a second before its end, and expires on its day', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const seller = bikesOn(clock)
    const policy = await soldPolicy(seller, { quote: { data: { start_date: '2031-06-01' } } })
    const view = async () =>
      (await seller.get(`/policies/${policy.id}`)).json<Record<string, unknown>>()
    expect(await view()).toMatchObject({
      status: 'paid',
      created_at: '2031-05-01T10:00:00+00:00',
      accepted_at: '2031-05-01T10:00:00+00:00',
      end_date: '2032-05-31T21:59:59+00:00',
    })
    expect(await advance(clock, '2032-05-31T21:59:59Z')).toMatchObject({
      status: 'ready',
      at: '2032-05-31T21:59:59+00:00',
    })
    expect(await view()).toMatchObject({ status: 'paid', expired: false })
    await advance(clock, '2032-05-31T22:00:00Z')
    expect(await view()).toMatchObject({ status: 'expired', expired: true })
    expect(await eventsOn(policy.id)).toEqual([
      ['offer.created', '2031-05-01T10:00:00+00:00'],
      ['policy.issued', '2031-05-01T10:00:00+00:00'],
      ['payment.ok', '2031-05-01T10:00:00+00:00'],
      ['renewal.offered', '2032-04-15T22:00:00+00:00'],
      ['policy.expired', '2032-05-31T22:00:00+00:00'],
    ])
  })

  it('true time goes its own way: ids, events and other policies know nothing of it', async () => {
    const now = platform.clock()
    const clock = await newClock('2035-01-01T00:00:00Z')
    const policy = await soldPolicy(bikesOn(clock), {
      quote: { data: { start_date: '2035-02-01' } },
    })
    const untouched = await soldPolicy(sellerOn(platform, { product: 'bike' }))
    await advance(clock, '2037-01-01T00:00:00Z')
    const millis = now.epochMilliseconds.toString(16).padStart(12, '0')
    expect([policy.id, policy.version_id, policy.payment_id]).toEqual([
      expect.stringMatching(`^tpol_${millis}`),
      expect.stringMatching(`^tpv_${millis}`),
      expect.stringMatching(`^t${millis}`),
    ])
    const rows = await platform.db.query<{ createdAt: Temporal.Instant }>(sql`
      select created_at as "createdAt" from events where subject_id = ${policy.id}`)
    expect(rows.every(({ createdAt }) => createdAt.equals(now))).toBe(true)
    expect((await sellerOn(platform).get(`/policies/${untouched.id}`)).json()).toMatchObject({
      status: 'paid',
    })
    expect((await eventsOn(untouched.id)).map(([, at]) => at)).toEqual([null, null, null])
  })

  it('the sweep of true time leaves what lives on a clock alone', async () => {
    const clock = await newClock('2020-05-01T10:00:00Z')
    const data = { start_date: '2020-06-01', purchase_date: '2020-04-01' }
    const policy = await soldPolicy(bikesOn(clock), { quote: { data } })
    const offer = await madeOffer(bikesOn(clock), { quote: { data } })
    await platform.handlers.sweep({})
    const seller = sellerOn(platform)
    const statuses = [policy, offer].map(async ({ id }) =>
      (await seller.get(`/policies/${id}`)).json(),
    )
    expect(await Promise.all(statuses)).toMatchObject([{ status: 'paid' }, { status: 'ready' }])
  })

  it('an offer that nobody pays lapses on its clock, and cannot be paid for then', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const seller = bikesOn(clock)
    const offer = await madeOffer(seller, { quote: { data: { start_date: '2031-06-01' } } })
    await advance(clock, '2031-05-15T09:59:59Z')
    expect((await seller.get(`/offers/${offer.id}`)).json()).toMatchObject({ status: 'ready' })
    await advance(clock, '2031-05-15T10:00:00Z')
    expect((await seller.get(`/offers/${offer.id}`)).json()).toMatchObject({ status: 'expired' })
    expect((await seller.pay(offer)).statusCode).toBe(400)
  })

  it('a cancellation counts from the day that the clock shows, and its refund follows', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const seller = sellerOn(platform, { clock })
    const policy = await soldPolicy(seller, {
      quote: { data: { policy_start_date: '2031-06-01' } },
    })
    await advance(clock, '2031-09-01T10:00:00Z')
    const cancellation = { termination_date: '2031-11-30' }
    expect((await seller.cancel(policy.id, policy.version_id, cancellation)).statusCode).toBe(202)
    // Its jobs come before anything of a later moment.
    await advance(clock, '2033-01-01T10:00:00Z')
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({
      status: 'cancelled',
      cancelled_at: '2031-09-01T10:00:00+00:00',
    })
    const events = await manager.get(`/manage/policies/${policy.id}/history`)
    const refunds = events
      .json<{ events: ShownEvent[] }>()
      .events.filter(({ type }) => type.startsWith('refund.'))
    expect(refunds.map(({ type, clock_at: at }) => [type, at])).toEqual([
      ['refund.created', '2031-09-01T10:00:00+00:00'],
      ['refund.ok', '2031-09-01T10:00:00+00:00'],
    ])
  })
})

describe('a dearer change on a clock', () => {
  const begun = async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const insurer = sellerOn(platform, { secretKey, clock })
    const transactions = transactionsOn(platform, insurer)
    const data = { policy_start_date: '2031-06-01' }
    const { id } = await soldPolicy(insurer, { quote: { data } })
    await advanceAll(platform, clock, '2031-09-01T10:00:00Z')
    const dearer = await transactions.quoteEndorsement(id, { deductible: 100_000 }, '2031-09-15')
    const proposal = await transactions.endorse(id, { quote_token: dearer.token })
    expect(proposal).toMatchObject({
      status: 'proposed',
      payment: { amount: dearer.endorsement.amount, pay_until: '2031-09-15' },
    })
    return { clock, transactions, id, proposal, token: proposal.payment?.token ?? '' }
  }
  const statusOf = async (id: string, version: string) =>
    (
      await sellerOn(platform, { secretKey: platform.demo.insurer.test.secret }).get(
        `/policies/${id}/versions/${version}/status`,
      )
    ).json<{ status: string }>().status

  it('holds from its day on, once it was paid for in time', async () => {
    const { clock, transactions, id, proposal, token } = await begun()
    const { gross_payment_amount: before } = (await transactions.view(id)).quote
    await advanceAll(platform, clock, '2031-09-10T10:00:00Z')
    const paid = await transactions.pay(id, token)
    expect(paid.json()).toMatchObject({ status: 'ok' })
    await platform.runDue()
    expect(await statusOf(id, proposal.version_id)).toBe('active')
    expect((await transactions.view(id)).quote.gross_payment_amount).toBe(before)
    await advanceAll(platform, clock, '2031-09-15T10:00:00Z')
    expect((await transactions.view(id)).quote.gross_payment_amount).toBeGreaterThan(before)
    await advanceAll(platform, clock, '2031-12-01T10:00:00Z')
    expect(await statusOf(id, proposal.version_id)).toBe('active')
    expect(await eventsOn(id)).toEqual(
      expect.arrayContaining([
        ['policy.endorsement_proposed', '2031-09-01T10:00:00+00:00'],
        ['policy.endorsed', '2031-09-10T10:00:00+00:00'],
      ]),
    )
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
  })

  it('lapses when its day ends where it was sold, if nobody pays', async () => {
    const { clock, transactions, id, proposal, token } = await begun()
    await advanceAll(platform, clock, '2031-09-15T21:59:59Z')
    expect(await statusOf(id, proposal.version_id)).toBe('proposed')
    await advanceAll(platform, clock, '2031-09-15T22:00:00Z')
    expect(await statusOf(id, proposal.version_id)).toBe('lapsed')
    expect((await eventsOn(id)).at(-1)).toEqual([
      'policy.proposal_lapsed',
      '2031-09-15T22:00:00+00:00',
    ])
    expect((await transactions.pay(id, token)).statusCode).toBe(400)
    expect((await transactions.days(id)).map(({ day }) => day)).toEqual(['2031-06-01'])
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
  })
})

/** A deadline of a version that is not there: nothing follows from it. */
async function proposalOf(id: string, key: string, due: string, clockId: ClockId): Promise<void> {
  const policyId = id as PolicyId // As the platform named it.
  await platform.db.transaction(async (tx) => {
    await lockPolicies(tx, [policyId])
    const dueAt = Temporal.Instant.from(due)
    await insertDeadline(tx, { policyId, kind: 'proposal', key, dueAt, clockId })
  })
}

const failing = 'tpv_0000000000000000000000000000'
const letFail = sql`
  alter table deadlines add constraint trial check (done_at is null or key <> 'tpv_0000000000000000000000000000') not valid`

describe('what falls due on a clock', () => {
  it('is done in its order over all policies, each at its own moment', async () => {
    const clock = await newClock('2031-01-01T00:00:00Z')
    const starts = ['2031-03-01', '2031-02-01', '2031-04-01', '2031-02-01']
    const policies: string[] = []
    for (const start_date of starts) {
      policies.push((await soldPolicy(bikesOn(clock), { quote: { data: { start_date } } })).id)
    }
    const offer = await madeOffer(bikesOn(clock), { quote: { data: { start_date: '2031-02-01' } } })
    await advance(clock, '2033-01-01T00:00:00Z')
    const expired = await platform.db.query<{ subjectId: string; clockAt: Temporal.Instant }>(sql`
      select subject_id as "subjectId", clock_at as "clockAt" from events
      where type in ('policy.expired', 'offer.expired') and subject_id = any(${[...policies, offer.id]})
      order by id`)
    expect(expired.map(({ clockAt }) => clockAt.toString())).toEqual([
      '2031-01-15T00:00:00Z',
      '2032-01-31T23:00:00Z',
      '2032-01-31T23:00:00Z',
      '2032-02-29T23:00:00Z',
      '2032-03-31T22:00:00Z',
    ])
    expect(expired.map(({ subjectId }) => subjectId).toSorted()).toEqual(
      [...policies, offer.id].toSorted(),
    )
  })

  it('and fails stops the clock at its moment with the reason, and is gone on with later', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const policy = await soldPolicy(bikesOn(clock), {
      quote: { data: { start_date: '2031-06-01' } },
    })
    await proposalOf(policy.id, failing, '2031-07-01T00:00:00Z', clock)
    await platform.db.query(letFail)
    expect(await advance(clock, '2033-01-01T10:00:00Z')).toMatchObject({
      status: 'failed',
      at: '2031-07-01T00:00:00+00:00',
      failure: expect.stringContaining(`Policy ${policy.id}`),
    })
    await platform.db.query(sql`alter table deadlines drop constraint trial`)
    expect(await advance(clock, '2033-01-01T10:00:00Z')).toMatchObject({
      status: 'ready',
      at: '2033-01-01T10:00:00+00:00',
      failure: null,
    })
    expect((await eventsOn(policy.id)).at(-1)).toEqual([
      'policy.expired',
      '2032-05-31T22:00:00+00:00',
    ])
  })

  it('and fails leaves others that are ahead their own time, which is never turned back', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const failed = await soldPolicy(bikesOn(clock), {
      quote: { data: { start_date: '2031-06-01' } },
    })
    const seller = bikesOn(clock)
    const planId = await planIdOf(platform, 'bike', 'monthly')
    const data = { start_date: '2031-06-10', payment: 'monthly' }
    const quote = { data, body: { subscription_plan_id: planId } }
    const ahead = await soldPolicy(seller, { quote, payment: card() })
    // While this one comes to the second deadline, the other is asked for its next month.
    const harmless = 'tpv_0000000000000000000000000001'
    await proposalOf(failed.id, harmless, '2031-06-20T00:00:00Z', clock)
    await proposalOf(failed.id, failing, '2031-07-01T00:00:00Z', clock)
    await platform.db.query(letFail)
    expect(await advance(clock, '2031-08-01T10:00:00Z')).toMatchObject({
      status: 'failed',
      at: '2031-07-01T00:00:00+00:00',
      failure: expect.stringContaining(`Policy ${failed.id}`),
    })
    const issued = '2031-07-02T22:00:00+00:00'
    expect((await eventsOn(ahead.id)).at(-1)).toEqual(['invoice.issued', issued])
    const timeOf = async ({ id }: { readonly id: string }) =>
      (await manager.get(`/policies/${id}/account`)).json<{ on: string }>().on
    expect([await timeOf(failed), await timeOf(ahead)]).toEqual(['2031-07-01', '2031-07-03'])
    const cancellation = { termination_date: '2031-07-31' }
    const cancelled = await seller.cancel(ahead.id, ahead.version_id, cancellation)
    expect(cancelled.statusCode, cancelled.body).toBe(202)
    await platform.runDue()
    expect((await seller.get(`/policies/${ahead.id}`)).json()).toMatchObject({
      cancelled_at: issued,
    })
    await platform.db.query(sql`alter table deadlines drop constraint trial`)
    expect(await advance(clock, '2031-08-01T10:00:00Z')).toMatchObject({ status: 'ready' })
    expect([await timeOf(failed), await timeOf(ahead)]).toEqual(['2031-08-01', '2031-08-01'])
    expect(await platform.db.query(sql`select from policy_times`)).toEqual([])
  })

  it('waits for the jobs of the moment before; one that keeps failing stops the clock', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const seller = bikesOn(clock)
    const policy = await soldPolicy(seller, { quote: { data: { start_date: '2031-06-01' } } })
    // Nothing follows from documents, so that it does not wait for those of the sale.
    await enqueue(platform.db, 'price_renewal', {
      policyId: policy.id as PolicyId,
      versionId: policy.version_id as PolicyVersionId,
    })
    await manager.post(`/manage/clocks/${clock}/advance`, { to: '2033-01-01T10:00:00Z' })
    await platform.handlers.advance_clock({ clockId: clock })
    expect(await shown(clock)).toMatchObject({
      status: 'advancing',
      at: '2031-05-01T10:00:00+00:00',
    })
    await platform.db.query(failJobsOf(policy.id, 3))
    await platform.handlers.advance_clock({ clockId: clock })
    expect(await shown(clock)).toMatchObject({
      status: 'failed',
      failure: `Policy ${policy.id}: the job price_renewal fails: no answer`,
    })
    // A clock that failed can be advanced without that job.
    expect(await advance(clock, '2033-01-01T10:00:00Z')).toMatchObject({ status: 'ready' })
  })
})

describe('a provider that has not answered', () => {
  const start = '2031-05-01T10:00:00Z'
  const paidByCard = async (clock: ClockId, sandbox: JsonObject) => {
    const seller = sellerOn(platform, { clock })
    const data = { policy_start_date: '2031-06-01' }
    const offer = await madeOffer(seller, { quote: { data } })
    const paid = await seller.pay(offer, { provider: 'sandbox', method: 'card', sandbox })
    const { id, status } = paid.json<{ id: string; status: string }>()
    return { seller, offer, id, status }
  }
  /** A month, and all that the jobs and the sweep make of it. */
  const passInTruth = async () => {
    const before = platform.clock()
    platform.clock.advance({ hours: 24 * 30 })
    await platform.runDue()
    await platform.handlers.sweep({})
    await platform.runDue()
    platform.clock.set(before)
  }
  const paymentOf = async (id: string) => (await sellerOn(platform).get(`/payments/${id}`)).json()

  it('is asked again when the clock comes to it, and not by true time', async () => {
    const clock = await newClock(start)
    const abort = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const lost = await paidByCard(clock, { outcome: 'timeout' })
    abort.mockRestore()
    const waiting = await paidByCard(clock, { outcome: 'pending' })
    expect([lost.status, waiting.status]).toEqual(['pending', 'pending'])
    await passInTruth()
    expect(await paymentOf(lost.id)).toMatchObject({ status: 'pending' })
    await advanceAll(platform, clock, '2031-05-01T10:01:00Z')
    expect(await paymentOf(lost.id)).toMatchObject({
      status: 'ok',
      processed_at: '2031-05-01T10:00:30+00:00',
    })
    await advanceAll(platform, clock, '2031-05-03T09:59:59Z')
    expect(await paymentOf(waiting.id)).toMatchObject({ status: 'pending' })
    await advanceAll(platform, clock, '2031-05-03T10:00:00Z')
    expect(await paymentOf(waiting.id)).toMatchObject({
      status: 'failed',
      error_code: 'not_confirmed',
      processed_at: '2031-05-03T10:00:00+00:00',
    })
  })

  it('is asked about a refund until it confirms, all in the time of the clock', async () => {
    const clock = await newClock(start)
    const { seller, offer, id } = await paidByCard(clock, { refund: 'pending' })
    const policy = (await seller.get(`/policies/${offer.id}`)).json<{ version_id: string }>()
    const cancellation = { termination_date: '2031-12-31' }
    expect((await seller.cancel(offer.id, policy.version_id, cancellation)).statusCode).toBe(202)
    await platform.runDue()
    expect(await paymentOf(id)).toMatchObject({ refunds: [{ status: 'pending' }] })
    await passInTruth()
    expect(await paymentOf(id)).toMatchObject({ refunds: [{ status: 'pending' }] })
    await advanceAll(platform, clock, '2031-05-01T11:00:00Z')
    expect(await paymentOf(id)).toMatchObject({
      refunds: [{ status: 'ok', processed_at: '2031-05-01T10:01:00+00:00' }],
    })
  })
})

describe('while a clock is being advanced', () => {
  it('policy transactions on it are refused, and views go on', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const seller = bikesOn(clock)
    const data = { start_date: '2031-06-01' }
    const policy = await soldPolicy(seller, { quote: { data } })
    const offer = await madeOffer(seller, { quote: { data } })
    const { token } = (await seller.quote({ data })).json<{ token: string }>()
    await manager.post(`/manage/clocks/${clock}/advance`, { to: '2031-05-02T10:00:00Z' })
    const refused = [
      await seller.quote({ data }),
      await seller.offer(token),
      await seller.pay(offer),
      await seller.cancel(policy.id, policy.version_id, { termination_date: '2031-12-31' }),
      await manager.post(`/manage/clocks/${clock}/advance`, { to: '2031-05-03T10:00:00Z' }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409])
    expect(refused[0]?.json()).toEqual({
      status: 'Conflict',
      code: 'clock_advancing',
      message: `Clock ${clock} is being advanced. Try again when it is ready.`,
    })
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({ status: 'paid' })
    await platform.runDue()
    expect((await seller.pay(offer)).statusCode).toBe(200)
  })

  it('a policy transaction that was decided on before finds the clock standing, or is refused', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const seller = bikesOn(clock)
    const data = { start_date: '2031-06-01' }
    const offers = await Promise.all(
      Array.from({ length: 8 }, () => madeOffer(seller, { quote: { data } })),
    )
    const [accepted, ...paid] = await Promise.all([
      manager.post(`/manage/clocks/${clock}/advance`, { to: '2032-05-01T10:00:00Z' }),
      ...offers.map((offer) => seller.pay(offer)),
    ])
    expect(accepted?.statusCode).toBe(202)
    await platform.runDue()
    for (const [index, { statusCode }] of paid.entries()) {
      const id = offers[index]?.id ?? ''
      const { status } = (await seller.get(`/policies/${id}`)).json<{ status: string }>()
      expect([statusCode, status]).toEqual(statusCode === 200 ? [200, 'paid'] : [409, 'expired'])
    }
  })
})

describe('a payment that waits for its policy while its clock is advanced', () => {
  it('is made before the clock goes on, or not at all', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const offer = await madeOffer(bikesOn(clock), { quote: { data: { start_date: '2031-06-01' } } })
    await platform.runDue()
    const row = `select from policies where id = '${offer.id}' for update`
    const { paying, wentOn } = await holding(platform, row, async () => {
      const waiting = bikesOn(clock).pay(offer)
      await untilWaiting(platform, 1)
      const advanced = manager.post(`/manage/clocks/${clock}/advance`, {
        to: '2032-05-01T10:00:00Z',
      })
      // Either the payment holds the clock, too, or the clock goes on at once.
      const first = await Promise.race([advanced, untilWaiting(platform, 2)])
      return { paying: waiting, wentOn: first !== undefined }
    })
    const paid = await paying
    expect(paid.statusCode).toBe(wentOn ? 409 : 200)
    await advanceOver(clock)
    expect((await bikesOn(clock).get(`/policies/${offer.id}`)).json()).toMatchObject({
      status: wentOn ? 'expired' : 'paid',
    })
  })
})

describe('a worker that was thought dead', () => {
  it('does no more of an advance once another has the turn', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const data = { start_date: '2031-06-01' }
    const offer = await madeOffer(bikesOn(clock), { quote: { data } })
    const policy = await soldPolicy(bikesOn(clock), { quote: { data } })
    await platform.runDue()
    await beginAdvance(platform, clock, '2033-01-01T10:00:00Z')
    const news = 'lock table events in share row exclusive mode'
    const { thoughtDead } = await holding(platform, news, async () => {
      const first = platform.handlers.advance_clock({ clockId: clock })
      await untilWaiting(platform, 1)
      // It is at the offer, so that the other finds that in use and comes again.
      await platform.handlers.advance_clock({ clockId: clock })
      return { thoughtDead: first }
    })
    await thoughtDead
    expect(await shown(clock)).toMatchObject({
      status: 'advancing',
      at: '2031-05-15T10:00:00+00:00',
    })
    await advanceOver(clock)
    expect(await shown(clock)).toMatchObject({ status: 'ready', at: '2033-01-01T10:00:00+00:00' })
    const histories = await Promise.all([offer.id, policy.id].map((id) => eventsOn(id)))
    expect(histories.map((events) => events.at(-1))).toEqual([
      ['offer.expired', '2031-05-15T10:00:00+00:00'],
      ['policy.expired', '2032-05-31T22:00:00+00:00'],
    ])
  })
})

describe('a clock', () => {
  it('only goes forward, and not out of reach', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const advanceTo = async (to: unknown) => {
      const answer = await manager.post(`/manage/clocks/${clock}/advance`, { to } as never)
      return [answer.statusCode, answer.json<{ message: string }>().message]
    }
    const forward = 'A clock only moves forward: `to` must be after 2031-05-01T10:00:00+00:00.'
    expect(await advanceTo('2031-05-01T10:00:00Z')).toEqual([400, forward])
    expect(await advanceTo('2031-05-01T11:59:59+02:00')).toEqual([400, forward])
    expect(await advanceTo('2057-03-02T00:00:00Z')).toEqual([
      400,
      expect.stringMatching(/^to must not be before 1997-.* or after 2057-/),
    ])
    const notAMoment = 'to must be a timestamp with an offset, such as 2028-12-31T11:00:00Z.'
    for (const wrong of ['2031-06-01', '2031-06-01T10:00:00', 'tomorrow', '2031-02-30T00:00:00Z']) {
      expect(await advanceTo(wrong)).toEqual([400, notAMoment])
    }
    expect((await advanceTo(5))[0]).toBe(400)
    expect((await manager.post('/manage/clocks', { at: '9999-01-01T00:00:00Z' })).statusCode).toBe(
      400,
    )
    expect(await shown(clock)).toMatchObject({ status: 'ready', at: '2031-05-01T10:00:00+00:00' })
    await expect(
      platform.db.query(sql`update clocks set at = at - interval '1 second' where id = ${clock}`),
    ).rejects.toThrow('is not turned back')
  })

  it('is of test mode, and of one insurer', async () => {
    const clock = await newClock('2031-05-01T10:00:00Z')
    const { demo } = platform
    const live = managerOn(platform, demo.insurer.live.secret)
    expect((await live.post('/manage/clocks', { at: '2031-05-01T10:00:00Z' })).statusCode).toBe(400)
    expect((await live.get('/manage/clocks')).json()).toEqual([])
    expect((await live.get(`/manage/clocks/${clock}`)).statusCode).toBe(404)
    const body = { to: '2032-05-01T10:00:00Z' }
    expect((await live.post(`/manage/clocks/${clock}/advance`, body)).statusCode).toBe(404)
    const sold = await sellerOn(platform, { secretKey: demo.keys.live.secret, clock }).quote()
    expect([sold.statusCode, sold.json()]).toEqual([
      400,
      {
        status: 'Bad Request',
        code: 'clock_with_live_key',
        message: 'Test clocks can be used with test keys only.',
      },
    ])
    for (const unknown of ['clk_01b0acc58e20d7b1c6a9f4e28305', 'clk_1', 'noon']) {
      const refused = await sellerOn(platform, { clock: unknown }).quote()
      expect([refused.statusCode, refused.json()]).toEqual([
        404,
        {
          status: 'Not Found',
          code: 'clock_not_found',
          message: `Clock ${unknown} was not found.`,
        },
      ])
    }
  })

  it('of a quote is that of its offer: another one is refused', async () => {
    const [one, other] = [
      await newClock('2031-05-01T10:00:00Z'),
      await newClock('2031-05-01T10:00:00Z'),
    ]
    const data = { start_date: '2031-06-01' }
    const { token } = (await bikesOn(one).quote({ data })).json<{ token: string }>()
    const refused = await bikesOn(other).offer(token)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        status: 'Bad Request',
        code: 'quote_of_other_clock',
        message: `The quote was not made on clock ${other}. Create a quote on this clock.`,
      },
    ])
    // A request without a clock sells on the clock of the quote.
    const offer = await sellerOn(platform, { product: 'bike' }).offer(token)
    expect(
      (await bikesOn(one).get(`/offers/${offer.json<{ id: string }>().id}`)).json(),
    ).toMatchObject({
      created_at: '2031-05-01T10:00:00+00:00',
    })
  })
})

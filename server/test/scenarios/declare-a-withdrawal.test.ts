import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { type Declared, declare, declaredByStranger, declaredOn } from '../builders/declared.ts'
import { managerOn } from '../builders/manager.ts'
import { publishWithdrawable, withdrawableBike } from '../builders/withdrawable.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { refundsOf } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishWithdrawable(platform)
})
afterAll(() => platform.close())

type Life = Awaited<ReturnType<typeof withdrawableBike>>
interface Shown {
  status: string
  insurer_policy_id: string
  email: string
}

const viewOf = async ({ seller, id }: Life) => (await seller.get(`/policies/${id}`)).json<Shown>()

/** Declared by whoever holds the policy, with the number and address that the policy has. */
async function declaredOf(life: Life, changes: JsonObject = {}) {
  const { insurer_policy_id: policy_number, email } = await viewOf(life)
  const declared = await declare(platform, { policy_number, email, ...changes })
  expect(declared.statusCode, declared.body).toBe(201)
  return declared.json<{ id: string; received_at: string }>()
}

async function carriedOut(life: Life, changes: JsonObject = {}): Promise<Declared> {
  const { id } = await declaredOf(life, changes)
  await platform.runDue()
  return declaredOn(platform, id)
}

const eventsOf = async (id: string) =>
  (await managerOn(platform).get(`/manage/events?subject_id=${id}`))
    .json<{ type: string }[]>()
    .map(({ type }) => type)
    .toSorted()

const openOnes = async () => {
  const { items } = (await managerOn(platform).get('/manage/inbox')).json<{
    items: { kind: string; count: number }[]
  }>()
  return items.find(({ kind }) => kind === 'withdrawals_open')?.count
}

describe('a customer who declares a withdrawal', () => {
  it('has withdrawn on the day on which it was received', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-10')
    const declared = await carriedOut(life)
    expect(declared).toMatchObject({ state: 'settled', policy_id: life.id, settled_by: null })
    expect(await viewOf(life)).toMatchObject({
      status: 'cancelled',
      termination_date: '2027-01-10T22:59:59+00:00',
    })
    expect(await refundsOf(platform, life.id)).toMatchObject([{ amount: 115_740, status: 'ok' }])
    expect(await eventsOf(declared.id)).toEqual(['withdrawal.received', 'withdrawal.settled'])
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${life.id}`)
    expect(log.json()).toMatchObject([
      { action: 'policy.withdrawal_requested', key_id: null, user_id: null },
      {},
    ])
  })

  it('is found however the number and the address are written', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-05')
    const { insurer_policy_id: number, email } = await viewOf(life)
    const written = {
      policy_number: ` ${number.toLowerCase()} `,
      email: ` ${email.toUpperCase()} `,
    }
    expect(await carriedOut(life, written)).toMatchObject({ state: 'settled' })
  })

  it('and does so twice has withdrawn once', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-10')
    const [first, second] = [await carriedOut(life), await carriedOut(life)]
    expect(second.id).not.toBe(first.id)
    expect(second).toMatchObject({ state: 'settled', policy_id: life.id })
    expect(await refundsOf(platform, life.id)).toHaveLength(1)
  })

  it('and sends the same request again gets the first receipt', async () => {
    const life = await withdrawableBike(platform)
    const key = { request_key: 'the page that was open' }
    const first = await declaredOf(life, key)
    platform.clock.advance({ minutes: 5 })
    expect(await declaredOf(life, key)).toEqual(first)
    expect(await declaredOf(life, { ...key, name: 'Somebody Else' })).not.toEqual(first)
  })

  it('keeps the other policy', async () => {
    const [one, other] = [await withdrawableBike(platform), await withdrawableBike(platform)]
    expect(await carriedOut(one)).toMatchObject({ state: 'settled', policy_id: one.id })
    expect(await viewOf(other)).toMatchObject({ status: 'paid' })
  })

  it('waits until another change of the policy is done', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-01-04')
    const { version_id } = (await life.seller.get(`/policies/${life.id}`)).json<{
      version_id: string
    }>()
    await life.seller.cancel(life.id, version_id, { termination_date: '2027-06-30' })
    const { id } = await declaredOf(life)
    await platform.runDue(['carry_out_withdrawal'])
    expect(await declaredOn(platform, id)).toMatchObject({ state: 'open', problem: null })
    await platform.runDue(['assemble_transaction'])
    platform.clock.advance({ minutes: 5 })
    await platform.runDue()
    expect(await declaredOn(platform, id)).toMatchObject({ state: 'settled' })
  })
})

describe('a declaration is left to a person', () => {
  it('where it comes too late', async () => {
    const life = await withdrawableBike(platform)
    await life.to('2027-03-01')
    expect(await carriedOut(life)).toMatchObject({
      state: 'open',
      problem: 'withdrawal_period_over',
      policy_id: life.id,
    })
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
  })

  it('where the address is not that of the policyholder', async () => {
    const life = await withdrawableBike(platform)
    expect(await carriedOut(life, { email: 'eve@elsewhere.example' })).toMatchObject({
      state: 'open',
      problem: 'customer_differs',
      policy_id: life.id,
    })
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
  })

  it('where no policy has the number, and the inbox counts it until it is settled', async () => {
    const before = (await openOnes()) ?? 0
    const id = await declaredByStranger(platform)
    expect(await declaredOn(platform, id)).toMatchObject({
      state: 'open',
      problem: 'no_policy',
      policy_id: null,
    })
    expect(await openOnes()).toBe(before + 1)
    const life = await withdrawableBike(platform)
    const settle = (body: JsonObject) =>
      managerOn(platform).post(`/manage/withdrawals/${id}/settle`, body)
    // Nobody may believe that it is done while the policy goes on.
    expect((await settle({ outcome: 'settled', policy_id: life.id })).json()).toMatchObject({
      code: 'policy_goes_on',
    })
    await life.transactions.withdraw(life.id)
    const settled = await settle({ outcome: 'settled', policy_id: life.id })
    expect(settled.json()).toMatchObject({ state: 'settled', policy_id: life.id })
    expect(await openOnes()).toBe(before)
    expect((await settle({ outcome: 'refused', reason: 'Late.' })).statusCode).toBe(422)
  })

  it('who may refuse it with a reason', async () => {
    const id = await declaredByStranger(platform)
    const refused = await managerOn(platform).post(`/manage/withdrawals/${id}/settle`, {
      outcome: 'refused',
      reason: 'There is no such policy, and nobody answers at this address.',
    })
    expect(refused.json()).toMatchObject({ state: 'refused', policy_id: null })
    expect(await eventsOf(id)).toEqual(['withdrawal.received', 'withdrawal.refused'])
  })
})

describe('a stranger', () => {
  it('learns from no answer whether there is such a policy', async () => {
    const life = await withdrawableBike(platform)
    const { insurer_policy_id: policy_number, email } = await viewOf(life)
    const answers = await Promise.all([
      declare(platform, { policy_number, email }),
      declare(platform, { policy_number, email: 'eve@elsewhere.example' }),
      declare(platform),
    ])
    const shapes = answers.map((answer) => [
      answer.statusCode,
      Object.keys(answer.json<JsonObject>()),
      // The rate limit counts down.
      Object.keys(answer.headers).toSorted(),
    ])
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
    const [, , unknown] = answers
    expect(unknown?.json()).toMatchObject({
      name: 'Robin Sample',
      received_at: expect.stringMatching(/\.\d{3}\+00:00$/),
    })
  })

  it('ends no policy of live mode from the page of test mode, nor of another insurer', async () => {
    const life = await withdrawableBike(platform)
    const { insurer_policy_id: policy_number, email } = await viewOf(life)
    const answer = await declare(platform, { policy_number, email }, { mode: 'live' })
    await platform.runDue()
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
    const { id } = answer.json<{ id: string }>()
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    expect((await live.get(`/manage/withdrawals/${id}`)).json()).toMatchObject({
      livemode: true,
      problem: 'no_policy',
    })
    expect((await managerOn(platform).get(`/manage/withdrawals/${id}`)).statusCode).toBe(404)
    const { key } = await newKey(platform, await foreignInsurer(platform))
    const foreign = managerOn(platform, key)
    expect((await foreign.get('/manage/withdrawals')).json()).toEqual([])
  })

  it('finds no page of a product that there is not', async () => {
    const unknown = 'pr_01b0acc58e20d4f7a1936c08b25e'
    expect((await declare(platform, {}, { product: unknown })).statusCode).toBe(404)
    const page = await platform.app.inject(`/withdrawals/${unknown}`)
    expect(page.json()).toMatchObject({ code: 'withdrawal_page_not_found' })
  })

  it('is stopped before an address sends mails without end', async () => {
    const strict = await openTestPlatform({
      declarationsPerMinuteMax: 2,
      leavesDocuments: true,
    })
    try {
      const statuses = [1, 2, 3].map(async () => (await declare(strict)).statusCode)
      expect((await Promise.all(statuses)).toSorted((one, other) => one - other)).toEqual([
        201, 201, 429,
      ])
      const product = strict.demo.products['bike']?.product_id ?? ''
      const page = await strict.app.inject(`/withdrawals/${product}`)
      expect(page.json()).toMatchObject({
        insurer_name: expect.stringMatching(/./),
        default_language: 'de',
      })
    } finally {
      await strict.close()
    }
  })
})

describe('what was declared', () => {
  it('is sealed', async () => {
    const { id } = (await declare(platform, { name: 'Wanda Whisper' })).json<{ id: string }>()
    const rows = await platform.db.query<{ text: string }>(sql`
      select row_to_json(d)::text as text from withdrawal_declarations d where id = ${id}`)
    expect(rows[0]?.text).toContain(id)
    expect(rows[0]?.text).not.toContain('Whisper')
  })
})

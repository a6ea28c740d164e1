import type { Response as Answer } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import {
  type Call,
  type Colleague,
  type ShownApproval,
  actsOfTwo,
  colleague,
  namesOfActs,
  tokenOf,
} from '../builders/approvals.ts'
import { foreignInsurer } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { actingFor, browserOn, newPerson } from '../builders/people.ts'
import { sellerOn } from '../builders/sale.ts'
import { soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let anna: Colleague
let ben: Colleague
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await trackReceipts(platform)
  anna = await colleague(platform, 'Anna Keller')
  ben = await colleague(platform, 'Ben Moser')
})
afterAll(() => platform.close())

const everything = [
  { act: 'publishing' },
  { act: 'role_changes' },
  { act: 'refunds' },
  { act: 'write_offs' },
  { act: 'goodwill' },
  { act: 'manual_fees' },
  { act: 'corrections' },
  { act: 'deferrals' },
  { act: 'payouts' },
  { act: 'payout_accounts' },
  { act: 'accepted_differences' },
  { act: 'mass_endorsements' },
]

/** Sets the rules of the demo insurer, whatever they are now. */
async function givenRules(rules: JsonObject[]): Promise<void> {
  const call = { method: 'PATCH', path: '/manage/approval_rules', body: { rules } } as const
  const direct = await anna.send('PATCH', call.path, call.body)
  if (direct.statusCode === 200) return
  const { id } = (await anna.request(call)).json<ShownApproval>()
  const approved = await ben.send('POST', `/manage/approvals/${id}/approve`)
  expect(approved.statusCode).toBe(200)
}

const codeOf = (response: Pick<Answer, 'json'>) => response.json<{ code?: string }>().code

async function requested(by: Colleague, call: Parameters<Colleague['request']>[0]) {
  const response = await by.request(call)
  expect([response.statusCode, codeOf(response)]).toEqual([200, undefined])
  return response.json<ShownApproval>()
}

async function invoiceToWriteOff() {
  const { invoice } = await soldOnAccount(platform)
  const path = `/manage/invoices/${invoice.id}/write_off`
  const state = async () =>
    (await managerOn(platform).get(`/manage/invoices/${invoice.id}`)).json<{ state: string }>()
      .state
  return { invoice, path, body: { reason: 'Insolvent.' }, state }
}

const path = (id: string, verb: 'approve' | 'decline' | 'withdraw') =>
  `/manage/approvals/${id}/${verb}`

describe('every call that can need a second person', () => {
  const calls = () => actsOfTwo(platform, sellerOn(platform))

  it('is listed here', () => {
    const routes = [...platform.app.listedErrors].filter(([, errors]) =>
      errors.some(({ code }) => code === 'second_person_required'),
    )
    expect(routes.map(([call]) => call).sort()).toEqual([...namesOfActs].sort())
  })

  it.each(namesOfActs)('%s is refused, requested, and made by who approves', async (name) => {
    await givenRules([])
    const call = await calls()[name]()
    await givenRules(everything)
    const method = (call.method ?? 'POST') as 'POST'
    const refused = await anna.send(method, call.path, call.body)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'second_person_required'])
    const keyed = await platform.app.inject({
      method,
      url: call.path,
      headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
      ...(call.body === undefined ? {} : { payload: call.body }),
    })
    expect(codeOf(keyed)).toBe('second_person_required')

    const approval = await requested(anna, call)
    expect(approval).toMatchObject({ status: 'pending', call: name })
    expect(JSON.stringify(approval)).not.toContain('secret secret')
    const own = await anna.send('POST', path(approval.id, 'approve'))
    expect([own.statusCode, codeOf(own)]).toEqual([403, 'own_request'])

    const approved = await ben.send('POST', path(approval.id, 'approve'), { comment: 'Fine.' })
    expect([approved.statusCode, codeOf(approved)]).toEqual([200, undefined])
    expect(approved.json()).toMatchObject({
      status: 'approved',
      body: null,
      comment: 'Fine.',
      requested_by: { user_id: anna.id, name: 'Anna Keller' },
      decided_by: { user_id: ben.id, name: 'Ben Moser' },
    })
    const audit = await managerOn(platform).get(`/manage/audit?user_id=${anna.id}&limit=3`)
    const [last] = audit.json<{ action: string }[]>()
    expect(last?.action).not.toMatch(/^approval\./)
    const again = await ben.send('POST', path(approval.id, 'approve'))
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'approval_not_pending'])
  })
})

describe('a limit', () => {
  it('leaves small amounts to one person, and counts each currency by itself', async () => {
    const small = await invoiceToWriteOff()
    const { total } = small.invoice
    await givenRules([{ act: 'write_offs', above: [{ amount: total, currency: 'chf' }] }])
    expect((await anna.send('POST', small.path, small.body)).statusCode).toBe(200)
    await givenRules([{ act: 'write_offs', above: [{ amount: total - 1, currency: 'chf' }] }])
    const large = await invoiceToWriteOff()
    expect(codeOf(await anna.send('POST', large.path, large.body))).toBe('second_person_required')
    await givenRules([{ act: 'write_offs', above: [{ amount: total, currency: 'eur' }] }])
    expect(codeOf(await anna.send('POST', large.path, large.body))).toBe('second_person_required')
    expect(await large.state()).toBe('open')
  })
})

describe('a request', () => {
  it('is refused at once if the act would be', async () => {
    await givenRules(everything)
    const { path: off, body } = await invoiceToWriteOff()
    const approval = await requested(anna, { path: off, body })
    await ben.send('POST', path(approval.id, 'approve'))
    const late = await anna.request({ path: off, body })
    expect([late.statusCode, codeOf(late)]).toEqual([422, 'act_refused'])
    expect(late.json<{ message: string }>().message).toContain('invoice_not_open')
    const wrong = await anna.request({ path: off, body: { reason: 5 } })
    expect(wrong.json()).toMatchObject({ code: 'act_refused', errors: [{ field: 'reason' }] })
  })

  it('is of a call that can need a second person, and of nothing else', async () => {
    const calls: Call[] = [
      { path: '/manage/approvals', body: {} },
      { path: '/manage/sign_in', body: { email: anna.email, password: 'x' } },
      { path: '/manage/distributors', body: { key: 'x', name: 'X' } },
      { path: '/manage/nowhere' },
      { method: 'DELETE', path: '/manage/sessions/ses_1' },
    ]
    for (const call of calls) {
      const response = await anna.request(call)
      expect([call.path, response.statusCode, codeOf(response)]).toEqual([
        call.path,
        400,
        'call_not_approvable',
      ])
    }
  })

  it('needs the permission of the act, then and when it is approved', async () => {
    await givenRules(everything)
    const accountant = await colleague(platform, 'Ida Roth', ['accountant'])
    const viewer = await colleague(platform, 'Vera Roth', ['viewer'])
    const off = await invoiceToWriteOff()
    const refused = await viewer.request(off)
    expect(refused.json<{ message: string }>().message).toContain('permission_missing')
    const approval = await requested(accountant, off)
    await givenRules([])
    const roles = { roles: ['viewer'] }
    await anna.send('PATCH', `/manage/users/${accountant.id}`, roles)
    const late = await ben.send('POST', path(approval.id, 'approve'))
    expect([late.statusCode, codeOf(late)]).toEqual([422, 'act_refused'])
    expect(late.json<{ message: string }>().message).toContain('permission_missing')
    await anna.send('POST', `/manage/users/${accountant.id}/remove`)
    expect(codeOf(await ben.send('POST', path(approval.id, 'approve')))).toBe('requester_gone')
    expect(await off.state()).toBe('open')
  })

  it('is approved only by who could do it', async () => {
    await givenRules(everything)
    const builder = await colleague(platform, 'Bruno Roth', ['product_builder'])
    const viewer = await colleague(platform, 'Viola Roth', ['viewer'])
    const off = await invoiceToWriteOff()
    const { id } = await requested(anna, off)
    const refused = await builder.send('POST', path(id, 'approve'))
    expect(refused.json()).toMatchObject({
      code: 'permission_missing',
      message: expect.stringContaining('invoices.write_off'),
    })
    expect(codeOf(await viewer.send('POST', path(id, 'approve')))).toBe('permission_missing')
    const key = await managerOn(platform).post(path(id, 'approve'))
    expect(codeOf(key)).toBe('approval_needs_person')
    const byKey = await managerOn(platform).post('/manage/approvals', {
      method: 'POST',
      path: off.path,
      body: off.body,
      reason: 'x',
    })
    expect(codeOf(byKey)).toBe('approval_needs_person')
    expect(await off.state()).toBe('open')
  })

  it('is not approved by its requester with another session or a personal token', async () => {
    await givenRules(everything)
    const off = await invoiceToWriteOff()
    const { id } = await requested(anna, off)
    const other = browserOn(platform, { address: '192.0.2.99' })
    await other.signIn(anna.email)
    const headers = actingFor(anna.accountId)
    const elsewhere = await other.send('POST', path(id, 'approve'), { headers })
    expect(codeOf(elsewhere)).toBe('own_request')
    const byToken = await platform.app.inject({
      method: 'POST',
      url: path(id, 'approve'),
      headers: { authorization: `Bearer ${await tokenOf(anna)}` },
    })
    expect(codeOf(byToken)).toBe('own_request')
  })

  it('is refused when the act has become another one', async () => {
    await givenRules(everything)
    const off = await invoiceToWriteOff()
    const { id } = await requested(anna, off)
    const { total } = off.invoice
    const receipt = { amount: total - 100, currency: 'chf', received_on: '2027-01-05' }
    const paid = await managerOn(platform).post(`/manage/invoices/${off.invoice.id}/receipts`, {
      ...receipt,
    })
    expect([paid.statusCode, paid.body]).toEqual([200, expect.anything()])
    const late = await ben.send('POST', path(id, 'approve'))
    expect([late.statusCode, codeOf(late)]).toEqual([422, 'approval_outdated'])
    expect(await off.state()).toBe('open')
  })

  it('is declined by somebody else, or withdrawn by who made it', async () => {
    await givenRules(everything)
    const off = await invoiceToWriteOff()
    const declined = await requested(anna, off)
    const why = { comment: 'Wait for the court.' }
    const end = await ben.send('POST', path(declined.id, 'decline'), why)
    expect(end.json()).toMatchObject({ status: 'declined', ...why })
    const withdrawn = await requested(anna, off)
    expect(codeOf(await ben.send('POST', path(withdrawn.id, 'withdraw')))).toBe('request_of_other')
    const back = await anna.send('POST', path(withdrawn.id, 'withdraw'))
    expect(back.json()).toMatchObject({ status: 'withdrawn' })
    for (const { id } of [declined, withdrawn]) {
      const late = await ben.send('POST', path(id, 'approve'))
      expect([late.statusCode, codeOf(late)]).toEqual([422, 'approval_not_pending'])
    }
    expect(await off.state()).toBe('open')
  })

  it('shows everybody what they may do with it', async () => {
    await givenRules(everything)
    const { id } = await requested(anna, await invoiceToWriteOff())
    const seenBy = async (who: Colleague) =>
      (await who.send('GET', `/manage/approvals/${id}`)).json<ShownApproval>()
    expect(await seenBy(anna)).toMatchObject({
      body: { reason: 'Insolvent.' },
      allowed: { approve: { code: 'own_request' }, withdraw: { allowed: true } },
    })
    expect(await seenBy(ben)).toMatchObject({
      allowed: {
        approve: { allowed: true },
        decline: { allowed: true },
        withdraw: { code: 'request_of_other' },
      },
    })
    const pending = await ben.send('GET', '/manage/approvals?status=pending')
    expect(pending.json<ShownApproval[]>().map((one) => one.id)).toContain(id)
  })
})

describe('a person of another account', () => {
  it.each(['insurer', 'distributor'] as const)('%s neither sees nor decides', async (kind) => {
    await givenRules(everything)
    const off = await invoiceToWriteOff()
    const { id } = await requested(anna, off)
    const stranger = await newPerson(platform, { name: `Of ${kind}`, account: 'harbour-partners' })
    if (kind === 'insurer') {
      const { id: accountId } = await foreignInsurer(platform)
      await platform.db.query(
        sql`update memberships set account_id = ${accountId} where user_id = ${stranger.id}`,
      )
      Object.assign(stranger, { accountId })
    }
    const browser = browserOn(platform)
    await browser.signIn(stranger.email)
    const headers = actingFor(stranger.accountId)
    const answers = [
      await browser.send('GET', `/manage/approvals/${id}`, { headers }),
      await browser.send('POST', path(id, 'approve'), { headers }),
      await browser.send('POST', path(id, 'decline'), { headers, body: { comment: 'No.' } }),
      await browser.send('POST', path(id, 'withdraw'), { headers }),
    ]
    for (const answer of answers) {
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'approval_not_found'])
    }
    const listed = await browser.send('GET', '/manage/approvals', { headers })
    expect(listed.json()).toEqual([])
    const there = await browser.send('POST', path(id, 'approve'), {
      headers: actingFor(anna.accountId),
    })
    expect(there.statusCode).toBe(403)
    expect(await off.state()).toBe('open')
  })
})

describe('two who approve at the same moment', () => {
  it('carry it out once', async () => {
    await givenRules(everything)
    const cleo = await colleague(platform, 'Cleo Busch')
    for (let turn = 0; turn < 5; turn++) {
      const off = await invoiceToWriteOff()
      const { id } = await requested(anna, off)
      const answers = await Promise.all(
        [ben, cleo, ben, cleo].map((who) => who.send('POST', path(id, 'approve'))),
      )
      const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
      expect(codes).toEqual([200, 422, 422, 422])
      expect(await off.state()).toBe('written_off')
    }
  })

  it('and one who declines agree on one end', async () => {
    await givenRules(everything)
    for (let turn = 0; turn < 5; turn++) {
      const off = await invoiceToWriteOff()
      const { id } = await requested(anna, off)
      const [approved, declined] = await Promise.all([
        ben.send('POST', path(id, 'approve')),
        ben.send('POST', path(id, 'decline'), { comment: 'No.' }),
      ])
      const isApproved = approved.statusCode === 200
      expect(declined.statusCode).toBe(isApproved ? 422 : 200)
      expect(await off.state()).toBe(isApproved ? 'written_off' : 'open')
    }
  })
})

describe('the rules', () => {
  it('need two people who may decide, from the first one on', async () => {
    const partner = await newPerson(platform, { name: 'Petra Fuchs', account: 'alpine-brokers' })
    const browser = browserOn(platform)
    await browser.signIn(partner.email)
    const headers = actingFor(partner.accountId)
    const body = { rules: [{ act: 'role_changes' }] }
    const refused = await browser.send('PATCH', '/manage/approval_rules', { body, headers })
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'too_few_approvers'])
  })

  it('refuse limits without an amount, and what appears twice', async () => {
    await givenRules([])
    const change = async (...rules: object[]) =>
      codeOf(await anna.send('PATCH', '/manage/approval_rules', { rules }))
    const above = [{ amount: 1, currency: 'eur' }]
    expect(await change({ act: 'publishing', above })).toBe('act_without_amount')
    expect(await change({ act: 'refunds' }, { act: 'refunds' })).toBe('rule_twice')
    expect(await change({ act: 'refunds', above: [...above, ...above] })).toBe('rule_twice')
    expect(await change({ act: 'approval_rules' })).toBe('invalid_data')
  })
})

describe('a request that nobody decides about', () => {
  it('expires', async () => {
    await givenRules(everything)
    const off = await invoiceToWriteOff()
    const { id } = await requested(anna, off)
    platform.clock.advance({ days: 7 })
    const dana = await colleague(platform, 'Dana Busch')
    expect((await dana.send('GET', `/manage/approvals/${id}`)).json()).toMatchObject({
      status: 'expired',
      allowed: { approve: { allowed: false, code: 'approval_not_pending' } },
    })
    const late = await dana.send('POST', path(id, 'approve'))
    expect([late.statusCode, codeOf(late)]).toEqual([422, 'approval_not_pending'])
    await platform.handlers.sweep({})
    const events = await managerOn(platform).get('/manage/events?type=approval.expired')
    expect(events.json()).toContainEqual(expect.objectContaining({ subject_id: id }))
    expect(await off.state()).toBe('open')
  })
})

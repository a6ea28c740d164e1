import type { Response as Answer } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json, sql } from '../../src/database/index.ts'
import { type Permission, allPermissions } from '../../src/identity/index.ts'
import { type Colleague, type ShownApproval, colleague, tokenOf } from '../builders/approvals.ts'
import { demoAccount } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { actingFor, newPerson } from '../builders/people.ts'
import { soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let anna: Colleague
let ben: Colleague
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await trackReceipts(platform)
  anna = await colleague(platform, 'Anna Keller')
  ben = await colleague(platform, 'Ben Moser', ['administrator'], '198.51.100.7')
  const rules = [{ act: 'role_changes' }, { act: 'write_offs' }]
  const set = await anna.send('PATCH', '/manage/approval_rules', { rules })
  expect(set.statusCode).toBe(200)
})
afterAll(() => platform.close())

const codeOf = (response: Pick<Answer, 'json'>) => response.json<{ code?: string }>().code

async function requested(call: Parameters<Colleague['request']>[0]): Promise<ShownApproval> {
  const response = await anna.request(call)
  expect([response.statusCode, codeOf(response)]).toEqual([200, undefined])
  return response.json<ShownApproval>()
}

const approve = (who: Colleague, { id }: Pick<ShownApproval, 'id'>, headers = {}) =>
  who.send('POST', `/manage/approvals/${id}/approve`, undefined, headers)

let invited = 0
const invitation = (roles = ['viewer']) => {
  invited += 1
  const body = { email: `somebody.${invited}@example.com`, name: 'Some Body', roles }
  return { path: '/manage/users', body }
}

/** A colleague with every permission but one, or with one for test mode alone. */
async function colleagueWith(
  name: string,
  without: Permission | null,
  inTestModeOnly: Permission | null,
): Promise<Colleague> {
  const { id } = await demoAccount(platform, 'demo-insurance')
  const grants = allPermissions
    .filter((permission) => permission !== without)
    .map((permission) => {
      const testOnly = permission === inTestModeOnly
      return { permission, productIds: null, distributorIds: null, testOnly }
    })
  const role = name.toLowerCase().replace(' ', '_')
  await platform.db.query(sql`
    insert into roles (account_id, key, name, description, grants, created_at)
    values (${id}, ${role}, ${name}, '', ${json(grants)}::jsonb, ${platform.clock()})`)
  return colleague(platform, name, [role])
}

describe('what is shown is what is carried out', () => {
  it('since a path that would be read in another way is refused', async () => {
    const { id } = await newPerson(platform, { name: 'Vic Roth', roles: ['viewer'] })
    const link = `users/${id}/reset_link`
    const tricks = [
      `/manage/roles/../${link}`,
      `/manage/roles/%2e%2e/${link}`,
      `/manage/./${link}`,
      `/manage//${link}`,
      `/manage/\\${link}`,
      `/manage/${link}#/manage/roles`,
      `/manage/${link} `,
      `/manage/users/${id}/reset_\tlink`,
      `/manage/users/%75${id.slice(1)}/reset_link`,
    ]
    for (const path of tricks) {
      const response = await anna.request({ path })
      expect([path, response.statusCode]).toEqual([path, 400])
    }
    const { account_id: accountId } = (await anna.send('GET', `/manage/users/${id}`)).json<{
      account_id: string
    }>()
    const named = await requested({ path: `/manage/${link}?account_id=${accountId}` })
    expect(named).toMatchObject({ call: 'createResetLink', subject_id: id })
  })
})

describe('who decides', () => {
  it('about an act of both modes needs the permission in both', async () => {
    const trainee = await colleagueWith('Tina Test', null, 'approvals.decide')
    const live = actingFor(anna.accountId, 'live')
    const response = await anna.send(
      'POST',
      '/manage/approvals',
      { method: 'POST', ...invitation(), reason: 'She begins in May.' },
      live,
    )
    const approval = response.json<ShownApproval>()
    for (const act of ['approve', 'decline'] as const) {
      const decided = await trainee.send('POST', `/manage/approvals/${approval.id}/${act}`, {
        comment: 'Fine.',
      })
      expect([act, decided.statusCode, codeOf(decided)]).toEqual([act, 403, 'permission_missing'])
    }
    const shown = await trainee.send('GET', `/manage/approvals/${approval.id}`)
    expect(shown.json()).toMatchObject({
      allowed: { approve: { code: 'permission_missing' }, decline: { code: 'permission_missing' } },
    })
    const { invoice } = await soldOnAccount(platform)
    const body = { reason: 'Insolvent.' }
    const ofTest = await requested({ path: `/manage/invoices/${invoice.id}/write_off`, body })
    expect((await approve(trainee, ofTest)).statusCode).toBe(200)
    expect((await approve(ben, approval)).statusCode).toBe(200)
  })

  it('may lack the permission to see personal data that the act gives to somebody', async () => {
    const masked = await colleagueWith('Max Mask', 'personal_data.read', null)
    const approval = await requested(invitation(['administrator']))
    const approved = await approve(masked, approval)
    expect([approved.statusCode, codeOf(approved)]).toEqual([200, undefined])
  })

  it('learns that a refusal is one of the person who requested it', async () => {
    const clerk = await colleague(platform, 'Carla Roth', ['accountant'])
    const { invoice } = await soldOnAccount(platform)
    const path = `/manage/invoices/${invoice.id}/write_off`
    const waiting = await clerk.request({ path, body: { reason: 'Insolvent.' } })
    const lesser = { method: 'PATCH', path: `/manage/users/${clerk.id}` } as const
    await approve(ben, await requested({ ...lesser, body: { roles: ['viewer'] } }))
    const refused = await approve(ben, waiting.json<ShownApproval>())
    expect(refused.json<{ message: string }>().message).toMatch(
      /^The call is refused to the person who requests it, with permission_missing: /,
    )
  })
})

describe('what is recorded', () => {
  it('names each person with their own session and address', async () => {
    const { invoice } = await soldOnAccount(platform)
    const path = `/manage/invoices/${invoice.id}/write_off`
    const approval = await requested({ path, body: { reason: 'Insolvent.' } })
    expect((await approve(ben, approval)).statusCode).toBe(200)
    const entriesAbout = async (id: string) =>
      (await managerOn(platform).get(`/manage/audit?subject_id=${id}`)).json<
        Readonly<Record<string, string | null>>[]
      >()
    const [approved, wanted] = await entriesAbout(approval.id)
    const [done] = await entriesAbout(invoice.id)
    expect(wanted).toMatchObject({ user_id: anna.id, address: '192.0.2.1' })
    expect(approved).toMatchObject({ user_id: ben.id, address: '198.51.100.7' })
    expect(done).toMatchObject({
      action: 'invoice.written_off',
      user_id: anna.id,
      session_id: wanted?.['session_id'],
      // It is the request of the approver, who sits elsewhere.
      request_id: approved?.['request_id'],
      address: null,
    })
  })

  it('has nothing personal in events, and keeps no address of somebody who was not invited', async () => {
    const call = invitation()
    const approval = await requested(call)
    const why = { comment: 'Nobody knows them.' }
    await ben.send('POST', `/manage/approvals/${approval.id}/decline`, why)
    const events = await managerOn(platform).get('/manage/events?limit=10')
    expect(events.body).toContain(approval.id)
    expect(events.body).not.toContain(call.body.email)
    const [row] = await platform.db.query(sql`
      select row_to_json(approvals)::text as text from approvals where id = ${approval.id}`)
    expect(JSON.stringify(row)).not.toContain(call.body.email)
    const audit = await managerOn(platform).get(`/manage/audit?subject_id=${approval.id}`)
    expect(audit.body).not.toContain(call.body.email)
  })
})

describe('approvals beside other requests', () => {
  it('never lend a caller to another request, nor take one', async () => {
    const rounds = 4
    const clara = await colleague(platform, 'Clara Roth', ['accountant'])
    const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' })
    // On sockets that are used again, by everybody.
    const sender = (token: string | null) => (method: string, path: string, body?: object) =>
      fetch(`${origin}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const [byBen, byClara, byNobody] = [
      sender(await tokenOf(ben)),
      sender(await tokenOf(clara)),
      sender(null),
    ]
    const reason = { reason: 'Insolvent.' }
    const codeIn = async (answer: Response) => ((await answer.json()) as { code?: string }).code
    for (let round = 0; round < rounds; round++) {
      const invoices = [
        (await soldOnAccount(platform)).invoice,
        (await soldOnAccount(platform)).invoice,
      ]
      const { invoice: other } = await soldOnAccount(platform)
      const paid = { amount: 100, currency: other.currency, received_on: '2027-01-05' }
      const waiting = await Promise.all(
        invoices.map(({ id }) =>
          requested({ path: `/manage/invoices/${id}/write_off`, body: reason }),
        ),
      )
      const off = `/manage/invoices/${other.id}/write_off`
      const [approved, receipts, alone, anonymous, unrelated, shown] = await Promise.all([
        Promise.all(waiting.map(({ id }) => byBen('POST', `/manage/approvals/${id}/approve`, {}))),
        byClara('POST', `/manage/invoices/${other.id}/receipts`, paid),
        byClara('POST', off, reason),
        byNobody('POST', off, reason),
        byNobody('GET', '/healthz'),
        byClara('GET', '/manage/me'),
      ])
      expect(approved.map(({ status }) => status)).toEqual([200, 200])
      expect(receipts.status).toBe(200)
      expect(await codeIn(alone)).toBe('second_person_required')
      expect(anonymous.status).toBe(401)
      expect(unrelated.status).toBe(200)
      expect(JSON.stringify(await shown.json())).toContain(clara.id)
      const after = await byNobody('POST', off, reason)
      expect(after.status).toBe(401)
      for (const { id } of invoices) expect(await actorsOf(id)).toEqual([anna.id])
      expect(await actorsOf(other.id)).not.toContain(anna.id)
    }
    const audit = await managerOn(platform).get(`/manage/audit?user_id=${clara.id}&limit=100`)
    const actions = audit.json<{ action: string }[]>().map(({ action }) => action)
    expect(actions.filter((action) => action === 'receipt.recorded')).toHaveLength(rounds)
    expect(actions).not.toContain('invoice.written_off')
  })

  async function actorsOf(subject: string): Promise<(string | null)[]> {
    const audit = await managerOn(platform).get(`/manage/audit?subject_id=${subject}`)
    return audit.json<{ user_id: string | null }[]>().map((entry) => entry.user_id)
  }
})

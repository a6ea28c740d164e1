import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { contradictedPayment } from '../builders/doubts.ts'
import { managerOn } from '../builders/manager.ts'
import { actingFor, browserOn, newPerson } from '../builders/people.ts'
import { maskedKey, restrictedKey, roleKey } from '../builders/restricted.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { stuckPolicy } from '../builders/stuck-policy.ts'
import { unmatchedReceipt } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

interface Task {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly assignee_id: string | null
  readonly done_at: string | null
}
interface Note {
  readonly id: string
  readonly body: string | null
}
interface Stuck {
  readonly id: string
  readonly masked?: readonly string[]
}

interface Inbox {
  readonly items: readonly { kind: string; count: number; is_capped: boolean }[]
  readonly not_shown: readonly { kind: string; permission: string }[]
}

let platform: TestPlatform
let policy: string
let customer: string
let offer: string
let person: string
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const seller = sellerOn(platform)
  policy = (await soldPolicy(seller)).id
  customer = (await seller.get(`/policies/${policy}`)).json<{ customer_id: string }>().customer_id
  offer = (await madeOffer(sellerOn(platform, { product: 'bike' }))).id
  person = (await newPerson(platform)).id
})
afterAll(() => platform.close())

const create = async (body: object) => {
  const made = await managerOn(platform).post('/manage/tasks', { title: 'Call back', ...body })
  expect(made.statusCode).toBe(201)
  return made.json<Task>()
}
const change = async (id: string, body: object) =>
  (await managerOn(platform).patch(`/manage/tasks/${id}`, { ...body })).json<Task>()
const list = async (query: string, key?: string) =>
  (await managerOn(platform, key).get(`/manage/tasks?${query}`)).json<Task[]>()
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('a task', () => {
  it('is given to a person, done, and opened again', async () => {
    const task = await create({ policy_id: policy, due_date: '2027-04-01' })
    expect(task).toMatchObject({ status: 'open', assignee_id: null })
    expect(await change(task.id, { assignee_id: person })).toMatchObject({ assignee_id: person })
    expect(ids(await list(`assignee_id=${person}&status=open`))).toEqual([task.id])
    const service = await restrictedKey(platform, ['service'])
    const colleagues = await managerOn(platform, service).get('/manage/colleagues')
    expect(ids(colleagues.json<{ id: string }[]>())).toContain(person)
    const done = await change(task.id, { status: 'done' })
    expect(done).toMatchObject({ status: 'done', assignee_id: person, title: 'Call back' })
    expect(done.done_at).not.toBeNull()
    expect(await list(`assignee_id=${person}&status=open`)).toEqual([])
    expect(await change(task.id, { status: 'open' })).toMatchObject({ done_at: null })
  })

  it('is found by what it is about, and by its day', async () => {
    const early = await create({ customer_id: customer, due_date: '2027-03-02' })
    const late = await create({ customer_id: customer, due_date: '2027-09-02' })
    expect(ids(await list(`customer_id=${customer}`)).toSorted()).toEqual(
      [early.id, late.id].toSorted(),
    )
    expect(ids(await list(`customer_id=${customer}&due_until=2027-06-01`))).toEqual([early.id])
    expect(ids(await list(`customer_id=${customer}&assignee_id=nobody`))).toHaveLength(2)
  })

  it('goes to nobody who does not belong to the account', async () => {
    const refused = await managerOn(platform).post('/manage/tasks', {
      title: 'Call back',
      assignee_id: 'usr_01b0acc58e20f3a86c1d7b90e452',
    })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'assignee_unknown', errors: [{ field: 'assignee_id' }] },
    ])
  })

  it('about a policy is seen, and changed, only by those who see the policy', async () => {
    const task = await create({ policy_id: policy })
    const bikes = await roleKey(platform, 'bike-desk', [
      { permission: 'tasks.read' },
      { permission: 'tasks.manage' },
      { permission: 'personal_data.read' },
      {
        permission: 'policies.read',
        productIds: [platform.demo.products['bike']?.product_id ?? ''],
      },
    ])
    expect(ids(await list('', bikes))).not.toContain(task.id)
    const clerk = managerOn(platform, bikes)
    expect((await clerk.patch(`/manage/tasks/${task.id}`, { title: 'x' })).statusCode).toBe(404)
    const refused = await clerk.post('/manage/tasks', { title: 'x', policy_id: policy })
    expect(refused.statusCode).toBe(404)
    expect((await clerk.post('/manage/tasks', { title: 'x', policy_id: offer })).statusCode).toBe(
      201,
    )
  })

  it('about a customer is seen, and changed, only by those who see the customer', async () => {
    const task = await create({ customer_id: customer })
    const bikes = await roleKey(platform, 'bike-customers', [
      { permission: 'tasks.read' },
      { permission: 'tasks.manage' },
      { permission: 'personal_data.read' },
      {
        permission: 'policies.read',
        productIds: [platform.demo.products['bike']?.product_id ?? ''],
      },
    ])
    const cyber = await roleKey(platform, 'cyber-customers', [
      { permission: 'tasks.read' },
      { permission: 'tasks.manage' },
      {
        permission: 'policies.read',
        productIds: [platform.demo.products['cyber']?.product_id ?? ''],
      },
    ])
    expect(ids(await list('', bikes))).not.toContain(task.id)
    expect(ids(await list(`customer_id=${customer}`, bikes))).toEqual([])
    const asked = await managerOn(platform, bikes).patch(`/manage/tasks/${task.id}`, { title: 'x' })
    expect(asked.statusCode).toBe(404)
    expect(ids(await list(`customer_id=${customer}`, cyber))).toContain(task.id)
    const done = await managerOn(platform, cyber).patch(`/manage/tasks/${task.id}`, {
      status: 'done',
    })
    expect(done.statusCode).toBe(200)
  })

  it('is read with masks by those who may not see personal data', async () => {
    const task = await create({ title: 'Call Hanna Brandt' })
    const masked = await list('limit=100', await maskedKey(platform))
    expect(masked.find(({ id }) => id === task.id)).toMatchObject({ title: '•••' })
  })
})

describe('a note', () => {
  const write = async (body: object) =>
    (await managerOn(platform).post('/manage/notes', { ...body })).json<Note>()
  const notes = async (query: string) =>
    (await managerOn(platform).get(`/manage/notes?${query}`)).json<Note[]>()

  it('stays with its policy or person until its text is deleted', async () => {
    const text = '<b>Prefers</b> the evening.'
    const ofPolicy = await write({ policy_id: policy, body: text })
    const ofCustomer = await write({ customer_id: customer, body: 'Moves in May.' })
    expect(await notes(`policy_id=${policy}`)).toMatchObject([{ id: ofPolicy.id, body: text }])
    expect(ids(await notes(`customer_id=${customer}`))).toEqual([ofCustomer.id])
    const at = `/manage/notes/${ofPolicy.id}`
    expect((await managerOn(platform).delete(at)).json()).toMatchObject({ body: null })
    expect(await notes(`policy_id=${policy}`)).toMatchObject([{ id: ofPolicy.id, body: null }])
    expect((await managerOn(platform).delete(at)).statusCode).toBe(404)
    const kept = await platform.db.query(sql`select from notes where body like '%evening%'`)
    expect(kept).toEqual([])
  })
})

describe('the inbox', () => {
  const inbox = async (key?: string) =>
    (await managerOn(platform, key).get('/manage/inbox')).json<Inbox>()
  const countOf = ({ items }: Inbox, kind: string) => items.find((one) => one.kind === kind)?.count

  it('counts what needs a person, and no more than it may', async () => {
    const before = await inbox()
    await contradictedPayment(platform, sellerOn(platform))
    await unmatchedReceipt(platform, 'eur')
    await create({ title: 'For anybody' })
    await stuckPolicy(platform, policy)
    const after = await inbox()
    const grown = ['money_in_doubt', 'receipts_unmatched', 'tasks_of_nobody', 'policies_stuck']
    for (const kind of grown) {
      expect([kind, countOf(after, kind)]).toEqual([kind, (countOf(before, kind) ?? 0) + 1])
    }
    await platform.db.query(sql`
      insert into tasks (id, account_id, livemode, title, state, created_by, created_at)
      select 'tsk_' || lpad(to_hex(n), 28, '0'), (select account_id from tasks limit 1), false, 'x',
        'open', 'key_1', now() from generate_series(1, 100) n`)
    expect((await inbox()).items).toContainEqual(
      expect.objectContaining({ kind: 'tasks_of_nobody', count: 100, is_capped: true }),
    )
  })

  it('lists the policies that are stuck, page by page, and why to whoever may know', async () => {
    const seller = sellerOn(platform)
    await platform.db.query(sql`delete from deadline_failures`)
    const stuck: string[] = []
    for (const _ of [1, 2, 3]) {
      const { id } = await soldPolicy(seller)
      await stuckPolicy(platform, id, 'the rater does not answer')
      stuck.push(id)
    }
    stuck.sort().reverse()
    const list = async (query: string, key?: string) =>
      (await managerOn(platform, key).get(`/manage/stuck_policies?${query}`)).json<Stuck[]>()
    const first = await list('limit=2')
    expect(first.map(({ id }) => id)).toEqual(stuck.slice(0, 2))
    expect(first[0]).toMatchObject({
      last_name: 'Brandt',
      attempts: 3,
      reason: 'the rater does not answer',
    })
    expect((await list(`limit=1&starting_after=${stuck[1]}`)).map(({ id }) => id)).toEqual([
      stuck[2],
    ])
    expect((await list(`limit=1&ending_before=${stuck[1]}`)).map(({ id }) => id)).toEqual([
      stuck[0],
    ])
    const [masked] = await list('limit=1', await maskedKey(platform))
    expect(masked?.masked).toEqual(['first_name', 'last_name', 'reason'])
    const live = await managerOn(platform, platform.demo.insurer.live.secret).get(
      '/manage/stuck_policies',
    )
    expect(live.json()).toEqual([])
  })

  it('shows a person their own tasks that are due', async () => {
    const bea = await newPerson(platform, { name: 'Bea Lang' })
    const browser = browserOn(platform)
    await browser.signIn(bea.email)
    const headers = actingFor(bea.accountId)
    const hers = async () => (await browser.send('GET', '/manage/inbox', { headers })).json<Inbox>()
    await create({ assignee_id: bea.id, due_date: '2099-01-01' })
    expect(countOf(await hers(), 'tasks_of_mine')).toBe(0)
    await create({ assignee_id: bea.id, due_date: '2026-01-01' })
    expect(countOf(await hers(), 'tasks_of_mine')).toBe(1)
  })

  it('names the permission of what it does not show', async () => {
    const operator = await inbox(await restrictedKey(platform, ['operator']))
    expect(operator.items.map(({ kind }) => kind)).toEqual(['deliveries_parked'])
    expect(operator.not_shown).toContainEqual({
      kind: 'receipts_unmatched',
      permission: 'receipts.read',
    })
  })
})

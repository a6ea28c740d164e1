import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEvents } from '../../src/events/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies, selectPolicy } from '../../src/policies/index.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
const sold: { id: string; payment_id: string }[] = []
const people = [
  ['Ada', 'Lang', 'ada@example.com'],
  ['Bo', 'Langley', 'bo@example.com'],
  ['Cyd', 'Ångström', 'cyd@example.com'],
  ['Dee', 'Moor', 'DEE@example.com'],
] as const

beforeAll(async () => {
  platform = await openTestPlatform()
  const seller = sellerOn(platform)
  for (const [first_name, last_name, email] of people) {
    platform.clock.advance({ days: 1 })
    sold.push(await soldPolicy(seller, { offer: { first_name, last_name, email } }))
  }
  await madeOffer(seller, {
    offer: { first_name: 'Eve', last_name: 'Never', email: 'eve@example.com' },
  })
})
afterAll(() => platform.close())

const find = async (list: string, query = '') => {
  const answer = await managerOn(platform).get(`/manage/${list}${query === '' ? '' : `?${query}`}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ id: string; last_name: string }[]>()
}
const names = async (query: string) => (await find('policies', query)).map((row) => row.last_name)

describe('an operator', () => {
  it('finds policies by number, e-mail, name, status, product, distributor and day', async () => {
    const [first] = await find('policies', 'email=ADA@example.com')
    const number = (first as unknown as { insurer_policy_id: string }).insurer_policy_id
    expect(await names(`number=${number}`)).toEqual(['Lang'])
    expect(await names('name=lang')).toEqual(['Langley', 'Lang'])
    expect(await names('name=bo%20lang')).toEqual(['Langley'])
    expect(await names(`name=${encodeURIComponent('ÅNG')}`)).toEqual(['Ångström'])
    expect(await names('email=dee@EXAMPLE.com')).toEqual(['Moor'])
    expect(await names('status=paid')).toHaveLength(4)
    expect(await names('status=cancelled')).toEqual([])
    expect(await names(`product_id=${platform.demo.products['cyber']?.product_id}`)).toHaveLength(4)
    expect(await names(`product_id=${platform.demo.products['bike']?.product_id}`)).toEqual([])
    expect(await names('created_from=2027-03-03&created_until=2027-03-04')).toEqual([
      'Ångström',
      'Langley',
    ])
    expect(await names(`id=${sold[3]?.id}`)).toEqual(['Moor'])
  })

  it('reads a list from its newest row on or from its oldest, and back', async () => {
    const oldest = ['Lang', 'Langley', 'Ångström', 'Moor']
    expect(await names('order=newest')).toEqual(oldest.toReversed())
    expect(await names('order=oldest')).toEqual(oldest)
    const manager = managerOn(platform)
    const from = async (path: string) => {
      const answer = await manager.get(path)
      const links = String(answer.headers['link'] ?? '')
      const to = (relation: string) =>
        links.match(new RegExp(`<[^>]*?(/manage/[^>]*)>; rel="${relation}"`))?.[1]
      const rows = answer.json<{ last_name: string }[]>()
      return { names: rows.map((row) => row.last_name), next: to('next'), prev: to('prev') }
    }
    const first = await from('/manage/policies?order=oldest&limit=2')
    expect(first).toMatchObject({ names: oldest.slice(0, 2), prev: undefined })
    const second = await from(first.next ?? '')
    expect(second).toMatchObject({ names: oldest.slice(2), next: undefined })
    expect(await from(second.prev ?? '')).toMatchObject({
      names: oldest.slice(0, 2),
      prev: undefined,
    })
    const refused = await manager.get('/manage/policies?order=upwards')
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('`newest` or `oldest`')
  })

  it('finds offers apart from policies, and their quotes and payments', async () => {
    expect((await find('offers')).map((row) => row.last_name)).toEqual(['Never'])
    expect(await find('quotes')).toHaveLength(5)
    expect(await find('payments', `policy_id=${sold[0]?.id}`)).toMatchObject([
      { id: sold[0]?.payment_id, status: 'ok' },
    ])
    expect(await find('payments', 'status=failed')).toEqual([])
  })

  it('walks all pages in both directions and sees everything once', async () => {
    const forwards: string[] = []
    let link: string | null = '/manage/policies?limit=1'
    let lastPage = ''
    while (link !== null) {
      lastPage = link
      const page = await managerOn(platform).get(link)
      forwards.push(...page.json<{ id: string }[]>().map((row) => row.id))
      link = linkOf(page.headers['link'], 'next')
    }
    expect(forwards).toEqual(sold.map((policy) => policy.id).toReversed())
    const backwards: string[] = []
    link = linkOf((await managerOn(platform).get(lastPage)).headers['link'], 'prev')
    while (link !== null) {
      const page = await managerOn(platform).get(link)
      backwards.push(...page.json<{ id: string }[]>().map((row) => row.id))
      link = linkOf(page.headers['link'], 'prev')
    }
    expect(backwards).toEqual(sold.map((policy) => policy.id).slice(1))
  })

  it('sees live sales with a live key only', async () => {
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    expect((await live.get('/manage/policies')).json()).toEqual([])
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'status=lost',
    'created_from=soon',
    'starting_after=a&ending_before=b',
  ])('gets an error that names the wrong parameter: %s', async (query) => {
    const answer = await managerOn(platform).get(`/manage/policies?${query}`)
    expect(answer.statusCode).toBe(400)
    const wrong = query.startsWith('starting_after') ? 'ending_before' : query.split('=')[0]
    expect(answer.json()).toMatchObject({ errors: [{ field: wrong }] })
  })

  it('sees everything that happened to a policy', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller)
    // What happens at one moment is in no order.
    platform.clock.advance({ hours: 1 })
    await seller.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const history = (await managerOn(platform).get(`/manage/policies/${policy.id}/history`)).json<{
      versions: { kind: string; state: string }[]
      events: { type: string; sequence: number }[]
      payments: object[]
    }>()
    expect(history.versions.map(({ kind, state }) => [kind, state])).toEqual([
      ['offer', 'superseded'],
      ['cancellation', 'active'],
    ])
    expect(history.payments).toHaveLength(1)
    expect(history.events.map((event) => event.type).toSorted()).toEqual([
      // Of the offer, the policy and the cancellation.
      'document.rendered',
      'document.rendered',
      'document.rendered',
      'invoice.issued', // The credit note.
      'offer.created',
      'payment.ok',
      'policy.cancellation_requested',
      'policy.cancelled',
      'policy.issued',
      'refund.created',
      'refund.ok',
    ])
    expect(history.events.map(({ sequence }) => sequence)).toEqual(
      history.events.map((_, n) => n + 1),
    )
    const events = await managerOn(platform).get(
      `/manage/events?subject_id=${policy.id}&type=policy.cancelled`,
    )
    expect(events.json()).toHaveLength(1)
  })

  it('sees what happened last to a policy to which much has happened', async () => {
    const id = (await soldPolicy(sellerOn(platform))).id as PolicyId // It is one.
    await platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [id])
      const policy = (await selectPolicy(tx, id)) ?? expect.fail(`there is no policy ${id}`)
      const news = { type: 'policy.expired', about: policy, data: { status: 'expired' } } as const
      const many = Array.from({ length: 400 }, () => news)
      await recordEvents(tx, many, platform.clock())
    })
    const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
    const { events } = history.json<{ events: { sequence: number }[] }>()
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, n) => n + 1))
    expect(events.length).toBeGreaterThan(400)
  })
})

function linkOf(header: unknown, rel: string): string | null {
  const found = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(header))?.[1]
  if (found === undefined) return null
  const url = new URL(found)
  return url.pathname + url.search
}

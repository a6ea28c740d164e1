import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { publishedDraft } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

/** Lets true time go on, and does what is due by then. */
async function until(moment: string, isWorked = true): Promise<void> {
  platform.clock.set(Temporal.Instant.from(moment))
  await platform.handlers.sweep({})
  if (isWorked) await platform.runDue()
}

const secretKey = () => platform.demo.insurer.test.secret
const companies = () => sellerOn(platform, { secretKey: secretKey() })

/** A company insured for a year at a time, whose next term has been announced. */
async function noticed(seller: Seller, start: string): Promise<string> {
  const { id } = await soldPolicy(seller, { quote: { data: { policy_start_date: start } } })
  await platform.runDue()
  return id
}

interface Version {
  readonly kind: string
  readonly state: string
  readonly terms: readonly unknown[]
}

async function versionsOf(id: string): Promise<Version[]> {
  return platform.db.query(sql`
    select kind, state, coalesce(terms, '[]') as terms from policy_versions
    where policy_id = ${id} order by number`)
}

describe('at the first moment of the next term', () => {
  it('a policy transaction and the renewal come one after the other, whichever is first', async () => {
    const seller = companies()
    const transactions = transactionsOn(platform, seller)
    const ids = await Promise.all(Array.from({ length: 6 }, () => noticed(seller, '2027-04-01')))
    await until('2028-02-15T09:00:00Z')
    await until('2028-03-31T21:59:58Z')
    const seen = await Promise.all(ids.map((id) => transactions.view(id)))
    const quotes = await Promise.all(
      ids.slice(0, 2).map((id) => transactions.quoteEndorsement(id, { deductible: 1_000_000 })),
    )
    platform.clock.set(Temporal.Instant.from('2028-03-31T22:00:00Z'))
    const at = (index: number) => ({ id: ids[index] ?? '', version: seen[index]?.version_id ?? '' })
    const change = (index: number) => {
      const { id, version } = at(index)
      return seller.endorse(id, version, { quote_token: quotes[index]?.token ?? '' })
    }
    const cancel = (index: number) => {
      const { id, version } = at(index)
      return seller.cancel(id, version, { termination_date: '2028-03-31' })
    }
    const decline = (index: number) => seller.post(`/policies/${at(index).id}/renewal/decline`, {})
    const [answers] = await Promise.all([
      Promise.all([change(0), change(1), cancel(2), cancel(3), decline(4), decline(5)]),
      platform.handlers.sweep({}),
      platform.handlers.sweep({}),
    ])
    // An endorsement meets the policy as it was seen, or as it is since.
    for (const { statusCode, body } of answers.slice(0, 4)) {
      expect([202, 412], body).toContain(statusCode)
    }
    // To decline the term that begins now it is too late; after the renewal, the next one is declined.
    for (const { statusCode, body } of answers.slice(4)) {
      if (statusCode !== 422) expect(JSON.parse(body)).toMatchObject({ first_day: '2029-04-01' })
    }
    await platform.runDue()
    await until('2028-04-01T00:00:00Z')
    for (const [index, id] of ids.entries()) {
      const versions = await versionsOf(id)
      const active = versions.filter(({ state }) => state === 'active')
      expect(active).toHaveLength(1)
      const renewals = versions.filter(({ kind }) => kind === 'renewal')
      const wasCancelledFirst = [2, 3].includes(index) && renewals.length === 0
      expect(renewals.length).toBe(wasCancelledFirst ? 0 : 1)
      expect(active[0]?.terms).toHaveLength(wasCancelledFirst ? 1 : 2)
      const { status, quote } = await transactions.view(id)
      const isAccepted = answers[index]?.statusCode === 202
      if (index < 2) {
        expect(status).toBe('paid')
        expect(quote.customer_input['deductible'] === 1_000_000).toBe(isAccepted)
      } else if (index < 4) expect(status).toBe(isAccepted ? 'cancelled' : 'paid')
      else expect(status).toBe('paid')
    }
  })
})

describe('an endorsement a moment before the next term', () => {
  it('that was not priced in time lets the renewal wait for its price, without an hour of no cover', async () => {
    const seller = companies()
    const transactions = transactionsOn(platform, seller)
    const id = await noticed(seller, '2028-06-01')
    await until('2029-04-15T09:00:00Z')
    await until('2029-05-31T21:59:50Z')
    const { token } = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    const { version_id } = await transactions.view(id)
    const endorsed = await seller.endorse(id, version_id, { quote_token: token })
    expect(endorsed.statusCode, endorsed.body).toBe(202)
    // The endorsement is carried out; pricing the next term again comes too late.
    await platform.runDue(['assemble_transaction', 'credit_due'])
    const changed = await transactions.view(id)
    expect(changed.version_id).not.toBe(version_id)
    await until('2029-05-31T22:00:00Z', false)
    expect((await versionsOf(id)).map(({ kind }) => kind)).toEqual(['offer', 'endorsement'])
    expect(await transactions.view(id)).toMatchObject({
      status: 'paid',
      version_id: changed.version_id,
    })
    await platform.runDue()
    await until('2029-05-31T22:01:00Z')
    expect((await versionsOf(id)).map(({ kind }) => kind)).toEqual([
      'offer',
      'endorsement',
      'renewal',
    ])
    expect(await transactions.view(id)).toMatchObject({
      status: 'paid',
      quote: { customer_input: { deductible: 1_000_000, policy_start_date: '2029-06-01' } },
    })
  })
})

describe('a product that allows two terms', () => {
  it('renews once; the second term is the last, and nothing is left to be decided', async () => {
    await publishedDraft(platform, 'cyber', {
      'product.yaml': (text) => text.replace('kind: automatic', 'kind: automatic\n  max_terms: 2'),
    })
    const seller = companies()
    const transactions = transactionsOn(platform, seller)
    const id = await noticed(seller, '2029-07-01')
    await until('2030-05-15T09:00:00Z')
    await until('2030-07-01T09:00:00Z')
    expect(await transactions.view(id)).toMatchObject({
      status: 'paid',
      end_date: '2031-06-30T21:59:59+00:00',
    })
    for (const verb of ['accept', 'decline', 'retry']) {
      const answer = await seller.post(`/policies/${id}/renewal/${verb}`, {})
      expect([answer.statusCode, answer.json()]).toMatchObject([
        404,
        { message: `Policy ${id} has no renewal: no term follows the current one.` },
      ])
    }
    await until('2031-07-01T00:00:00Z')
    expect(await transactions.view(id)).toMatchObject({ status: 'expired' })
  })
})

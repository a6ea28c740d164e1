import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casesOf } from '../builders/dunning.ts'
import { dunnedBy, publishedDraft, pushedDraft } from '../builders/draft.ts'
import { lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const steps = `
dunning:
  reminders: [{ after_days: 5 }]
  notice: { after_days: 15, grace_days: 14, fee: 2000 }
  cover_ends: paid_to
`
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) => dunnedBy(text, steps),
  })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

const policyOf = async (id: string) =>
  (await sellerOn(platform).get(`/policies/${id}`)).json<{
    status: string
    termination_date: string | null
  }>()

describe('a bike paid monthly', () => {
  it('whose card is declined is followed from the last try on, and was covered as far as it was paid', async () => {
    const { id, to } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'soft_decline'),
    )
    // Due on 2 April, tried again on 5, 10 and 17 April.
    await to('2027-04-17')
    expect(await casesOf(platform, id)).toEqual([])
    await to('2027-04-18')
    expect(await casesOf(platform, id)).toMatchObject([{ step: 'overdue' }])
    await to('2027-05-02')
    expect(await casesOf(platform, id)).toMatchObject([
      { step: 'notice_sent', grace_until: '2027-05-16', letters: [{ date: '2027-04-22' }, {}] },
    ])
    await to('2027-05-17')
    expect(await policyOf(id)).toMatchObject({ status: 'cancelled' })
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'lapsed' }])
    const [lapsed] = await casesOf(platform, id)
    expect(lapsed?.letters.at(-1)).toMatchObject({ kind: 'lapse', cover_until: '2027-04-01' })
    // Nothing is owed for days without cover: only the fee is.
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: 2000 })
  })

  it('that pays by the token of its invoice goes on', async () => {
    const { id, payOpen, to } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'hard_decline'),
    )
    await to('2027-04-10')
    expect(await casesOf(platform, id)).toMatchObject([{ step: 'reminded' }])
    await payOpen()
    await platform.runDue()
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'cured' }])
    await to('2027-06-30')
    expect(await policyOf(id)).toMatchObject({ status: 'paid' })
  })

  it('that is cancelled has not paid what its notice asks for, whatever the next month gives back', async () => {
    const { id, transactions, to } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'hard_decline'),
    )
    // Noticed of April; May, which is due on 2 May, is asked for since then.
    await to('2027-04-28')
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'open', step: 'notice_sent' }])
    const { receivable = 0 } = (await moneyOf(platform, id)) ?? {}
    await transactions.cancel(id, '2027-05-01')
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'open', step: 'notice_sent' }])
    await to('2027-05-02')
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'ended', step: 'notice_sent' }])
    const after = await moneyOf(platform, id)
    expect(after?.receivable).toBeGreaterThan(receivable / 3)
    expect(after?.receivable).toBeLessThan(receivable)
  })

  it('whose year ends while it is followed is left alone from then on', async () => {
    const sandbox = { mandate: 'hard_decline', mandate_from: '2028-02-01' }
    const payment = { provider: 'sandbox', method: 'card', sandbox }
    const settings = { ...monthlyBike('2027-03-01', '2027-03-02'), payment }
    const { id, to } = await lifeOf(platform, settings)
    await to('2028-03-01')
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'open', step: 'notice_sent' }])
    await to('2028-03-02')
    expect(await policyOf(id)).toMatchObject({ status: 'expired' })
    expect(await casesOf(platform, id)).toMatchObject([{ state: 'ended', step: 'notice_sent' }])
  })

  it('owes what is charged back after its lapse, and has no second case', async () => {
    const { id, to } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'hard_decline'),
    )
    await to('2027-05-20')
    expect(await policyOf(id)).toMatchObject({ status: 'cancelled' })
    const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
    const { payments } = history.json<{ payments: { id: string; status: string }[] }>()
    const paid = payments.find(({ status }) => status === 'ok')?.id ?? ''
    const before = (await moneyOf(platform, id))?.receivable ?? 0
    await sandboxCallback(platform, { payment_id: paid, status: 'charged_back' })
    await platform.runDue()
    expect((await moneyOf(platform, id))?.receivable).toBeGreaterThan(before)
    await to('2027-07-01')
    expect(await casesOf(platform, id)).toHaveLength(1)
  })
})

it('a product of which nothing can be overdue says nothing of dunning', async () => {
  const yaml = (text: string) =>
    text
      .replaceAll('      - { provider: sandbox, method: card }\n', '')
      .replace(/ {2}# For those[^]*?(?=\nintegrations:)/, '')
  await expect(pushedDraft(platform, 'bike', { 'product.yaml': yaml })).rejects.toThrow(
    'No invoice of this product can be overdue',
  )
})

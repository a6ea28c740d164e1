import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { type Colleague, type ShownApproval, colleague } from '../builders/approvals.ts'
import { refundThat } from '../builders/doubts.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { maskedKey } from '../builders/restricted.ts'
import { type ShownPayout, iban, otherIban, payoutOf, payoutsOf } from '../builders/payouts.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await trackReceipts(platform)
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const manager = () => managerOn(platform)
const shown = async ({ id }: Pick<ShownPayout, 'id'>) =>
  (await manager().get(`/manage/payouts/${id}`)).json<ShownPayout>()
const act = (payout: Pick<ShownPayout, 'id'>, name: string, body: JsonObject = {}) =>
  manager().post(`/manage/payouts/${payout.id}/${name}`, body)
const acted = async (payout: Pick<ShownPayout, 'id'>, name: string, body: JsonObject = {}) => {
  const answer = await act(payout, name, body)
  if (answer.statusCode === 500)
    console.log(platform.logLines.filter((l) => l.includes('stack')).at(-1))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ShownPayout>()
}
const payOut = (policyId: string, body: JsonObject = {}) =>
  manager().post(`/manage/policies/${policyId}/pay_out`, { reason: 'On the phone.', ...body })
const balancesOf = async (policyId: string) => {
  const [row] = await platform.db.query<object>(sql`
    select receivable, customer_credit as credit, refunds_payable as payable, cash
    from balances where policy_id = ${policyId}`)
  return row
}
const refundOf = async ({ refund_id: id }: ShownPayout) => {
  const [row] = await platform.db.query<object>(sql`
    select status, doubt, attempt from refunds where id = ${id ?? ''}`)
  return row
}
const exported = async () => {
  const answer = await manager().post('/manage/payout_batches', {})
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string; count: number; held: number; totals: object[] }>()
}
const fileOf = (batchId: string, query = '') =>
  manager().get(`/manage/payout_batches/${batchId}/file${query}`)

describe('a refund of money that came by bank', () => {
  it('is a task until somebody says that it was paid', async () => {
    const payout = await payoutOf(platform)
    expect(payout).toMatchObject({ amount: 5000, state: 'needs_account', account: null })
    expect(await refundOf(payout)).toMatchObject({ status: 'pending', doubt: null })
    const before = { receivable: 0, credit: 0, payable: 5000 }
    expect(await balancesOf(payout.policy_id)).toMatchObject(before)
    expect((await act(payout, 'resolve', { outcome: 'done' })).json()).toMatchObject({
      code: 'payout_not_possible',
    })
    expect(await acted(payout, 'account', { iban })).toMatchObject({
      state: 'pending',
      account: { country: 'DE', last4: '3000', paid_from_it: false },
    })
    const done = await acted(payout, 'resolve', { outcome: 'done', paid_on: '2027-02-28' })
    expect(done).toMatchObject({ state: 'done', paid_on: '2027-02-28' })
    expect(await refundOf(payout)).toMatchObject({ status: 'ok' })
    expect(await balancesOf(payout.policy_id)).toMatchObject({ credit: 0, payable: 0 })
    const [row] = await platform.db.query<object>(sql`
      select debit, credit, amount, value_day::text as day from postings
      where cause = ${`refund ${payout.refund_id} 1 made`}`)
    const posted = { debit: 'refunds_payable', credit: 'bank', amount: 5000 }
    expect(row).toEqual({ ...posted, day: '2027-02-28' })
    // A sweep does not take it for a refund that some provider has forgotten.
    await platform.runDue()
    expect(await shown(payout)).toMatchObject({ state: 'done' })
  })

  it('goes back to the account that paid, as a file of the bank names it', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    await numberInvoices(platform.db)
    const { number } = (await manager().get(`/manage/invoices/${invoice.id}`)).json<{
      number: string
    }>()
    const major = ((invoice.total + 700) / 100).toFixed(2)
    const sent = await platform.app.inject({
      method: 'POST',
      url: `/manage/receipts/import?currency=${invoice.currency}&iban=account&payer=name`,
      headers: {
        authorization: `Bearer ${platform.demo.insurer.test.secret}`,
        'content-type': 'text/csv',
      },
      payload: `date,reference,account,name,amount\n2027-03-01,${number},${iban},=Brandt,${major}\n`,
    })
    expect(sent.json()).toMatchObject({ matched: 1 })
    await platform.runDue()
    const [payout] = await payoutsOf(platform, policy.id)
    expect(payout).toMatchObject({
      amount: 700,
      state: 'pending',
      account: { last4: '3000', paid_from_it: true },
    })
    const { id, count } = await exported()
    expect(count).toBeGreaterThan(0)
    const file = await fileOf(id)
    expect(file.body).toContain(
      `${payout?.id},'=Brandt,DE89370400440532013000,7.00,${invoice.currency.toUpperCase()},`,
    )
  })

  it('that did not arrive is a task again, and is never credit by itself', async () => {
    const payout = await payoutOf(platform, { from: iban })
    expect(payout).toMatchObject({ state: 'pending', account: { paid_from_it: true } })
    await exported()
    const note = 'The account is closed.'
    const failed = await acted(payout, 'resolve', { outcome: 'failed', note, same_account: true })
    expect(failed).toMatchObject({ state: 'pending', problem: 'failed', batch_id: null })
    await acted(payout, 'resolve', { outcome: 'done' })
    const back = await acted(payout, 'resolve', { outcome: 'returned', note })
    expect(back).toMatchObject({ state: 'needs_account', problem: 'returned', account: null, note })
    expect(await balancesOf(payout.policy_id)).toMatchObject({ credit: 0, payable: 5000 })
    expect(await refundOf(payout)).toMatchObject({ status: 'pending', attempt: 2 })
    const found = await manager().get(`/manage/payouts?problem=returned`)
    expect(found.json()).toMatchObject([{ id: payout.id }])
    await acted(payout, 'account', { iban: otherIban })
    expect(await acted(payout, 'resolve', { outcome: 'done' })).toMatchObject({ problem: null })
    expect(await balancesOf(payout.policy_id)).toMatchObject({ credit: 0, payable: 0 })
    const events = await platform.db.query<{ type: string }>(sql`
      select type from events where subject_id = ${payout.id} order by id`)
    expect(events.map(({ type }) => type)).toEqual([
      'payout.created',
      'payout.failed',
      'payout.done',
      'payout.returned',
      'payout.done',
    ])
  })

  it('cancelled is credit that waits for a person, and becomes another payout if somebody says so', async () => {
    const payout = await payoutOf(platform)
    const resolved = await acted(payout, 'resolve', { outcome: 'cancelled', note: 'By cheque.' })
    expect(resolved).toMatchObject({ state: 'cancelled' })
    expect(await refundOf(payout)).toMatchObject({ status: 'failed', doubt: 'failed' })
    expect(await balancesOf(payout.policy_id)).toMatchObject({ credit: 5000, payable: 0 })
    // What waits for a decision is not paid out a second time.
    expect((await payOut(payout.policy_id)).json()).toMatchObject({ code: 'no_credit' })
    const again = { outcome: 'retry', note: 'By bank after all.' }
    const retried = await manager().post(`/manage/refunds/${payout.refund_id}/resolve`, again)
    expect(retried.statusCode, retried.body).toBe(200)
    const states = (await payoutsOf(platform, payout.policy_id)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['cancelled', 'needs_account'])
  })

  it('that its card provider refused is paid by bank, if a person says so', async () => {
    const seller = sellerOn(platform)
    const refundId = await refundThat(platform, seller, 'failed')
    const path = `/manage/refunds/${refundId}/resolve`
    const resolved = await manager().post(path, { outcome: 'payout', note: 'The card is gone.' })
    expect(resolved.json()).toMatchObject({ status: 'pending' })
    await platform.runDue()
    const found = await manager().get('/manage/payouts?state=needs_account')
    const payout = found.json<ShownPayout[]>().find((one) => one.refund_id === refundId)
    if (payout === undefined) throw new Error(found.body)
    await acted(payout, 'account', { iban })
    await acted(payout, 'resolve', { outcome: 'done' })
    expect(await refundOf(payout)).toMatchObject({ status: 'ok', doubt: null })
    const [row] = await platform.db.query<object>(sql`
      select debit, credit from postings where cause = ${`refund ${refundId} 2 made`}`)
    expect(row).toEqual({ debit: 'refunds_payable', credit: 'bank' })
  })

  it('has the day by which the law of withdrawal wants it back', async () => {
    await trackReceipts(platform)
    const { policy, invoice } = await soldOnAccount(platform)
    const receipt = { amount: invoice.total, currency: invoice.currency, received_on: '2027-03-01' }
    await manager().post(`/manage/invoices/${invoice.id}/receipts`, receipt)
    await transactionsOn(platform, sellerOn(platform, { product: 'bike' })).withdraw(policy.id)
    await platform.runDue()
    const [payout] = await payoutsOf(platform, policy.id)
    const day = await platform.db.query<{ due: string }>(sql`
      select (withdrawn_on + 30)::text as due from policies where id = ${policy.id}`)
    expect(payout).toMatchObject({ due_date: day[0]?.due })
  })
})

describe('the file for the bank', () => {
  it('has each payout once, and is not handed out twice without saying so', async () => {
    const payout = await payoutOf(platform, { from: iban })
    const [one, other] = await Promise.all([
      manager().post('/manage/payout_batches', {}),
      manager().post('/manage/payout_batches', {}),
    ])
    const made = [one, other].filter(({ statusCode }) => statusCode === 200)
    expect(made.length).toBe(1)
    const { id } = made[0]?.json<{ id: string }>() ?? { id: '' }
    expect(await shown(payout)).toMatchObject({ state: 'exported', batch_id: id })
    const first = await fileOf(id)
    expect(first.headers['content-type']).toMatch('text/csv')
    expect(first.body).toContain('DE89370400440532013000,50.00,')
    expect((await fileOf(id)).json()).toMatchObject({ code: 'batch_downloaded_before' })
    await acted(payout, 'resolve', { outcome: 'done' })
    const again = await fileOf(id, '?again=true')
    expect(again.headers['content-disposition']).toMatch('again-2')
    // What was paid is not in it any more.
    expect(again.body).not.toContain(payout.id)
  })

  it('waits while somebody changes the account, and a payout is done or failed, not both', async () => {
    const payout = await payoutOf(platform, { from: iban })
    const [, batch] = await Promise.all([
      act(payout, 'account', { iban: otherIban }),
      manager().post('/manage/payout_batches', {}),
    ])
    if (batch.statusCode !== 200) await exported()
    const { batch_id: id, account } = await shown(payout)
    const file = (await fileOf(id ?? '')).body
    expect(file.split('\n').find((line) => line.startsWith(payout.id))).toContain(account?.last4)
    const note = 'Rejected.'
    const answers = await Promise.all([
      act(payout, 'resolve', { outcome: 'done' }),
      act(payout, 'resolve', { outcome: 'failed', note }),
      act(payout, 'resolve', { outcome: 'done' }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
    const [sum] = await platform.db.query<{ paid: number }>(sql`
      select coalesce(sum(amount), 0)::int as paid from postings
      where cause like ${`refund ${payout.refund_id} %`} and credit = 'bank'`)
    expect(sum?.paid).toBe((await shown(payout)).state === 'done' ? 5000 : 0)
  })
})

describe('a second person', () => {
  let clerk: Colleague
  let head: Colleague
  const limit = (rules: JsonObject[]) =>
    platform.db.transaction(async (tx) => {
      await tx.query(sql`delete from approval_rules`)
      for (const { act: kind, above } of rules) {
        await tx.query(sql`
          insert into approval_rules (account_id, act, above)
          values (${clerk.accountId}, ${kind as string}, ${above === undefined ? null : JSON.stringify(above)}::text::jsonb)`)
      }
    })
  beforeAll(async () => {
    clerk = await colleague(platform, 'Clara Clerk')
    head = await colleague(platform, 'Hans Head')
  })
  const approved = async (call: Parameters<Colleague['request']>[0]) => {
    const asked = await clerk.request(call)
    expect(asked.statusCode, asked.body).toBe(200)
    const { id } = asked.json<ShownApproval>()
    const by = await head.send('POST', `/manage/approvals/${id}/approve`, {})
    expect(by.statusCode, by.body).toBe(200)
  }

  it('says that money goes to another account than the one that paid', async () => {
    await limit([{ act: 'payout_accounts' }])
    const payout = await payoutOf(platform, { from: iban })
    const path = `/manage/payouts/${payout.id}/account`
    const alone = await clerk.send('POST', path, { iban: otherIban })
    expect(alone.json()).toMatchObject({ code: 'second_person_required' })
    // To the account that paid one person is enough.
    expect((await clerk.send('POST', path, { iban })).json()).toMatchObject({
      account: { paid_from_it: true },
    })
    await approved({ path, body: { iban: otherIban } })
    expect(await shown(payout)).toMatchObject({ account: { last4: '2051' }, released: true })
    await limit([])
  })

  it('is asked when somebody requests to pay to the account that paid: that releases the amount', async () => {
    const payout = await payoutOf(platform, { tooMuch: 90_000, from: iban })
    await limit([{ act: 'payouts', above: { [payout.currency]: 50_000 } }])
    const call = { path: `/manage/payouts/${payout.id}/account`, body: { iban } }
    const asked = await clerk.request(call)
    expect(asked.statusCode, asked.body).toBe(200)
    expect(await shown(payout)).toMatchObject({ state: 'pending', released: false })
    await approved(call)
    expect(await shown(payout)).toMatchObject({ account: { paid_from_it: true }, released: true })
    await limit([])
  })

  it('sees the account that credit is paid out to, as one that is set later', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    const given = await manager().post(`/manage/policies/${policy.id}/manual_entries`, {
      kind: 'goodwill',
      amount: invoice.total + 2000,
      reason: 'A delay.',
    })
    expect(given.statusCode, given.body).toBe(200)
    await limit([{ act: 'payout_accounts' }])
    const path = `/manage/policies/${policy.id}/pay_out`
    const body = { amount: 500, iban: otherIban, reason: 'On the phone.' }
    const alone = await clerk.send('POST', path, body)
    expect(alone.json()).toMatchObject({ code: 'second_person_required' })
    expect(await payoutsOf(platform, policy.id)).toEqual([])
    // Without an account one person is enough: it is set later.
    const later = await clerk.send('POST', path, { amount: 700, reason: 'On the phone.' })
    expect(later.json()).toMatchObject({ payouts: [{ amount: 700, state: 'needs_account' }] })
    await approved({ path, body })
    // Made in one millisecond of the test's clock: in any sequence.
    const both = await payoutsOf(platform, policy.id)
    expect(both.toSorted((one, other) => other.amount - one.amount)).toMatchObject([
      { amount: 700, state: 'needs_account', released: false },
      { amount: 500, state: 'pending', account: { last4: '2051' }, released: true },
    ])
    await limit([])
  })

  it('counts the parts into which somebody splits an amount above the limit', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    const given = await manager().post(`/manage/policies/${policy.id}/manual_entries`, {
      kind: 'goodwill',
      amount: invoice.total + 1500,
      reason: 'A delay.',
    })
    expect(given.statusCode, given.body).toBe(200)
    await limit([{ act: 'payouts', above: { [invoice.currency]: 1000 } }])
    const path = `/manage/policies/${policy.id}/pay_out`
    const part = (amount: number) => ({ amount, reason: 'On the phone.' })
    expect((await clerk.send('POST', path, part(600))).statusCode).toBe(200)
    expect((await clerk.send('POST', path, part(400))).statusCode).toBe(200)
    expect((await clerk.send('POST', path, part(1))).json()).toMatchObject({
      code: 'second_person_required',
    })
    await approved({ path, body: part(500) })
    const amounts = (await payoutsOf(platform, policy.id)).map(({ amount }) => amount)
    expect(amounts.toSorted((one, other) => one - other)).toEqual([400, 500, 600])
    await limit([])
  })

  it('releases an amount above the limit, for the account it was released to', async () => {
    const [small, large] = [
      await payoutOf(platform, { tooMuch: 500, from: iban }),
      await payoutOf(platform, { tooMuch: 90_000, from: iban }),
    ]
    await limit([{ act: 'payouts', above: { [small.currency]: 50_000 } }])
    const first = await exported()
    expect(first).toMatchObject({ held: 1 })
    expect(await shown(small)).toMatchObject({ state: 'exported' })
    expect(await shown(large)).toMatchObject({ state: 'pending', released: false })
    // Nor is it paid past the file.
    expect((await act(large, 'resolve', { outcome: 'done' })).json()).toMatchObject({
      code: 'payout_not_released',
    })
    const path = `/manage/payouts/${large.id}/release`
    expect((await clerk.send('POST', path, {})).json()).toMatchObject({
      code: 'second_person_required',
    })
    await approved({ path })
    expect(await shown(large)).toMatchObject({ released: true })
    // Another account needs another release.
    await acted(large, 'account', { iban: otherIban })
    expect(await shown(large)).toMatchObject({ released: false })
    expect((await manager().post('/manage/payout_batches', {})).json()).toMatchObject({
      code: 'nothing_to_export',
    })
    await approved({ path })
    await exported()
    expect(await shown(large)).toMatchObject({ state: 'exported' })
    await limit([])
  })
})

describe('credit that a person pays out', () => {
  const byCard = () => {
    const bike = sellerOn(platform, { product: 'bike' })
    return soldPolicy({
      ...bike,
      pay: (made) => bike.pay(made, { provider: 'sandbox', method: 'card' }),
    })
  }
  const goodwill = (policyId: string, amount: number) =>
    manager().post(`/manage/policies/${policyId}/manual_entries`, {
      kind: 'goodwill',
      amount,
      reason: 'A delay.',
    })

  it('goes by bank where no payment covers it, and is owed again when it is charged', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    await goodwill(policy.id, invoice.total + 2000)
    await platform.runDue()
    expect(await balancesOf(policy.id)).toMatchObject({ credit: 2000, cash: 0 })
    const ordered = await payOut(policy.id, { iban: otherIban })
    expect(ordered.json()).toMatchObject({
      amount: 2000,
      refunds: [],
      payouts: [{ amount: 2000, refund_id: null, state: 'pending', account: { last4: '2051' } }],
    })
    const payout = ordered.json<{ payouts: ShownPayout[] }>().payouts[0]
    if (payout === undefined) throw new Error(ordered.body)
    expect(await balancesOf(policy.id)).toMatchObject({ credit: 0, payable: 2000, cash: 0 })
    expect((await payOut(policy.id)).json()).toMatchObject({ code: 'no_credit' })
    await acted(payout, 'resolve', { outcome: 'done' })
    expect(await balancesOf(policy.id)).toMatchObject({ credit: 0, payable: 0, cash: -2000 })
    // What was given by mistake is charged again, although it was paid out.
    const charged = await manager().post(`/manage/policies/${policy.id}/manual_entries`, {
      kind: 'correction',
      amount: 2000,
      tax_rate: '19',
      reason: 'The goodwill was for another customer.',
    })
    expect(charged.statusCode, charged.body).toBe(200)
    expect(await balancesOf(policy.id)).toMatchObject({ receivable: 2000, cash: -2000 })
    const note = 'The account is closed.'
    await acted(payout, 'resolve', { outcome: 'returned', note })
    await acted(payout, 'resolve', { outcome: 'cancelled', note })
    expect(await balancesOf(policy.id)).toMatchObject({ receivable: 0, credit: 0, cash: 0 })
    const account = await sellerOn(platform, { product: 'bike' }).get(
      `/policies/${policy.id}/account`,
    )
    const kinds = account.json<{ entries: { kind: string }[] }>().entries.map(({ kind }) => kind)
    expect(kinds).toContain('payout')
    expect(kinds).toContain('failed_payout')
  })

  it('goes back the way it came as far as a payment covers it', async () => {
    const { id } = await byCard()
    const [payment] = (await manager().get(`/manage/payments?policy_id=${id}`)).json<
      { amount: number }[]
    >()
    const paid = payment?.amount ?? 0
    await goodwill(id, paid + 900)
    // Ordered before the job refunds what no later period uses up.
    const tooMuch = await payOut(id, { amount: paid + 901 })
    expect(tooMuch.json()).toMatchObject({ code: 'credit_too_small' })
    const ordered = (await payOut(id)).json<{ amount: number; refunds: object[] }>()
    expect(ordered).toMatchObject({
      amount: paid + 900,
      refunds: [{ amount: paid }],
      payouts: [{ amount: 900, state: 'needs_account' }],
    })
    await platform.runDue()
    expect(await balancesOf(id)).toMatchObject({ credit: 0, payable: 900, cash: 0 })
  })

  it('is ordered once, whoever orders it at the same time', async () => {
    const { policy, invoice } = await soldOnAccount(platform)
    await goodwill(policy.id, invoice.total + 2000)
    const answers = await Promise.all([1, 2, 3].map(() => payOut(policy.id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
    expect(await payoutsOf(platform, policy.id)).toMatchObject([{ amount: 2000 }])
  })
})

it('is checked: what counts as paid has left the bank, and what is still to be paid is payable', async () => {
  const { id } = await payoutOf(platform, { from: iban })
  const forged = (state: string) =>
    platform.db.query({
      text: `update payouts set state = $2, paid_on = case when $2 = 'done' then now() end,
        ended_at = case when $2 = 'done' then now() end where id = $1`,
      values: [id, state],
    })
  await platform.db.query({ text: 'alter table payouts disable trigger user', values: [] })
  await forged('done')
  const { faults } = await checkMoney(platform)
  expect(faults).toMatchObject([{ kind: 'posting_of_payout' }])
  await forged('pending')
  await platform.db.query({ text: 'alter table payouts enable trigger user', values: [] })
  expect((await checkMoney(platform)).faults).toEqual([])
})

it('keeps account numbers sealed, and out of answers, events and the audit log', async () => {
  const payout = await payoutOf(platform, { from: iban })
  await acted(payout, 'account', { iban: otherIban, holder: 'Bertha Brandt' })
  for (const table of ['bank_accounts', 'payouts', 'events', 'audit_entries', 'idempotency_keys']) {
    const rows = await platform.db.query<{ text: string }>({
      text: `select t::text as text from ${table} t`,
      values: [],
    })
    const all = rows.map(({ text }) => text).join()
    for (const secret of ['DE8937', 'DE0212', '20202051', 'Bertha']) {
      expect(all, table).not.toContain(secret)
    }
  }
  const list = await manager().get(`/manage/payouts?policy_id=${payout.policy_id}`)
  expect(list.body).not.toContain('120300')
})

it('shows accounts and names to nobody for whom personal data is masked', async () => {
  const clerk = await colleague(platform, 'Mia Meyer')
  const masked = managerOn(platform, await maskedKey(platform))
  const payout = await payoutOf(platform, { from: iban })
  const body = { iban: otherIban, holder: 'Bertha Brandt' }
  const asked = await clerk.request({ path: `/manage/payouts/${payout.id}/account`, body })
  const { id } = asked.json<ShownApproval>()
  expect(asked.json()).toMatchObject({ body })
  for (const path of ['/manage/approvals', `/manage/approvals/${id}`]) {
    const shownMasked = await masked.get(path)
    expect(shownMasked.body).toContain(id)
    expect(shownMasked.body).not.toMatch(/DE0212|Bertha/)
  }
  await exported()
  const { batch_id: batch } = await shown(payout)
  const path = `/manage/payout_batches/${batch}/file`
  expect((await masked.get(path)).json()).toMatchObject({ code: 'personal_data_masked' })
  // That was no download.
  expect((await manager().get(path)).body).toContain(payout.id)
})

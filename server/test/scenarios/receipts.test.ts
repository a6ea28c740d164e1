import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn } from '../builders/sale.ts'
import { type OpenInvoice, soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { bankPays } from '../builders/payouts.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let strangersKey: string
beforeAll(async () => {
  platform = await openTestPlatform()
  await trackReceipts(platform, 'cyber')
  strangersKey = (await newKey(platform, await foreignInsurer(platform))).key
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

const premium = 146_241
const sold = async () => {
  const { policy, invoice } = await soldOnAccount(platform, sellerOn(platform))
  await numberInvoices(platform.db)
  return { policy, invoice: await shown(invoice.id) }
}
const shown = async (id: string) =>
  (await managerOn(platform).get(`/manage/invoices/${id}`)).json<OpenInvoice>()
const record = (id: string, changes: JsonObject = {}) =>
  managerOn(platform).post(`/manage/invoices/${id}/receipts`, {
    amount: premium,
    currency: 'EUR',
    received_on: '2027-03-01',
    ...changes,
  })
const balancesOf = async (policyId: string) => {
  const [row] = await platform.db.query<object>(sql`
    select receivable, customer_credit as credit, cash, written_off as "writtenOff"
    from balances where policy_id = ${policyId}`)
  return row
}
const refundsOf = async (policyId: string) => {
  const refunds = await platform.db.query<{ amount: number; status: string }>(sql`
    select amount, status from refunds where policy_id = ${policyId} order by id`)
  return refunds.map(({ amount, status }) => `${amount} ${status}`)
}

const refundedOf = async (policyId: string) => {
  const [row] = await platform.db.query<{ sum: number }>(sql`
    select sum(amount)::bigint as sum from refunds where policy_id = ${policyId} and status = 'ok'`)
  return row?.sum
}

describe('a receipt', () => {
  it('settles an invoice in parts, and once it is settled another is asked about', async () => {
    const { policy, invoice } = await sold()
    expect((await record(invoice.id, { amount: 46_241 })).json()).toMatchObject({
      status: 'ok',
      invoice_id: invoice.id,
      received_on: '2027-03-01',
      on_account: false,
    })
    expect(await shown(invoice.id)).toMatchObject({ state: 'open', open: 100_000 })
    await record(invoice.id, { amount: 100_000 })
    expect(await shown(invoice.id)).toMatchObject({ state: 'settled', open: 0 })
    expect(await balancesOf(policy.id)).toEqual({
      receivable: 0,
      credit: 0,
      cash: premium,
      writtenOff: 0,
    })
    const again = await record(invoice.id, { amount: 100_000 })
    expect([again.statusCode, again.body]).toEqual([422, expect.stringContaining('overpayment')])
    await record(invoice.id, { amount: 100, overpayment: true })
    expect(await balancesOf(policy.id)).toMatchObject({ credit: 100, cash: premium + 100 })
  })

  it('that is too much becomes credit, and is given back once nothing is to come', async () => {
    const { policy, invoice } = await sold()
    await record(invoice.id, { amount: premium + 5_000 })
    await platform.runDue()
    await transactionsOn(platform, sellerOn(platform)).cancel(policy.id, '2027-07-28')
    await platform.runDue()
    await bankPays(platform, policy.id)
    const earned = 11_987 // 30 of 366 days.
    expect(await refundedOf(policy.id)).toBe(premium + 5_000 - earned)
    expect(await balancesOf(policy.id)).toMatchObject({ credit: 0, cash: earned })
    await record(invoice.id, { amount: 700, overpayment: true })
    await platform.runDue()
    await record(invoice.id, { amount: 900, overpayment: true })
    await platform.runDue()
    await bankPays(platform, policy.id)
    expect(await refundedOf(policy.id)).toBe(premium + 5_000 - earned + 700 + 900)
  })

  it('after a cancellation pays what was covered, and the rest goes back', async () => {
    const { policy, invoice } = await sold()
    await transactionsOn(platform, sellerOn(platform)).cancel(policy.id, '2027-07-28')
    await platform.runDue()
    expect(await shown(invoice.id)).toMatchObject({ state: 'open', open: 11_987 })
    await record(invoice.id)
    await platform.runDue()
    expect(await shown(invoice.id)).toMatchObject({ state: 'settled' })
    expect(await refundsOf(policy.id)).toEqual([`${premium - 11_987} pending`])
  })

  it('of what was written off makes it good, and is not given back', async () => {
    const { policy, invoice } = await sold()
    const because = { reason: 'Nobody answers.' }
    await managerOn(platform).post(`/manage/invoices/${invoice.id}/write_off`, because)
    platform.clock.advance({ seconds: 1 })
    await record(invoice.id, { amount: 100_000 })
    await platform.runDue()
    expect(await balancesOf(policy.id)).toEqual({
      receivable: 0,
      credit: 0,
      cash: 100_000,
      writtenOff: premium - 100_000,
    })
    expect(await refundsOf(policy.id)).toEqual([])
    const account = await sellerOn(platform).get(`/policies/${policy.id}/account`)
    expect(account.json<{ entries: object[] }>().entries.slice(-2)).toMatchObject([
      { kind: 'receipt', amount: -100_000 },
      { kind: 'recovery', amount: 100_000, owed: 0 },
    ])
  })

  it('is refused where it cannot be true, and nothing is posted', async () => {
    const { policy, invoice } = await sold()
    const path = `/manage/invoices/${invoice.id}/receipts`
    const body = { amount: 1, currency: 'eur', received_on: '2027-03-01' }
    const refused = await Promise.all([
      record(invoice.id, { currency: 'chf' }),
      record(invoice.id, { amount: 0 }),
      record(invoice.id, { amount: 1.5 }),
      record(invoice.id, { received_on: '2027-03-02' }),
      record(invoice.id, { received_on: '01.03.2027' }),
      managerOn(platform, strangersKey).post(path, body),
      managerOn(platform, platform.demo.insurer.live.secret).post(path, body),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 404, 404])
    expect(await balancesOf(policy.id)).toMatchObject({ receivable: premium, cash: 0 })
  })

  it('of the whole sum, recorded by two people at once, is taken once', async () => {
    const { policy, invoice } = await sold()
    const both = await Promise.all([record(invoice.id), record(invoice.id)])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    expect(await balancesOf(policy.id)).toMatchObject({ cash: premium, credit: 0 })
  })
})

interface Imported extends JsonObject {
  readonly receipts: {
    readonly line: number
    readonly is_new: boolean
    readonly id: string
    readonly state: string
    readonly why: string | null
    readonly invoice_id: string | null
  }[]
}
const query =
  'amount=Betrag&date=Buchungstag&reference=Verwendungszweck&file=umsatz.csv&currency=EUR'
const send = (
  lines: readonly string[],
  more = '',
  header = 'Buchungstag;Verwendungszweck;Betrag',
) =>
  platform.app.inject({
    method: 'POST',
    url: `/manage/receipts/import?${query}${more}`,
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      'content-type': 'text/csv',
    },
    payload: Buffer.from(`\uFEFF${[header, ...lines].join('\r\n')}\r\n`),
  })
const imported = async (...given: Parameters<typeof send>) => {
  const response = await send(...given)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Imported>()
}

describe("a bank's file", () => {
  it('is posted for the invoices that it names, in whatever words', async () => {
    const [one, two, three] = [await sold(), await sold(), await sold()]
    const reference = two.invoice.reference ?? ''
    const fates = await imported([
      `01.03.2027;"Rechnung ${one.invoice.number}; danke";1.462,41`,
      `01.03.2027;cyber ${reference.slice(0, 7).toLowerCase()} ${reference.slice(7)} brandt;1.000,00`,
      `01.03.2027;${one.invoice.number} und ${three.invoice.number};5,00`,
      `01.03.2027;Miete;-900,00`,
      `01.03.2027;TEST-2031-999999;7,00`,
      `01.03.2027;ohne;8,00`,
      `01.03.2027;${one.invoice.number};9,00`,
    ])
    expect(fates).toMatchObject({
      lines: 7,
      new: 6,
      known: 0,
      outgoing: 1,
      matched: 2,
      unmatched: 4,
    })
    expect(fates.receipts.map(({ line, state, why }) => [line, state, why])).toEqual([
      [2, 'matched', null],
      [3, 'matched', null],
      [4, 'unmatched', 'several_numbers'],
      [6, 'unmatched', 'unknown_number'],
      [7, 'unmatched', 'no_number'],
      [8, 'unmatched', 'invoice_settled'],
    ])
    expect(await shown(one.invoice.id)).toMatchObject({ state: 'settled' })
    expect(await shown(two.invoice.id)).toMatchObject({ state: 'open', open: 46_241 })
  })

  it('is imported once, however often it is sent, also at the same time and with more lines', async () => {
    const { policy, invoice } = await sold()
    const line = `02.03.2027;Rate ${invoice.number};10,00`
    const file = [line, line, `02.03.2027;andere ${invoice.number};1,00`]
    const racing = await Promise.all([imported(file), imported(file), imported(file)])
    const fresh = racing.map((one) => one['new'])
    expect(fresh.filter((count) => count === 3)).toHaveLength(1)
    expect(fresh.filter((count) => count === 0)).toHaveLength(2)
    expect(await balancesOf(policy.id)).toMatchObject({ cash: 2_100 })
    expect(await imported(file)).toMatchObject({ new: 0, known: 3 })
    // As the bank gives it the day after: what was there, and something new.
    const next = [line, line, line, `03.03.2027;${invoice.number};2,00`]
    expect(await imported(next)).toMatchObject({ new: 2, known: 2, matched: 2 })
    expect(await balancesOf(policy.id)).toMatchObject({ cash: 3_300 })
    // Named by the bank it is the same still, until the bank names two differently.
    const header = 'Nr;Buchungstag;Verwendungszweck;Betrag'
    const named = [`7;${line}`, `8;${line}`, `9;${line}`]
    expect(await imported(named, '&id=Nr', header)).toMatchObject({ new: 0, known: 3 })
    const other = `04.03.2027;${invoice.number};3,00`
    expect(await imported([`1;${other}`], '&id=Nr', header)).toMatchObject({ new: 1 })
    expect(await imported([`2;${other}`], '&id=Nr', header)).toMatchObject({ new: 1 })
    expect(await imported([`1;${other}`, `2;${other}`], '&id=Nr', header)).toMatchObject({ new: 0 })
  })

  it('is not taken at all where lines cannot be read, and all of them are reported', async () => {
    const { policy, invoice } = await sold()
    const good = `05.03.2027;${invoice.number};11,00`
    const refused = await send([good, '05.13.2027;x;1,00', good, '05.03.2027;x;viel'])
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      problems_total: 2,
      problems: [
        { file: 'umsatz.csv', place: 'line 3' },
        { file: 'umsatz.csv', place: 'line 5' },
      ],
    })
    expect(await balancesOf(policy.id)).toMatchObject({ cash: 0 })
    expect((await imported([good])).receipts).toMatchObject([{ is_new: true, state: 'matched' }])
  })

  it('in which nothing came in is read, and nothing is taken', async () => {
    const nothing = { lines: 0, new: 0, known: 0, outgoing: 0, receipts: [] }
    expect(await imported([])).toMatchObject(nothing)
    const out = ['05.03.2027;Miete;-1.100,00', '05.03.2027;Storno;0,00']
    expect(await imported(out)).toMatchObject({ ...nothing, lines: 2, outgoing: 2 })
  })

  it('in other encodings and of other currencies is read, or refused with a sentence', async () => {
    const { invoice } = await sold()
    const payload = Buffer.from(
      `Buchungstag;Verwendungszweck;Betrag\n06.03.2027;M\u00FCller ${invoice.number};12,00\n`,
      'latin1',
    )
    const sent = (more: string) =>
      platform.app.inject({
        method: 'POST',
        url: `/manage/receipts/import?${query}${more}`,
        headers: {
          authorization: `Bearer ${platform.demo.insurer.test.secret}`,
          'content-type': 'text/csv',
        },
        payload,
      })
    expect((await sent('')).statusCode).toBe(400)
    expect((await sent('&charset=windows-1252')).json()).toMatchObject({ matched: 1 })
    const header = 'Buchungstag;Verwendungszweck;Betrag;Whg'
    const francs = await imported(
      [`06.03.2027;${invoice.number};13,00;CHF`],
      '&currency_column=Whg',
      header,
    )
    expect(francs.receipts).toMatchObject([{ state: 'unmatched', why: 'other_currency' }])
  })

  it('leaves to a person what it cannot match: matched once, or dismissed with a reason', async () => {
    const manager = managerOn(platform)
    const { policy, invoice } = await sold()
    const { receipts } = await imported([
      '07.03.2027;Cyber Brandt;14,00',
      '07.03.2027;Zinsen;15,00',
    ])
    const [first = '', second = ''] = receipts.map(({ id }) => id)
    const listed = await manager.get('/manage/receipts?state=unmatched&limit=100')
    const ids = listed.json<{ id: string }[]>().map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([first, second]))
    const match = (id: string) =>
      manager.post(`/manage/receipts/${id}/match`, { invoice_id: invoice.id })
    const both = await Promise.all([match(first), match(first)])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    expect(await balancesOf(policy.id)).toMatchObject({ cash: 1_400 })
    const dismissed = await manager.post(`/manage/receipts/${second}/dismiss`, {
      reason: 'Interest.',
    })
    expect(dismissed.json()).toMatchObject({ state: 'dismissed', reason: 'Interest.' })
    expect((await match(second)).statusCode).toBe(422)
    const foreign = managerOn(platform, strangersKey)
    expect((await foreign.get('/manage/receipts')).json()).toEqual([])
    expect(
      (await foreign.post(`/manage/receipts/${first}/dismiss`, { reason: 'x' })).statusCode,
    ).toBe(404)
  })

  it('that a process died over is posted by the next sweep, whatever fails beside it', async () => {
    const [bent, whole] = [await sold(), await sold()]
    const { receipts } = await imported(['08.03.2027;spaeter;16,00', '08.03.2027;dann;17,00'])
    const { pool } = platform.db
    await pool.query('alter table bank_receipts disable trigger user')
    for (const [at, { invoice }] of [bent, whole].entries()) {
      await pool.query(
        "update bank_receipts set state = 'waiting', why = null, reference = $1 where id = $2",
        [invoice.number, receipts[at]?.id],
      )
    }
    await pool.query('alter table bank_receipts enable trigger user')
    await pool.query('alter table balances disable trigger user')
    const gone = await pool.query('delete from balances where policy_id = $1 returning *', [
      bent.policy.id,
    ])
    platform.clock.advance({ minutes: 5 })
    await expect(platform.handlers.sweep({})).rejects.toThrow('sweep')
    expect(await balancesOf(whole.policy.id)).toMatchObject({ cash: 1_700 })
    await pool.query(
      'insert into balances select * from jsonb_populate_record(null::balances, $1)',
      [JSON.stringify(gone.rows[0])],
    )
    await pool.query('alter table balances enable trigger user')
    await platform.handlers.sweep({})
    expect(await balancesOf(bent.policy.id)).toMatchObject({ cash: 1_600 })
  })
})

describe('the check of the money', () => {
  it('finds what is bent of receipts, of what is on account and of what was given up', async () => {
    const { policy, invoice } = await sold()
    await imported([`09.03.2027;${invoice.number};20,00`])
    const because = { reason: 'Nobody answers.' }
    await managerOn(platform).post(`/manage/invoices/${invoice.id}/write_off`, because)
    const { pool } = platform.db
    const tables = ['payments', 'postings', 'balances', 'invoices', 'bank_receipts']
    const bend = async (statement: string) => {
      for (const table of tables) await pool.query(`alter table ${table} disable trigger user`)
      await pool.query(statement, [policy.id])
      for (const table of tables) await pool.query(`alter table ${table} enable trigger user`)
    }
    const faultKinds = async () => {
      const { faults } = await checkMoney(platform)
      return [...new Set(faults.map(({ kind }) => kind))].join()
    }
    const receipts = `where policy_id = $1 and received_on is not null`
    for (const [damage, fix, kinds] of [
      [
        `update payments set amount = amount + 1 ${receipts}`,
        `update payments set amount = amount - 1 ${receipts}`,
        'posting_of_payment,receipt',
      ],
      [
        'update payments set on_account = false where policy_id = $1 and on_account',
        `update payments set on_account = true where policy_id = $1 and received_on is null`,
        'posting_of_payment',
      ],
      [
        `update postings set amount = amount + 1 where policy_id = $1 and cause like 'write-off %'`,
        `update postings set amount = amount - 1 where policy_id = $1 and cause like 'write-off %'`,
        'balances',
      ],
      [
        `update invoices set state = 'settled' where policy_id = $1`,
        `update invoices set state = 'written_off' where policy_id = $1`,
        'posting_of_write_off',
      ],
      [
        'update balances set written_off = written_off + 1 where policy_id = $1',
        'update balances set written_off = written_off - 1 where policy_id = $1',
        'balances',
      ],
    ] as const) {
      await bend(damage)
      expect(await faultKinds(), damage).toBe(kinds)
      await bend(fix)
    }
    expect(await faultKinds()).toBe('')
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { numberInvoices } from '../../src/ledger/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { type MoneyReport, checkMoney } from '../builders/money-check.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
})
afterAll(() => platform.close())

async function cancelledPolicy(): Promise<string> {
  const policy = await soldPolicy(seller)
  await seller.cancel(policy.id, policy.version_id, { termination_date: '2027-12-31' })
  await platform.runDue()
  return policy.id
}

describe('a check of the money', () => {
  it('finds nothing in a portfolio that nobody touched, whatever was sold and cancelled', async () => {
    await soldPolicy(seller)
    await soldPolicy(sellerOn(platform, { product: 'bike' }))
    await cancelledPolicy()
    expect(await checkMoney(platform)).toMatchObject({
      status: 'done',
      policies_checked: 3,
      policies_different: 0,
      faults: [],
    })
  })

  it('runs beside one of the prices, and once at a time', async () => {
    const manager = managerOn(platform)
    const starts = ['subject=money', 'subject=prices', 'subject=money', '']
    const answers = await Promise.all(
      starts.map((query) => manager.post(`/manage/portfolio_checks?${query}`)),
    )
    const ids = answers.map((answer) => answer.json<MoneyReport>().id)
    expect(ids[0]).toBe(ids[2])
    expect(ids[1]).toBe(ids[3])
    expect(ids[0]).not.toBe(ids[1])
    const refused = await manager.post('/manage/portfolio_checks?subject=cents')
    expect(refused.statusCode).toBe(400)
    await platform.runDue()
  })
})

/** Done behind the back of every trigger, and undone after it is found. */
const damages: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'a charge that is another',
    `update charges set amount = amount + 1 where policy_id = $1 and amount > 0`,
    'period_price',
    /costs 74319 .* but 74320 .* was charged/,
  ],
  [
    'a tax that is another',
    `update charges set tax = tax + 1 where policy_id = $1 and amount > 0`,
    'period_price',
    /tax 11866/,
  ],
  [
    'a commission that is another',
    `update charges set commission = commission + 1 where policy_id = $1 and amount > 0`,
    'period_price',
    /commission/,
  ],
  [
    'a charge that is gone',
    `delete from charges where policy_id = $1 and amount < 0`,
    'period_price',
    /but 146241 .* was charged/,
  ],
  ['all charges gone', `delete from charges where policy_id = $1`, 'period_uncharged', /first/],
  [
    'a charge for another period',
    `update charges set period_last_day = period_last_day + 1 where policy_id = $1`,
    'period_unknown',
    /which does not exist/,
  ],
  [
    'a total that is another',
    `update invoices set total = total + 1 where policy_id = $1 and kind = 'sale'`,
    'invoice_lines',
    /sum to 146241, not 146242/,
  ],
  [
    'a line that is another',
    `update invoices set lines = jsonb_set(lines, '{0,amount}', '1')
     where policy_id = $1 and kind = 'sale'`,
    'invoice_lines',
    /sum to 1, not 146241/,
  ],
  [
    'an invoice that is open though nothing is owed',
    `update invoices set state = 'open', open = 5, closed_at = null
     where policy_id = $1 and kind = 'sale'`,
    'invoice_open',
    /ask for 5, but only 0 is owed/,
  ],
  [
    'an invoice of which less is paid',
    `update invoices set paid = paid - 1 where policy_id = $1 and kind = 'sale'`,
    'invoice_movements',
    /0 is open and 146240 paid, but its movements leave 0 open and give up 0/,
  ],
  [
    'a movement of nothing',
    `insert into invoice_movements (policy_id, invoice_id, insurer_id, livemode, kind, amount,
       booking_day, moved_at)
     select policy_id, id, insurer_id, livemode, 'issued', 7, issue_day, created_at from invoices
     where policy_id = $1 and kind = 'sale'`,
    'invoice_movements',
    /its movements leave 7 open/,
  ],
  [
    'a charge that is counted twice over',
    `update charges set number = number + 1 where policy_id = $1 and amount < 0`,
    'charge_count',
    /are numbered 1, 3\./,
  ],
  [
    'an invoice that takes in what another has',
    `update invoices set charges_to = 2 where policy_id = $1 and kind = 'sale'`,
    'invoice_charges',
    /charges 1 to 2 sum to 74319|contains charge 2, which another invoice contains too/,
  ],
  [
    'a credit note over another amount',
    `update invoices set total = total + 1 where policy_id = $1 and kind = 'credit_note'`,
    'invoice_lines',
    /sum to -71922, not -71923/,
  ],
  [
    'an invoice that waits for a number and has one',
    `insert into unnumbered_invoices
     select insurer_id, livemode, extract(year from issue_day), id, policy_id
     from invoices where policy_id = $1 and kind = 'sale'`,
    'invoice_number',
    /waits for a number and has one/,
  ],
  [
    'an invoice that is gone',
    `delete from invoices where policy_id = $1`,
    'invoice_payment',
    /an invoice that does not exist/,
  ],
  [
    'balances that are others',
    `update balances set collected_elsewhere = collected_elsewhere + 7 where policy_id = $1`,
    'balances',
    /"elsewhere":74326/,
  ],
  ['balances that are gone', `delete from balances where policy_id = $1`, 'balances', /null/],
  [
    'a posting of a charge that is another',
    `update postings set amount = amount + 1 where policy_id = $1 and debit = 'tax'`,
    'posting_of_charge',
    /premium, tax and fees/,
  ],
  [
    'a posting of a payment that is gone',
    `delete from postings where policy_id = $1 and cause like 'payment %'`,
    'posting_of_payment',
    /and 0 is posted/,
  ],
  [
    'a posting of a refund that is gone',
    `delete from postings where policy_id = $1 and cause like 'refund %'`,
    'posting_of_refund',
    /gives back 71922, and 0 is posted/,
  ],
  [
    'a refund that is posted twice',
    `insert into postings (policy_id, cause, debit, credit, amount, posted_at, insurer_id, livemode, currency,
       booking_day, value_day)
     select policy_id, cause || ' again', debit, credit, amount, posted_at, insurer_id, livemode,
       currency, booking_day, value_day from postings
     where policy_id = $1 and cause like 'refund %'`,
    'posting_of_refund',
    /and 143844 is posted/,
  ],
  [
    'a posting of nothing',
    `insert into postings (policy_id, cause, debit, credit, amount, posted_at, insurer_id, livemode, currency,
       booking_day, value_day)
     values ($1, 'a gift', 'receivable', 'premium', 1, now(), 'acc', false, 'EUR', now(), now())`,
    'posting_without_cause',
    /"a gift"/,
  ],
  [
    'a payment that is another',
    `update payments set amount = amount - 1 where policy_id = $1`,
    'invoice_payment',
    /of 146240 is for bil_/,
  ],
  [
    'a refund that is more than its payment',
    `update refunds set amount = 146242 where policy_id = $1`,
    'refund_beyond_payment',
    /146242 is given back/,
  ],
  [
    'a row that shows another name',
    `update policies set first_name = 'Nobody' where id = $1`,
    'projection',
    /in firstName\./,
  ],
  [
    'a row that shows another price',
    `update policies set gross_payment_amount = 1 where id = $1`,
    'projection',
    /grossPaymentAmount/,
  ],
  [
    'a row that shows another day',
    `update policies set start_day = start_day + 1, termination_day = null where id = $1`,
    'projection',
    /startDay, terminationDay/,
  ],
  [
    'a row that shows another status',
    `update policies set status = 'paid' where id = $1`,
    'projection',
    /status/,
  ],
  [
    'a segment that costs another price',
    `update policy_segments set payment = payment + 100 where policy_id = $1`,
    'period_price',
    /but 74319 .* was charged/,
  ],
]
const tables = [
  'charges',
  'invoices',
  'invoice_movements',
  'postings',
  'balances',
  'payments',
  'refunds',
  'policies',
  'policy_segments',
] as const

describe('a fee of a letter', () => {
  it.each([
    ['that is another', `update fees set amount = amount + 1`, /asks for a fee of 501, and 500/],
    ['that is gone', `delete from fees`, /asks for a fee of 0, and 500 is posted/],
    [
      'that nobody posted',
      `delete from postings where cause like 'fee %'`,
      /asks for a fee of 500, and 0 is posted/,
    ],
    [
      'that differs from its invoice',
      `update invoices set kind = 'transaction' where kind = 'fee'`,
      /asks for a fee of 500/,
    ],
  ])('%s is found', async (_, damage, message) => {
    const doctored = await openTestPlatform({ leavesDocuments: true })
    await dunCyber(doctored)
    const { clock } = await soldUnpaid(doctored)
    await advanceAll(doctored, clock, '2031-06-26T10:00:00Z')
    expect(await checkMoney(doctored)).toMatchObject({ faults: [] })
    for (const table of ['fees', 'invoices', 'postings']) {
      await doctored.db.pool.query(`alter table ${table} disable trigger user`)
    }
    await doctored.db.pool.query(damage)
    const { faults } = await checkMoney(doctored)
    expect(faults).toContainEqual(
      expect.objectContaining({ kind: 'posting_of_fee', message: expect.stringMatching(message) }),
    )
    await doctored.close()
  })
})

describe('the money check names', () => {
  let policyId: string
  let kept: Map<string, unknown[]>
  const rowsOf = async (table: string) => {
    const key = table === 'policies' ? 'id' : 'policy_id'
    const { rows } = await platform.db.pool.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table} t where ${key} = $1`,
      [policyId],
    )
    return rows.map(({ row }) => row)
  }
  /** With every trigger off, those of references included. */
  async function untriggered(work: () => Promise<void>) {
    const { pool } = platform.db
    for (const table of tables) await pool.query(`alter table ${table} disable trigger user`)
    try {
      await work()
    } finally {
      for (const table of tables) await pool.query(`alter table ${table} enable trigger user`)
    }
  }
  beforeAll(async () => {
    policyId = await cancelledPolicy()
    await numberInvoices(platform.db)
    kept = new Map()
    for (const table of tables) kept.set(table, await rowsOf(table))
  })
  afterEach(() =>
    untriggered(async () => {
      const { pool } = platform.db
      await pool.query('delete from unnumbered_invoices where policy_id = $1', [policyId])
      await pool.query('delete from invoice_movements where policy_id = $1', [policyId])
      for (const table of ['charges', 'invoices', 'postings', 'balances'] as const) {
        await pool.query(`delete from ${table} where policy_id = $1`, [policyId])
        await pool.query(
          `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(kept.get(table))],
        )
      }
      await pool.query(
        `update policies p set first_name = k.first_name, start_day = k.start_day, status = k.status,
           gross_payment_amount = k.gross_payment_amount, termination_day = k.termination_day
         from jsonb_populate_recordset(null::policies, $1) k where p.id = k.id`,
        [JSON.stringify(kept.get('policies'))],
      )
      for (const [table, member] of [
        ['payments', 'amount'],
        ['refunds', 'amount'],
      ] as const) {
        await pool.query(
          `update ${table} t set ${member} = k.${member}
           from jsonb_populate_recordset(null::${table}, $1) k where t.id = k.id`,
          [JSON.stringify(kept.get(table))],
        )
      }
      await pool.query(
        `update policy_segments t set payment = k.payment
         from jsonb_populate_recordset(null::policy_segments, $1) k
         where t.version_id = k.version_id and t.first_day = k.first_day`,
        [JSON.stringify(kept.get('policy_segments'))],
      )
      expect((await checkMoney(platform)).faults).toEqual([])
    }),
  )

  it.each(damages)('%s', async (_, damage, kind, message) => {
    await untriggered(async () => void (await platform.db.pool.query(damage, [policyId])))
    const report = await checkMoney(platform)
    const found = report.faults.filter((fault) => fault.kind === kind)
    expect(found).not.toEqual([])
    expect(found.map((fault) => fault.message).join(' ')).toMatch(message)
    expect(new Set(report.faults.map((fault) => fault.policy_id))).toEqual(new Set([policyId]))
    expect(report.policies_different).toBe(1)
  })
})

describe('a number that is missing', () => {
  it('is reported beside those before and after it', async () => {
    const numbered = await Promise.all([1, 2, 3].map(() => soldPolicy(seller)))
    await numberInvoices(platform.db)
    const { pool } = platform.db
    const sorted = await pool.query<{ invoice_id: string; policy_id: string }>(
      `select n.invoice_id, i.policy_id from invoice_numbers n join invoices i on i.id = n.invoice_id
       where i.policy_id = any($1) order by n.number`,
      [numbered.map(({ id }) => id)],
    )
    const [before, lost, after] = sorted.rows
    await pool.query('alter table invoice_numbers disable trigger user')
    await pool.query('delete from invoice_numbers where invoice_id = $1', [lost?.invoice_id])
    await pool.query('alter table invoice_numbers enable trigger user')
    const { faults } = await checkMoney(platform)
    const found = faults.map((fault) => `${fault.policy_id} ${fault.kind}`)
    expect(found.toSorted()).toEqual(
      [before, lost, after].map((one) => `${one?.policy_id} invoice_number`).toSorted(),
    )
  })
})

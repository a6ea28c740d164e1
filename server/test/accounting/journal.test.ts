import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { publishedDraft } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import {
  type OpenInvoice,
  receivedByHand,
  soldOnAccount,
  trackReceipts,
  unmatchedReceipt,
} from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let paid: Awaited<ReturnType<typeof soldPolicy>>
let bike: Awaited<ReturnType<typeof soldPolicy>>
let onAccount: { readonly policy: { readonly id: string }; readonly invoice: OpenInvoice }
let givenUp: { readonly policy: { readonly id: string }; readonly invoice: OpenInvoice }

/*
 * Policies of one day: one is paid by card and cancelled, one is paid by transfer, in part two days
 * ago, one is written off after a part was paid; and one of another product, in another currency.
 */
beforeAll(async () => {
  platform = await openTestPlatform()
  await trackReceipts(platform, 'cyber')
  const seller = sellerOn(platform)
  onAccount = await soldOnAccount(platform, seller)
  const { id, currency } = onAccount.invoice
  const received = today().subtract({ days: 2 }).toString()
  await receivedByHand(platform, { id, amount: 46_241, currency, on: received })
  givenUp = await soldOnAccount(platform, seller)
  const part = { id: givenUp.invoice.id, amount: 46_241, currency, on: received }
  await receivedByHand(platform, part)
  const written = await manager().post(`/manage/invoices/${givenUp.invoice.id}/write_off`, {
    reason: 'The company is gone.',
  })
  expect(written.statusCode, written.body).toBe(200)
  const byCard = { payment: { provider: 'sandbox', method: 'card' } }
  bike = await soldPolicy(sellerOn(platform, { product: 'bike' }), byCard)
  paid = await soldPolicy(seller, byCard)
  await platform.runDue()
  const cancelled = await seller.cancel(paid.id, paid.version_id, {
    termination_date: '2027-09-30',
  })
  expect(cancelled.statusCode, cancelled.body).toBe(202)
  await platform.runDue()
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

interface Line {
  readonly id: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly currency: string
  readonly tax_rate: string | null
  readonly value_day: string
  readonly booking_day: string
  readonly cause: string
  readonly corrects: string | null
  readonly policy_id: string | null
}

const manager = () => managerOn(platform)
const today = () => platform.clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
const days = () => `from=${today()}&to=${today()}`
const read = async (query: string): Promise<Line[]> => {
  const answer = await manager().get(`/manage/journal?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Line[]>()
}
const all = () => read(`${days()}&limit=1000`)
const pairOf = ({ debit, credit, amount }: Line) => `${debit} from ${credit}: ${amount}`

describe('the journal', () => {
  it('has every posting of the ledger, once', async () => {
    const lines = await all()
    const [sum] = await platform.db.query<{ count: number; amount: number }>(sql`
      select count(*)::int as count, sum(amount)::bigint as amount from postings`)
    expect(lines).toHaveLength(sum?.count ?? 0)
    expect(lines.reduce((total, { amount }) => total + amount, 0)).toBe(sum?.amount)
  })

  it('says when money came and which days a charge is for', async () => {
    const lines = await read(`${days()}&policy_id=${onAccount.policy.id}`)
    expect(lines.map(pairOf)).toEqual([
      'receivable from premium: 122892',
      'receivable from tax: 23349',
      'bank from receivable: 46241',
    ])
    const [premium, tax, receipt] = lines
    expect(premium).toMatchObject({ value_day: '2027-06-29', service_from: '2027-06-29' })
    expect(tax).toMatchObject({ tax_rate: '19', service_to: '2028-06-28' })
    expect(receipt).toMatchObject({ value_day: today().subtract({ days: 2 }).toString() })
  })

  it('gives up the tax of what is written off, in proportion', async () => {
    const lines = await read(`${days()}&policy_id=${givenUp.policy.id}`)
    const lost = lines.filter(({ cause }) => cause.startsWith('write-off '))
    // 100,000 of 146,241 were open: so much of the premium and of the tax.
    expect(lost.map(pairOf)).toEqual([
      'written_off from receivable: 84034',
      'tax from receivable: 15966',
    ])
    expect(lost.map(({ tax_rate }) => tax_rate)).toEqual(['19', '19'])
  })

  it('names what a correction corrects', async () => {
    const lines = await read(`${days()}&policy_id=${paid.id}`)
    const [charge] = lines
    const reduced = lines.filter(({ debit }) => debit === 'premium')
    expect(reduced.map(({ corrects }) => corrects)).toEqual([charge?.cause])
    expect(charge?.corrects).toBeNull()
  })

  it('is filtered by account, product and distributor', async () => {
    const lines = await all()
    const ofTax = await read(`${days()}&account=tax`)
    expect(ofTax).toEqual(lines.filter(({ debit, credit }) => [debit, credit].includes('tax')))
    const ofBike = await read(`${days()}&product_id=bike`)
    expect(ofBike).toEqual(lines.filter(({ policy_id }) => policy_id === bike.id))
    const { distributor_id } = (lines[0] ?? {}) as { distributor_id?: string }
    expect(await read(`${days()}&distributor_id=${distributor_id}`)).toEqual(lines)
    expect(await read(`${days()}&distributor_id=acc_0`)).toEqual([])
    const wrong = await manager().get(`/manage/journal?${days()}&account=petty_cash`)
    expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('receivable')])
  })

  it('is read page by page, without a line missing or twice', async () => {
    const lines = await all()
    const pages: Line[] = []
    let next: string | null = `/manage/journal?${days()}&limit=3`
    while (next !== null) {
      const page = await manager().get(next)
      pages.push(...page.json<Line[]>())
      const [, link] = /<([^>]+)>; rel="next"/.exec(String(page.headers['link'])) ?? []
      next = link === undefined ? null : link.slice(link.indexOf('/manage'))
    }
    expect(pages).toEqual(lines)
  })

  it('is exported as it is read', async () => {
    const lines = await all()
    const exported = await manager().get(`/manage/journal/export?${days()}`)
    expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head = '', ...rows] = exported.body.trimEnd().split('\n')
    expect(head.split(',')).toEqual(Object.keys(lines[0] ?? {}))
    expect(rows.map((row) => row.split(',')[0])).toEqual(lines.map(({ id }) => id))
  })

  it('is nobody else\u2019s: another insurer reads its own', async () => {
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    expect((await live.get(`/manage/journal?${days()}`)).json()).toEqual([])
  })
})

describe('money without an invoice', () => {
  it('is in the bank and owed to nobody known until a person matches or dismisses it', async () => {
    const balanceOf = async (account: string) => {
      const answer = await manager().get(`/manage/trial_balance?${days()}`)
      const { accounts } = answer.json<{
        accounts: { account: string; currency: string; closing: number }[]
      }>()
      return accounts.find((one) => one.account === account && one.currency === 'eur')?.closing ?? 0
    }
    const bank = await balanceOf('bank')
    const matched = await unmatchedReceipt(platform, 'eur')
    const dismissed = await unmatchedReceipt(platform, 'eur')
    const held = -(await balanceOf('unmatched_receipts'))
    expect([held > 0, await balanceOf('bank')]).toEqual([true, bank + held])
    const { invoice, policy } = await soldOnAccount(platform, sellerOn(platform))
    await manager().post(`/manage/receipts/${matched}/match`, { invoice_id: invoice.id })
    await manager().post(`/manage/receipts/${dismissed}/dismiss`, { reason: 'Interest.' })
    expect(await balanceOf('unmatched_receipts')).toBe(0)
    expect(await balanceOf('bank')).toBe(bank + held / 2)
    const lines = await read(`${days()}&account=unmatched_receipts`)
    expect(
      lines.map(({ cause, policy_id, corrects }) => [cause.split(' ')[0], policy_id, corrects]),
    ).toEqual([
      ['receipt', null, null],
      ['receipt', null, null],
      ['payment', policy.id, null],
      ['receipt', null, `receipt ${dismissed}`],
    ])
  })
})

describe('the trial balance', () => {
  it('is what the journal sums to, and sums to nothing in each currency', async () => {
    const lines = await all()
    const answer = await manager().get(`/manage/trial_balance?${days()}`)
    const { accounts } = answer.json<{
      accounts: {
        currency: string
        account: string
        opening: number
        debit: number
        credit: number
        closing: number
      }[]
    }>()
    for (const { currency, account, opening, debit, credit, closing } of accounts) {
      const own = lines.filter((line) => line.currency === currency)
      const sum = (side: 'debit' | 'credit') =>
        own
          .filter((line) => line[side] === account)
          .reduce((total, { amount }) => total + amount, 0)
      expect([account, opening, debit, credit]).toEqual([account, 0, sum('debit'), sum('credit')])
      expect(closing).toBe(debit - credit)
    }
    const currencies = new Set(lines.map(({ currency }) => currency))
    expect(new Set(accounts.map(({ currency }) => currency))).toEqual(currencies)
    for (const currency of currencies) {
      const own = accounts.filter((one) => one.currency === currency)
      expect(own.reduce((total, { closing }) => total + closing, 0)).toBe(0)
    }
    const tomorrow = today().add({ days: 1 })
    const later = await manager().get(`/manage/trial_balance?from=${tomorrow}&to=${tomorrow}`)
    expect(later.json<typeof answer>()).toMatchObject({
      accounts: accounts.map(({ currency, account, closing }) => {
        return { currency, account, opening: closing, debit: 0, credit: 0, closing }
      }),
    })
  })
})

describe('taxes', () => {
  const taxes = async () => {
    const answer = await manager().get(`/manage/taxes?${days()}`)
    return answer.json<{
      lines: {
        country: string | null
        class_of_business: string | null
        currency: string
        rate: string | null
        premium: number
        tax: number
      }[]
    }>().lines
  }

  it('are by rate what the account tax and the premium come to, less what was written off', async () => {
    const lines = await all()
    const own = lines.filter(({ policy_id }) => policy_id === paid.id)
    const kept = (account: string) =>
      own.reduce((sum, { debit, credit, amount }) => {
        if (credit === account) return sum + amount
        return debit === account ? sum - amount : sum
      }, 0)
    const euros = (await taxes()).filter(({ currency }) => currency === 'eur')
    expect(euros).toEqual([
      {
        country: 'DE',
        class_of_business: 'cyber',
        currency: 'eur',
        rate: '19',
        premium: 3 * 122_892 - 84_034 + kept('premium'),
        tax: 3 * 23_349 - 15_966 + kept('tax'),
      },
    ])
    for (const currency of ['eur', 'chf']) {
      const own = lines.filter((line) => line.currency === currency)
      const posted = own.reduce((sum, { debit, credit, amount }) => {
        if (credit === 'tax') return sum + amount
        return debit === 'tax' ? sum - amount : sum
      }, 0)
      const shown = (await taxes()).filter((line) => line.currency === currency)
      expect(shown.reduce((sum, { tax }) => sum + tax, 0)).toBe(posted)
    }
  })

  it('are by the country and the class that a product declares, also for what it sold before', async () => {
    await publishedDraft(platform, 'cyber', {
      'product.yaml': (text) => text.replace('country_of_risk: DE', 'country_of_risk: AT'),
    })
    expect((await taxes()).find(({ currency }) => currency === 'eur')).toMatchObject({
      country: 'AT',
      class_of_business: 'cyber',
    })
  })
})

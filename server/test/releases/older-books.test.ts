import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, sql } from '../../src/database/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { openTokens, sealOldTokens, selectSecret } from '../../src/policies/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { importerOn } from '../builders/importer.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { everyRow } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { restoreBook } from './restore-book.ts'

/** Each was recorded by the release whose last migration it is named after. */
const books = readdirSync(new URL('books/', import.meta.url)).map(
  (file) => file.split('.')[0] ?? '',
)

describe.each(books)('a start on the database of the release with migration %s', (name) => {
  let platform: TestPlatform
  let book: Awaited<ReturnType<typeof restoreBook>>
  beforeAll(async () => {
    book = await restoreBook(name)
    platform = await openTestPlatform({ book })
    platform.clock.set(book.soldAt.add({ minutes: 1 }))
  })
  afterAll(() => platform.close())

  const policyOf = async (id: string) => {
    const answer = await sellerOn(platform).get(`/policies/${id}`)
    expect(answer.statusCode).toBe(200)
    return answer.json<{ status: string; version_id: string; insurer_policy_id: string }>()
  }

  it('finds every sale as it was', async () => {
    const { offered, pending, paid, byCard, cancelled } = book.sales
    const found = await Promise.all(
      [offered, pending, paid, byCard, cancelled].map(({ id }) => policyOf(id)),
    )
    expect(found.map(({ status }) => status)).toEqual([
      'ready',
      'accepted',
      'paid',
      'paid',
      'cancelled',
    ])
    expect(found.map(({ insurer_policy_id: number }) => number)).toEqual(
      [offered, pending, paid, byCard, cancelled].map(({ number }) => number),
    )
  })

  it('shows the tokens that were handed out, which stand in no table any more', async () => {
    const sales = Object.values(book.sales)
    const shown = await Promise.all(
      sales.map(async ({ id }) => {
        const offer = await sellerOn(platform).get(`/offers/${id}`)
        return offer.json<{ payment_token: string }>().payment_token
      }),
    )
    expect(shown).toEqual(sales.map(({ token }) => token))
    const rows = (await everyRow(platform)).join('\n')
    expect(shown.filter((token) => rows.includes(token))).toEqual([])
  })

  it('says of every policy what it is on which day, however many servers begin with it', async () => {
    await Promise.all([platform.handlers.sweep({}), platform.handlers.sweep({})])
    const days = async (id: string) =>
      platform.db.query<{ day: string }>(sql`
        select v.kind || ': ' || s.kind as day
        from policy_versions v join policy_segments s on s.version_id = v.id
        where v.policy_id = ${id} order by v.number, s.first_day`)
    const { offered, paid, cancelled } = book.sales
    expect((await days(offered.id)).map(({ day }) => day)).toEqual(['offer: cover'])
    expect((await days(paid.id)).map(({ day }) => day)).toEqual(['offer: cover'])
    expect((await days(cancelled.id)).map(({ day }) => day)).toEqual([
      'offer: cover',
      'cancellation: cover',
      'cancellation: ended',
    ])
    const left = await platform.db.query(sql`
      select from policy_versions where terms is null and state in ('active', 'superseded')`)
    expect(left).toEqual([])
  })

  it('seals them once, however many servers start', async () => {
    const { database, keyRing } = await restoreBook(name)
    const open = () =>
      openDatabase({ ...database, connectionsMax: 2, onConnectionError: () => undefined })
    const dbs = [open(), open(), open()]
    try {
      const [one] = dbs
      if (one === undefined) throw new Error('there are three')
      const waiting = await one.query(sql`select from unsealed_tokens`)
      const sealed = await Promise.all(dbs.map((db) => sealOldTokens(db, keyRing)))
      expect(sealed.reduce((sum, some) => sum + some)).toBe(waiting.length)
      expect(await one.query(sql`select from unsealed_tokens`)).toEqual([])
      const ids = Object.values(book.sales).map(({ id }) => id as PolicyId) // As it was recorded.
      const opened = await Promise.all(ids.map((id) => openTokens({ db: one, keyRing }, id)))
      expect(opened.map(({ payment }) => payment)).toEqual(
        Object.values(book.sales).map(({ token }) => token),
      )
    } finally {
      await Promise.all(dbs.map((db) => db.close()))
      await database.drop()
    }
  })

  it('sells what was only offered', async () => {
    const { id, token } = book.sales.offered
    expect((await sellerOn(platform).pay({ id, payment_token: token })).statusCode).toBe(200)
    expect((await policyOf(id)).status).toBe('paid')
  })

  it('hears of the payment that was on its way', async () => {
    const { id, paymentId } = book.sales.pending
    const heard = await sandboxCallback(platform, { payment_id: paymentId, status: 'ok' })
    expect(heard.statusCode).toBe(200)
    expect((await policyOf(id)).status).toBe('paid')
  })

  it('cancels what was paid by card, and gives the money back', async () => {
    const { id } = book.sales.byCard
    const seller = sellerOn(platform)
    const { version_id: version } = await policyOf(id)
    expect((await seller.cancel(id, version)).statusCode).toBe(202)
    await platform.workOff()
    expect((await policyOf(id)).status).toBe('cancelled')
    const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
    const { payments } = history.json<{ payments: { id: string }[] }>()
    const payment = await seller.get(`/payments/${payments[0]?.id}`)
    expect(payment.json()).toMatchObject({ status: 'ok', refunds: [{ status: 'ok' }] })
  })

  it('opens what was sealed, and keeps every job', async () => {
    await platform.workOff()
    expect(
      await selectSecret(platform.db, 'sensitive_data', book.sales.paid.id as never),
    ).toBeDefined()
    const { offered, paid } = book.sales
    for (const { id } of [offered, paid]) {
      const { assets } = (await sellerOn(platform).get(`/policies/${id}`)).json<{
        assets: unknown[]
      }>()
      expect(assets.length).toBeGreaterThan(0)
    }
  })

  it('binds its versions to what its datasets hold: a draft moves no price', async () => {
    const company = book.demo.products['cyber']?.dataset_item ?? ''
    const seller = sellerOn(platform)
    const priceOf = async (body = {}) => {
      const quote = await seller.quote({ data: { company }, body })
      return quote.json<{ gross_payment_amount?: number }>().gross_payment_amount
    }
    const before = await priceOf()
    expect(before).toBeTypeOf('number')
    const second = await pushedDraft(platform, 'cyber', {
      'datasets/companies.csv': (text) => text.replace(/^C-0001,.*\n/m, ''),
    })
    await vi.waitFor(async () => expect(await priceOf({ live_product: 'false' })).toBe(undefined))
    expect(await priceOf()).toBe(before)
    const taken = await importerOn(platform).csv('companies', 'company_number\nX\n')
    expect(taken.json<{ message: string }>().message).toContain('belongs to the product cyber')
    expect(await priceOf({ product_version_id: second })).toBe(undefined)
  })

  it('has booked all of its money to the cent', async () => {
    await platform.handlers.sweep({})
    expect(await platform.db.query(sql`select from unbooked_policies`)).toEqual([])
    const done = await checkMoney(platform)
    expect(done.faults).toEqual([])
    expect(done.policies_checked).toBeGreaterThanOrEqual(5)
  })

  it('prices the book as it was priced, and sells on', async () => {
    const manager = managerOn(platform)
    const check = await manager.post('/manage/book_checks', {})
    await platform.workOff()
    const { id } = check.json<{ id: string }>()
    const done = await manager.get(`/manage/book_checks/${id}`)
    expect(done.json()).toMatchObject({ status: 'done', policies_different: 0 })
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer)).statusCode).toBe(200)
  })
})

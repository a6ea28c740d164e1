import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Statement, sql } from '../../src/database/index.ts'
import type { DemoKeys } from '../../src/demo/demo-file.ts'
import { makeDemo } from '../../src/demo/make-demo.ts'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import { createLog } from '../../src/log.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import { dunnedBy, publishedDraft, withoutLaw, withoutRenewal } from '../builders/draft.ts'
import { casesOf, germanSteps } from '../builders/dunning.ts'
import { exampleFolder } from '../builders/folder.ts'
import { type Manager, managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type QuoteChanges, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type OpenInvoice, receivedByBank } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { removeFolder, sellingOnly, temporaryFolder } from '../support/server-process.ts'

let platform: TestPlatform
let beside: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const { connection } = platform
  beside = await openTestPlatform({ beside: { platform, connection }, leavesDocuments: true })
})
afterAll(async () => {
  await beside.close()
  await platform.close()
})

const quiet = createLog('fatal', { write: () => undefined })
const acme = { provider: 'acme_invoice', method: 'invoice' }
const invoice = { provider: 'invoice', method: 'invoice' }

const declare = async (manager: Manager, name: string, ...methods: readonly string[]) => {
  const declaration = { name, methods: [...methods] }
  const declared = await manager.post('/manage/payment_providers', declaration)
  expect(declared.statusCode, declared.body).toBe(200)
}
const remove = (manager: Manager, name: string) =>
  manager.delete(`/manage/payment_providers/${name}`)

/** The first payment plan, with this way to pay in it besides. */
const alsoBy =
  ({ provider, method }: typeof acme) =>
  (text: string) =>
    text.replace(
      '    methods:\n',
      `    methods:\n      - { provider: ${provider}, method: ${method} }\n`,
    )

/** A bike product of its own, so that no story is in the way of another. */
const folderOf = (key: string, way = acme) =>
  exampleFolder('bike', {
    'product.yaml': (text) => alsoBy(way)(text).replace(/^key: .*/m, `key: ${key}`),
  })

interface Refused {
  readonly problems?: readonly { place: string; message: string; fix: string }[]
}
/** None where it was taken. */
const problemsOf = async (manager: Manager, key: string, way = acme) => {
  const pushed = await manager.push(await folderOf(key, way))
  if (pushed.statusCode !== 200) expect(pushed.json()).toHaveProperty('problems')
  return pushed.json<Refused>().problems ?? []
}

describe('a payment provider of an insurer’s own', () => {
  it('is refused at push until it is declared, with the known ones and how to declare it', async () => {
    const manager = managerOn(platform)
    expect(await problemsOf(manager, 'velo-a')).toMatchObject([
      {
        place: 'payment_plans.once.methods[0].provider',
        message: 'There is no payment provider "acme_invoice".',
        fix: 'There are: invoice, distributor, sandbox, bank_transfer, stripe. Declare one of your own with: bindery providers declare acme_invoice --method invoice',
      },
    ])
    await declare(manager, 'acme_invoice', 'invoice')
    // The server beside has cached nothing that would have to be forgotten first.
    expect(await problemsOf(managerOn(beside), 'velo-a')).toEqual([])
    expect(await problemsOf(manager, 'velo-a', { ...acme, method: 'debit' })).toMatchObject([
      {
        place: 'payment_plans.once.methods[0].method',
        message: 'The payment provider acme_invoice has no method "debit".',
        fix: 'It has: invoice. Add the method: bindery providers declare acme_invoice --method invoice debit',
      },
    ])
  })

  it('may not be called like one of the platform’s, nor like somebody else', async () => {
    const manager = managerOn(platform)
    for (const name of ['invoice', 'sandbox', 'stripe', 'bank_transfer', 'bank-transfer']) {
      const declared = await manager.post('/manage/payment_providers', { name, methods: ['x'] })
      expect([name, declared.statusCode]).toEqual([name, 400])
      expect(declared.body).toContain('is reserved')
    }
  })

  it('takes payments at once in both modes, on every server, and only where the plan lists it', async () => {
    await declare(managerOn(platform), 'acme_invoice', 'invoice')
    await publishedDraft(platform, 'bike', { 'product.yaml': alsoBy(acme) })
    await beside.feed.caughtUp()
    const { keys } = platform.demo
    for (const secretKey of [keys.test.secret, keys.live.secret]) {
      const seller = sellerOn(beside, { product: 'bike', secretKey })
      const offer = await madeOffer(seller)
      const unknown = await seller.pay(offer, { ...acme, provider: 'foreign_invoice' })
      expect(unknown.statusCode).toBe(404)
      expect(unknown.body).toContain(
        'Known providers: invoice, distributor, sandbox, bank_transfer, stripe, acme_invoice.',
      )
      const notListed = await seller.pay(offer, { ...acme, method: 'debit' })
      expect(notListed.statusCode).toBe(400)
      expect(notListed.body).toContain('does not allow acme_invoice/debit')
      const paid = await seller.pay(offer, acme)
      expect(paid.json()).toMatchObject({ ...acme, status: 'ok' })
      expect((await seller.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'paid' })
    }
    const cyber = sellerOn(platform)
    expect((await cyber.pay(await madeOffer(cyber), acme)).statusCode).toBe(400)
  })

  it('is of one insurer alone: another does not see it, use it or learn of it', async () => {
    await declare(managerOn(platform), 'acme_invoice', 'invoice')
    const stranger = managerOn(
      platform,
      (await newKey(platform, await foreignInsurer(platform))).key,
    )
    const listed = await stranger.get('/manage/payment_providers')
    expect(listed.json<{ name: string }[]>().map(({ name }) => name)).toEqual([
      'invoice',
      'distributor',
      'sandbox',
      'bank_transfer',
      'stripe',
    ])
    expect((await remove(stranger, 'acme_invoice')).statusCode).toBe(404)
    const problems = await problemsOf(stranger, 'velo-b')
    expect(problems.map(({ message }) => message)).toContain(
      'There is no payment provider "acme_invoice".',
    )
    // Both may use the same name, each for itself.
    await declare(stranger, 'acme_invoice', 'debit')
    expect(await problemsOf(managerOn(platform), 'velo-b')).toEqual([])
  })

  it('stays while a version that was on sale names it, which is named', async () => {
    const manager = managerOn(platform)
    await declare(manager, 'kept_invoice', 'invoice', 'debit')
    const kept = { provider: 'kept_invoice', method: 'invoice' }
    const pushed = await manager.push(await folderOf('velo-c', kept))
    const { product_version_id: version } = pushed.json<{ product_version_id: string }>()
    await manager.post(`/manage/product_versions/${version}/publish`)
    const refused = await remove(manager, 'kept_invoice')
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('kept_invoice is in use by velo-c version 1.')
    const without = { name: 'kept_invoice', methods: ['debit'] }
    const cut = await manager.post('/manage/payment_providers', without)
    expect(cut.body).toContain('kept_invoice/invoice is in use by velo-c version 1.')
    await declare(manager, 'kept_invoice', 'invoice')
    const own = (await manager.get('/manage/payment_providers')).json<object[]>()
    expect(own).toContainEqual(
      expect.objectContaining({ name: 'kept_invoice', methods: ['invoice'], is_own: true }),
    )
  })

  it('that was removed keeps a draft from being published, whichever request is faster', async () => {
    const manager = managerOn(platform)
    const brief = { provider: 'brief_invoice', method: 'invoice' }
    for (let round = 0; round < 4; round++) {
      await declare(manager, 'brief_invoice', 'invoice')
      const pushed = await manager.push(await folderOf(`velo-race-${round}`, brief))
      const { product_version_id: version } = pushed.json<{ product_version_id: string }>()
      const publish = (by: Manager) => by.post(`/manage/product_versions/${version}/publish`)
      const [published, removed] =
        round === 0
          ? [await remove(manager, 'brief_invoice'), await publish(manager)].toReversed()
          : await Promise.all([publish(manager), remove(managerOn(beside), 'brief_invoice')])
      expect(new Set([published?.statusCode, removed?.statusCode])).toEqual(new Set([200, 400]))
      if (published?.statusCode === 200) return // From now on it stays.
      expect(published?.body).toContain('uses brief_invoice/invoice')
    }
  })

  it('is declared by a first start whose folders name it', async () => {
    const folder = await temporaryFolder()
    const { EXAMPLES_DIR: examplesDir } = await sellingOnly('bike', folder)
    const product = join(examplesDir, 'bike', 'product.yaml')
    const text = alsoBy({ ...acme, provider: 'velo_bill' })(await readFile(product, 'utf8'))
    await writeFile(product, text.replace(/^key: .*/m, 'key: velo-d'))
    const keys: DemoKeys = {
      ...platform.demo,
      insurerId: (await demoAccount(platform, 'demo-insurance')).id,
      distributorIds: [(await demoAccount(platform, 'alpine-brokers')).id],
    }
    const options = { dataDir: folder, examplesDir }
    const made = await makeDemo(platform, options, keys, quiet, () => undefined)
    expect(Object.keys(made.products)).toEqual(['velo-d'])
    await writeFile(product, text.replace('velo_bill', 'invoise'))
    await expect(makeDemo(platform, options, keys, quiet, () => undefined)).rejects.toThrow(
      'There is no payment provider "invoise". Did you mean invoice?',
    )
    await removeFolder(folder)
  })
})

/** Two customers of one product who do the same, one by the insurer's own name. */
async function twins(clock: ClockId, quote: QuoteChanges) {
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { clock, secretKey })
  const ours = await soldPolicy(seller, { quote, payment: invoice })
  const own = await soldPolicy(seller, { quote, payment: acme })
  return { seller, ids: [ours.id, own.id] as const }
}

/** All that is written of a policy's money, without what is of this policy alone. */
async function recordsOf(policyId: string): Promise<JsonObject> {
  const { db } = platform
  const rows = async (statement: Statement) => db.query<JsonObject>(statement)
  const manager = managerOn(platform)
  const account = await manager.get(`/policies/${policyId}/account`)
  expect(account.statusCode, account.body).toBe(200)
  const records = {
    account: account.json<JsonObject>(),
    payments: (await manager.get(`/manage/payments?policy_id=${policyId}`)).json<JsonObject[]>(),
    refunds: await rows(sql`
      select status, amount, attempt from refunds where policy_id = ${policyId} order by id`),
    postings: await rows(sql`
      select debit, credit, amount from postings where policy_id = ${policyId}
      order by debit, credit, amount`),
    invoices: await rows(sql`
      select kind, state, total, open, due_day::text as due from invoices
      where policy_id = ${policyId} order by due_day, total`),
    events: await rows(sql`
      select type, count(*)::int as times from events
      where subject_id = ${policyId} or data ->> 'policy_id' = ${policyId}
      group by type order by type`),
    cases: (await casesOf(platform, policyId)).map((one) => ({ ...one })),
  }
  const text = JSON.stringify(records).replaceAll('acme_invoice', 'invoice')
  return JSON.parse(text, withoutNames) as JsonObject // It was one.
}

const numbers = [
  'id',
  'number',
  'policy_number',
  'reference',
  'href',
  'document',
  'insurer_policy_id',
  'allowed',
]

function withoutNames(member: string, value: unknown): unknown {
  if (numbers.includes(member) || member.endsWith('_id')) return undefined
  // What happens at one moment is in no order.
  const texts = Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : null
  return texts?.map((text) => JSON.parse(text) as unknown) ?? value
}

const expectTheSame = async ([ours, own]: readonly [string, string]) => {
  const records = await recordsOf(ours)
  expect(await recordsOf(own)).toEqual(records)
  return records
}
const to = async (clock: ClockId, day: string) =>
  expect(await advanceAll(platform, clock, `${day}T12:00:00Z`)).toMatchObject({ status: 'ready' })

describe('the money of a policy that is paid under the insurer’s own name', () => {
  it('is the same as by invoice: sold, cancelled and given back, or renewed', async () => {
    await declare(managerOn(platform), 'acme_invoice', 'invoice')
    await publishedDraft(platform, 'cyber', { 'product.yaml': alsoBy(acme) })
    const clock = await newClock(platform, '2031-05-01T10:00:00Z')
    const quote = { data: { policy_start_date: '2031-06-01' } }
    const cancelled = await twins(clock, quote)
    const renewed = await twins(clock, quote)
    await to(clock, '2031-07-01')
    for (const id of cancelled.ids) {
      await transactionsOn(platform, cancelled.seller).cancel(id, '2031-09-30')
    }
    await platform.runDue()
    expect(await expectTheSame(cancelled.ids)).toMatchObject({ refunds: [{ status: 'ok' }] })
    await to(clock, '2032-06-10')
    const { invoices, payments } = await expectTheSame(renewed.ids)
    expect(invoices).toMatchObject([{ state: 'settled' }, { state: 'settled' }])
    expect(payments).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  })

  it('is the same as by invoice where receipts are tracked, and nobody pays', async () => {
    await declare(managerOn(platform), 'acme_invoice', 'invoice')
    await publishedDraft(platform, 'cyber', {
      'product.yaml': (text) => {
        const tracked = text.replace('    methods:', '    receipts: tracked\n    methods:')
        return dunnedBy(
          withoutLaw(withoutRenewal(alsoBy(acme)(tracked))),
          germanSteps.replace(', fee: 500', ''),
        )
      },
    })
    const clock = await newClock(platform, '2031-05-01T10:00:00Z')
    const { ids } = await twins(clock, { data: { policy_start_date: '2031-06-01' } })
    expect(await expectTheSame(ids)).toMatchObject({ invoices: [{ state: 'open' }] })
    await to(clock, '2031-06-27')
    expect(await expectTheSame(ids)).toMatchObject({ cases: [{ step: 'notice_sent' }] })
    for (const id of ids) {
      const found = await managerOn(platform).get(`/manage/invoices?policy_id=${id}&state=open`)
      for (const one of found.json<OpenInvoice[]>()) {
        const received = { ...one, amount: one.open, on: '2031-06-27' }
        await receivedByBank(platform, received, { isSettled: false })
        platform.clock.advance({ seconds: 1 })
      }
    }
    await platform.runDue()
    expect(await expectTheSame(ids)).toMatchObject({ cases: [{ state: 'cured' }] })
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })
})

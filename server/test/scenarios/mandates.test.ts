import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject, PolicyId } from '../../src/kernel/index.ts'
import { type PaymentProvider, selectMandatesOf } from '../../src/payments/index.ts'
import { openSecret, rotateSecrets } from '../../src/policies/index.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { everyRow } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { undocumented } from '../support/documented-states.ts'
import { tally } from './records.ts'

let platform: TestPlatform
let sandbox: PaymentProvider
beforeAll(async () => {
  platform = await openTestPlatform()
  sandbox = platform.providers.get('sandbox') ?? expect.fail('there is a sandbox')
})
afterAll(() => platform.close())
beforeEach(() => put(sandbox))

/** Only here may another be put in the sandbox's place. */
const put = (provider: PaymentProvider) =>
  (platform.providers as Map<string, PaymentProvider>).set('sandbox', provider)

async function paid(product: string, payment: JsonObject) {
  const seller = sellerOn(platform, { product })
  const offer = await madeOffer(seller)
  const answer = await seller.pay(offer, payment)
  expect(answer.statusCode, answer.body).toBe(200)
  const id = offer.id as PolicyId // The platform has just given it.
  return { id, paymentId: answer.json<{ id: string }>().id, seller }
}
const byCard = (sandbox: JsonObject = {}) => ({ provider: 'sandbox', method: 'card', sandbox })
const shown = async (id: string) =>
  (await sellerOn(platform).get(`/policies/${id}`)).json<{ mandate: unknown }>().mandate
const mandatesOf = (id: PolicyId) => selectMandatesOf(platform.db, id)

describe('a mandate', () => {
  it('is given with a card payment for a plan of instalments, and shown without its name', async () => {
    const { id, paymentId } = await paid('cyber', byCard())
    expect(await shown(id)).toEqual({ provider: 'sandbox', method: 'card', status: 'active' })
    expect(await mandatesOf(id)).toMatchObject([{ state: 'active', givenBy: paymentId }])
    const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
    const given = history
      .json<{ events: { type: string; data: JsonObject }[] }>()
      .events.filter(({ type }) => type.startsWith('mandate.'))
    const data = { policy_id: id, provider: 'sandbox', method: 'card', payment_id: paymentId }
    expect(given).toMatchObject([{ type: 'mandate.given', data }])
    const { publicKey } = { publicKey: platform.demo.keys.test.public }
    const open = await sellerOn(platform, { publicKey }).get(`/policies/${id}`)
    expect(open.json()).not.toHaveProperty('mandate')
  })

  it('is not given for a single payment, by an invoice, or where the provider has none', async () => {
    const sold = [
      await paid('bike', byCard()),
      await paid('cyber', {}),
      await paid('cyber', byCard({ mandate: 'none' })),
      await paid('cyber', byCard({ outcome: 'failed' })),
    ]
    for (const { id } of sold) {
      expect(await shown(id)).toBeUndefined()
      expect(await mandatesOf(id)).toEqual([])
    }
  })

  it('is given once, however often and however close together a callback says so', async () => {
    const { id, paymentId } = await paid('cyber', byCard({ outcome: 'pending' }))
    expect(await shown(id)).toBeUndefined()
    const body = { payment_id: paymentId, status: 'ok' }
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => sandboxCallback(platform, body)),
    )
    expect(tally(calls.map(({ statusCode }) => statusCode))).toEqual({ 200: 8 })
    expect(await mandatesOf(id)).toMatchObject([{ state: 'active' }])
  })

  it('is the only active one of its policy, ends once, and stays as it was', async () => {
    const { id } = await paid('cyber', byCard())
    const change = (statement: ReturnType<typeof sql>) =>
      platform.db.transaction(async (tx) => {
        await tx.query(undocumented)
        await tx.query(sql`select from policies where id = ${id} for update`)
        await tx.query(statement)
      })
    const other = change(sql`
      insert into mandates (id, policy_id, provider, method, state, given_by, created_at)
      values ('man_other', ${id}, 'sandbox', 'card', 'active', 't1', now())`)
    await expect(other).rejects.toThrow('mandates_one_active')
    await change(sql`
      update mandates set state = 'revoked', revoked_by = 'account', ended_at = now()
      where policy_id = ${id}`)
    const again = change(sql`
      update mandates set state = 'active', ended_at = null where policy_id = ${id}`)
    await expect(again).rejects.toThrow('mandates')
    await expect(change(sql`delete from mandates where policy_id = ${id}`)).rejects.toThrow()
    expect(await shown(id)).toMatchObject({ status: 'revoked' })
  })

  it('stands in no table by the name that its provider knows, and opens after rotation', async () => {
    const reference = `card on file ${randomBytes(12).toString('hex')}`
    put({
      ...sandbox,
      charge: async (...asked) => ({ ...(await sandbox.charge(...asked)), mandate: { reference } }),
    })
    const { id } = await paid('cyber', byCard())
    const [mandate] = await mandatesOf(id)
    const rows = (await everyRow(platform)).join('\n')
    expect(rows).toContain(mandate?.id)
    expect(rows).not.toContain(reference)
    expect(rows).not.toContain(Buffer.from(reference).toString('hex'))
    const newKey = { id: 'newer', key: randomBytes(32) }
    const ring: KeyRing = [newKey, ...platform.keyRing]
    await rotateSecrets(platform.db, ring)
    const place = { policyId: id, kind: 'mandate', subject: mandate?.id ?? '' } as const
    expect(await openSecret({ db: platform.db, keyRing: [newKey] }, place)).toBe(reference)
    await rotateSecrets(platform.db, [...platform.keyRing, newKey])
  })
})

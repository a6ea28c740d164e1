import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { queueSchema } from '../../src/jobs/index.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { rotateSecrets, selectSecret } from '../../src/policies/index.ts'
import { openSensitiveData } from '../../src/sales/index.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const iban = 'DE89370400440532013000'
const secrets = { iban, illnesses: ['asthma bronchiale'], pin: 4711 }

async function offerWithSecrets(): Promise<PolicyId> {
  const offer = await madeOffer(sellerOn(platform), { offer: { sensitive_data: secrets } })
  return offer.id as PolicyId // The platform has just given it.
}

async function sealedOf(id: PolicyId) {
  const sealed = await selectSecret(platform.db, 'sensitive_data', id)
  if (sealed === undefined) throw new Error(`${id} has no sensitive data`)
  return sealed
}

describe('sensitive data', () => {
  it('comes back in no view, and the views only show that there is some', async () => {
    const seller = sellerOn(platform)
    const id = await offerWithSecrets()
    for (const path of [`/policies/${id}`, `/offers/${id}`]) {
      const view = await seller.get(path)
      expect(view.json()).toMatchObject({ contains_sensitive_data: true })
      expect(view.body).not.toContain(iban)
      expect(view.body).not.toContain('sensitive_data":{')
    }
    const plain = await madeOffer(seller)
    expect((await seller.get(`/policies/${plain.id}`)).json()).toMatchObject({
      contains_sensitive_data: false,
    })
  })

  it('stands nowhere in the database, in no event and in no log line', async () => {
    const id = await offerWithSecrets()
    const tables = await platform.db.query<{ name: string }>(sql`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', ${queueSchema}) and table_type = 'BASE TABLE'`)
    expect(tables.length).toBeGreaterThan(10)
    const inHex = Buffer.from(iban).toString('hex')
    for (const { name } of tables) {
      const found = await platform.db.pool.query(
        `select from ${name} as t where t::text ~ $1 limit 1`,
        [`${iban}|${inHex}`],
      )
      expect([name, found.rowCount]).toEqual([name, 0])
    }
    expect(platform.logLines.filter((line) => line.includes(iban))).toEqual([])
    const sealed = await sealedOf(id)
    expect(sealed.sealedData.includes(iban)).toBe(false)
  })

  it('opens with the ring, for its own policy only', async () => {
    const [id, other] = [await offerWithSecrets(), await offerWithSecrets()]
    const sealed = await sealedOf(id)
    expect(openSensitiveData(platform.keyRing, id, sealed)).toEqual(secrets)
    expect(() => openSensitiveData(platform.keyRing, other, sealed)).toThrow()
  })

  it('is sealed anew after a new key was put in front of the ring', async () => {
    const ids = [await offerWithSecrets(), await offerWithSecrets(), await offerWithSecrets()]
    const newKey = { id: 'new', key: randomBytes(32) }
    const ring: KeyRing = [newKey, ...platform.keyRing]
    const before = await sealedOf(ids[0] as PolicyId) // There are three.
    // Two workers at once share the work; neither waits for the other.
    const rotated = await Promise.all([
      rotateSecrets(platform.db, ring),
      rotateSecrets(platform.db, ring),
    ])
    expect(rotated[0] + rotated[1]).toBeGreaterThanOrEqual(ids.length)
    for (const id of ids) {
      const sealed = await sealedOf(id)
      expect(sealed.ringKeyId).toBe('new')
      expect(openSensitiveData([newKey], id, sealed)).toEqual(secrets)
    }
    expect((await sealedOf(ids[0] as PolicyId)).sealedData).toEqual(before.sealedData) // As above.
    expect(await rotateSecrets(platform.db, ring)).toBe(0)
  })
})

import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { loadKeyRing } from '../../src/key-ring.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { removeFolder, temporaryFolder } from '../support/server-process.ts'

let platform: TestPlatform
let folder: string
beforeAll(async () => {
  platform = await openTestPlatform()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await platform.close()
  await removeFolder(folder)
})
beforeEach(() => rm(join(folder, 'encryption.key'), { force: true }))

const load = () => loadKeyRing(readConfig({ DATA_DIR: folder }), platform.db)
const keyFile = () => readFile(join(folder, 'encryption.key'), 'utf8')

it('a first start makes a key, and later ones and those at the same time take it', async () => {
  const rings = await Promise.all([load(), load(), load()])
  const written = await keyFile()
  for (const [key] of [...rings, await load()]) {
    expect(written).toBe(`${key.id}:${key.key.toString('base64')}\n`)
  }
})

const isMissing =
  /encryption\.key is missing, and the database holds data that was encrypted with its key\. Restore the file from a backup, or set ENCRYPTION_KEYS .* Nothing was written\./

it('a lost key is reported where only the account at a payment provider is encrypted', async () => {
  const at = '/manage/payment_providers/stripe/credentials'
  const fields = { secret_key: 'sk_test_abcdefgh', publishable_key: 'pk_test_abcdefgh' }
  const set = await managerOn(platform).put(at, { fields })
  expect(set.statusCode, set.body).toBe(200)
  await expect(load()).rejects.toThrow(isMissing)
  expect(await readdir(folder)).toEqual([])
  await managerOn(platform).delete(at)
})

it('a lost key is reported, and no other is put in its place', async () => {
  await madeOffer(sellerOn(platform), { offer: { sensitive_data: { iban: 'secret' } } })
  await expect(load()).rejects.toThrow(isMissing)
  expect(await readdir(folder)).toEqual([])
})

it('a file that holds no key is left alone, and reported', async () => {
  await writeFile(join(folder, 'encryption.key'), 'half a ke')
  await expect(load()).rejects.toThrow('does not hold a key. Restore it from a backup')
  expect(await keyFile()).toBe('half a ke')
})

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyRing } from '../../src/sealing/index.ts'
import { assertRingOpensMails, mailJobs } from '../../src/mail/index.ts'
import { isSignedBy } from '../builders/dkim.ts'
import { type TestMailServer, openMailServer } from '../builders/mail-server.ts'
import { mailWithDocuments } from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const url = '/manage/mail_server'
const from = 'service@alpine.example'

let shared: TestMailServer
let own: TestMailServer
let platform: TestPlatform
beforeAll(async () => {
  ;[shared, own] = await Promise.all([openMailServer(), openMailServer()])
  const installation = {
    from: 'no-reply@host.example',
    dkim: null,
    bounceDomain: null,
    silenceMs: 5_000,
  }
  const mail = { ...installation, url: shared.url, testAddresses: ['@listed.example'] }
  platform = await openTestPlatform({ mail: { ...mail, allowsPrivate: true } })
})
afterAll(async () => {
  await platform.close()
  await Promise.all([shared.close(), own.close()])
})

/** The mail about an offer to this address, as it is listed. */
async function mailTo(email: string): Promise<{ state: string; problem: string | null }> {
  const { id } = await madeOffer(sellerOn(platform, { product: 'bike' }), { offer: { email } })
  await mailWithDocuments(platform)
  const found = await managerOn(platform).get(`/manage/mails?policy_id=${id}`)
  const [mail] = found.json<{ state: string; problem: string | null }[]>()
  if (mail === undefined) throw new Error('the offer has no mail')
  return mail
}

async function sweepWith(keyRing: KeyRing): Promise<void> {
  for (const sweep of mailJobs({ db: platform.db, keyRing }).sweeps) await sweep()
}

describe('an insurer with a mail server of its own', () => {
  it('sends by it, signed and from its own address, and to its own list in test mode', async () => {
    const manager = managerOn(platform)
    const dkim = { domain: 'alpine.example', selector: 'bindery' }
    const set = await manager.put(url, {
      url: own.url.replace('//', '//robin:s3cret@'),
      from,
      dkim: { ...dkim, key: privateKey },
      test_addresses: ['@own.example'],
    })
    const shown = { livemode: false, address: own.url, user: 'robin', from, dkim }
    expect(set.json()).toMatchObject(shown)
    const read = await manager.get(url)
    expect(read.json()).toMatchObject(shown)
    for (const { body } of [set, read]) expect(body).not.toMatch(/s3cret|PRIVATE KEY/)
    const audit = await manager.get('/manage/audit')
    expect(audit.body).not.toMatch(/s3cret|PRIVATE KEY/)

    const tested = await manager.post(`${url}/test`, { to: 'it@own.example' })
    expect(tested.json()).toMatchObject({ ok: true })
    expect(await mailTo('kim@own.example')).toMatchObject({ state: 'sent' })
    expect(await mailTo('kim@listed.example')).toMatchObject({ state: 'kept' })
    expect(shared.taken).toEqual([])
    expect(own.taken.map(({ to }) => to)).toEqual(['it@own.example', 'kim@own.example'])
    for (const { bytes, parsed, user } of own.taken) {
      expect([parsed.from?.value[0]?.address, user]).toEqual([from, 'robin:s3cret'])
      expect(isSignedBy(bytes, publicKey)).toBe(true)
      const altered = Buffer.from(bytes.toString('latin1').replace('Subject: ', 'Subject: Re '))
      expect(isSignedBy(altered, publicKey)).toBe(false)
    }
  })

  it('keeps its secrets where it changes other settings, and may sign no more', async () => {
    own.taken.length = 0
    const changed = await managerOn(platform).put(url, { from, test_addresses: ['@own.example'] })
    expect(changed.json()).toMatchObject({ address: own.url, user: 'robin', dkim: null })
    await managerOn(platform).post(`${url}/test`, { to: 'it@own.example' })
    const [taken] = own.taken
    expect(taken?.user).toBe('robin:s3cret')
    expect(isSignedBy(taken?.bytes ?? Buffer.alloc(0), publicKey)).toBe(false)
  })

  it('hears what its server answers, and that it does not answer', async () => {
    const test = async () =>
      (await managerOn(platform).post(`${url}/test`, { to: 'gone@own.example' })).json()
    own.fault = 'refuses_one'
    expect(await test()).toEqual({ ok: false, reply: expect.stringMatching(/^550 5\.1\.1 …/) })
    own.fault = null
    await managerOn(platform).put(url, { from, url: 'smtp://127.0.0.1:9' })
    expect(await test()).toEqual({ ok: false, reply: 'no answer (ECONNREFUSED)' })
    await managerOn(platform).put(url, { from, url: own.url })
  })

  it('is sealed with the newest key of the ring', async () => {
    const [old] = platform.keyRing
    const fresh = { id: 'fresh', key: randomBytes(32) }
    await expect(assertRingOpensMails(platform.db, [fresh])).rejects.toThrow('"test"')
    await sweepWith([fresh, old])
    await assertRingOpensMails(platform.db, [fresh])
    await sweepWith([old, fresh])
  })

  it('sends by the server of the installation again once it is removed', async () => {
    own.taken.length = 0
    expect((await managerOn(platform).delete(url)).json()).toMatchObject({ address: own.url })
    expect(await mailTo('kim@listed.example')).toMatchObject({ state: 'sent' })
    expect(own.taken).toEqual([])
    expect(shared.taken[0]?.parsed.from?.value[0]?.address).toBe('no-reply@host.example')
  })
})

describe('without leave of the operator', () => {
  it('no insurer names a server inside, by number, by name or by what the name leads to', async () => {
    const beside = { platform, connection: platform.connection }
    const mail = {
      url: null,
      from,
      dkim: null,
      bounceDomain: null,
      testAddresses: [],
      allowsPrivate: false,
    }
    const inside = [{ address: '127.0.0.1', family: 4 }]
    const strict = await openTestPlatform({
      beside,
      mail: { ...mail, resolve: (_, answer) => answer(null, inside) },
    })
    try {
      const manager = managerOn(strict)
      own.taken.length = 0
      for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', 'localhost', '169.254.169.254']) {
        const refused = await manager.put(url, { from, url: `smtps://${host}` })
        expect([host, refused.statusCode, refused.json()]).toMatchObject([
          host,
          400,
          { code: 'mail_server_invalid' },
        ])
      }
      // Options of the library are the operator's alone.
      for (const end of ['?proxy=http://10.0.0.1', '/x', '#x', '?tls.rejectUnauthorized=false']) {
        const refused = await manager.put(url, { from, url: `smtps://mail.example.com${end}` })
        expect([end, refused.statusCode]).toEqual([end, 400])
      }
      const { port } = new URL(own.url)
      await manager.put(url, { from, url: `smtp://mail.example.com:${port}` })
      const tested = await manager.post(`${url}/test`, { to: 'it@own.example' })
      expect(tested.json()).toEqual({ ok: false, reply: expect.stringContaining('MAIL_PRIVATE') })
      expect(own.taken).toEqual([])
    } finally {
      await strict.close()
    }
  })
})

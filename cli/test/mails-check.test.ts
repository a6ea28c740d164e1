import { generateKeyPairSync } from 'node:crypto'
import { managerOn } from '@bindery/server/test/builders/manager.ts'
import { type TestNameServer, openNameServer } from '@bindery/server/test/support/name-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

const from = 'service@insurer.example'
const host = 'mail.insurer.example'
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const dkimName = 'bindery._domainkey.insurer.example'
const dkimRecord = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`

let served: ServedPlatform
let dns: TestNameServer
beforeAll(async () => {
  dns = await openNameServer()
  served = await servedPlatform({
    mail: {
      url: null,
      from: 'no-reply@host.example',
      testAddresses: [],
      dkim: null,
      bounceDomain: null,
      allowsPrivate: false,
      nameServers: { addresses: [dns.address], tryMs: 1_500 },
    },
  })
  const set = await managerOn(served.platform).put('/manage/mail_server', {
    url: `smtps://service:secret@${host}`,
    from,
    dkim: { domain: 'insurer.example', selector: 'bindery', key: privateKey },
  })
  expect(set.statusCode, set.body).toBe(200)
})
afterAll(async () => {
  await served.close()
  await dns.close()
})
beforeEach(() => {
  dns.zone.clear()
  dns.faults.clear()
  dns.zone.set(host, { A: ['192.0.2.25'] })
})

/** As a domain is set up whose mails arrive. */
function publishAll(): void {
  dns.zone.set('insurer.example', {
    // Beside the one that counts, and split where providers split.
    TXT: ['google-site-verification=x', ['v=spf1 a:mail.insu', 'rer.example -all']],
    MX: [{ priority: 10, exchange: host }],
  })
  dns.zone.set(dkimName, { TXT: [[dkimRecord.slice(0, 200), dkimRecord.slice(200)]] })
  dns.zone.set('_dmarc.insurer.example', { TXT: ['v=DMARC1; p=reject'] })
}

function publish(name: string, ...texts: readonly (string | readonly string[])[]): void {
  dns.zone.set(name, { ...dns.zone.get(name), TXT: texts })
}

interface Shown {
  purpose: string
  name: string
  state: string
  found: string[]
  value: string | null
  remarks: string[]
}

async function checkedAll(): Promise<Shown[]> {
  const answer = await managerOn(served.platform).get('/manage/mail_server/dns')
  return answer.json<{ records: Shown[] }>().records
}

async function checked(purpose: string): Promise<Shown> {
  const found = (await checkedAll()).find((one) => one.purpose === purpose)
  if (found === undefined) throw new Error(`no record for ${purpose}`)
  return found
}

describe('bindery mails check', () => {
  it('prints what is missing as lines of a zone file, and is content once they are there', async () => {
    const bare = await served.cli.run(['mails', 'check'])
    expect(bare.code).toBe(1)
    const dkimLine = `${dkimName}. IN TXT "${dkimRecord.slice(0, 255)}" "${dkimRecord.slice(255)}"`
    const lines = [
      `insurer.example. IN TXT "v=spf1 a:${host} ~all"`,
      dkimLine,
      '_dmarc.insurer.example. IN TXT "v=DMARC1; p=none"',
      `insurer.example. IN MX 10 ${host}.`,
    ]
    for (const line of lines) expect(bare.stdout).toContain(line)
    expect(bare.stderr).toContain('4 records of 4 cannot be relied on.')
    expect(bare.stdout + bare.stderr).not.toMatch(/secret|PRIVATE/)
    publishAll()
    const whole = await served.cli.run(['mails', 'check'])
    expect([whole.code, whole.stderr]).toEqual([0, ''])
    expect(whole.stdout.match(/✓/g)).toHaveLength(4)
  })

  it('says of whose server it speaks where the insurer has none', async () => {
    const live = managerOn(served.platform, served.platform.demo.insurer.live.secret)
    const answer = await live.get('/manage/mail_server/dns')
    expect(answer.json()).toMatchObject({ is_own: false, from: 'no-reply@host.example' })
    expect(answer.body).toContain('Set MAIL_DKIM')
  })
})

describe('a record that is there', () => {
  beforeEach(publishAll)

  it.each([
    [['v=spf1 -all'], `v=spf1 a:${host} -all`, /^mail.insurer.example \(192.0.2.25\) may not/],
    [['v=spf1 ip4:192.0.2.0/24 +all'], 'v=spf1 ip4:192.0.2.0/24 ~all', /every server of the world/],
    [['v=spf1 ip4:192.0.2.0/24'], 'v=spf1 ip4:192.0.2.0/24 ~all', /nothing of other servers/],
    [['v=spf1 ipv4:192.0.2.1 -all'], 'v=spf1 -all', /^ipv4:192.0.2.1 is no term/],
    [
      ['v=spf1 mx -all', 'v=spf1 ip4:192.0.2.1 ~all'],
      'v=spf1 mx ip4:192.0.2.1 ~all',
      /^There are 2/,
    ],
    [['v=spf1 include:loop.example -all'], null, /ask DNS more than 10 times/],
    [['v=spf1 include:none.example -all'], null, /none.example has 0 SPF records/],
  ])('as SPF %j is wrong', async (texts, value, remark) => {
    publish('loop.example', 'v=spf1 include:loop.example -all')
    publish('insurer.example', ...texts)
    const remarks = [expect.stringMatching(remark)]
    expect(await checked('spf')).toMatchObject({ state: 'wrong', found: texts, value, remarks })
  })

  it.each([
    'v=spf1 ip4:192.0.2.0/27 -all',
    'v=spf1 mx -all',
    'v=spf1 include:_spf.relay.example ~all',
    'v=spf1 redirect=_spf.relay.example',
  ])('as SPF %j lets the server send', async (text) => {
    publish('_spf.relay.example', 'v=spf1 ip6:2001:db8::/32 ip4:192.0.2.16/28 -all')
    publish('insurer.example', text)
    expect(await checked('spf')).toMatchObject({ state: 'ok', remarks: [] })
  })

  it.each([
    [[dkimRecord.replace(/p=.*/, 'p=')], /revoked/],
    [[dkimRecord.replace('p=MIIB', 'p=MIIC')], /another key/],
    [[dkimRecord, dkimRecord], /^There are 2 records/],
    [[dkimRecord.replace('k=rsa', 'k=ed25519')], /k=ed25519/],
    [[dkimRecord.replace('k=rsa', 'h=sha1')], /SHA-256/],
  ])('as DKIM %# is wrong, and the right one is printed', async (texts, remark) => {
    const split = texts.map((text) => text.match(/.{1,255}/g) ?? [])
    publish(dkimName, ...split)
    const remarks = [expect.stringMatching(remark)]
    const shown = { state: 'wrong', found: texts, value: dkimRecord, remarks }
    expect(await checked('dkim')).toMatchObject(shown)
  })

  it('as DMARC is wrong without a policy, and counts for the domains below', async () => {
    publish('_dmarc.insurer.example', 'v=DMARC1; rua=mailto:it@insurer.example')
    expect(await checked('dmarc')).toMatchObject({ state: 'wrong', value: 'v=DMARC1; p=none' })
    const manager = managerOn(served.platform)
    const setTo = async (sender: string, domain: string) =>
      manager.put('/manage/mail_server', {
        from: sender,
        dkim: { domain, selector: 'bindery', key: privateKey },
      })
    await setTo('service@news.insurer.example', 'insurer.example')
    publish('_dmarc.insurer.example', 'v=DMARC1; p=quarantine')
    const below = { name: '_dmarc.insurer.example', state: 'ok' }
    expect(await checked('dmarc')).toMatchObject(below)
    // Its signature is of nobody whom customers see, nor is its return address.
    await manager.put('/manage/mail_server', {
      from,
      dkim: { domain: 'relay.example', selector: 'bindery', key: privateKey },
      bounce_domain: 'bounces.relay.example',
    })
    const remarks = [expect.stringMatching(/^No mail passes: neither relay.example/)]
    expect(await checked('dmarc')).toMatchObject({ state: 'wrong', remarks })
    // Reports come to a domain of their own.
    expect((await checkedAll()).at(-1)).toMatchObject({
      name: 'bounces.relay.example',
      state: 'missing',
    })
    await setTo(from, 'insurer.example')
  })

  it('as MX is wrong where it leads nowhere', async () => {
    const { TXT } = dns.zone.get('insurer.example') ?? {}
    const mx = (exchange: string) => {
      const MX = [{ priority: 0, exchange }]
      dns.zone.set('insurer.example', { ...(TXT && { TXT }), MX })
      return checked('mx')
    }
    expect(await mx('gone.example')).toMatchObject({
      state: 'wrong',
      remarks: [expect.stringContaining('gone.example has no address'), expect.any(String)],
    })
    expect(await mx('')).toMatchObject({
      state: 'wrong',
      remarks: [expect.stringContaining('takes no mail at all'), expect.any(String)],
    })
  })
})

describe('a name server', () => {
  beforeEach(publishAll)

  it('that fails, refuses or is silent proves nothing, and what others answer is shown', async () => {
    dns.faults.set('insurer.example', 'fails')
    dns.faults.set(dkimName, 'refuses')
    const run = await served.cli.run(['mails', 'check'])
    expect(run.code).toBe(1)
    expect(run.stdout).toMatch(/SPF {2}insurer\.example {2}unanswered/)
    expect(run.stdout).not.toContain(' IN ')
    dns.faults.set('_dmarc.insurer.example', 'silent')
    const [spf, dkim, dmarc] = (await checkedAll()).map(({ remarks }) => remarks.join(' '))
    expect(spf).toContain('the name server failed')
    expect(dkim).toContain('the name server refused to answer')
    expect(dmarc).toContain('the name server did not answer in time')
  })

  it('that answers late is asked again', async () => {
    dns.faults.set('_dmarc.insurer.example', 'late')
    expect(await checked('dmarc')).toMatchObject({ state: 'ok' })
  })
})

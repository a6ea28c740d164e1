import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { type TestMailServer, openMailServer } from '../builders/mail-server.ts'
import { deliveryReport, forwardReport, mailWithDocuments } from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let server: TestMailServer
beforeAll(async () => {
  server = await openMailServer()
  platform = await openTestPlatform({
    mail: {
      url: server.url,
      from: 'service@velo.example',
      testAddresses: ['@listed.example'],
      dkim: null,
      bounceDomain: 'bounces.velo.example',
      allowsPrivate: false,
    },
  })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
beforeEach(() => {
  server.taken.length = 0
})

interface SentMail {
  readonly id: string
  readonly state: string
  readonly delivery: string | null
  readonly replies: readonly { readonly outcome: string; readonly reply: string }[]
}

/** A mail that the server has accepted, and the address to which it reports. */
async function sentTo(email: string): Promise<{ mail: SentMail; from: string }> {
  const { id } = await madeOffer(sellerOn(platform, { product: 'bike' }), { offer: { email } })
  await mailWithDocuments(platform)
  const found = await managerOn(platform).get(`/manage/mails?policy_id=${id}`)
  const [mail] = found.json<SentMail[]>()
  const taken = server.taken.find(({ to }) => to === email)
  if (mail === undefined || taken === undefined) throw new Error('no mail was sent')
  return { mail, from: taken.from }
}

const shown = async ({ id }: SentMail) =>
  (await managerOn(platform).get(`/manage/mails/${id}`)).json<SentMail>()

const eventsOf = async ({ id }: SentMail) =>
  (await managerOn(platform).get(`/manage/events?subject_id=${id}`)).json<
    { type: string; data: { status?: string } }[]
  >()

it('a mail that comes back says so, and its address gets no more', async () => {
  const { mail, from } = await sentTo('gone@listed.example')
  expect(from).toMatch(/^b-[0-9a-f]{28}-[0-9a-f]{32}@bounces\.velo\.example$/)
  const report = deliveryReport({ to: from.toUpperCase() })
  const taken = await forwardReport(platform, report)
  expect(taken.json()).toEqual({ mail_id: mail.id, outcome: 'bounced', status: '5.1.1' })
  // The mailbox forwards it twice.
  expect((await forwardReport(platform, report)).json()).toEqual(taken.json())
  expect(await shown(mail)).toMatchObject({
    state: 'sent',
    delivery: 'bounced',
    replies: [
      { outcome: 'accepted' },
      { outcome: 'bounced', reply: '5.1.1 550 5.1.1 …: no such user' },
    ],
  })
  expect((await eventsOf(mail)).map(({ type, data }) => [type, data.status])).toEqual([
    ['mail.bounced', '5.1.1'],
    ['mail.sent', undefined],
    ['mail.composed', undefined],
  ])
  const listed = await managerOn(platform).get('/manage/suppressed_addresses?reason=bounced')
  expect(listed.json()).toMatchObject([{ address: 'gone@listed.example', mail_id: mail.id }])
  const bounced = await managerOn(platform).get('/manage/mails?delivery=bounced')
  expect(bounced.json<SentMail[]>().map(({ id }) => id)).toEqual([mail.id])
})

it('a report that a mail was delivered counts until it comes back after all', async () => {
  const { mail, from: to } = await sentTo('kim@listed.example')
  const wait = { to, action: 'delayed', status: '4.4.1', diagnostic: 'smtp; 451 later' }
  expect((await forwardReport(platform, deliveryReport(wait))).json()).toMatchObject({
    outcome: 'temporary',
  })
  expect(await shown(mail)).toMatchObject({ delivery: null })
  const arrived = { to, action: 'delivered', status: '2.1.5', diagnostic: 'smtp; 250 Ok' }
  await forwardReport(platform, deliveryReport(arrived))
  expect(await shown(mail)).toMatchObject({ delivery: 'delivered' })
  const full = { to, status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 mailbox full' }
  await forwardReport(platform, deliveryReport(full))
  await forwardReport(platform, deliveryReport({ ...arrived, diagnostic: 'smtp; 250 again' }))
  const after = await shown(mail)
  expect(after.delivery).toBe('bounced')
  expect(after.replies.map(({ outcome }) => outcome)).toEqual([
    'accepted',
    'temporary',
    'delivered',
    'bounced',
    'delivered',
  ])
  // A full mailbox is one all the same.
  const listed = await managerOn(platform).get(
    '/manage/suppressed_addresses?address=kim@listed.example',
  )
  expect(listed.json()).toEqual([])
})

it('takes a report at the address at which it arrived, where its headers do not say', async () => {
  const { mail, from } = await sentTo('lee@listed.example')
  const report = deliveryReport({ to: 'postmaster@velo.example' })
  expect((await forwardReport(platform, report)).json()).toMatchObject({
    code: 'return_address_unknown',
  })
  const query = `?recipient=${encodeURIComponent(from)}`
  const taken = await forwardReport(platform, report, { query, type: 'text/plain' })
  expect(taken.json()).toMatchObject({ mail_id: mail.id, outcome: 'bounced' })
})

it('refuses what is forged, foreign, of another mode or too late, and changes nothing', async () => {
  const { mail, from } = await sentTo('sam@listed.example')
  const [local = '', domain = ''] = from.split('@')
  const other = await sentTo('pat@listed.example')
  const [, , signature = ''] = (other.from.split('@')[0] ?? '').split('-')
  const forged = [
    `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@${domain}`,
    `${local.slice(0, -signature.length)}${signature}@${domain}`,
    `${local.slice(0, -signature.length)}@${domain}`,
    `b-${mail.id}-${signature}@${domain}`,
  ]
  const unknown = { code: 'return_address_unknown' }
  for (const to of forged) {
    const refused = await forwardReport(platform, deliveryReport({ to }))
    expect([to, refused.statusCode, refused.json()]).toMatchObject([to, 400, unknown])
  }
  const stranger = await newKey(platform, await foreignInsurer(platform, 'reports-elsewhere'))
  for (const key of [stranger.key, platform.demo.insurer.live.secret]) {
    const refused = await forwardReport(platform, deliveryReport({ to: from }), { key })
    expect(refused.json()).toMatchObject(unknown)
  }
  platform.clock.advance({ hours: 31 * 24 })
  const late = await forwardReport(platform, deliveryReport({ to: from }))
  expect(late.json()).toMatchObject({ code: 'return_address_expired' })
  expect(await shown(mail)).toMatchObject({ delivery: null, replies: [{ outcome: 'accepted' }] })
})

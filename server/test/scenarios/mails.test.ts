import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { MailSettings } from '../../src/settings/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { declare } from '../builders/declared.ts'
import { leaveLetters, leaveOut, wholeExample } from '../builders/folder.ts'
import { card, monthlyBike, planIdOf } from '../builders/life.ts'
import { type TestMailServer, openMailServer } from '../builders/mail-server.ts'
import { mailAll, mailWithDocuments } from '../builders/mails.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let server: TestMailServer
let mail: MailSettings
beforeAll(async () => {
  server = await openMailServer()
  const testAddresses = ['@listed.example']
  mail = {
    url: server.url,
    from: 'service@velo.example',
    testAddresses,
    dkim: null,
    bounceDomain: null,
    allowsPrivate: true,
  }
  platform = await openTestPlatform({ mail })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})
beforeEach(() => {
  server.taken.length = 0
  server.asked = 0
  server.fault = null
})

/** Without attachments but for one, which is none. */
const settings = (text: string) =>
  text
    .replaceAll(/attach: \[(?!reminder).*\]/g, 'attach: []')
    .replace('attach: [reminder]', 'attach: [remindr]')
    .replace('    payment.failed: {}', '    payment.faild: {}')

type Changes = Parameters<typeof wholeExample>[1]

/** The problems of the bike's folder with these changes, as a push would report them. */
async function problemsWith(changes: Changes): Promise<string[]> {
  const files = new Map(await wholeExample('bike', { ...changes, 'product.yaml': settings }))
  // To try documents takes longer than all else.
  leaveOut(files, (path) => /^documents\/.*(typ|pdf|yaml)$/.test(path))
  leaveLetters(files)
  const answer = await managerOn(platform).post('/manage/products/validate', {
    files: encodeFiles(files),
  })
  const { problems } = answer.json<{
    problems: readonly { file: string; place: string; message: string }[]
  }>()
  return problems.map(({ file, place, message }) => `${file}, ${place}: ${message}`)
}

describe('a push finds mistakes in mails', () => {
  it('by file, line and name, before a customer does', async () => {
    const problems = await problemsWith({
      'mails/policy.issued.de.md': (text) => text.replace('{{item.name}}', '{{item.nmae}}'),
      'mails/refund.ok.fr.md': (text) => `${text}\n<b>Merci</b>\n`,
      // Only a trial with the least that a sale must have finds this one.
      'mails/offer.created.fr.md': (text) => `${text}\nJusqu’au {{policy.end}}.\n`,
    })
    expect(problems).toEqual([
      expect.stringMatching(/^product\.yaml, line \d+, mails\.send\.payment\.faild: /),
      expect.stringMatching(/^product\.yaml, line \d+, .*There is no document "remindr"/),
      'mails/offer.created.fr.md, line 24: policy.end may have no value.',
      'mails/policy.issued.de.md, line 12: There is no item.nmae.',
      'mails/refund.ok.fr.md, line 9: A mail cannot contain HTML.',
    ])
  })
})

interface ShownMail {
  id: string
  recipient: string
  state: string
  problem: string | null
  content_hash: string
  subject: string
  text: string
  html: string
  attachments: { name: string; content_hash: string }[]
  message: string
  replies: { outcome: string; reply: string }[]
}

/** An offer of the bike product to this address, with its documents made. */
async function offerTo(email: string, offer: Record<string, string> = {}): Promise<string> {
  const { id } = await madeOffer(sellerOn(platform, { product: 'bike' }), {
    offer: { email, ...offer },
  })
  return id
}

async function mailsOf(policyId: string): Promise<ShownMail[]> {
  const manager = managerOn(platform)
  const found = (await manager.get(`/manage/mails?policy_id=${policyId}`)).json<{ id: string }[]>()
  const shown = found.map(async ({ id }) => (await manager.get(`/manage/mails/${id}`)).json())
  return Promise.all(shown) as Promise<ShownMail[]>
}

async function onlyMailOf(policyId: string): Promise<ShownMail> {
  const [mail, ...others] = await mailsOf(policyId)
  if (mail === undefined || others.length > 0) throw new Error('it has not one mail')
  return mail
}

async function suppressed(query: string): Promise<{ id: string }[]> {
  return (await managerOn(platform).get(`/manage/suppressed_addresses${query}`)).json()
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a mail of test mode', () => {
  it('is kept and shown to the byte, and sent to nobody', async () => {
    const policyId = await offerTo('robin@nobody.example', { language: 'de' })
    await mailAll(platform)
    // Its documents are still to be made.
    expect(await onlyMailOf(policyId)).toMatchObject({ state: 'waiting', subject: null })
    await platform.runDue(['make_documents'])
    platform.clock.advance({ seconds: 10 })
    await mailAll(platform)
    const mail = await onlyMailOf(policyId)
    expect(mail).toMatchObject({ state: 'kept', subject: 'Ihre Offerte für Velo Plus' })
    expect(mail.attachments.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Offerte VELO-\w+\.pdf$/),
      expect.stringMatching(/^Informationsblatt zum Produkt VELO-\w+\.pdf$/),
      expect.stringMatching(/^Versicherungsbedingungen VELO-\w+\.pdf$/),
    ])
    expect(sha256(Buffer.from(mail.message, 'base64'))).toBe(mail.content_hash)
    expect(server.taken).toEqual([])
    const history = await managerOn(platform).get(`/manage/events?subject_id=${mail.id}`)
    expect(history.json()).toMatchObject([
      { type: 'mail.composed', data: { content_hash: mail.content_hash, is_kept: true } },
    ])
  })
})

describe('a mail of a test clock', () => {
  it('waits while the clock is being advanced, so that the clock arrives first', async () => {
    const manager = managerOn(platform)
    const at = platform.clock()
    const clock = (await manager.post('/manage/clocks', { at: at.toString() })).json<{
      id: string
    }>()
    const { id } = await madeOffer(sellerOn(platform, { product: 'bike', clock: clock.id }))
    const to = at.add({ hours: 1 })
    await manager.post(`/manage/clocks/${clock.id}/advance`, { to: to.toString() })
    await mailAll(platform)
    expect(await onlyMailOf(id)).toMatchObject({ state: 'waiting', problem: null })
    await platform.runDue(['advance_clock'])
    await mailAll(platform)
    platform.clock.advance({ seconds: 2 })
    await mailAll(platform)
    // It asks for its documents now.
    expect((await onlyMailOf(id)).problem).toMatch(/document/)
  })
})

describe('a mail to an address of the list', () => {
  it('arrives once, as it was kept: subject, text, HTML, logo and documents', async () => {
    const names = { first_name: '<b>Eve</b>\r\nBcc: all@example.com', language: 'fr' }
    const policyId = await offerTo('eve@listed.example', names)
    await mailWithDocuments(platform)
    await mailAll(platform)
    const mail = await onlyMailOf(policyId)
    expect(mail).toMatchObject({ state: 'sent', replies: [{ outcome: 'accepted' }] })
    const [taken, ...others] = server.taken
    if (taken === undefined) throw new Error('nothing arrived')
    expect(others).toEqual([])
    expect(taken.to).toBe('eve@listed.example')
    expect(taken.bytes.equals(Buffer.from(mail.message, 'base64'))).toBe(true)
    const { parsed } = taken
    expect(parsed.subject).toBe('Votre offre pour Velo Plus')
    expect(parsed.from?.value).toEqual([{ name: 'Vélo Plus', address: 'service@velo.example' }])
    expect(parsed.headers.has('bcc')).toBe(false)
    expect(parsed.html).toContain('&lt;b&gt;Eve&lt;/b&gt;')
    expect(parsed.text).toContain('<b>Eve</b>')
    const [, token = ''] = new RegExp(`/pay/${policyId}#(\\w+)`).exec(parsed.text ?? '') ?? []
    const link = { url: `/payment_links/${policyId}`, headers: { 'payment-token': token } }
    expect((await platform.app.inject(link)).json()).toMatchObject({ status: 'open' })
    const [logo, ...documents] = parsed.attachments
    expect(logo).toMatchObject({ cid: 'logo', contentType: 'image/png' })
    expect(documents.map(({ content }) => sha256(content))).toEqual(
      mail.attachments.map(({ content_hash: hash }) => hash),
    )
  })

  it('is tried again where the server asks for patience, and given up for good where nobody lives', async () => {
    server.fault = 'greylists'
    const patient = await offerTo('kim@listed.example')
    const gone = await offerTo('gone@listed.example')
    await mailWithDocuments(platform)
    expect(await onlyMailOf(patient)).toMatchObject({
      state: 'ready',
      problem: expect.stringMatching(/^451 /),
    })
    server.fault = 'refuses_one'
    platform.clock.advance({ minutes: 2 })
    await mailAll(platform)
    expect(await onlyMailOf(patient)).toMatchObject({
      state: 'sent',
      replies: [{ outcome: 'temporary' }, { outcome: 'accepted' }],
    })
    const parked = await onlyMailOf(gone)
    expect(parked).toMatchObject({ state: 'parked', replies: [{}, { outcome: 'permanent' }] })
    // The server repeated the address.
    expect(JSON.stringify(parked.replies)).not.toContain('listed.example')
    const manager = managerOn(platform)
    expect((await manager.get('/manage/inbox')).json()).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ kind: 'mails_parked', count: 1 })]),
    })
    server.fault = null
    const resent = await manager.post(`/manage/mails/${parked.id}/resend`, {})
    expect(resent.json()).toMatchObject({ state: 'ready', failures: 0, problem: null })
    await mailAll(platform)
    // The server said that there is no such mailbox, and no mail goes there since.
    expect(await onlyMailOf(gone)).toMatchObject({
      state: 'parked',
      problem: 'Its address is on the suppression list: a mail server knows no such mailbox.',
      replies: [{}, { outcome: 'permanent' }],
    })
    // Somebody has made the mailbox.
    const [entry] = await suppressed('?address=GONE@listed.example')
    expect(entry).toMatchObject({
      address: 'gone@listed.example',
      reason: 'refused',
      mail_id: parked.id,
      reply: expect.stringMatching(/^550 5\.1\.1 …/),
    })
    await manager.delete(`/manage/suppressed_addresses/${entry?.id}`)
    await manager.post(`/manage/mails/${parked.id}/resend`, {})
    await mailAll(platform)
    expect(await onlyMailOf(gone)).toMatchObject({
      state: 'sent',
      content_hash: parked.content_hash,
      replies: [{}, { outcome: 'permanent' }, { outcome: 'accepted' }],
      allowed: { resend: { allowed: false, code: 'mail_not_parked' } },
    })
  })

  it('goes nowhere where a person has suppressed the address, and says so', async () => {
    const manager = managerOn(platform)
    const address = 'lee@listed.example'
    await manager.post('/manage/suppressed_addresses', { address, note: 'Asked by telephone.' })
    const again = await manager.post('/manage/suppressed_addresses', {
      address: 'Lee@Listed.example',
    })
    expect(again.json()).toMatchObject({ code: 'address_already_suppressed' })
    const parked = await offerTo(address)
    const other = await offerTo('lea@listed.example')
    await mailWithDocuments(platform)
    expect(await onlyMailOf(parked)).toMatchObject({
      state: 'parked',
      problem: expect.stringContaining('a person has put it there'),
      replies: [],
    })
    expect(await onlyMailOf(other)).toMatchObject({ state: 'sent' })
    expect(server.taken.map(({ to }) => to)).toEqual(['lea@listed.example'])
    // Nothing of it stands in the database as it is.
    const [row] = await platform.db.query<{ text: string }>(sql`
      select string_agg(s::text, ' ') as text from suppressed_addresses s`)
    expect(row?.text).not.toMatch(/lee|telephone/)
    const listed = await suppressed('?reason=person')
    expect(listed).toMatchObject([{ address, note: 'Asked by telephone.', mail_id: null }])
    expect(await suppressed('?address=lea@listed.example')).toEqual([])
  })

  it('is tried again where the server hangs', async () => {
    const policies = [await offerTo('ann@listed.example'), await offerTo('bob@listed.example')]
    await mailWithDocuments(platform)
    await platform.db.query(sql`
      update mails set state = 'ready', replies = '[]', next_at = ${platform.clock()}
      where policy_id = any(${policies})`)
    const beside = { platform, connection: platform.connection }
    const impatient = await openTestPlatform({ beside, mail: { ...mail, silenceMs: 300 } })
    try {
      server.taken.length = 0
      server.asked = 0
      server.fault = 'hangs'
      await mailAll(impatient)
      for (const policyId of policies) {
        expect(await onlyMailOf(policyId)).toMatchObject({
          state: 'ready',
          problem: 'no answer (ETIMEDOUT)',
        })
      }
      // The second one did not wait for it again.
      expect(server.asked).toBeLessThanOrEqual(1)
    } finally {
      server.fault = null
      await impatient.close()
    }
    platform.clock.advance({ minutes: 2 })
    await mailAll(platform)
    expect(server.taken.map(({ to }) => to).toSorted()).toEqual([
      'ann@listed.example',
      'bob@listed.example',
    ])
  })

  it('asks for no payment any more that was made before a server took it', async () => {
    const clock = await newClock(platform, '2031-05-30T10:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const { quote } = monthlyBike('2031-05-30', '2031-06-01')
    const subscription_plan_id = await planIdOf(platform, 'bike', 'monthly')
    const { id } = await soldPolicy(sellerOn(platform, { product: 'bike', clock, secretKey }), {
      quote: { data: quote, body: { subscription_plan_id } },
      offer: { email: 'pia@listed.example' },
      payment: card('hard_decline'),
    })
    await platform.runDue()
    platform.clock.advance({ seconds: 1 })
    await advanceAll(platform, clock, '2031-07-02T10:00:00Z')
    const states = async () => {
      const mails = (await managerOn(platform).get(`/manage/mails?policy_id=${id}`)).json<
        { event_type: string; state: string }[]
      >()
      return mails.flatMap((one) => (one.event_type === 'payment.failed' ? [one.state] : []))
    }
    server.fault = 'greylists'
    await mailAll(platform)
    expect(await states()).toEqual(['ready'])
    for (const { id: invoice, open: amount } of await openInvoices(platform, id)) {
      await receivedByHand(platform, { id: invoice, amount, currency: 'chf', on: '2031-07-02' })
    }
    server.fault = null
    platform.clock.advance({ minutes: 2 })
    await mailAll(platform)
    expect(await states()).toEqual(['void'])
  })

  it('comes at most once more where the server took it and dropped the line', async () => {
    server.fault = 'drops'
    const policyId = await offerTo('sam@listed.example')
    await mailWithDocuments(platform)
    expect(await onlyMailOf(policyId)).toMatchObject({ state: 'ready' })
    server.fault = null
    platform.clock.advance({ minutes: 2 })
    await mailAll(platform)
    expect(await onlyMailOf(policyId)).toMatchObject({ state: 'sent' })
    const taken = server.taken.filter(({ to }) => to === 'sam@listed.example')
    const ids = taken.map(({ parsed }) => parsed.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('the receipt of a declared withdrawal', () => {
  it('arrives with date and time at the address that was entered, whatever it names', async () => {
    const declared = await declare(platform, {
      name: '<b>Robin</b> Muster',
      email: 'robin@listed.example',
      language: 'de',
    })
    const { id } = declared.json<{ id: string }>()
    await mailAll(platform)
    const [taken, ...others] = server.taken
    if (taken === undefined) throw new Error('nothing arrived')
    expect(others).toEqual([])
    const { subject, text, html } = taken.parsed
    expect([taken.to, subject]).toEqual([
      'robin@listed.example',
      'Wir haben Ihren Widerruf erhalten',
    ])
    expect(text).toContain('Ich widerrufe den Vertrag mit der Nummer VELO-NOBODYS1.')
    expect(text).toContain(id)
    const moment = new Intl.DateTimeFormat('de', {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone: 'Europe/Zurich',
    })
    expect(text).toContain(moment.format(platform.clock().epochMilliseconds))
    expect(html).toContain('&lt;b&gt;Robin&lt;/b&gt; Muster')
    const [event] = (await managerOn(platform).get(`/manage/events?subject_id=${id}`)).json<
      { id: string }[]
    >()
    const kept = await managerOn(platform).get(`/manage/mails?event_id=${event?.id}`)
    expect(kept.json()).toMatchObject([{ state: 'sent', policy_id: null }])
    // Once, however often the feed is followed.
    await mailAll(platform)
    expect(server.taken).toHaveLength(1)
  })

  it('reads the same for a policy that there is', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const { id } = await soldPolicy(seller, { offer: { email: 'kim@listed.example' } })
    const { insurer_policy_id: policy_number } = (await seller.get(`/policies/${id}`)).json<{
      insurer_policy_id: string
    }>()
    const body = { policy_number, email: 'eve@listed.example', language: 'de' }
    await declare(platform, body)
    await declare(platform, { ...body, policy_number: 'VELO-NOBODYS1' })
    await mailAll(platform)
    const texts = server.taken
      .filter(({ to }) => to === 'eve@listed.example')
      .map(({ parsed }) =>
        (parsed.text ?? '').replaceAll(/wdl_\w+/g, '').replaceAll(/VELO-\w+/g, ''),
      )
    expect(texts).toHaveLength(2)
    expect(texts[1]).toBe(texts[0])
  })

  it('has neither documents nor fields of a policy', async () => {
    const files = new Map(
      await wholeExample('bike', {
        'product.yaml': (text) =>
          settings(text)
            .replace('withdrawal.received: {}', 'withdrawal.received: { attach: [offer] }')
            .replace('[remindr]', '[reminder]')
            .replace('payment.faild', 'payment.failed'),
      }),
    )
    leaveOut(files, (path) => /^documents\/.*(typ|pdf|yaml)$/.test(path))
    leaveLetters(files)
    const answer = await managerOn(platform).post('/manage/products/validate', {
      files: encodeFiles(files),
    })
    expect(answer.body).toContain('This mail knows no policy, only what was declared.')
  })
})

describe('a product with a right of withdrawal', () => {
  it('is warned of where its mails confirm no declared withdrawal', async () => {
    const checked = async (change: (text: string) => string) => {
      const files = new Map(await wholeExample('bike', { 'product.yaml': change }))
      leaveOut(files, (path) => /^documents\/.*(typ|pdf|yaml)$/.test(path))
      leaveLetters(files)
      const answer = await managerOn(platform).post('/manage/products/validate', {
        files: encodeFiles(files),
      })
      return answer.json()
    }
    const withRight = (text: string) => text.replaceAll(/attach: \[.*\]/g, 'attach: []')
    const without = (text: string) => withRight(text).replace('    withdrawal.received: {}\n', '')
    expect(await checked(withRight)).toEqual({ valid: true, problems: [], warnings: [] })
    const message = 'A declared withdrawal has to be confirmed at once, and no mail does so.'
    expect(await checked(without)).toMatchObject({ valid: true, warnings: [{ message }] })
  })
})

describe('the recipients of a mail', () => {
  it('each get one of their own: the policyholder, the distributor, a field and a fixed address', async () => {
    const to =
      '[policyholder, distributor, { field: broker_email }, { address: gone@listed.example }]'
    const field = '{ "name": "broker_email", "path": "data", "validation": "string|max:100" }'
    const files = new Map(
      await wholeExample('bike', {
        'product.yaml': (text) =>
          text
            .replaceAll(/attach: \[.*\]/g, 'attach: []')
            .replace('offer.created: { attach: [] }', `offer.created: { to: ${to} }`),
        'fields.json': (text) => text.replace('      { "name": "birth', `      ${field},\n$&`),
      }),
    )
    leaveOut(files, (path) => /^documents\/.*(typ|pdf|yaml)$/.test(path))
    leaveLetters(files)
    const manager = managerOn(platform)
    const pushed = await manager.push(files)
    expect(pushed.statusCode, pushed.body).toBe(200)
    const { product_version_id: id } = pushed.json<{ product_version_id: string }>()
    await manager.post(`/manage/product_versions/${id}/publish`)
    const { policy } = platform.demo.products['bike'] ?? {}
    const offered = (broker_email: string) =>
      madeOffer(sellerOn(platform, { product: 'bike' }), {
        offer: { email: 'uma@listed.example', data: { ...Object(policy)['data'], broker_email } },
      })
    // Without an address a distributor gets none.
    const before = await offered('broker@listed.example')
    await mailAll(platform)
    const toDistributor = (await mailsOf(before.id)).find((one) => one.recipient === 'distributor')
    expect(toDistributor).toMatchObject({ state: 'void', problem: null })
    const accounts = (await manager.get('/manage/accounts')).json<{ id: string; key: string }[]>()
    const seller = accounts.find(({ key }) => key === 'alpine-brokers')?.id
    const addressed = await manager.put(`/manage/distributors/${seller}/mail_address`, {
      email: 'brokers@listed.example',
    })
    expect([addressed.statusCode, addressed.json()]).toMatchObject([
      200,
      { key: 'alpine-brokers', email: 'brokers@listed.example' },
    ])
    server.taken.length = 0
    const offer = await offered('broker@listed.example')
    server.fault = 'refuses_one'
    await mailAll(platform)
    const other = await offered('ask Robin') // Whose mail would else be sent beside the refused one.
    await mailAll(platform)
    const states = async (policyId: string) =>
      (await mailsOf(policyId))
        .toSorted((one, other) => one.recipient.localeCompare(other.recipient))
        .map(({ recipient, state, problem }) => [recipient, state, problem?.slice(0, 9) ?? null])
    expect(await states(offer.id)).toEqual([
      ['address:gone@listed.example', 'parked', '550 5.1.1'],
      ['distributor', 'sent', null],
      ['field:broker_email', 'sent', null],
      ['policyholder', 'sent', null],
    ])
    expect(await states(other.id)).toEqual([
      ['address:gone@listed.example', 'parked', 'Its addre'],
      ['distributor', 'sent', null],
      ['field:broker_email', 'parked', 'The recip'],
      ['policyholder', 'sent', null],
    ])
    expect(server.taken.map((taken) => taken.to).toSorted()).toEqual([
      'broker@listed.example',
      'brokers@listed.example',
      'brokers@listed.example',
      'uma@listed.example',
      'uma@listed.example',
    ])
  })
})

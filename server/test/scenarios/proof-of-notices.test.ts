import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceAll } from '../builders/clock.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { pdfOf } from '../builders/documents.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { casesOf } from '../builders/dunning.ts'
import { type TestMailServer, openMailServer } from '../builders/mail-server.ts'
import { deliveryReport, forwardReport, mailWithDocuments } from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import {
  bothCount,
  lettersAloneCount,
  publishProved,
  soldForJune,
} from '../builders/proved-notices.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let server: TestMailServer
beforeAll(async () => {
  server = await openMailServer()
  platform = await openTestPlatform({
    leavesDocuments: true,
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
  server.fault = null
})

type Life = Awaited<ReturnType<typeof soldForJune>>
const to = async ({ clock }: Life, day: string) => {
  platform.clock.advance({ seconds: 1 })
  const arrived = await advanceAll(platform, clock, `2031-${day}T10:00:00Z`)
  expect(arrived).toMatchObject({ status: 'ready' })
}
const caseOf = async ({ id }: Life) => (await casesOf(platform, id))[0]
const statusOf = async ({ id, seller }: Life) =>
  (await seller.get(`/policies/${id}`)).json<{ status: string }>().status
const coverOf = async ({ id, seller }: Life) =>
  (await seller.get(`/policies/${id}`)).json<{ cover: { state: string } }>().cover.state
const eventsOf = async ({ id }: Life) => {
  const found = await managerOn(platform).get(`/manage/policies/${id}/history`)
  const { events } = found.json<{ events: { type: string }[] }>()
  return events.map(({ type }) => type).filter((type) => /^(dunning|letter)\./.test(type))
}

interface ShownLetter {
  readonly id: string
  readonly state: string
}

const lettersOf = async ({ id }: Life, query = '') =>
  (await managerOn(platform).get(`/manage/letters?policy_id=${id}${query}`)).json<ShownLetter[]>()

async function record(letter: ShownLetter | undefined, what: string, body: JsonObject) {
  const answer = await managerOn(platform).post(`/manage/letters/${letter?.id}/${what}`, body)
  await platform.runDue()
  return answer
}

/** The mail of its notice, as the server has taken it. */
async function noticeOf(life: Life, email: string) {
  await to(life, '07-21')
  await mailWithDocuments(platform)
  const taken = server.taken.findLast((one) => one.to === email)
  if (taken === undefined) throw new Error(`nothing was sent to ${email}`)
  return taken
}

const arrived = (address: string, text = '250 Ok') =>
  deliveryReport({
    to: address,
    action: 'delivered',
    status: '2.1.5',
    diagnostic: `smtp; ${text}`,
  })

async function report(message: string): Promise<void> {
  const taken = await forwardReport(platform, message)
  expect(taken.statusCode, taken.body).toBe(200)
  await platform.runDue()
}

describe('a notice by mail that has to be proved', () => {
  beforeAll(() => publishProved(platform, bothCount))

  it('waits for the report, and its grace begins with it', async () => {
    const life = await soldForJune(platform, 'robin@listed.example')
    const { from, parsed } = await noticeOf(life, 'robin@listed.example')
    expect(parsed.attachments.map(({ filename }) => filename?.slice(0, 7))).toEqual(['Mahnung'])
    expect(await caseOf(life)).toMatchObject({
      step: 'notice_sent',
      grace_until: null,
      waits_for: 'delivery_report',
      letters: [{ kind: 'notice', grace_until: null, grace_days: 14 }],
    })
    await to(life, '07-24')
    await report(arrived(from))
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-07' })
    // The same again, and once more on a later day.
    await report(arrived(from))
    await to(life, '07-26')
    await report(arrived(from, '250 again'))
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-07' })
    await to(life, '08-07')
    expect(await statusOf(life)).toBe('paid')
    await to(life, '08-08')
    expect(await statusOf(life)).toBe('cancelled')
    expect(await eventsOf(life)).toEqual([
      'dunning.opened',
      'dunning.notice_sent',
      'dunning.notice_proved',
      'dunning.lapsed',
    ])
  })

  it('goes by post when the mail comes back, and counts from the letter', async () => {
    const life = await soldForJune(platform, 'kim@listed.example')
    const { from } = await noticeOf(life, 'kim@listed.example')
    await to(life, '07-22')
    await report(deliveryReport({ to: from }))
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter', grace_until: null })
    const [letter] = await lettersOf(life, '&state=waiting')
    expect(letter).toMatchObject({ state: 'waiting', sent_on: null })
    const path = `/manage/letters/${letter?.id}`
    const printed = await managerOn(platform).get(`${path}/document`)
    expect(await pdfOf(printed)).toMatch(
      /^Mahnung über .* an Luc Favre, zahlbar innert 14 Tagen ab Erhalt$/,
    )
    // Without a proof it never lapses.
    await to(life, '09-15')
    expect(await statusOf(life)).toBe('paid')
    const early = await record(letter, 'delivered', { date: '2031-09-01', evidence: 'RR1' })
    expect(early.json()).toMatchObject({ code: 'letter_not_sent' })
    await record(letter, 'sent', { date: '2031-08-20' })
    const before = await record(letter, 'delivered', { date: '2031-08-19', evidence: 'RR1' })
    expect(before.json()).toMatchObject({ errors: [{ field: 'date', rules: ['after_or_equal'] }] })
    await record(letter, 'returned', { date: '2031-08-30' })
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter', grace_until: null })
    await record(letter, 'sent', { date: '2031-09-02' })
    const done = await record(letter, 'delivered', { date: '2031-09-04', evidence: 'RR2' })
    expect(done.json()).toMatchObject({ state: 'delivered', evidence: 'RR2' })
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-09-18' })
    await to(life, '09-19')
    expect(await statusOf(life)).toBe('cancelled')
    expect(await eventsOf(life)).toEqual([
      'dunning.opened',
      'dunning.notice_sent',
      'letter.due',
      'letter.sent',
      'letter.returned',
      'letter.sent',
      'letter.delivered',
      'dunning.notice_proved',
      'dunning.lapsed',
    ])
  })

  it('is not proved any more when it comes back after all', async () => {
    const life = await soldForJune(platform, 'lee@listed.example')
    const { from } = await noticeOf(life, 'lee@listed.example')
    await report(arrived(from))
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-04' })
    await to(life, '08-02')
    await report(deliveryReport({ to: from, status: '5.2.2', diagnostic: 'smtp; 552 full' }))
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter', grace_until: null })
    await report(arrived(from, '250 after all'))
    await to(life, '08-20')
    expect(await statusOf(life)).toBe('paid')
    // A letter that is recorded late ends no cover in the past.
    const [letter] = await lettersOf(life)
    await record(letter, 'sent', { date: '2031-08-03' })
    await record(letter, 'delivered', { date: '2031-08-04', evidence: 'RR3' })
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-20' })
    await to(life, '08-21')
    expect(await statusOf(life)).toBe('cancelled')
  })

  it('goes by post without a report in time, and the later of two proofs counts', async () => {
    const life = await soldForJune(platform, 'sam@listed.example')
    const { from } = await noticeOf(life, 'sam@listed.example')
    await to(life, '07-27')
    expect(await lettersOf(life)).toEqual([])
    await to(life, '07-28')
    const [letter] = await lettersOf(life)
    expect(letter).toMatchObject({ state: 'waiting' })
    await report(arrived(from))
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-11' })
    // It need not be sent any more; where it was sent all the same, its reader has the days again.
    expect(await lettersOf(life)).toMatchObject([{ state: 'void' }])
    await to(life, '07-30')
    await record(letter, 'sent', { date: '2031-07-28' })
    await record(letter, 'delivered', { date: '2031-07-30', evidence: 'RR4' })
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-13' })
  })

  it('goes by post at once where a server refuses the mail', async () => {
    const life = await soldForJune(platform, 'gone@listed.example')
    await to(life, '07-21')
    server.fault = 'refuses'
    await mailWithDocuments(platform)
    await platform.runDue()
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter' })
  })

  it('is proved in test mode by a mail that is kept, at the time of the clock', async () => {
    const life = await soldForJune(platform, 'pat@elsewhere.example')
    await to(life, '07-21')
    await mailWithDocuments(platform)
    await platform.runDue()
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-04' })
    await to(life, '08-05')
    expect(await statusOf(life)).toBe('cancelled')
  })

  it('is void when what is owed changes before it arrives, to the cent', async () => {
    const life = await soldForJune(platform, 'toni@listed.example')
    const { from } = await noticeOf(life, 'toni@listed.example')
    await to(life, '07-28')
    const [first] = await lettersOf(life)
    const [oldest] = await openInvoices(platform, life.id)
    await receivedByHand(platform, {
      id: oldest?.id ?? '',
      amount: 1,
      currency: 'chf',
      on: '2031-07-28',
    })
    await platform.runDue()
    const again = await caseOf(life)
    const [one, other] = (again?.letters ?? []).filter(({ kind }) => kind === 'notice')
    expect(one?.void_reason).toBe('What is owed has changed before the notice arrived.')
    expect(other).toMatchObject({ void_reason: null, total: (one?.total ?? 0) - 1 })
    expect(again).toMatchObject({ waits_for: 'delivery_report', grace_until: null })
    // The first may still arrive: it proves nothing about the second.
    expect(await lettersOf(life)).toMatchObject([{ id: first?.id, state: 'void' }])
    await report(arrived(from))
    await record(first, 'sent', { date: '2031-07-28' })
    await record(first, 'delivered', { date: '2031-07-28', evidence: 'RR5' })
    expect(await caseOf(life)).toMatchObject({ waits_for: 'delivery_report', grace_until: null })
  })

  it('is void when an invoice that it names is deferred before it arrives', async () => {
    const life = await soldForJune(platform, 'mika@listed.example')
    await to(life, '07-10')
    const hold = { policy_id: life.id, until: '2031-08-05', reason: 'The post is on strike.' }
    await managerOn(platform).post('/manage/dunning/holds', hold)
    // The notice names July and August.
    await to(life, '08-06')
    const [july] = await openInvoices(platform, life.id)
    const deferral = { due_date: '2031-09-10', reason: 'Agreed by phone.' }
    const path = `/manage/invoices/${july?.id}/defer`
    expect((await managerOn(platform).post(path, deferral)).statusCode).toBe(200)
    await platform.runDue()
    const { letters = [] } = (await caseOf(life)) ?? {}
    expect(letters).toMatchObject([
      { kind: 'notice', void_reason: 'What is owed has changed before the notice arrived.' },
      { kind: 'notice', void_reason: null },
    ])
    expect(letters[1]?.total).toBeLessThan(letters[0]?.total ?? 0)
  })

  it('asks for nothing more once it is paid, whatever arrives later', async () => {
    const life = await soldForJune(platform, 'alex@listed.example')
    const { from } = await noticeOf(life, 'alex@listed.example')
    await to(life, '07-28')
    for (const { id, open: amount } of await openInvoices(platform, life.id)) {
      await receivedByHand(platform, { id, amount, currency: 'chf', on: '2031-07-28' })
    }
    await platform.runDue()
    expect(await caseOf(life)).toMatchObject({ state: 'cured', waits_for: null })
    expect(await lettersOf(life)).toMatchObject([{ state: 'void' }])
    await report(arrived(from))
    await to(life, '09-30')
    expect(await statusOf(life)).toBe('paid')
    const first = (await casesOf(platform, life.id)).at(-1)
    expect(first).toMatchObject({ state: 'cured', grace_until: null })
  })
})

describe('a notice by letter that suspends cover', () => {
  beforeAll(() => publishProved(platform, lettersAloneCount, 'suspend\n  lapse_after_days: 30'))

  it('goes by post at once, and its suspension is undone when it comes back after all', async () => {
    const life = await soldForJune(platform, 'noel@listed.example')
    await to(life, '07-21')
    const [letter] = await lettersOf(life)
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter', grace_until: null })
    await record(letter, 'sent', { date: '2031-07-21' })
    await to(life, '07-22')
    await record(letter, 'delivered', { date: '2031-07-22', evidence: 'RR6' })
    await to(life, '08-06')
    expect(await caseOf(life)).toMatchObject({ step: 'suspended', grace_until: '2031-08-05' })
    expect(await coverOf(life)).toBe('suspended')
    await record(letter, 'returned', { date: '2031-08-06' })
    expect(await caseOf(life)).toMatchObject({ step: 'notice_sent', waits_for: 'tracked_letter' })
    expect(await coverOf(life)).toBe('covered')
    await to(life, '10-01')
    expect([await statusOf(life), await coverOf(life)]).toEqual(['paid', 'covered'])
    await record(letter, 'sent', { date: '2031-10-01' })
    await record(letter, 'delivered', { date: '2031-10-01', evidence: 'RR7' })
    await to(life, '10-16')
    expect(await caseOf(life)).toMatchObject({ step: 'suspended', grace_until: '2031-10-15' })
    const kinds = (await caseOf(life))?.letters.map((one) => [one.kind, one.void_reason])
    expect(kinds).toEqual([
      ['notice', null],
      ['suspension', 'The notice had not arrived.'],
      ['suspension', null],
    ])
    await to(life, '11-15')
    expect(await statusOf(life)).toBe('cancelled')
  })
})

describe('a notice that needs no proof', () => {
  beforeAll(() => publishProved(platform, null))

  it('counts from its day, whatever becomes of its mail', async () => {
    const life = await soldForJune(platform, 'chris@listed.example')
    const { from } = await noticeOf(life, 'chris@listed.example')
    const running = { waits_for: null, grace_until: '2031-08-04' }
    expect(await caseOf(life)).toMatchObject({
      ...running,
      letters: [{ kind: 'notice', grace_until: '2031-08-04', grace_days: null }],
    })
    await report(deliveryReport({ to: from }))
    expect(await caseOf(life)).toMatchObject(running)
    await to(life, '08-05')
    expect(await statusOf(life)).toBe('cancelled')
    expect(await lettersOf(life)).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceAll } from '../builders/clock.ts'
import type { JsonObject, PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import { pdfOf } from '../builders/documents.ts'
import { openInvoices, tokenOf } from '../builders/open-invoice.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { casesOf } from '../builders/dunning.ts'
import { sql } from '../../src/database/index.ts'
import { type TestMailServer, openMailServer } from '../builders/mail-server.ts'
import { deliveryReport, forwardReport, mailAll, mailWithDocuments } from '../builders/mails.ts'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import {
  bothCount,
  lettersAloneCount,
  mailsAloneCount,
  publishProved,
  soldForJune,
} from '../builders/proved-notices.ts'
import { transactionsOn } from '../builders/transactions.ts'
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
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
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
  readonly sent_on: string | null
  readonly returned_on: string | null
}

const lettersOf = async ({ id }: Life, query = '') =>
  (await managerOn(platform).get(`/manage/letters?policy_id=${id}${query}`)).json<ShownLetter[]>()

async function record(letter: ShownLetter | undefined, what: string, body: JsonObject) {
  const answer = await managerOn(platform).post(`/manage/letters/${letter?.id}/${what}`, body)
  await platform.runDue()
  return answer
}

const aCent = async ({ id }: Life, on: string) => {
  const [oldest] = await openInvoices(platform, id)
  const cent = { id: oldest?.id ?? '', amount: 1, currency: 'chf', on }
  await receivedByHand(platform, cent)
  await platform.runDue()
}

const takenBy = (email: string) => server.taken.filter(({ to: address }) => address === email)

/** The states of the mails of its notices. */
async function noticesSent({ id }: Life): Promise<string[]> {
  const found = await managerOn(platform).get(`/manage/mails?policy_id=${id}`)
  const mails = found.json<{ event_type: string; state: string }[]>()
  return mails
    .filter(({ event_type: type }) => type === 'dunning.notice_sent')
    .map(({ state }) => state)
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
    await record(letter, 'sent', { date: '2031-07-30' })
    const early = await record(letter, 'delivered', { date: '2031-07-29', evidence: 'RR4' })
    expect(early.json()).toMatchObject({ errors: [{ field: 'date', rules: ['after_or_equal'] }] })
    // Its day was mistyped.
    expect((await record(letter, 'sent', { date: '2031-07-29' })).statusCode).toBe(200)
    await record(letter, 'delivered', { date: '2031-07-29', evidence: 'RR4' })
    expect((await record(letter, 'sent', { date: '2031-07-28' })).json()).toMatchObject({
      state: 'delivered',
      sent_on: '2031-07-28',
      delivered_on: '2031-07-29',
    })
    const late = await record(letter, 'sent', { date: '2031-07-30' })
    expect(late.json()).toMatchObject({ errors: [{ field: 'date', rules: ['before_or_equal'] }] })
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-12' })
    // Once it has come back it counts no more; a bounce then puts it on the batch again.
    await record(letter, 'returned', { date: '2031-07-30' })
    expect(await lettersOf(life)).toMatchObject([{ state: 'returned' }])
    await report(deliveryReport({ to: from }))
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter', grace_until: null })
    expect(await lettersOf(life)).toMatchObject([{ state: 'waiting', returned_on: '2031-07-30' }])
    const before = await record(letter, 'sent', { date: '2031-07-29' })
    expect(before.json()).toMatchObject({ errors: [{ field: 'date', rules: ['after_or_equal'] }] })
    expect((await eventsOf(life)).filter((type) => type === 'letter.due')).toHaveLength(2)
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

  it('is not sent any more when it is void before a server takes it', async () => {
    const life = await soldForJune(platform, 'uli@listed.example')
    await to(life, '07-21')
    server.fault = 'greylists'
    await mailWithDocuments(platform)
    expect(await noticesSent(life)).toEqual(['ready'])
    await aCent(life, '2031-07-21')
    server.fault = null
    platform.clock.advance({ minutes: 2 })
    await mailWithDocuments(platform)
    // Only the notice with the amount of now goes out.
    expect((await noticesSent(life)).toSorted()).toEqual(['sent', 'void'])
    expect(takenBy('uli@listed.example')).toHaveLength(1)
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

describe('a notice by mail or letter that suspends cover', () => {
  beforeAll(() => publishProved(platform, bothCount, 'suspend\n  lapse_after_days: 60'))

  /** Proved by its mail on 29 July, when a letter was posted already; suspended on 13 August. */
  async function suspended(email: string) {
    const life = await soldForJune(platform, email)
    const { from } = await noticeOf(life, email)
    await to(life, '07-29')
    const [letter] = await lettersOf(life)
    await record(letter, 'sent', { date: '2031-07-28' })
    await report(arrived(from))
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-12' })
    return { life, from, letter }
  }

  it('counts from its first proof, whatever was paid before it arrived again', async () => {
    const { life, letter } = await suspended('ari@listed.example')
    await to(life, '07-30')
    await aCent(life, '2031-07-30')
    await to(life, '08-13')
    expect(await coverOf(life)).toBe('suspended')
    await record(letter, 'delivered', { date: '2031-08-01', evidence: 'RR8' })
    expect(await caseOf(life)).toMatchObject({ step: 'suspended', grace_until: '2031-08-12' })
    expect(await coverOf(life)).toBe('suspended')
  })

  it('loses a proof at once, also in a hold, and counts from the other one', async () => {
    const { life, from, letter } = await suspended('bo@listed.example')
    await to(life, '08-14')
    await record(letter, 'delivered', { date: '2031-08-14', evidence: 'RR9' })
    expect(await caseOf(life)).toMatchObject({ step: 'suspended', grace_until: '2031-08-12' })
    const hold = { policy_id: life.id, until: '2031-08-31', reason: 'The bank is on strike.' }
    await managerOn(platform).post('/manage/dunning/holds', hold)
    await report(deliveryReport({ to: from }))
    expect(await coverOf(life)).toBe('covered')
    expect(await caseOf(life)).toMatchObject({ step: 'notice_sent', grace_until: '2031-08-28' })
    await to(life, '08-31')
    expect(await coverOf(life)).toBe('covered')
    await to(life, '09-01')
    expect(await coverOf(life)).toBe('suspended')
  })

  it('loses its proof while a payment is under way', async () => {
    const { life, from } = await suspended('cleo@listed.example')
    await to(life, '08-14')
    const [oldest] = await openInvoices(platform, life.id)
    if (oldest === undefined) throw new Error('nothing is open')
    const payment_token = (await tokenOf(platform, life.id, oldest)) ?? ''
    const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
    const pending = await life.seller.pay({ id: life.id, payment_token }, card)
    expect(pending.json()).toMatchObject({ status: 'pending' })
    await report(deliveryReport({ to: from }))
    expect(await coverOf(life)).toBe('covered')
    expect(await caseOf(life)).toMatchObject({ step: 'notice_sent', grace_until: null })
  })
})

describe('a notice by letter that suspends cover', () => {
  beforeAll(() => publishProved(platform, lettersAloneCount, 'suspend\n  lapse_after_days: 30'))

  it('goes by post at once, and its suspension is undone when it comes back after all', async () => {
    const life = await soldForJune(platform, 'noel@listed.example')
    await to(life, '07-21')
    const [letter] = await lettersOf(life)
    expect(await caseOf(life)).toMatchObject({ waits_for: 'tracked_letter', grace_until: null })
    // Nobody can have printed it.
    const early = await record(letter, 'sent', { date: '2031-07-21' })
    expect([early.statusCode, early.json()]).toMatchObject([503, { code: 'letter_being_made' }])
    expect(await lettersOf(life)).toMatchObject([{ state: 'waiting', sent_on: null }])
    await platform.runDue(['make_documents'])
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

describe('a notice by mail alone', () => {
  beforeAll(() => publishProved(platform, mailsAloneCount))

  it('is written anew where a server of an earlier release wrote it', async () => {
    const life = await soldForJune(platform, 'dana@listed.example')
    await noticeOf(life, 'dana@listed.example')
    const asEarlier = (statement: Parameters<typeof platform.db.query>[0]) =>
      platform.db.transaction(async (tx) => {
        await lockPolicies(tx, [life.id as PolicyId]) // As the API gives it.
        await tx.query(sql`alter table dunning_letters disable trigger user`)
        await tx.query(statement)
        await tx.query(sql`alter table dunning_letters enable trigger user`)
      })
    // It closes no case that waits: it does not know of the letter.
    const cured = sql`
      update dunning_cases set state = 'cured', closed_at = now() where policy_id = ${life.id}`
    await expect(asEarlier(cured)).rejects.toThrow(/dunning_cases_wait/)
    await asEarlier(sql`
      with letter as (
        update dunning_letters set grace_days = null, grace_until = '2031-08-04'
        where policy_id = ${life.id} returning case_id)
      update dunning_cases set waits_for = null, grace_until = '2031-08-04'
      from letter where id = letter.case_id`)
    await to(life, '07-23')
    await aCent(life, '2031-07-23')
    const { letters = [] } = (await caseOf(life)) ?? {}
    expect(letters).toMatchObject([
      { kind: 'notice', void_reason: expect.stringContaining('It names the last day') as unknown },
      { kind: 'notice', void_reason: null, grace_days: 14, fee_invoice_id: null },
    ])
    expect(letters[1]?.total).toBe((letters[0]?.total ?? 0) - 1)
    await mailWithDocuments(platform)
    const again = server.taken.findLast((one) => one.to === 'dana@listed.example')
    await report(arrived(again?.from ?? ''))
    expect(await caseOf(life)).toMatchObject({ waits_for: null, grace_until: '2031-08-06' })
  })
})

describe('a notice by mail that carries a part of it', () => {
  const inParts = '{ counts: [delivery_report], counts_after_days: 1 }'
  beforeAll(() => publishProved(platform, inParts, 'lapse', { isInParts: true }))

  it('never counts', async () => {
    const life = await soldForJune(platform, 'ella@listed.example')
    const { from } = await noticeOf(life, 'ella@listed.example')
    await report(arrived(from))
    expect(await caseOf(life)).toMatchObject({ waits_for: 'delivery_report', grace_until: null })
    await to(life, '09-30')
    expect(await statusOf(life)).toBe('paid')
  })
})

describe('a lapse whose notice comes back after all', () => {
  beforeAll(() => publishProved(platform, bothCount))

  async function lapsed(email: string) {
    const life = await soldForJune(platform, email)
    const { from } = await noticeOf(life, email)
    await report(arrived(from))
    await to(life, '08-04')
    const { money, ...transactions } = transactionsOn(platform, life.seller)
    const before = await money(life.id)
    await to(life, '08-05')
    expect(await statusOf(life)).toBe('cancelled')
    expect(await money(life.id)).not.toEqual(before)
    const decide = (decision: string) =>
      caseOf(life).then((found) =>
        managerOn(platform).post(`/manage/dunning/${found?.id}/lapse`, {
          decision,
          reason: 'The notice came back.',
        }),
      )
    expect((await decide('void')).json()).toMatchObject({ code: 'lapse_not_in_doubt' })
    await to(life, '08-09')
    await report(deliveryReport({ to: from }))
    expect(await caseOf(life)).toMatchObject({ state: 'lapsed', unproven_since: '2031-08-09' })
    expect(await inDoubt()).toEqual([life.id])
    return { life, decide, before, money, transactions }
  }
  const inDoubt = async () => {
    const { items } = (await managerOn(platform).get('/manage/inbox')).json<{
      items: { kind: string; count: number }[]
    }>()
    const found = await managerOn(platform).get('/manage/dunning?lapse_unproven=true')
    const ids = found.json<{ policy_id: string }[]>().map(({ policy_id }) => policy_id)
    expect(items.find(({ kind }) => kind === 'lapses_unproven')?.count).toBe(ids.length)
    return ids
  }

  it('is void once a person decides so: cover never ended, its premium is owed, dunning begins anew', async () => {
    const { life, decide, before, money } = await lapsed('fay@listed.example')
    expect(await statusOf(life)).toBe('cancelled')
    expect((await decide('void')).json()).toMatchObject({ state: 'lapsed', unproven_since: null })
    await platform.runDue()
    expect(await statusOf(life)).toBe('paid')
    const day = await life.seller.get(`/policies/${life.id}?as_of=2031-08-07`)
    expect(day.json()).toMatchObject({ cover: { state: 'covered' } })
    expect(await inDoubt()).toEqual([])
    expect(await money(life.id)).toEqual(before)
    const cases = await casesOf(platform, life.id)
    expect(cases.map(({ state }) => state)).toEqual(['open', 'lapsed'])
    expect((await decide('uphold')).json()).toMatchObject({ code: 'lapse_not_in_doubt' })
  })

  it('is settled by a reinstatement', async () => {
    const { life, decide, transactions } = await lapsed('ida@listed.example')
    const { payment } = await transactions.reinstate(life.id)
    await transactions.pay(life.id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await statusOf(life)).toBe('paid')
    expect(await inDoubt()).toEqual([])
    expect((await decide('void')).json()).toMatchObject({ code: 'lapse_not_in_doubt' })
  })

  it('stands once a person decides so', async () => {
    const { life, decide } = await lapsed('gil@listed.example')
    expect((await decide('uphold')).statusCode).toBe(200)
    expect(await inDoubt()).toEqual([])
    await to(life, '09-30')
    expect(await statusOf(life)).toBe('cancelled')
    expect(await inDoubt()).toEqual([])
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

  it('is not sent any more once it is paid', async () => {
    const life = await soldForJune(platform, 'vic@listed.example')
    await to(life, '07-21')
    server.fault = 'greylists'
    await mailWithDocuments(platform)
    for (const { id, open: amount } of await openInvoices(platform, life.id)) {
      await receivedByHand(platform, { id, amount, currency: 'chf', on: '2031-07-21' })
    }
    server.fault = null
    platform.clock.advance({ minutes: 2 })
    await mailAll(platform)
    expect(await noticesSent(life)).toEqual(['void'])
    expect(takenBy('vic@listed.example')).toEqual([])
  })
})

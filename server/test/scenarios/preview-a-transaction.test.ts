import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { managerOn } from '../builders/manager.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { answer, refused } from '../contract/words.ts'
import { everyRow } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let insurer: Seller
let bikes: Seller
let transactions: ReturnType<typeof transactionsOn>
let bikeTransactions: ReturnType<typeof transactionsOn>
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const secretKey = platform.demo.insurer.test.secret
  insurer = sellerOn(platform, { secretKey })
  bikes = sellerOn(platform, { secretKey, product: 'bike' })
  transactions = transactionsOn(platform, insurer)
  bikeTransactions = transactionsOn(platform, bikes)
})
beforeEach(() => at('2027-03-01T09:00:00Z'))
afterAll(() => platform.close())

const at = (moment: string) => platform.clock.set(Temporal.Instant.from(moment))
const sold = 146_241
/** Ms Brandt's company, insured from 2 March 2027 on for a year at a time; now it is June. */
async function brandt(): Promise<string> {
  const { id } = await soldPolicy(insurer, { quote: { data: { policy_start_date: '2027-03-02' } } })
  await platform.runDue()
  at('2027-06-09T09:00:00Z')
  return id
}

const changed = async (id: string, data: JsonObject, day?: string) => {
  const { token } = await transactions.quoteEndorsement(id, data, day)
  return { quote_token: token }
}

/** On which day a key was last used is written down when somebody asks with it, whatever for. */
const isNoKey = (row: string) => !row.startsWith('(key_')

describe('a preview', () => {
  it('of a dearer endorsement shows its days, its cents, its documents and that it is paid first', async () => {
    const id = await brandt()
    const endorsement = await changed(id, { deductible: 100_000 })
    const preview = await transactions.preview(id, { endorsement: endorsement })
    const outcome = await transactions.endorse(id, {
      ...endorsement,
      preview_token: preview.preview_token,
    })
    const { amount = 0 } = outcome.payment ?? {}
    const price = preview.timeline.after.at(-1)?.gross_payment_amount ?? 0
    expect(price).toBeGreaterThan(sold)
    expect(preview).toMatchObject({
      transaction: 'endorsement',
      effective_date: '2027-06-09',
      timeline: {
        before: [{ first_day: '2027-03-02', kind: 'cover', gross_payment_amount: sold }],
        after: [
          { first_day: '2027-03-02', kind: 'cover', gross_payment_amount: sold },
          { first_day: '2027-06-09', kind: 'cover', gross_payment_amount: price },
        ],
      },
      charges: [{ first_day: '2027-03-02', last_day: '2028-03-01', amount, fee: 0 }],
      invoice: { amount, arrears: 0, due_date: '2027-06-09', is_paid_first: true },
      credit: 0,
      refund: { amount: 0, currency: 'eur' },
      conflicts: [],
    })
    expect(outcome).toMatchObject({ status: 'proposed', payment: { pay_until: '2027-06-09' } })
    await transactions.pay(id, outcome.payment?.token ?? '')
    await platform.runDue()
    await platform.runDue(['make_documents'])
    expect(await transactions.charged(id, outcome.version_id)).toEqual({
      charges: preview.charges,
      refunded: 0,
    })
    expect(await documentsOf(outcome.version_id)).toEqual(
      preview.documents.map(({ designation }) => designation).toSorted(),
    )
  })

  it('lists what a correction decides only up to a day, and writes nothing', async () => {
    const id = await brandt()
    const later = await changed(id, { deductible: 1_000_000, employee_number: 25 }, '2027-10-01')
    await transactions.endorse(id, { ...later, data: { company_city: 'Kiel' } })
    const endorsement = {
      ...(await changed(id, { employee_number: 40, encryption: false }, '2027-05-01')),
      data: { company_city: 'Potsdam' },
      email: 'new@example.com',
    }
    await platform.runDue()
    const rows = async () => (await everyRow(platform)).filter(isNoKey)
    const before = await rows()
    const preview = await transactions.preview(id, { endorsement: endorsement })
    expect(await rows()).toEqual(before)
    expect(preview).toMatchObject({
      transaction: 'correction',
      conflicts: [
        { field: 'employee_number', path: null, from: '2027-10-01' },
        { field: 'company_city', path: 'data', from: '2027-10-01' },
      ],
    })
    expect(preview.timeline.after.map(({ first_day: day }) => day)).toEqual([
      '2027-03-02',
      '2027-05-01',
      '2027-10-01',
    ])
    const outcome = await transactions.endorse(id, {
      ...endorsement,
      preview_token: preview.preview_token,
    })
    expect(outcome.payment?.amount ?? 0).toBe(preview.invoice?.amount ?? 0)
    if (outcome.payment !== null) await transactions.pay(id, outcome.payment.token)
    expect(await transactions.charged(id, outcome.version_id)).toMatchObject({
      charges: preview.charges,
    })
  })

  it('and the quote for an endorsement respect one that only says what already holds', async () => {
    const id = await brandt()
    for (const day of ['2027-10-01', '2027-08-01']) {
      const request = await changed(id, { deductible: 1_000_000 }, day)
      await transactions.endorse(id, request)
    }
    // From October on it was requested before, so this one decides two months.
    const quote = await transactions.quoteEndorsement(id, { deductible: 100_000 }, '2027-09-01')
    const preview = await transactions.preview(id, { endorsement: { quote_token: quote.token } })
    expect(preview.conflicts).toEqual([{ field: 'deductible', path: null, from: '2027-10-01' }])
    expect(preview.charges.map(({ amount }) => amount)).toEqual([quote.endorsement.amount])
  })

  it('lets an endorsement of a later day stand, though it said what then held anyway', async () => {
    const id = await brandt()
    const moves = (city: string, effective_date: string) => ({
      data: { company_city: city },
      effective_date,
    })
    await transactions.endorse(id, moves('Kiel', '2027-10-01'))
    await transactions.endorse(id, moves('Kiel', '2027-08-01'))
    const endorsement = moves('Bonn', '2027-09-01')
    const { conflicts } = await transactions.preview(id, { endorsement: endorsement })
    expect(conflicts).toEqual([{ field: 'company_city', path: 'data', from: '2027-10-01' }])
    await transactions.endorse(id, endorsement)
    const cityOn = async (day: string) =>
      (await insurer.get(`/policies/${id}?as_of=${day}`)).json<{ data: JsonObject }>().data[
        'company_city'
      ]
    expect(await Promise.all(['2027-08-15', '2027-09-15', '2027-10-15'].map(cityOn))).toEqual([
      'Kiel',
      'Bonn',
      'Kiel',
    ])
  })

  it('of a reinstatement with a gap shows the days without cover', async () => {
    const id = await brandt()
    await transactions.cancel(id, '2027-06-30')
    at('2027-07-11T09:00:00Z')
    const preview = await transactions.preview(id, { reinstatement: { gap: true } })
    expect(preview.timeline.after.map(({ first_day: day, kind }) => [day, kind])).toEqual([
      ['2027-03-02', 'cover'],
      ['2027-07-01', 'gap'],
      ['2027-07-11', 'cover'],
    ])
    const request = { gap: true, preview_token: preview.preview_token }
    expect((await transactions.reinstate(id, request)).payment).toMatchObject({
      amount: preview.invoice?.amount,
      pay_until: preview.invoice?.due_date,
    })
  })

  it('is refused as the transaction would be, with all failing fields at once', async () => {
    const id = await brandt()
    const { version_id: version } = await transactions.view(id)
    const request = {
      effective_date: 'tomorrow',
      data: { legal_form: 'ag' },
      first_name: 7,
      tax: 1,
    }
    const requested = await insurer.endorse(id, version, request)
    const previewed = await insurer.preview(id, version, { endorsement: request })
    expect(requested.statusCode).toBe(400)
    expect(previewed.json()).toEqual(requested.json())
    const unclear: JsonObject[] = [{}, { endorsement: {}, reinstatement: {} }]
    for (const none of unclear) {
      expect((await insurer.preview(id, version, none)).statusCode).toBe(400)
    }
    expect((await insurer.preview(id, version, { endorsement: 'all of it' })).statusCode).toBe(400)
    // What is empty is absent, as it is in the transaction.
    const empty = { first_name: '', effective_date: null }
    expect((await insurer.preview(id, version, { endorsement: empty })).json()).toEqual(
      (await insurer.endorse(id, version, empty)).json(),
    )
  })
})

describe('the token of a preview', () => {
  const moved = { endorsement: { data: { company_city: 'Kiel' }, effective_date: '2027-07-01' } }

  it('is for that transaction alone, however it is written', async () => {
    const id = await brandt()
    const request = {
      endorsement: { data: { company_city: 'Kiel', company_street: 'Holstenstr.' } },
    }
    const { preview_token, version_id: version } = await transactions.preview(id, request)
    const other = { data: { company_city: 'Bonn', company_street: 'Am Hof' }, preview_token }
    expect(answer(await insurer.endorse(id, version, other))).toEqual(
      refused(
        412,
        'preview_of_different_transaction',
        expect.stringContaining('a different transaction'),
      ),
    )
    const cancellation = { termination_date: '2027-12-31', preview_token }
    expect((await insurer.cancel(id, version, cancellation)).statusCode).toBe(412)
    const data = { company_street: 'Holstenstr.', company_city: 'Kiel' }
    expect(await transactions.endorse(id, { data, preview_token })).toMatchObject({
      status: 'active',
    })
  })

  it('that is empty is refused, and the transaction with it', async () => {
    const none = { preview_token: '' }
    const refusal = {
      code: 400,
      body: expect.objectContaining({
        message: 'preview_token is not a preview token. Send the token that the preview returned.',
        errors: [expect.objectContaining({ code: 'invalid_value', field: 'preview_token' })],
      }),
    }
    const id = await brandt()
    const { version_id: version } = await transactions.view(id)
    const move = { ...moved.endorsement, ...none }
    expect(answer(await insurer.endorse(id, version, move))).toEqual(refusal)
    const cancellation = { termination_date: '2027-06-30', ...none }
    expect(answer(await insurer.cancel(id, version, cancellation))).toEqual(refusal)
    expect(await transactions.view(id)).toMatchObject({ version_id: version, is_locked: false })
    const { version_id: cancelled } = await transactions.cancel(id, '2027-06-30')
    expect(answer(await insurer.reinstate(id, cancelled, none))).toEqual(refusal)
    expect(await transactions.view(id)).toMatchObject({ version_id: cancelled, is_locked: false })
    // A member that is null is one that was not sent.
    expect(await transactions.reinstate(id, { preview_token: null })).toMatchObject({
      status: 'proposed',
    })
  })

  it('is over once the policy is another', async () => {
    const id = await brandt()
    const { preview_token } = await transactions.preview(id, moved)
    await transactions.endorse(id, { email: 'new@example.com' })
    const { version_id: version } = await transactions.view(id)
    expect(
      answer(await insurer.endorse(id, version, { ...moved.endorsement, preview_token })),
    ).toEqual(refused(412, 'preview_of_older_version', expect.stringContaining('older version')))
    expect(await transactions.view(id)).toMatchObject({ version_id: version, is_locked: false })
  })

  it('is for one transaction: of two that name it at once, one is carried out', async () => {
    const id = await brandt()
    const { preview_token, version_id: version } = await transactions.preview(id, moved)
    const request = { ...moved.endorsement, preview_token }
    const both = await Promise.all([1, 2].map(() => insurer.endorse(id, version, request)))
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([202, 409]))
    await platform.runDue()
    expect((await insurer.endorse(id, version, request)).statusCode).toBe(412)
    expect((await transactions.events(id)).filter((type) => type === 'endorsed')).toHaveLength(1)
    expect(await transactions.money(id)).toMatchObject({ charged: sold, receivable: 0, credit: 0 })
  })

  it('and another transaction at once: one of them wins, and the sums are those of one', async () => {
    const id = await brandt()
    const endorsement = await changed(id, { deductible: 1_000_000 })
    const preview = await transactions.preview(id, { endorsement: endorsement })
    const promised = preview.charges.map(({ amount }) => amount)
    const [bound, free] = await Promise.all([
      insurer.endorse(id, preview.version_id, {
        ...endorsement,
        preview_token: preview.preview_token,
      }),
      insurer.endorse(id, preview.version_id, { data: { company_city: 'Kiel' } }),
    ])
    expect(new Set([bound.statusCode, free.statusCode])).toEqual(new Set([202, 409]))
    await platform.runDue()
    const given = bound.statusCode === 202 ? promised : []
    expect(await transactions.money(id)).toMatchObject({
      charged: given.reduce((sum, amount) => sum + amount, sold),
    })
  })

  it('is over once a proposal was paid for, and never loses the money of one', async () => {
    const id = await brandt()
    const dearer = await changed(id, { deductible: 100_000 })
    const proposal = await transactions.endorse(id, dearer)
    const preview = await transactions.preview(id, moved)
    const request = { ...moved.endorsement, preview_token: preview.preview_token }
    const pay = () => transactions.pay(id, proposal.payment?.token ?? '')
    const [requested, paid] = await Promise.all([
      insurer.endorse(id, preview.version_id, request),
      pay(),
    ])
    expect([requested.statusCode, paid.statusCode]).toEqual(
      requested.statusCode === 202 ? [202, expect.any(Number)] : [412, 200],
    )
    await platform.runDue()
    const { version_id: version } = await transactions.view(id)
    const wasPaid = paid.statusCode === 200 && paid.json<{ status: string }>().status === 'ok'
    // Whichever came first holds, and what was paid pays for it or was given back.
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
    // The same request again changes nothing any more; otherwise its preview is over.
    const isCarriedOut = requested.statusCode === 202 && version !== proposal.version_id
    expect((await insurer.endorse(id, version, request)).statusCode).toBe(isCarriedOut ? 400 : 412)
    const kept = (await transactions.days(id)).some(({ payment }) => payment > sold)
    expect(kept).toBe(wasPaid && version === proposal.version_id)
  })

  it('is in the audit log, where a transaction names it', async () => {
    const id = await brandt()
    const { preview_token } = await transactions.preview(id, moved)
    await transactions.endorse(id, { ...moved.endorsement, preview_token })
    await transactions.endorse(id, { email: 'new@example.com' })
    const audited = await managerOn(platform).get(`/manage/audit?subject_id=${id}`)
    const requests = audited
      .json<{ action: string; after: JsonObject }[]>()
      .filter(({ action }) => action === 'policy.endorsement_requested')
    expect(requests.map(({ after }) => after['is_previewed'])).toEqual([undefined, true])
  })

  it('cannot be altered in any place', async () => {
    const id = await brandt()
    const { preview_token: token, version_id: version } = await transactions.preview(id, moved)
    for (let place = 0; place < token.length; place += 7) {
      const letter = token[place] === 'A' ? 'B' : 'A'
      const preview_token = token.slice(0, place) + letter + token.slice(place + 1)
      const response = await insurer.endorse(id, version, { ...moved.endorsement, preview_token })
      expect([400, 412], `${place} of ${token}`).toContain(response.statusCode)
    }
    const preview_token = token.slice(0, 20)
    const short = await insurer.endorse(id, version, { ...moved.endorsement, preview_token })
    expect(short.statusCode).toBe(412)
  })

  it('lets a transaction fail that comes to something else when it is carried out', async () => {
    const { id } = await soldPolicy(bikes, { quote: { data: { start_date: '2027-03-02' } } })
    await platform.runDue()
    at('2027-06-09T09:00:00Z')
    const { version_id: version } = await bikeTransactions.view(id)
    const cheaper = await bikeTransactions.quoteEndorsement(id, { deductible: 20_000 })
    const accepted = await bikes.endorse(id, version, { quote_token: cheaper.token })
    await assemble(id, accepted.json<Accepted>())
    // What was paid too much is credit for a moment, and would pay for this one.
    const dearer = await bikeTransactions.quoteEndorsement(id, { damage_cover: true })
    const endorsement = { quote_token: dearer.token }
    const preview = await bikeTransactions.preview(id, { endorsement: endorsement })
    const request = { ...endorsement, preview_token: preview.preview_token }
    const promised = await bikes.endorse(id, preview.version_id, request)
    expect(promised.statusCode, promised.body).toBe(202)
    const charged = await bikeTransactions.money(id)
    // By now it is given back.
    expect(await bikeTransactions.carriedOut(promised)).toMatchObject({
      status: 'failed',
      payment: null,
    })
    expect(await bikeTransactions.money(id)).toEqual({ ...charged, credit: 0 })
    const [failed] = await platform.db.query<{ failure: string }>(sql`
      select failure from policy_versions where policy_id = ${id} and state = 'failed'`)
    expect(failed?.failure).toBe('it no longer comes to what its preview promised')
    expect(await bikeTransactions.events(id)).toContain('endorsement_failed')
    expect(await bikeTransactions.view(id)).toMatchObject({ is_locked: false })
  })
})

interface Accepted {
  readonly _links: { readonly status: { readonly href: string } }
}

/** Carries a transaction out, and nothing that follows from it. */
async function assemble(policyId: string, { _links }: Accepted): Promise<void> {
  const [, versionId] = /versions\/(tpv_\w+)/.exec(_links.status.href) ?? []
  const task = { policyId, versionId } as Parameters<
    typeof platform.handlers.assemble_transaction
  >[0] // Ids of what was just made.
  await platform.handlers.assemble_transaction(task)
}

async function documentsOf(versionId: string): Promise<string[]> {
  const rows = await platform.db.query<{ designation: string }>(sql`
    select designation from documents where subject_id = ${versionId} order by designation`)
  return rows.map(({ designation }) => designation)
}

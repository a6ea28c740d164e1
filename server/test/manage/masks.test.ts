import type { Response } from 'light-my-request'
import { openInvoices } from '../builders/open-invoice.ts'
import { waitingForApproval } from '../builders/approvals.ts'
import { newPerson } from '../builders/people.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainRecords } from '../../src/evidence/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { mask } from '../../src/masks/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { itemsOf } from '../builders/dataset.ts'
import { offerMail } from '../builders/mails.ts'
import { waitingLetter } from '../builders/post-letters.ts'
import { dunnedBy, publishedDraft, withoutLaw, withoutRenewal } from '../builders/draft.ts'
import { casesOf, germanSteps } from '../builders/dunning.ts'
import { impactOf } from '../builders/impacts.ts'
import { declare } from '../builders/declared.ts'
import { savedLead } from '../builders/lead.ts'
import { managerOn } from '../builders/manager.ts'
import { massBefore } from '../builders/mass-endorsements.ts'
import { disputeOf } from '../builders/disputes.ts'
import { iban } from '../builders/payouts.ts'
import { demoAccount } from '../builders/credentials.ts'
import { startReceiver, type TestReceiver } from '../builders/receiver.ts'
import { maskedKey, restrictedKey, roleKey } from '../builders/restricted.ts'
import {
  type OfferCreated,
  type Seller,
  madeOffer,
  offerAssets,
  sellerOn,
  soldPolicy,
} from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { dispatcherOn, webhooksOf } from '../builders/webhooks.ts'
import { type Operation, operations } from '../openapi/documented.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let receiver: TestReceiver
let its: Things
let notesQuery = ''
const keys = { viewer: '', auditor: '', service: '', masked: '' }
beforeAll(async () => {
  platform = await openTestPlatform({ webhooks: { allowsPrivate: true } })
  receiver = await startReceiver((response, { body }) => void response.writeHead(200).end(body))
  keys.viewer = await restrictedKey(platform, ['viewer'])
  keys.auditor = await restrictedKey(platform, ['auditor'])
  keys.service = await restrictedKey(platform, ['service'])
  keys.masked = await maskedKey(platform)
  its = await liveThrough()
})
afterAll(async () => {
  await receiver.close()
  await platform.close()
})

/** Values that occur nowhere but in what customers say of themselves. */
const customer = {
  first_name: 'Zyxqvina',
  last_name: 'Zyxqvström',
  email: 'zyxqv@sentinel.example',
  metadata: { note: 'Zyxqv knows us.' },
  media: ['zyxqv.jpg'],
  referrer_url: 'https://shop.alpine-brokers.example/?who=zyxqv',
}
const cyberData = {
  phone: '+49309018277',
  company_name: 'Zyxqv Leuchten GmbH',
  company_street: 'Zyxqvallee',
  company_house_number: '77z',
  company_zip: '20457',
  company_city: 'Zyxqvstadt',
}
const bikeData = {
  birth_date: '1933-10-27',
  street: 'Zyxqvgasse',
  house_number: '79z',
  zip: '8406',
  city: 'Zyxqvikon',
  phone: '+41446681877',
  frame_number: 'ZYXQV-77',
}
/** As answers, and as sentences show them. */
const turnovers = ['187654300', '187,654,300', '1,876,543', '287654399', '287,654,399', '2,876,543']
const undeclared = { nickname: 'Zyxqvi' }

/** Everything that must not be seen. Those of the company are in the dataset, which anybody may read. */
interface Things {
  readonly secrets: readonly string[]
  readonly ofCompany: readonly string[]
  readonly ids: Readonly<Record<string, readonly string[]>>
  readonly policies: { readonly cyber: string; readonly bike: string }
}

/** Sells, endorses, duns, renews and cancels policies of customers who differ from all others. */
async function liveThrough(): Promise<Things> {
  const manager = managerOn(platform)
  const [company] = await itemsOf(platform, 'companies')
  if (company === undefined) throw new Error('there are no companies')
  const webhook = await webhooksOf(platform).create({ url: receiver.url, payload: 'full' })
  await sellMarkedTurnovers()
  const cyber = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
  const sold = await soldPolicy(cyber, {
    quote: { data: { company: company.id, yearly_turnover: 287_654_399 } },
    offer: { ...customer, data: { ...policyData('cyber'), ...cyberData, ...undeclared } },
  })
  const transactions = transactionsOn(platform, cyber)
  await transactions.endorse(sold.id, {
    email: 'zyxqv@elsewhere.example',
    data: { phone: '+49309018299' },
  })
  const { token } = await transactions.quoteEndorsement(sold.id, {
    yearly_turnover: 187_654_300,
  })
  await transactions.endorse(sold.id, { quote_token: token })
  const bike = await soldBike()
  const unpaid = await soldUnpaid()
  const offer = await madeOffer(cyber, {
    offer: { ...customer, data: { ...policyData('cyber'), ...cyberData } },
  })
  const leadToken = (await cyber.quote()).json<{ token: string }>().token
  const lead = await savedLead(platform, cyber, {
    ...customer,
    data: { quote: { company: company.id }, policy: cyberData },
    quote_token: leadToken,
  })
  await cancelled(cyber)
  await importedReceipt()
  const live = platform.demo.products['cyber']?.product_id ?? ''
  const version = (await manager.get(`/manage/products/${live}`)).json<{
    live_version_id: string
  }>()
  const impact = await impactOf(platform, {
    product_version_id: version.live_version_id,
    by: [{ field: 'company.name' }],
    scope: { kind: 'quotes', days: 30 },
  })
  const [payout, batch] = await paidOut(sold.id)
  const dispute = await disputeOf(platform, sold.id)
  await manager.post('/manage/tasks', { title: 'Call Zyxqvina', policy_id: sold.id })
  await manager.post('/manage/notes', { body: 'Zyxqvina called.', policy_id: sold.id })
  notesQuery = `?policy_id=${sold.id}`
  const check = await manager.post('/manage/portfolio_checks')
  await platform.runDue()
  const dispatcher = await dispatcherOn(platform)
  await dispatcher.settled()
  await dispatcher.stop()
  await chainRecords(platform.db)
  const policies = [sold.id, bike.id, unpaid.id, offer.id]
  const of = async (path: string) => (await manager.get(path)).json<{ id: string }[]>()
  const ids = async (path: string) => (await of(path)).map(({ id }) => id)
  const versions = await manager.get(`/manage/policies/${sold.id}/history`)
  const [dunningCase] = await casesOf(platform, unpaid.id)
  const [open] = await openInvoices(platform, unpaid.id)
  const declared = (
    await declare(
      platform,
      { name: 'Zyxqvina Zyxqvström', policy_number: 'ZYXQV-1', email: customer.email },
      { product: 'cyber' },
    )
  ).json<{ id: string }>().id
  await manager.post('/manage/suppressed_addresses', { address: customer.email })
  return {
    secrets: [
      'zyxqv',
      // Short numbers occur in ids as well.
      ...[...Object.values(cyberData), ...Object.values(bikeData)].filter(
        (value) => value.length > 5,
      ),
      '+49309018299',
      ...turnovers,
      leadToken,
      ...[sold, bike, unpaid, offer].map(tokenOfAssets),
    ],
    ofCompany: [company.id, JSON.stringify(company.values['name']).slice(1, -1)],
    policies: { cyber: sold.id, bike: bike.id },
    ids: {
      customerId: (await manager.get('/manage/policies?limit=100'))
        .json<{ customer_id: string }[]>()
        .map(({ customer_id: id }) => id),
      integrationId: [platform.demo.products['cyber']?.integration_id ?? ''],
      leadId: [lead.id],
      offerId: policies,
      policyId: policies,
      paymentId: await ids('/manage/payments'),
      quoteId: await ids('/manage/quotes'),
      versionId: [
        version.live_version_id,
        ...versions.json<{ versions: { id: string }[] }>().versions.map(({ id }) => id),
      ],
      datasetId: await ids('/manage/datasets'),
      datasetKey: ['companies'],
      itemId: [company.id],
      id: [
        ...policies,
        platform.demo.products['cyber']?.item_id ?? '',
        platform.demo.products['cyber']?.integration_id ?? '',
      ],
      file: ['policy.pdf'],
      productId: [live],
      checkId: [check.json<{ id: string }>().id],
      month: ['2020-01'],
      impactId: [impact.id],
      clockId: await ids('/manage/clocks'),
      caseId: [dunningCase?.id ?? ''],
      invoiceId: await ids('/manage/invoices'),
      webhookId: [webhook.id],
      userId: [(await newPerson(platform)).id],
      approvalId: [await waitingForApproval(platform, open?.id ?? '')],
      disputeId: [dispute],
      payoutId: [payout],
      mailId: [await offerMail(platform)],
      letterId: [await waitingLetter(platform, sold.id)],
      declarationId: [declared],
      batchId: [batch],
      distributorId: [await statedCommission()],
      statementId: await ids('/manage/commission_statements'),
      massEndorsementId: [await massBefore(platform, 'start', live)],
    },
  }
}

/** Credit that is given to the bank: the payout, and its batch. */
async function paidOut(policyId: string): Promise<[payout: string, batch: string]> {
  const manager = managerOn(platform)
  const path = `/manage/policies/${policyId}`
  const goodwill = { kind: 'goodwill', amount: 100_000_000, reason: 'A test.' }
  await manager.post(`${path}/manual_entries`, goodwill)
  const ordered = await manager.post(`${path}/pay_out`, { iban, amount: 1000, reason: 'A test.' })
  expect(ordered.statusCode, ordered.body).toBe(200)
  const exported = await manager.post('/manage/payout_batches', {})
  expect(exported.statusCode, exported.body).toBe(200)
  const [payout] = ordered.json<{ payouts: { id: string }[] }>().payouts
  return [payout?.id ?? '', exported.json<{ id: string }>().id]
}

/** Has a commission statement, of the distributor of which the id is returned. */
async function statedCommission(): Promise<string> {
  const manager = managerOn(platform)
  const { id } = await demoAccount(platform, 'alpine-brokers')
  const agreement = { first_day: '2020-01-01', earned: 'premium', payout: 'paid_out' }
  const agreed = await manager.post(`/manage/distributors/${id}/commission_agreements`, agreement)
  expect(agreed.statusCode, agreed.body).toBe(200)
  await platform.runDue()
  const statement = { distributor_id: id, month: '2027-03', currency: 'eur' }
  const stated = await manager.post('/manage/commission_statements', statement)
  expect(stated.statusCode, stated.body).toBe(200)
  return id
}

/** Puts cyber on sale anew: followed by steps, and with the turnover among the marked fields. */
async function sellMarkedTurnovers(): Promise<void> {
  await publishedDraft(platform, 'cyber', {
    'product.yaml': (text) => {
      const onAccount = text.replace('    methods:', '    receipts: tracked\n    methods:')
      const dunned = dunnedBy(withoutLaw(withoutRenewal(onAccount)), germanSteps)
      return dunned
        .replace('    - company\n', '    - company\n    - yearly_turnover\n')
        .replace('personal_data:\n', 'personal_data:\n  sensitive: [online_revenue_percentage]\n')
    },
  })
}

function policyData(product: 'cyber' | 'bike'): JsonObject {
  return platform.demo.products[product]?.policy['data'] as JsonObject // The demo has both.
}

/** Renewed on a clock. */
async function soldBike(): Promise<OfferCreated> {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const seller = sellerOn(platform, { product: 'bike', clock })
  const data = { start_date: '2031-06-01', purchase_date: '2031-04-01' }
  const sold = await soldPolicy(seller, {
    quote: { data },
    offer: { ...customer, data: { ...policyData('bike'), ...bikeData } },
  })
  await advanceAll(platform, clock, '2032-05-01T10:00:00Z')
  return sold
}

/** Dunned on a clock. */
async function soldUnpaid(): Promise<OfferCreated> {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const sold = await soldPolicy(sellerOn(platform, { clock }), {
    quote: { data: { policy_start_date: '2031-06-01' } },
    offer: { ...customer, data: { ...policyData('cyber'), ...cyberData } },
  })
  await advanceAll(platform, clock, '2031-07-01T10:00:00Z')
  return sold
}

async function cancelled(seller: Seller): Promise<void> {
  const { id } = await soldPolicy(seller, {
    offer: { ...customer, data: { ...policyData('cyber'), ...cyberData } },
  })
  await transactionsOn(platform, seller).cancel(id, '2027-12-31')
}

async function importedReceipt(): Promise<void> {
  const imported = await platform.app.inject({
    method: 'POST',
    url: '/manage/receipts/import?currency=eur',
    headers: {
      authorization: `Bearer ${platform.demo.insurer.test.secret}`,
      'content-type': 'text/csv',
    },
    payload: 'date,reference,amount\n2027-03-01,from Zyxqvina DE89 3704 0044,1462.41\n',
  })
  expect(imported.statusCode, imported.body).toBe(200)
}

function tokenOfAssets(offer: OfferCreated): string {
  return new URL(offerAssets(offer)).searchParams.get('token') ?? ''
}

const get = (key: string, url: string): Promise<Response> =>
  platform.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } })

/** What a call needs besides its path. */
const queries: Readonly<Record<string, string>> = {
  showFigures: '?from=2027-01-01&to=2033-12-31',
  searchEverything: '?q=Zyxqv',
  dryRunRenewals: '?from=2027-01-01&to=2033-12-31',
  readJournal: '?from=2027-01-01&to=2033-12-31',
  exportEvidenceBundle: '?reason=Lawsuit',
  exportJournal: '?from=2027-01-01&to=2033-12-31',
  showTrialBalance: '?from=2027-01-01&to=2033-12-31',
  showTaxes: '?from=2027-01-01&to=2033-12-31',
  searchEarnedPremium: '?day=2033-12-31',
  exportEarnedPremium: '?day=2033-12-31',
  searchOpenItems: '?day=2031-07-01',
  totalOpenItems: '?day=2031-07-01',
  exportOpenItems: '?day=2031-07-01',
  showPolicy: '?as_of=2027-12-31',
  listEvents: '?limit=100',
  listEvidence: '?limit=1000',
}

/** Every address of a call: with each id that its path may have, and with and without its query. */
function addressesOf({ path, operationId }: Operation): string[] {
  const steps = path.split('/')
  const paths = steps.reduce(
    (begun: readonly string[], step) => {
      const [, name] = /^\{(\w+)\}$/.exec(step) ?? []
      const values = name === undefined ? [step] : its.ids[name]
      if (values === undefined) throw new Error(`the test knows no ${name} of ${path}`)
      return begun.flatMap((one) => values.map((value) => `${one}/${value}`))
    },
    [''],
  )
  const addresses = paths.map((one) => one.replace(/^\/\//, '/'))
  const query = operationId === 'listNotes' ? notesQuery : queries[operationId]
  return query === undefined ? addresses : [...addresses, ...addresses.map((one) => one + query)]
}

const reads = operations.filter(({ method }) => method === 'GET')

/** Calls that show the dataset of companies itself. */
const ofDatasets = /^\/(?:manage\/)?dataset|^\/dataset_items|\/files$/

function seenIn(operation: Operation, { body }: Response): string[] {
  const { secrets, ofCompany } = its
  const sought = ofDatasets.test(operation.path) ? secrets : [...secrets, ...ofCompany]
  const text = body.toLowerCase()
  return sought.filter((secret) => text.includes(secret.toLowerCase()))
}

describe.each(['viewer', 'auditor', 'masked'] as const)('to a key of the role %s', (role) => {
  it.each(reads.map((operation) => [operation.operationId, operation] as const))(
    '%s shows no personal data',
    async (_, operation) => {
      for (const url of addressesOf(operation)) {
        const answered = await get(keys[role], url)
        expect(answered.statusCode, url).toBeLessThan(500)
        expect(seenIn(operation, answered), url).toEqual([])
      }
    },
  )
})

it('shows it to those who may see personal data, so that the test looks for what is there', async () => {
  const shown = new Set<string>()
  for (const operation of reads) {
    for (const url of addressesOf(operation)) {
      const answered = await get(platform.demo.insurer.test.secret, url)
      expect(answered.body, url).not.toContain(mask)
      if (seenIn(operation, answered).length > 0) shown.add(operation.operationId)
    }
  }
  expect([...shown].sort()).toEqual([
    'comparePolicyVersions',
    'downloadPayouts',
    'explainPolicy',
    'explainQuote',
    'exportEvidenceBundle',
    'exportImpact',
    'listDeliveries',
    'listNotes',
    'listTasks',
    'searchDisputes',
    'searchDunning',
    'searchEverything',
    'searchInvoices',
    'searchLeads',
    'searchOffers',
    'searchOpenItems',
    'searchPayments',
    'searchPayouts',
    'searchPolicies',
    'searchReceipts',
    'searchSuppressedAddresses',
    'searchWithdrawals',
    'showAccount',
    'showCustomer',
    'showDeclaredWithdrawal',
    'showDispute',
    'showDunningCase',
    'showEndorsement',
    'showImpact',
    'showInvoice',
    'showLead',
    'showOffer',
    'showParties',
    'showPayout',
    'showPolicy',
    'showPolicyHistory',
    'showPriceChange',
    'showTimeline',
    'showVersionStatus',
  ])
})

describe('an answer with masks', () => {
  it('has the same members as without, and lists the places', async () => {
    const url = `/policies/${its.policies.cyber}`
    const [masked, whole] = await Promise.all(
      [keys.viewer, keys.service].map(async (key) => (await get(key, url)).json<JsonObject>()),
    )
    expect(Object.keys(masked ?? {}).filter((name) => name !== 'masked')).toEqual(
      Object.keys(whole ?? {}),
    )
    expect(whole).not.toHaveProperty('masked')
    expect(whole).toMatchObject({ ...customer, email: 'zyxqv@elsewhere.example' })
    expect(masked).toMatchObject({
      first_name: mask,
      metadata: {},
      media: [],
      data: { legal_form: 'gmbh', phone: mask, nickname: mask },
      quote: { customer_input: { employee_number: 12, yearly_turnover: mask } },
    })
    expect(masked?.['masked']).toEqual(
      expect.arrayContaining([
        'email',
        'data.phone',
        'data.nickname',
        'quote.customer_input.company',
      ]),
    )
  })

  it('leaves a sale alone that has no such fields', async () => {
    const explained = await get(keys.viewer, `/manage/policies/${its.policies.bike}/explanation`)
    expect(explained.body).not.toContain(mask)
  })

  it('says that an answer changed, and not to what', async () => {
    const why = await get(keys.viewer, `/policies/${its.policies.cyber}/why`)
    expect(why.json()).toMatchObject({
      shares: [{ cause: 'answer', place: 'yearly_turnover', before: mask, after: mask }],
    })
    const history = await get(keys.viewer, `/manage/policies/${its.policies.cyber}/history`)
    expect(history.body).toContain(`email from ${mask} to ${mask}`)
  })

  it('keeps what a customer sees by a public key', async () => {
    const { public: publicKey } = platform.demo.keys.test
    const shown = await platform.app.inject({
      method: 'GET',
      url: `/policies/${its.policies.cyber}?key=${publicKey}`,
    })
    expect(Object.keys(shown.json<object>())).toEqual([
      'id',
      'insurer_policy_id',
      'insurer_external_policy_id',
      'status',
      '_links',
    ])
  })
})

describe('a search for personal data', () => {
  it.each([
    'policies?email=zyxqv@sentinel.example',
    'policies?name=Zyx',
    'offers?name=Zyx',
    'payments?email=a@b.example',
  ])('%s is refused where it is masked', async (search) => {
    const refused = await get(keys.viewer, `/manage/${search}`)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      code: 'personal_data_masked',
      message: expect.stringContaining('personal_data.read') as unknown,
    })
    expect((await get(keys.service, `/manage/${search}`)).statusCode).toBe(200)
  })

  it('goes on by what is not personal', async () => {
    const found = await get(keys.viewer, '/manage/policies?name=&status=paid')
    expect(found.statusCode).toBe(200)
  })
})

describe('revealing a field', () => {
  const reveal = (key: string, body: JsonObject, policy = its.policies.cyber) =>
    managerOn(platform, key).post(`/manage/policies/${policy}/reveal`, body)
  const reason = 'The customer asked for a call back.'

  it.each([
    ['email', 'zyxqv@elsewhere.example'],
    ['data.phone', '+49309018299'],
    ['quote.customer_input.yearly_turnover', 187_654_300],
    ['metadata', { note: 'Zyxqv knows us.' }],
  ])('shows %s, and leaves an entry without the value', async (field, value) => {
    const revealed = await reveal(keys.auditor, { field, reason })
    expect(revealed.json()).toEqual({ field, value })
    const log = await get(keys.auditor, `/manage/audit?subject_id=${its.policies.cyber}`)
    const [entry] = log.json<JsonObject[]>()
    expect(entry).toMatchObject({
      action: 'personal_data.revealed',
      before: null,
      after: { field, reason },
    })
  })

  it('leaves an entry each time', async () => {
    const count = async () =>
      (await get(keys.auditor, `/manage/audit?subject_id=${its.policies.bike}`)).json<object[]>()
        .length
    const before = await count()
    for (let time = 0; time < 2; time++) {
      await reveal(keys.auditor, { field: 'data.birth_date', reason }, its.policies.bike)
    }
    expect(await count()).toBe(before + 2)
  })

  it.each([
    ['no reason', { field: 'email' }, 400],
    ['a short reason', { field: 'email', reason: 'why' }, 400],
    ['a blank reason', { field: 'email', reason: '  a    ' }, 400],
    ['a field that is not masked', { field: 'data.legal_form', reason }, 400],
    ['the links of documents', { field: 'assets.*.href', reason }, 400],
    ['no field at all', { field: 'data.__proto__', reason }, 400],
  ])('is refused with %s', async (_, body, status) => {
    const refused = await reveal(keys.auditor, body)
    expect([refused.statusCode, seen(refused)], refused.body).toEqual([status, []])
  })

  it('needs its permission, and a policy that the caller may read', async () => {
    const refused = await reveal(keys.viewer, { field: 'email', reason })
    expect(refused.json()).toMatchObject({ code: 'permission_missing' })
    const unread = await limitedToBikes()
    const hidden = await reveal(unread, { field: 'email', reason })
    expect(hidden.json()).toMatchObject({ code: 'policy_not_found' })
    const read = await reveal(unread, { field: 'email', reason }, its.policies.bike)
    expect(read.statusCode).toBe(200)
  })
})

function seen({ body }: Response): string[] {
  return its.secrets.filter((secret) => body.toLowerCase().includes(secret.toLowerCase()))
}

/** A key that reads policies of bikes alone, and reveals. */
async function limitedToBikes(): Promise<string> {
  const productIds = [platform.demo.products['bike']?.product_id ?? '']
  return roleKey(platform, 'bikes', [
    { permission: 'policies.read', productIds },
    { permission: 'personal_data.reveal' },
  ])
}

describe('what would go around the masks', () => {
  it('is refused: webhooks with whole records', async () => {
    const webhooks = webhooksOf(platform, keys.masked)
    const full = { url: 'https://crm.example.com/hook', payload: 'full' }
    const created = await webhooks.send('POST', '', full)
    expect(created.json()).toMatchObject({ code: 'personal_data_masked' })
    const [id] = its.ids['webhookId'] ?? []
    const moved = await webhooks.send('PATCH', `/${id}`, { url: 'https://crm.example.com/own' })
    expect(moved.json()).toMatchObject({ code: 'personal_data_masked' })
    const thin = await webhooks.send('POST', '', { ...full, payload: 'thin' })
    expect(thin.statusCode).toBe(200)
  })

  it('is refused: links that show answers to anybody', async () => {
    const linked = await managerOn(platform, keys.masked).post(
      `/policies/${its.policies.cyber}/endorsement_links`,
      {},
    )
    expect(linked.json()).toMatchObject({ code: 'personal_data_masked' })
  })

  it('is refused: the answer to somebody else’s request', async () => {
    const [receipt] = (await get(keys.masked, '/manage/receipts')).json<{ id: string }[]>()
    const dismiss = (key: string) =>
      platform.app.inject({
        method: 'POST',
        url: `/manage/receipts/${receipt?.id}/dismiss`,
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'dismissed-once' },
        payload: { reason: 'It is no premium.' },
      })
    const first = await dismiss(keys.masked)
    expect([first.statusCode, seen(first)]).toEqual([200, []])
    const again = await dismiss(keys.masked)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(first.body)
    const other = await dismiss(platform.demo.insurer.test.secret)
    expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('is refused to everybody: an impact by a sensitive field', async () => {
    const [version] = its.ids['versionId'] ?? []
    const asked = await managerOn(platform).post('/manage/impacts', {
      product_version_id: version ?? '',
      by: [{ field: 'online_revenue_percentage' }],
    })
    expect(asked.json()).toMatchObject({ code: 'impact_field_sensitive' })
  })
})

it('a field that is marked later is masked in policies that were sold before', async () => {
  const model = async () =>
    (await get(keys.viewer, `/policies/${its.policies.bike}`)).json<{ data: JsonObject }>().data[
      'bike_model'
    ]
  expect(await model()).toBe('Stadt 3')
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) => text.replace('frame_number]', 'frame_number, bike_model]'),
  })
  expect(await model()).toBe(mask)
})

import fc from 'fast-check'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOfCalls } from '../../src/http/access/permissions-of-calls.ts'
import {
  draftRequestExample,
  replaceWorkbookExample,
} from '../../src/http/products/workbooks/examples.ts'
import { searchInvoices } from '../../src/billing/index.ts'
import { sql } from '../../src/database/index.ts'
import { searchCases, searchHolds } from '../../src/dunning/index.ts'
import {
  type Caller,
  type LimitKind,
  type Permission,
  isWithin,
  mayBeLimitedTo,
} from '../../src/identity/index.ts'
import { searchLeads } from '../../src/leads/index.ts'
import { searchPayments } from '../../src/payments/index.ts'
import { searchPolicies, searchTermsEnding } from '../../src/policies/index.ts'
import { searchQuotes } from '../../src/quotes/index.ts'
import { searchRenewals } from '../../src/renewals/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { waitingForApproval } from '../builders/approvals.ts'
import { newClock } from '../builders/clock.ts'
import { demoAccount } from '../builders/credentials.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { exampleFolder, leaveOut } from '../builders/folder.ts'
import { declare } from '../builders/declared.ts'
import { leadRequest, savedLead } from '../builders/lead.ts'
import { soldByCard } from '../builders/mandate.ts'
import { mandateLink } from '../builders/mandate-link.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { soldByPartner } from '../builders/partner.ts'
import { disputeOf } from '../builders/disputes.ts'
import { stuckPolicy } from '../builders/stuck-policy.ts'
import { creditPayout, policyWithCredit } from '../builders/payouts.ts'
import { pendingPayment } from '../builders/pending-payment.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { limitedKey } from '../builders/restricted-key.ts'
import { madeOffer, offerMedia, quoteMedia, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type Unstated, statedCommission } from '../builders/commission.ts'
import { planIdOf } from '../builders/life.ts'
import { offerMail, parkedMail } from '../builders/mails.ts'
import { dayIn, waitingLetter } from '../builders/post-letters.ts'
import { operations } from '../openapi/documented.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { draws } from '../support/draws.ts'

let platform: TestPlatform
let its: Things
/** What was sold besides: by the other distributor, and of the other product. */
let others: Readonly<Record<'distributor' | 'product', string>>
let folder: JsonObject
let keys: Readonly<Record<keyof typeof outside | keyof typeof inside, string>>
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const files = new Map(await exampleFolder('cyber'))
  leaveOut(files, (path) => path.startsWith('tests/'))
  folder = { files: encodeFiles(files) }
  others = {
    distributor: (await soldByPartner(platform)).id,
    product: (await soldPolicy(sellerOn(platform, { product: 'bike' }))).id,
  }
  its = await makeThings()
  keys = await makeKeys()
})
afterAll(() => platform.close())

/** What was sold of the cyber product by Alpine Brokers, and the product itself. */
interface Things {
  readonly product: string
  readonly version: string
  readonly item: string
  readonly integration: string
  readonly quote: string
  readonly quoteToken: string
  readonly lead: string
  readonly offer: string
  readonly paymentToken: string
  readonly policy: string
  readonly customer: string
  readonly policyVersion: string
  readonly cancelled: string
  readonly cancelledVersion: string
  readonly payment: string
  readonly pending: string
  readonly pendingToken: string
  readonly doubt: string
  readonly refund: string
  readonly renewed: string
  readonly invoice: string
  readonly dunningCase: string
  readonly hold: string
  readonly productHold: string
  readonly approval: string
  readonly byCard: string
  readonly mandate: string
  readonly mandateToken: string
  readonly endorsed: string
  readonly endorsement: string
  readonly payout: string
  readonly dispute: string
  readonly letter: string
  readonly mail: string
  readonly parkedMail: string
  readonly declaration: string
  readonly credited: string
  readonly statement: string
}

/** What the statement is of. */
let commissioned: Unstated

/** A call about one of these things, or a search that finds one. */
interface Row {
  readonly params?: () => readonly string[]
  readonly query?: () => string
  readonly body?: () => JsonObject
  readonly headers?: () => Record<string, string>
  /** What the search finds. */
  readonly finds?: () => string
  /** How it answers somebody who is limited to other sales. */
  readonly outside?: number
  /** How it answers somebody who is limited to these. */
  readonly inside?: number
}

const finding = (finds: () => string, query = ''): Row => ({
  finds,
  query: () => query,
  outside: 200,
})
const about = (id: () => string, body?: () => JsonObject): Row => ({
  params: () => [id()],
  ...(body && { body }),
})
const changing = (
  of: () => Readonly<Record<'id' | 'version', string>>,
  body: () => JsonObject,
  inside = 202,
): Row => ({
  params: () => [of().id],
  body,
  headers: () => ({ 'if-match': of().version }),
  inside,
})
const withLink = () => ({ 'mandate-token': its.mandateToken })
const policy = () => ({ id: its.policy, version: its.policyVersion })
const cancelled = () => ({ id: its.cancelled, version: its.cancelledVersion })
const sending = (body: () => JsonObject): Row => ({ body })
const readingPolicy = about(() => its.policy)
const readingVersion = about(() => its.version)
/** It answers with nothing but what was sent to it. */
const ofNothing = (body: () => JsonObject): Row => ({ body, outside: 200 })

/** Every call whose permission can be limited to products or distributors. */
const matrix: Readonly<Record<string, Row>> = {
  showForm: about(() => its.integration),
  createQuote: {
    body: () => ({ ...quoted(), data: { ...platform.demo.products['cyber']?.quote } }),
    headers: () => ({ accept: quoteMedia }),
  },
  searchQuotes: finding(() => its.quote),
  explainQuote: about(() => its.quote),
  fillQuoteWorkbook: about(() => its.quote),
  createLead: sending(() => leadRequest(platform)),
  showLead: about(() => its.lead),
  searchLeads: finding(() => its.lead),
  createOffer: {
    body: () => ({ ...platform.demo.products['cyber']?.policy, quote_token: its.quoteToken }),
    headers: () => ({ accept: offerMedia }),
    outside: 400,
  },
  // As to another distributor.
  showOffer: { ...about(() => its.offer), outside: 403 },
  searchOffers: finding(() => its.offer),
  createPayment: {
    body: () => ({
      token: its.paymentToken,
      policy_id: its.offer,
      provider: 'invoice',
      method: 'invoice',
    }),
    outside: 401,
  },
  showPayment: about(() => its.payment),
  searchPayments: finding(() => its.doubt, 'in_doubt=true'),
  voidPayment: about(
    () => its.pending,
    () => ({ token: its.pendingToken }),
  ),
  resolvePayment: about(
    () => its.doubt,
    () => ({ outcome: 'ok', note: 'It is there.' }),
  ),
  resolveRefund: about(
    () => its.refund,
    () => ({ outcome: 'ok', note: 'Sent by bank transfer.' }),
  ),
  showPolicy: readingPolicy,
  searchPolicies: finding(() => its.policy),
  showFigures: { query: () => 'from=2027-01-01&to=2027-12-31', outside: 200 },
  searchEverything: { query: () => `q=${its.policy}`, outside: 200 },
  showAccount: readingPolicy,
  showPolicyHistory: readingPolicy,
  showHandover: readingPolicy,
  showTimeline: readingPolicy,
  comparePolicyVersions: {
    ...readingPolicy,
    query: () => `from=${its.policyVersion}&to=${its.policyVersion}`,
  },
  explainPolicy: readingPolicy,
  showVersionStatus: { params: () => [its.policy, its.policyVersion] },
  showPriceChange: readingPolicy,
  previewTransaction: changing(
    policy,
    () => ({ cancellation: { termination_date: '2027-12-31' } }),
    200,
  ),
  createEndorsementLink: about(
    () => its.policy,
    () => ({}),
  ),
  showEndorsement: readingPolicy,
  showWithdrawal: readingPolicy,
  recordDelivery: about(
    () => its.policy,
    () => ({ document: 'policy', delivered_on: '2027-03-01', evidence: 'By hand.' }),
  ),
  showMandates: readingPolicy,
  revokeMandate: {
    params: () => [its.byCard, its.mandate],
    body: () => ({ reason: 'The card is closed.' }),
  },
  createMandateLink: about(
    () => its.byCard,
    () => ({}),
  ),
  showMandateLink: { ...about(() => its.byCard), headers: () => withLink() },
  setUpMandate: {
    ...about(
      () => its.byCard,
      () => ({ provider: 'sandbox', method: 'card' }),
    ),
    headers: () => withLink(),
  },
  reinstatePolicy: changing(cancelled, () => ({})),
  moveEnd: changing(cancelled, () => ({ termination_date: '2027-11-30' }), 409),
  adjustPremium: changing(cancelled, () => ({ answers: { yearly_turnover: 1 } }), 409),
  endorsePolicy: changing(policy, () => ({ data: { company_city: 'Potsdam' } })),
  // What was done before stands in the way, here as below: the policy is found.
  cancelPolicy: changing(
    policy,
    () => ({ cancellation_reason: 'The customer moved.', termination_date: '2027-12-31' }),
    409,
  ),
  withdrawPolicy: changing(policy, () => ({}), 409),
  showRenewal: about(() => its.renewed),
  searchRenewals: finding(() => its.renewed),
  dryRunRenewals: finding(() => its.policy, 'from=2027-01-01&to=2029-12-31'),
  showNextTermEndorsements: about(() => its.endorsed),
  recordNextTermEndorsement: about(
    () => its.endorsed,
    () => ({ answers: { deductible: 100_000 } }),
  ),
  revokeNextTermEndorsement: { params: () => [its.endorsed, its.endorsement] },
  acceptRenewal: about(
    () => its.renewed,
    () => ({}),
  ),
  declineRenewal: {
    ...about(
      () => its.renewed,
      () => ({}),
    ),
    inside: 422,
  },
  retryRenewal: {
    ...about(
      () => its.renewed,
      () => ({}),
    ),
    inside: 422,
  },
  searchCommissionEntries: finding(() => its.policy, 'limit=100'),
  searchCommissionStatements: finding(() => its.statement),
  showCommissionStatement: about(() => its.statement),
  exportCommissionStatement: about(() => its.statement),
  listCommissionAgreements: about(() => commissioned.distributor_id),
  // It was made already.
  makeCommissionStatement: {
    ...sending(() => ({ ...commissioned })),
    inside: 400,
  },
  finishCommissionStatement: about(
    () => its.statement,
    () => ({ done_on: '2026-11-01', reference: 'Transfer 17' }),
  ),
  searchDunning: finding(() => its.dunningCase),
  showDunningCase: about(() => its.dunningCase),
  // It has lapsed.
  recordLegalAction: {
    ...about(
      () => its.dunningCase,
      () => ({ date: '2031-06-03', evidence: 'Claim no. 12 at the court.' }),
    ),
    inside: 422,
  },
  // Its notice needs no proof.
  decideLapse: {
    ...about(
      () => its.dunningCase,
      () => ({ decision: 'uphold', reason: 'The customer wants so.' }),
    ),
    inside: 422,
  },
  listHolds: finding(() => its.hold),
  holdDunning: sending(() => ({ policy_id: its.policy, until: '2027-06-30', reason: 'A flood.' })),
  releaseHold: about(() => its.hold),
  searchInvoices: finding(() => its.invoice),
  showInvoice: about(() => its.invoice),
  writeOffInvoice: about(
    () => its.invoice,
    () => ({ reason: 'Nobody pays.' }),
  ),
  // It is written off by then.
  deferInvoice: {
    ...about(
      () => its.invoice,
      () => ({ due_date: '2031-12-01', reason: 'Agreed.' }),
    ),
    inside: 422,
  },
  searchDisputes: finding(() => its.dispute),
  showDispute: about(() => its.dispute),
  searchPayouts: finding(() => its.payout),
  showPayout: about(() => its.payout),
  searchWithdrawals: finding(() => its.declaration),
  showDeclaredWithdrawal: about(() => its.declaration),
  settleWithdrawal: about(
    () => its.declaration,
    () => ({ outcome: 'refused', reason: 'Late.' }),
  ),
  searchLetters: finding(() => its.letter),
  showLetter: about(() => its.letter),
  // Nobody has written what it says.
  fetchLetter: { ...about(() => its.letter), inside: 503 },
  sendLetter: about(
    () => its.letter,
    () => ({ date: dayIn(platform) }),
  ),
  deliverLetter: about(
    () => its.letter,
    () => ({ date: dayIn(platform), evidence: 'RR1' }),
  ),
  returnLetter: about(
    () => its.letter,
    () => ({ date: dayIn(platform) }),
  ),
  searchMails: finding(() => its.mail, 'limit=100'),
  searchStuckPolicies: finding(() => its.cancelled),
  showMail: about(() => its.mail),
  resendMail: about(() => its.parkedMail),
  setPayoutAccount: about(
    () => its.payout,
    () => ({ iban: 'DE02120300000000202051' }),
  ),
  releasePayout: about(() => its.payout),
  resolvePayout: about(
    () => its.payout,
    () => ({ outcome: 'done' }),
  ),
  payOutCredit: about(
    () => its.credited,
    () => ({ reason: 'On the phone.' }),
  ),
  showParties: readingPolicy,
  addParty: about(
    () => its.policy,
    () => ({ role: 'insured', last_name: 'Kind', reason: 'Born.' }),
  ),
  endParty: {
    params: () => [its.policy, 'pty_01b0acc58e20000000a83f4c7e51'],
    body: () => ({ reason: 'A mistake.' }),
    inside: 404,
  },
  // The version is outdated by then: the policy is found.
  changePolicyholder: changing(
    policy,
    () => ({
      first_name: 'Jonas',
      last_name: 'Weber',
      email: 'jonas.weber@example.com',
      reason: 'Sold.',
    }),
    409,
  ),
  showCustomer: about(() => its.customer),
  showCustomerAccount: about(() => its.customer),
  showManualEntries: about(() => its.policy),
  enterMoney: about(
    () => its.policy,
    () => ({ kind: 'goodwill', amount: 100, reason: 'A delay.' }),
  ),
  reverseManualEntry: {
    ...about(
      () => its.policy,
      () => ({ reason: 'A mistake.' }),
    ),
    inside: 404,
  },
  searchApprovals: finding(() => its.approval),
  showApproval: about(() => its.approval),
  showApprovalRules: { outside: 200 },
  // By people alone: it is found.
  approveRequest: {
    ...about(
      () => its.approval,
      () => ({}),
    ),
    inside: 403,
  },
  declineRequest: {
    ...about(
      () => its.approval,
      () => ({ comment: 'No.' }),
    ),
    inside: 403,
  },
  listProducts: finding(() => its.product),
  showProduct: about(() => its.product),
  showProductVersion: readingVersion,
  pullProduct: readingVersion,
  compareVersions: { ...readingVersion, query: () => `against=${its.version}` },
  validateProduct: sending(() => folder),
  planProduct: sending(() => folder),
  pushProduct: sending(() => folder),
  keepWhatIf: sending(() => folder),
  priceFolder: sending(() => ({ ...folder, data: {} })),
  previewDocuments: sending(() => folder),
  previewMails: sending(() => folder),
  draftFromWorkbook: ofNothing(() => draftRequestExample),
  replaceWorkbook: ofNothing(() => replaceWorkbookExample),
  publishProduct: about(() => its.version),
  showItem: about(() => its.item),
  showTouchpoint: about(() => its.integration),
  listEvents: finding(() => its.policy, 'limit=100'),
}

const isLimitable = (permission: Permission | null | undefined, kind: LimitKind) =>
  permission !== null && permission !== undefined && mayBeLimitedTo(permission, kind)

/** Who does not see the sale, and whether this is so by the limits of a permission. */
const outside = {
  'another product': (permission: Permission) => isLimitable(permission, 'products'),
  'another distributor': (permission: Permission) => isLimitable(permission, 'distributors'),
  'this product of another distributor': (permission: Permission) =>
    isLimitable(permission, 'distributors'),
  'another product or another distributor': (permission: Permission) =>
    isLimitable(permission, 'products') && isLimitable(permission, 'distributors'),
}
/** Who sees the sale, and what the limits of a permission hide all the same. */
const inside = {
  'this product': (permission: Permission) => hidden(permission, ['product']),
  'this distributor': (permission: Permission) => hidden(permission, ['distributor']),
  'this product of this distributor': (permission: Permission) =>
    hidden(permission, ['product', 'distributor']),
  // A permission that cannot be limited to products has no limit then.
  'another product or this distributor': (permission: Permission) =>
    isLimitable(permission, 'products') ? hidden(permission, ['distributor']) : [],
}
const hidden = (permission: Permission, kinds: readonly (keyof typeof others)[]) =>
  kinds.filter((kind) => isLimitable(permission, `${kind}s`)).map((kind) => others[kind])

async function makeKeys(): Promise<typeof keys> {
  const [alpine, harbour] = [
    [(await demoAccount(platform, 'alpine-brokers')).id],
    [(await demoAccount(platform, 'harbour-partners')).id],
  ]
  const [cyber, bike] = [[its.product], [platform.demo.products['bike']?.product_id ?? '']]
  return {
    'another product': await limitedKey(platform, { productIds: bike }),
    'another distributor': await limitedKey(platform, { distributorIds: harbour }),
    'this product of another distributor': await limitedKey(platform, {
      productIds: cyber,
      distributorIds: harbour,
    }),
    'another product or another distributor': await limitedKey(
      platform,
      { productIds: bike },
      { distributorIds: harbour },
    ),
    'this product of this distributor': await limitedKey(platform, {
      productIds: cyber,
      distributorIds: alpine,
    }),
    'this product': await limitedKey(platform, { productIds: cyber }),
    'this distributor': await limitedKey(platform, { distributorIds: alpine }),
    'another product or this distributor': await limitedKey(
      platform,
      { productIds: bike },
      { distributorIds: alpine },
    ),
  }
}

it('has a row for each call that can be limited to products or distributors', () => {
  const limitable = operations
    .filter(({ security }) => security.length > 0)
    .map(({ operationId }) => operationId)
    .filter((operationId) => {
      const permission = permissionsOfCalls[operationId]
      return isLimitable(permission, 'products') || isLimitable(permission, 'distributors')
    })
  expect(Object.keys(matrix).toSorted()).toEqual(limitable.toSorted())
})

describe.each(Object.entries(outside))('somebody who is limited to %s', (name, isOutside) => {
  const rows = Object.entries(matrix).filter(([call]) => isOutside(permissionOf(call)))

  it('finds nothing of the sale, and changes nothing', async () => {
    expect(rows.length).toBeGreaterThan(40)
    // The other distributor sells the product as well.
    const shared = name === 'another product' ? [] : [its.product, its.version, its.item]
    const unseen = Object.values(its).filter((id) => !shared.includes(id))
    const before = await everything()
    const answers: unknown[] = []
    for (const [call, row] of rows) {
      const { statusCode, body } = await send(call, row, keyOf(name))
      const seen = statusCode < 300 ? unseen.filter((id) => body.includes(id)) : []
      answers.push({ call, statusCode, seen })
    }
    expect(answers).toEqual(
      rows.map(([call, row]) => ({ call, statusCode: row.outside ?? 404, seen: [] })),
    )
    expect(await everything()).toEqual(before)
  })

  it('reads the same as about what nobody has', async () => {
    for (const [call, row] of rows) {
      if ((row.outside ?? 404) !== 404 || !namesAnId(row)) continue
      const [refused, unknown] = await Promise.all([
        send(call, row, keyOf(name)),
        send(call, nobodysRow(row), keyOf(name)),
      ])
      expect([call, refusalIn(unknown)]).toEqual([call, refusalIn(refused)])
    }
  })
})

describe.each(Object.entries(inside))('somebody who is limited to %s', (name, hiddenBy) => {
  it('sees the sale, and nothing else', async () => {
    const looking = Object.entries(matrix).filter(
      // To compare versions takes long, and is done below.
      ([call]) => operationOf(call).method === 'GET' && call !== 'compareVersions',
    )
    for (const [call, row] of looking) {
      const { statusCode, body } = await send(call, row, keyOf(name))
      const isFound = body.includes(row.finds?.() ?? '')
      const seen = hiddenBy(permissionOf(call)).filter((id) => body.includes(id))
      expect({ call, statusCode, isFound, seen }).toEqual({
        call,
        statusCode: row.inside ?? 200,
        isFound: true,
        seen: [],
      })
    }
  })
})

it('somebody who is limited to this product of this distributor does everything with it', async () => {
  const answers: [string, number][] = []
  for (const [call, row] of Object.entries(matrix)) {
    const answered = await send(call, row, keys['this product of this distributor'])
    answers.push([call, answered.statusCode])
  }
  expect(answers).toEqual(Object.entries(matrix).map(([call, row]) => [call, row.inside ?? 200]))
})

describe('what concerns all distributors of a product', () => {
  it('is neither seen nor changed by somebody who is limited to one of them', async () => {
    const limited = managerOn(platform, keys['this distributor'])
    const listed = await limited.get('/manage/dunning/holds')
    expect(listed.body).toContain(its.hold)
    expect(listed.body).not.toContain(its.productHold)
    const released = await limited.post(`/manage/dunning/holds/${its.productHold}/release`)
    expect(released.json()).toMatchObject({ code: 'dunning_hold_not_found' })
    expect((await limited.post('/manage/dunning/holds', holdOfProduct())).json()).toMatchObject({
      code: 'product_not_found',
    })
  })

  it('is both by somebody who is limited to the product', async () => {
    const limited = managerOn(platform, keys['this product'])
    expect((await limited.get('/manage/dunning/holds')).body).toContain(its.productHold)
    const held = await limited.post('/manage/dunning/holds', holdOfProduct())
    const { id } = held.json<{ id: string }>()
    expect((await limited.post(`/manage/dunning/holds/${id}/release`)).statusCode).toBe(200)
  })

  const holdOfProduct = () => ({ product_id: its.product, until: '2027-06-30', reason: 'A flood.' })
})

describe('somebody who is limited to a product', () => {
  it.each(['travel', 'its id'])('pushes no other, such as %s', async (key) => {
    const limited = managerOn(platform, keys['this product'])
    const renamed = key === 'its id' ? its.product.replace('pr_', 'pr-') : key
    for (const one of [renamed, its.product]) {
      const files = await exampleFolder('cyber', {
        'product.yaml': (text) => text.replace('key: cyber', `key: ${one}`),
      })
      const pushed = await limited.push(files)
      expect(pushed.json()).toMatchObject({ code: 'product_not_found' })
    }
  })

  it('reads the mistakes of a folder without a key', async () => {
    const files = await exampleFolder('cyber', {
      'product.yaml': (text) => text.replace('key: cyber', 'kee: cyber'),
    })
    const pushed = await managerOn(platform, keys['this product']).push(files)
    expect(pushed.json()).toMatchObject({ code: 'folder_has_mistakes' })
  })

  it('tries renewals on no version of another', async () => {
    const days = 'from=2027-01-01&to=2029-12-31'
    const url = `/manage/renewals/dry_run?${days}&product_version_id=${its.version}`
    const answered = await managerOn(platform, keys['another product']).get(url)
    expect(answered.json()).toMatchObject({ code: 'product_version_not_found' })
    expect((await managerOn(platform, keys['this distributor']).get(url)).statusCode).toBe(200)
  })

  it('reads no data of a version of another', async () => {
    const datasets = await managerOn(platform).get('/manage/datasets')
    const companies = datasets
      .json<{ id: string; key: string }[]>()
      .find(({ key }) => key === 'companies')
    const url = `/datasets/${companies?.id}?product_version_id=${its.version}`
    const answered = await managerOn(platform, keys['another product']).get(url)
    expect(answered.json()).toMatchObject({ code: 'product_version_not_found' })
    expect((await managerOn(platform, keys['this product']).get(url)).statusCode).toBe(200)
  })
})

it('every search finds exactly what a caller with its limits may look up', async () => {
  const insurer = await demoAccount(platform, 'demo-insurance')
  const scope = { insurerId: insurer.id, livemode: false }
  const none = { id: null, productId: null, policyId: null, number: null, state: null }
  const anybody = { email: null, name: null, status: null, isInDoubt: false }
  const anyTime = { distributorId: null, createdFrom: null, createdUntil: null }
  const anyDay = { from: null, until: null, dueUntil: null, kind: null, step: null, soldBy: null }
  const wanted = { ...none, ...anybody, ...anyTime, ...anyDay, ...scope }
  const page = { limit: 100, startingAfter: null, endingBefore: null }
  const { db } = platform
  const now = platform.clock()
  const searches: Readonly<
    Record<string, (limits: Limits) => Promise<{ rows: readonly Found[] }>>
  > = {
    quotes: (limits) => searchQuotes(db, { ...wanted, limits }, page),
    leads: (limits) => searchLeads(platform, { ...wanted, limits }, page),
    offers: (limits) => searchPolicies(db, { ...wanted, limits, kind: 'offers' }, page, now),
    policies: (limits) => searchPolicies(db, { ...wanted, limits, kind: 'policies' }, page, now),
    payments: (limits) => searchPayments(db, { ...wanted, limits }, page, now),
    invoices: (limits) => searchInvoices(db, { ...wanted, limits }, page),
    cases: (limits) => searchCases(db, { ...wanted, isLapseUnproven: false, limits }, page),
    holds: (limits) => searchHolds(db, { ...wanted, limits }, page),
    renewals: (limits) => searchRenewals(db, { ...wanted, limits }, page),
    terms: (limits) => searchTermsEnding(db, { ...wanted, limits, isScheduled: false }, page),
  }
  const sold = await searchPolicies(db, { ...wanted, limits: null, kind: 'policies' }, page, now)
  const saleOf = ({ id, policyId, productId, distributorId }: Found) =>
    sold.rows.find((one) => one.id === (policyId ?? id)) ?? {
      productId: productId ?? '',
      distributorId: distributorId ?? null,
    }
  const everythingIn = new Map<string, readonly Found[]>()
  for (const [name, search] of Object.entries(searches)) {
    everythingIn.set(name, (await search(null)).rows)
    expect(everythingIn.get(name)).not.toEqual([])
  }
  const products = [its.product, platform.demo.products['bike']?.product_id ?? '', 'pr_unknown']
  const distributors = await Promise.all(
    (['alpine-brokers', 'harbour-partners'] as const).map((key) => demoAccount(platform, key)),
  )
  const some = (ids: readonly string[]) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }))
  const limit = fc.record({
    productIds: some(products),
    distributorIds: some([...distributors.map(({ id }) => id), 'acc_unknown']),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(limit, { maxLength: 3 }), async (limits) => {
      for (const [name, search] of Object.entries(searches)) {
        const found = (await search(limits)).rows.map(({ id }) => id)
        const seen = everythingIn.get(name)?.filter((row) => isWithin(limits, saleOf(row)))
        expect([name, found]).toEqual([name, seen?.map(({ id }) => id)])
      }
    }),
    { numRuns: draws(12) },
  )
})

type Limits = Caller['limits']

/** A row of a search: a sale, or something of a policy. */
interface Found {
  readonly id: string
  readonly policyId?: string | null
  readonly productId?: string | null
  readonly distributorId?: string | null
}

it('an idempotency key does not show the answer to somebody with other limits', async () => {
  const row = { ...matrix['holdDunning'], headers: () => ({ 'idempotency-key': 'once' }) }
  const first = await send('holdDunning', row, platform.demo.insurer.test.secret)
  expect(first.statusCode).toBe(200)
  const limited = await send('holdDunning', row, keys['another distributor'])
  expect(limited.json()).toMatchObject({ code: 'idempotency_key_reused' })
})

const keyOf = (name: string): string => keys[name as keyof typeof keys] // As the matrix names them.

function permissionOf(call: string): Permission {
  const permission = permissionsOfCalls[call]
  if (permission === undefined || permission === null) throw new Error(`${call} is of everybody`)
  return permission
}

function operationOf(call: string) {
  const operation = operations.find(({ operationId }) => operationId === call)
  if (operation === undefined) throw new Error(`there is no call ${call}`)
  return operation
}

function send(call: string, row: Row, key: string): Promise<Response> {
  const operation = operationOf(call)
  const named = [...(row.params?.() ?? [])]
  const path = operation.path.replaceAll(/\{\w+\}/g, () => named.shift() ?? '')
  const query = row.query?.() ?? ''
  const body = row.body?.()
  return platform.app.inject({
    method: operation.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: { authorization: `Bearer ${key}`, ...row.headers?.() },
    ...(body && { payload: body }),
  })
}

/** Whether it names a thing that is looked up by its id. */
function namesAnId({ params, body }: Row): boolean {
  const text = JSON.stringify([params?.(), body?.()])
  return text !== nobodys(text)
}

/** The same with ids that nobody has. */
function nobodysRow(row: Row): Row {
  const { params, body } = row
  return {
    ...row,
    ...(params && { params: () => params().map(nobodys) }),
    ...(body && { body: () => JSON.parse(nobodys(JSON.stringify(body()))) as JsonObject }), // Only its ids are others.
  }
}

function nobodys(text: string): string {
  return Object.values(its).reduce((changed, id) => changed.replaceAll(id, nobodysId(id)), text)
}

function nobodysId(id: string): string {
  return id.replace(/[0-9a-f]{16}$/, 'f'.repeat(16))
}

/** How a request was refused, whichever the ids that it names. */
function refusalIn(response: Response): JsonObject {
  const { status, code, message } = response.json<Record<string, string>>()
  // The longest first: one may be the end of another.
  const named = Object.values(its)
    .flatMap((id) => [id, nobodysId(id)])
    .toSorted((one, other) => other.length - one.length)
  const masked = named.reduce((text, id) => text.replaceAll(id, '(id)'), message ?? '')
  return { answered: response.statusCode, status: status ?? '', code: code ?? null, masked }
}

/** What the insurer sees, without limits. */
async function everything(): Promise<string[]> {
  const manager = managerOn(platform)
  const lists = ['products', 'quotes', 'leads', 'offers', 'policies', 'payments', 'invoices']
  const more = ['dunning', 'dunning/holds', 'renewals', 'events', 'audit']
  return Promise.all(
    [...lists, ...more].map(async (list) => (await manager.get(`/manage/${list}?limit=100`)).body),
  )
}

function quoted(): JsonObject {
  const {
    item_id = '',
    subscription_plan_id = '',
    integration_id = '',
  } = platform.demo.products['cyber'] ?? {}
  return { item_id, subscription_plan_id, integration_id }
}

async function makeThings(): Promise<Things> {
  const manager = managerOn(platform)
  const seller = sellerOn(platform)
  const cyber = platform.demo.products['cyber']
  const product = cyber?.product_id ?? ''
  const shown = await manager.get(`/manage/products/${product}`)
  const { token } = (await seller.quote()).json<{ token: string }>()
  const offer = await madeOffer(seller)
  const sold = await soldPolicy(seller)
  const pending = await pendingPayment(seller)
  const ended = await soldPolicy(seller)
  await seller.cancel(ended.id, ended.version_id)
  const doubt = await contradictedPayment(platform, seller)
  const refund = await refundThat(platform, seller, 'failed')
  await platform.runDue()
  const late = await onClock()
  const byCard = await soldByCard(seller)
  const endorsed = await soldPolicy(seller)
  const answers = { deductible: 1_000_000 }
  const path = `/policies/${endorsed.id}/renewal/endorsements`
  const recorded = await seller.post(path, { answers })
  const stated = await statedCommission(platform, seller)
  const { distributor_id, month, currency } = stated
  commissioned = { distributor_id, month, currency }
  await stuckPolicy(platform, ended.id)
  return {
    product,
    version: shown.json<{ live_version_id: string }>().live_version_id,
    item: cyber?.item_id ?? '',
    integration: cyber?.integration_id ?? '',
    quote: `qu_${token.slice(0, 28)}`,
    quoteToken: token,
    declaration: (await declare(platform, {}, { product: 'cyber' })).json<{ id: string }>().id,
    lead: (await savedLead(platform)).id,
    offer: offer.id,
    paymentToken: offer.payment_token,
    policy: sold.id,
    customer: (await seller.get(`/policies/${sold.id}`)).json<{ customer_id: string }>()
      .customer_id,
    policyVersion: sold.version_id,
    cancelled: ended.id,
    cancelledVersion: await versionOf(ended.id),
    payment: sold.payment_id,
    pending: pending.id,
    pendingToken: pending.token,
    doubt,
    refund,
    ...late,
    productHold: await held({ product_id: product }),
    approval: await waitingForApproval(platform, late.invoice),
    byCard: byCard.id,
    mandate: byCard.mandateId,
    mandateToken: await mandateLink(seller, byCard.id),
    endorsed: endorsed.id,
    endorsement: recorded.json<{ id: string }>().id,
    payout: await creditPayout(platform, seller),
    letter: await waitingLetter(platform, sold.id),
    mail: await asAbout(product, await offerMail(platform)),
    parkedMail: await asAbout(product, await parkedMail(platform)),
    dispute: await disputeOf(platform, sold.id),
    credited: await policyWithCredit(platform, seller),
    statement: stated.id,
  }
}

/** The product of the sale sends none itself: one of another product is taken for its mail. */
async function asAbout(product: string, id: string): Promise<string> {
  await platform.db.query(sql`update mails set product_id = ${product} where id = ${id}`)
  return id
}

async function versionOf(id: string): Promise<string> {
  return (await sellerOn(platform).get(`/policies/${id}`)).json<{ version_id: string }>().version_id
}

async function held(of: JsonObject): Promise<string> {
  const body = { ...of, until: '2031-06-30', reason: 'A flood.' }
  const answered = await managerOn(platform).post('/manage/dunning/holds', body)
  return answered.json<{ id: string }>().id
}

/** A policy that is offered another term, and one whose invoice is overdue, with its case and a hold. */
async function onClock(): Promise<Pick<Things, 'renewed' | 'invoice' | 'dunningCase' | 'hold'>> {
  const manager = managerOn(platform)
  const clock = await newClock(platform, '2031-02-01T09:00:00Z')
  const seller = sellerOn(platform, { clock })
  const sell = (changes: JsonObject) =>
    soldPolicy(seller, { quote: { data: { policy_start_date: '2031-03-01' }, body: changes } })
  const { id: renewed } = await sell({})
  const { id: unpaid } = await sell({
    subscription_plan_id: await planIdOf(platform, 'cyber', 'by-invoice'),
  })
  const [invoice] = (await manager.get(`/manage/invoices?policy_id=${unpaid}`)).json<
    { id: string }[]
  >()
  const renewals = renewalsOn(platform, seller, clock)
  await renewals.advance('2031-03-20T09:00:00Z')
  const hold = await held({ policy_id: unpaid })
  await renewals.advance('2032-01-03T09:00:00Z')
  const [dunningCase] = (await manager.get(`/manage/dunning?policy_id=${unpaid}`)).json<
    { id: string }[]
  >()
  return { renewed, invoice: invoice?.id ?? '', dunningCase: dunningCase?.id ?? '', hold }
}

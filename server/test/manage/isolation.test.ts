import {
  draftRequestExample,
  replaceWorkbookExample,
} from '../../src/http/products/workbooks/examples.ts'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { waitingForApproval } from '../builders/approvals.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { massBefore, taxLaw } from '../builders/mass-endorsements.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { casesOf, dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { exampleFolder } from '../builders/folder.ts'
import { impactOf } from '../builders/impacts.ts'
import { statedCommission } from '../builders/commission.ts'
import { companyQuote } from '../builders/company-quote.ts'
import { declaredByStranger } from '../builders/declared.ts'
import { savedLead } from '../builders/lead.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { browserOn, newPerson } from '../builders/people.ts'
import { ownMailServer } from '../builders/mail-server.ts'
import { offerMail, parkedMail } from '../builders/mails.ts'
import { dayIn, waitingLetter } from '../builders/post-letters.ts'
import { differenceOf, disputeOf } from '../builders/disputes.ts'
import { creditPayout, payoutBatch } from '../builders/payouts.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { soldOnAccount, trackReceipts, unmatchedReceipt } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { managementRoutes } from '../support/routes.ts'

let platform: TestPlatform
let its: Things
let strangersKey: string
let folder: JsonObject
beforeAll(async () => {
  platform = await openTestPlatform()
  its = await makeThings()
  folder = { files: encodeFiles(await exampleFolder('bike')) }
  strangersKey = (await newKey(platform, await foreignInsurer(platform))).key
})
afterAll(() => platform.close())

/** What the insurer has: everything that an address or a body of the Management API can name. */
interface Things {
  readonly insurer: string
  readonly account: string
  readonly key: string
  readonly token: string
  readonly role: string
  readonly person: string
  readonly session: string
  readonly approval: string
  readonly provider: string
  readonly product: string
  readonly version: string
  readonly dataset: string
  readonly policy: string
  readonly customer: string
  readonly payment: string
  readonly refund: string
  readonly invoice: string
  readonly receipt: string
  readonly difference: string
  readonly payout: string
  readonly declaration: string
  readonly dispute: string
  readonly letter: string
  readonly mail: string
  readonly parkedMail: string
  readonly suppression: string
  readonly batch: string
  readonly dunningCase: string
  readonly statement: string
  readonly hold: string
  readonly quote: string
  readonly lead: string
  readonly check: string
  readonly impact: string
  readonly mass: string
  readonly clock: string
  readonly webhook: string
  readonly task: string
  readonly view: string
  readonly note: string
}

/** A call with the insurer's own ids, and what it answers to whom. */
interface Row {
  readonly url: () => string
  readonly body?: () => JsonObject
  /** To the insurer, with the key for test mode in which everything was sold. */
  readonly owner: number
  /** To another insurer. */
  readonly stranger: number
  /** To the insurer with a key for live mode. */
  readonly live: number
  /**
   * To the distributor that sold, with its keys for test and live mode, and to another one. One number
   * where all are answered the same; without it, such a key manages nothing.
   */
  readonly distributor?: number | readonly [own: number, live: number, other: number]
  /** What a stranger's 200 holds, where it is not an empty list. */
  readonly strangerSees?: (body: string) => void
}

/** The days of a report. */
const reported = 'from=2027-01-01&to=2027-12-31'

const all = (status: number, url: string, body?: () => JsonObject): Row => ({
  url: () => url,
  ...(body === undefined ? {} : { body }),
  owner: status,
  stranger: status,
  live: status,
})
/** What is of both modes, and of one insurer. */
const own = (url: () => string, body?: () => JsonObject): Row => ({
  url,
  ...(body === undefined ? {} : { body }),
  owner: 200,
  stranger: 404,
  live: 200,
})
/** A sale: of one mode besides. */
const sale = (url: () => string, body?: () => JsonObject): Row => ({
  ...own(url, body),
  live: 404,
})
/** An endpoint: of one mode, and of nobody but who made it. */
const webhook = (path: string, body?: () => JsonObject): Row => ({
  ...sale(() => `/manage/webhooks/${its.webhook}${path}`, body),
  distributor: 404,
})
/** A person of the insurer. */
const person = (
  path: string,
  { body, ...statuses }: Partial<Pick<Row, 'owner' | 'live'>> & { body?: JsonObject } = {},
): Row => ({
  ...own(() => `/manage/users/${its.person}${path}`, body === undefined ? undefined : () => body),
  distributor: 404,
  ...statuses,
})
const sees = (row: Row, strangerSees: Row['strangerSees'] & {}): Row => ({ ...row, strangerSees })

const onlyItself = (body: string) => {
  expect(body).not.toContain(its.account)
  expect(body).not.toContain(its.key)
}

const matrix: Readonly<Record<string, Row>> = {
  'GET /manage/accounts': sees(all(200, '/manage/accounts'), onlyItself),
  // Taken for the insurer alone: another one does not even learn that.
  'POST /manage/distributors': sees(
    {
      ...all(400, '/manage/distributors', () => ({ key: 'alpine-brokers', name: 'Taken' })),
      stranger: 200,
    },
    onlyItself,
  ),
  // An insurer says so of the distributors that it made.
  'PUT /manage/distributors/:distributorId/mail_address': own(
    () => `/manage/distributors/${its.account}/mail_address`,
    () => ({ email: 'service@brokers.example' }),
  ),
  'GET /manage/keys': sees(all(200, '/manage/keys'), onlyItself),
  'POST /manage/keys': own(
    () => '/manage/keys',
    () => ({ account_id: its.account, kind: 'secret', livemode: false, name: 'x' }),
  ),
  'POST /manage/keys/:keyId/rotate': {
    ...own(
      () => `/manage/keys/${its.key}/rotate`,
      () => ({}),
    ),
    // It was rotated with the key for live mode, and is rotated once.
    owner: 400,
  },
  'POST /manage/keys/:keyId/revoke': own(() => `/manage/keys/${its.key}/revoke`),
  'GET /manage/users': {
    ...sees(all(200, '/manage/users'), (body) => expect(body).not.toContain(its.person)),
    distributor: 200,
  },
  'GET /manage/users/:userId': person('', { live: 200 }),
  'POST /manage/users': {
    ...own(
      () => '/manage/users',
      () => ({ account_id: its.insurer, email: 'new@example.com', name: 'x', roles: ['viewer'] }),
    ),
    distributor: 404,
  },
  'PATCH /manage/users/:userId': person('', { body: { roles: ['service'] } }),
  'POST /manage/users/:userId/reset_link': person('/reset_link'),
  // The person has no authenticator app.
  'DELETE /manage/users/:userId/second_factor': person('/second_factor', { live: 400, owner: 400 }),
  'POST /manage/users/:userId/email_link': person('/email_link', {
    body: { address: 'new' },
    // Nobody has asked for another address.
    live: 400,
    owner: 400,
  }),
  'POST /manage/users/:userId/sessions/:sessionId/end': {
    ...person('', { owner: 404 }),
    // It was ended with the key for live mode.
    url: () => `/manage/users/${its.person}/sessions/${its.session}/end`,
  },
  'POST /manage/users/:userId/end_sessions': person('/end_sessions'),
  'POST /manage/users/:userId/deactivate': person('/deactivate'),
  'POST /manage/users/:userId/reactivate': person('/reactivate'),
  // It was removed with the key for live mode.
  'POST /manage/users/:userId/remove': person('/remove', { owner: 404 }),
  'GET /manage/permissions': {
    ...sees(all(200, '/manage/permissions'), () => undefined),
    distributor: 200,
  },
  'GET /manage/sign_in_rules': {
    ...sees(all(200, '/manage/sign_in_rules'), () => undefined),
    distributor: 200,
  },
  'PATCH /manage/sign_in_rules': {
    ...sees(
      all(200, '/manage/sign_in_rules', () => ({ requires_second_factor: true })),
      () => undefined,
    ),
    distributor: 200,
  },
  'GET /manage/approvals': {
    ...sees(all(200, '/manage/approvals'), (body) => expect(body).not.toContain(its.approval)),
    distributor: 200,
  },
  'GET /manage/approvals/:approvalId': {
    ...sale(() => `/manage/approvals/${its.approval}`),
    distributor: 404,
  },
  'GET /manage/approval_rules': {
    ...sees(all(200, '/manage/approval_rules'), () => undefined),
    distributor: 200,
  },
  'PATCH /manage/approval_rules': {
    ...sees(
      all(200, '/manage/approval_rules', () => ({ rules: [] })),
      () => undefined,
    ),
    distributor: 200,
  },
  'GET /manage/roles': {
    ...sees(all(200, '/manage/roles'), (body) => expect(body).not.toContain(its.role)),
    distributor: 200,
  },
  'POST /manage/roles': {
    ...own(
      () => '/manage/roles',
      () => ({
        account_id: its.insurer,
        key: 'another',
        name: 'x',
        grants: [{ permission: 'policies.read' }],
      }),
    ),
    // It was made with the key for live mode.
    owner: 400,
    distributor: 404,
  },
  'PATCH /manage/roles/:role': {
    ...own(
      () => `/manage/roles/${its.role}`,
      () => ({ name: 'x' }),
    ),
    distributor: 404,
  },
  'DELETE /manage/roles/:role': {
    ...own(() => `/manage/roles/${its.role}`),
    // It was deleted with the key for live mode.
    owner: 404,
    distributor: 404,
  },
  'GET /manage/single_sign_on': { ...own(() => '/manage/single_sign_on'), distributor: 404 },
  'DELETE /manage/single_sign_on': {
    ...own(() => '/manage/single_sign_on'),
    // It was removed with the key for live mode.
    owner: 404,
    distributor: 404,
  },
  'PUT /manage/single_sign_on': {
    ...sees(
      all(200, '/manage/single_sign_on', () => ({
        issuer: 'https://login.example.com',
        client_id: 'another',
        client_secret: 'x',
      })),
      (body) => expect(body).not.toContain('its_own_client'),
    ),
    distributor: 200,
  },
  'GET /manage/access_tokens': all(200, '/manage/access_tokens'),
  'POST /manage/access_tokens': own(
    () => '/manage/access_tokens',
    () => ({ account_id: its.account, name: 'x' }),
  ),
  'POST /manage/access_tokens/:tokenId/revoke': own(
    () => `/manage/access_tokens/${its.token}/revoke`,
  ),
  'GET /manage/payment_providers': sees(all(200, '/manage/payment_providers'), (body) =>
    expect(body).not.toContain(its.provider),
  ),
  'POST /manage/payment_providers': sees(
    all(200, '/manage/payment_providers', () => ({ name: 'another_invoice', methods: ['x'] })),
    (body) => expect(body).not.toContain(its.provider),
  ),
  'GET /manage/provider_credentials': sees(all(200, '/manage/provider_credentials'), (body) =>
    expect(body).not.toContain('pk_test_itsownkey'),
  ),
  'PUT /manage/payment_providers/:provider/credentials': all(
    400,
    '/manage/payment_providers/stripe/credentials',
    () => ({ fields: { secret_key: 'x' } }),
  ),
  'POST /manage/payment_providers/:provider/check': {
    ...sale(() => '/manage/payment_providers/stripe/check'),
  },
  'DELETE /manage/payment_providers/:provider/credentials': {
    ...sale(() => '/manage/payment_providers/stripe/credentials'),
  },
  'DELETE /manage/payment_providers/:provider': {
    ...own(() => `/manage/payment_providers/${its.provider}`),
    // It was removed with the key for live mode.
    owner: 404,
  },
  'GET /manage/products': all(200, '/manage/products'),
  'GET /manage/products/:productId': own(() => `/manage/products/${its.product}`),
  'GET /manage/product_versions/:versionId': own(() => `/manage/product_versions/${its.version}`),
  'GET /manage/product_versions/:versionId/files': own(
    () => `/manage/product_versions/${its.version}/files`,
  ),
  'GET /manage/product_versions/:versionId/differences': own(
    () => `/manage/product_versions/${its.version}/differences?against=${its.version}`,
  ),
  'POST /manage/product_versions/:versionId/publish': own(
    () => `/manage/product_versions/${its.version}/publish`,
  ),
  // The folder names distributors that a stranger does not have; what it would do is its own.
  'POST /manage/products/validate': sees(
    all(200, '/manage/products/validate', () => folder),
    (body) => expect(JSON.parse(body)).toMatchObject({ valid: false }),
  ),
  'POST /manage/products/plan': sees(
    all(200, '/manage/products/plan', () => folder),
    (body) => expect(JSON.parse(body)).toMatchObject({ valid: false, differences: [] }),
  ),
  'POST /manage/products/push': {
    ...all(200, '/manage/products/push', () => folder),
    stranger: 422,
  },
  'POST /manage/products/what_ifs': {
    ...all(200, '/manage/products/what_ifs', () => folder),
    stranger: 422,
  },
  // They answer with nothing but what was sent to them.
  'POST /manage/products/price': sees(
    all(200, '/manage/products/price', () => ({ ...folder, data: {} })),
    () => undefined,
  ),
  'POST /manage/products/documents': sees(
    all(200, '/manage/products/documents', () => folder),
    () => undefined,
  ),
  'POST /manage/products/mails': sees(
    all(200, '/manage/products/mails', () => folder),
    () => undefined,
  ),
  'POST /manage/products/draft_from_workbook': sees(
    all(200, '/manage/products/draft_from_workbook', () => draftRequestExample),
    () => undefined,
  ),
  'POST /manage/products/replace_workbook': sees(
    all(200, '/manage/products/replace_workbook', () => replaceWorkbookExample),
    () => undefined,
  ),
  'GET /manage/datasets': all(200, '/manage/datasets'),
  'GET /manage/datasets/:datasetKey': own(() => `/manage/datasets/${its.dataset}`),
  'GET /manage/datasets/:datasetKey/export': own(() => `/manage/datasets/${its.dataset}/export`),
  'POST /manage/datasets/:datasetKey/import': {
    ...own(
      () => `/manage/datasets/${its.dataset}/import`,
      () => ({}),
    ),
    // JSON is no file; with one, see below.
    owner: 415,
    live: 415,
    stranger: 415,
  },
  'GET /manage/quotes': all(200, '/manage/quotes'),
  'GET /manage/quotes/:quoteId/explanation': sale(() => `/manage/quotes/${its.quote}/explanation`),
  'GET /manage/quotes/:quoteId/workbook': sale(() => `/manage/quotes/${its.quote}/workbook`),
  'POST /manage/quotes/:quoteId/reveal': sale(
    () => `/manage/quotes/${its.quote}/reveal`,
    () => ({ field: 'customer_input.company', reason: 'The customer called.' }),
  ),
  'GET /manage/leads': all(200, '/manage/leads'),
  'POST /manage/leads/:leadId/reveal': sale(
    () => `/manage/leads/${its.lead}/reveal`,
    () => ({ field: 'email', reason: 'The customer called.' }),
  ),
  'GET /manage/offers': all(200, '/manage/offers'),
  'GET /manage/policies': all(200, '/manage/policies'),
  'GET /manage/inbox': sees(all(200, '/manage/inbox'), (body) =>
    expect(body).not.toMatch(/"count":[1-9]/),
  ),
  'GET /manage/figures': sees(all(200, `/manage/figures?${reported}`), (body) =>
    expect(JSON.parse(body)).toMatchObject({ rows: [] }),
  ),
  'GET /manage/requests': all(200, '/manage/requests'),
  'GET /manage/requests/errors': sees(all(200, '/manage/requests/errors'), (body) =>
    expect(JSON.parse(body)).toMatchObject({ errors: [] }),
  ),
  'GET /manage/views': all(200, '/manage/views'),
  'POST /manage/views': sees(
    all(201, '/manage/views', () => ({ list: 'events', name: 'x', query: '' })),
    (body) => expect(body).not.toContain(its.view),
  ),
  'PATCH /manage/views/:viewId': sale(
    () => `/manage/views/${its.view}`,
    () => ({ name: 'y' }),
  ),
  'DELETE /manage/views/:viewId': sale(() => `/manage/views/${its.view}`),
  'GET /manage/colleagues': all(200, '/manage/colleagues'),
  'GET /manage/tasks': all(200, '/manage/tasks'),
  'POST /manage/tasks': {
    ...sale(
      () => '/manage/tasks',
      () => ({ title: 'x', policy_id: its.policy }),
    ),
    owner: 201,
  },
  'PATCH /manage/tasks/:taskId': sale(
    () => `/manage/tasks/${its.task}`,
    () => ({ title: 'y' }),
  ),
  'GET /manage/notes': sale(() => `/manage/notes?policy_id=${its.policy}`),
  'POST /manage/notes': {
    ...sale(
      () => '/manage/notes',
      () => ({ body: 'x', policy_id: its.policy }),
    ),
    owner: 201,
  },
  'DELETE /manage/notes/:noteId': sale(() => `/manage/notes/${its.note}`),
  'GET /manage/search': sees(all(200, `/manage/search?q=Brandt`), (body) =>
    expect(JSON.parse(body)).toMatchObject({ results: [] }),
  ),
  'GET /manage/policies/:policyId/history': sale(() => `/manage/policies/${its.policy}/history`),
  'GET /manage/policies/:policyId/handover': sale(() => `/manage/policies/${its.policy}/handover`),
  'GET /manage/policies/:policyId/timeline': sale(() => `/manage/policies/${its.policy}/timeline`),
  'GET /manage/policies/:policyId/comparison': {
    // It has one version, which is the first.
    ...sale(() => `/manage/policies/${its.policy}/comparison`),
    owner: 422,
  },
  'POST /manage/policies/:policyId/reveal': sale(
    () => `/manage/policies/${its.policy}/reveal`,
    () => ({ field: 'email', reason: 'The customer called.' }),
  ),
  'GET /manage/policies/:policyId/evidence_bundle': sale(
    () => `/manage/policies/${its.policy}/evidence_bundle?reason=Lawsuit`,
  ),
  'GET /manage/policies/:policyId/explanation': sale(
    () => `/manage/policies/${its.policy}/explanation`,
  ),
  'GET /manage/payments': all(200, '/manage/payments'),
  'POST /manage/payments/:paymentId/resolve': sale(
    () => `/manage/payments/${its.payment}/resolve`,
    () => ({ outcome: 'ok', note: 'It is there.' }),
  ),
  'GET /manage/renewals': all(200, '/manage/renewals?state=scheduled'),
  'GET /manage/renewals/dry_run': all(
    200,
    '/manage/renewals/dry_run?from=2027-01-01&to=2029-12-31',
  ),
  'GET /manage/invoices': all(200, '/manage/invoices'),
  'GET /manage/invoices/:invoiceId': sale(() => `/manage/invoices/${its.invoice}`),
  'POST /manage/invoices/:invoiceId/write_off': sale(
    () => `/manage/invoices/${its.invoice}/write_off`,
    () => ({ reason: 'Nobody pays.' }),
  ),
  'POST /manage/invoices/:invoiceId/defer': {
    ...sale(
      () => `/manage/invoices/${its.invoice}/defer`,
      () => ({ due_date: '2027-12-01', reason: 'Agreed.' }),
    ),
    owner: 422,
  },
  'GET /manage/policies/:policyId/parties': sale(() => `/manage/policies/${its.policy}/parties`),
  'POST /manage/policies/:policyId/parties': sale(
    () => `/manage/policies/${its.policy}/parties`,
    () => ({ role: 'insured', last_name: 'Kind', reason: 'Born.' }),
  ),
  'POST /manage/policies/:policyId/parties/:partyId/end': {
    ...sale(
      () => `/manage/policies/${its.policy}/parties/pty_01b0acc58e20000000a83f4c7e51/end`,
      () => ({ reason: 'A mistake.' }),
    ),
    owner: 404,
  },
  'GET /manage/customers/:customerId': sale(() => `/manage/customers/${its.customer}`),
  'GET /manage/customers/:customerId/account': sale(
    () => `/manage/customers/${its.customer}/account`,
  ),
  'POST /manage/customers/:customerId/join': {
    ...sale(
      () => `/manage/customers/${its.customer}/join`,
      () => ({ customer_id: its.customer, reason: 'The same.' }),
    ),
    owner: 422,
  },
  'POST /manage/customers/:customerId/split': {
    ...sale(
      () => `/manage/customers/${its.customer}/split`,
      () => ({ reason: 'Two persons.' }),
    ),
    owner: 422,
  },
  'GET /manage/policies/:policyId/manual_entries': sale(
    () => `/manage/policies/${its.policy}/manual_entries`,
  ),
  'POST /manage/policies/:policyId/manual_entries': sale(
    () => `/manage/policies/${its.policy}/manual_entries`,
    () => ({ kind: 'goodwill', amount: 100, reason: 'A delay.' }),
  ),
  'POST /manage/policies/:policyId/manual_entries/:entryId/reverse': {
    ...sale(
      () =>
        `/manage/policies/${its.policy}/manual_entries/ent_01b0acc58e20000000d72c5f1b94/reverse`,
      () => ({ reason: 'A mistake.' }),
    ),
    owner: 404,
  },
  'POST /manage/invoices/:invoiceId/receipts': {
    ...sale(
      () => `/manage/invoices/${its.invoice}/receipts`,
      () => ({ amount: 1, currency: 'chf', received_on: '2027-03-01' }),
    ),
  },
  // It is the same for everybody.
  'GET /manage/chart_of_accounts': sees(all(200, '/manage/chart_of_accounts'), () => undefined),
  'GET /manage/journal': all(200, `/manage/journal?${reported}`),
  'GET /manage/journal/export': sees(all(200, `/manage/journal/export?${reported}`), (body) =>
    expect(body).toMatch(/^id,number[\w,]*\n$/),
  ),
  'GET /manage/trial_balance': sees(all(200, `/manage/trial_balance?${reported}`), (body) =>
    expect(JSON.parse(body)).toMatchObject({ accounts: [] }),
  ),
  'GET /manage/taxes': sees(all(200, `/manage/taxes?${reported}`), (body) =>
    expect(JSON.parse(body)).toMatchObject({ lines: [] }),
  ),
  'GET /manage/closings': all(200, '/manage/closings'),
  'POST /manage/closings': all(400, '/manage/closings', () => ({ month: 'June' })),
  'GET /manage/closings/:month': all(404, '/manage/closings/2026-01'),
  'GET /manage/earned_premium': all(200, '/manage/earned_premium?day=2029-12-31'),
  'GET /manage/earned_premium/export': {
    ...all(200, '/manage/earned_premium/export?day=2029-12-31'),
    strangerSees: (body) => expect(body).toMatch(/^policy_id[\w,]*\n$/),
  },
  'GET /manage/disputes': all(200, '/manage/disputes'),
  'GET /manage/disputes/:disputeId': sale(() => `/manage/disputes/${its.dispute}`),
  'GET /manage/reconciliation': all(200, '/manage/reconciliation'),
  'GET /manage/reconciliation/accounts': all(200, '/manage/reconciliation/accounts'),
  'POST /manage/reconciliation/:itemId/accept': sale(
    () => `/manage/reconciliation/${its.difference}/accept`,
    () => ({ reason: 'A rounding.' }),
  ),
  'POST /manage/reconciliation/:itemId/reopen': sale(
    () => `/manage/reconciliation/${its.difference}/reopen`,
  ),
  'GET /manage/open_items': all(200, '/manage/open_items?day=2029-12-31'),
  'GET /manage/open_items/totals': all(200, '/manage/open_items/totals?day=2029-12-31'),
  'GET /manage/open_items/export': {
    ...all(200, '/manage/open_items/export?day=2029-12-31'),
    strangerSees: (body) => expect(body).toMatch(/^invoice_id[\w,]*\n$/),
  },
  'GET /manage/letters': sees(all(200, '/manage/letters'), (body) =>
    expect(body).not.toContain(its.letter),
  ),
  'GET /manage/letters/:letterId': sale(() => `/manage/letters/${its.letter}`),
  // Nobody has written what it says.
  'GET /manage/letters/:letterId/document': {
    ...sale(() => `/manage/letters/${its.letter}/document`),
    owner: 503,
  },
  'POST /manage/letters/:letterId/sent': sale(
    () => `/manage/letters/${its.letter}/sent`,
    () => ({ date: dayIn(platform) }),
  ),
  'POST /manage/letters/:letterId/delivered': sale(
    () => `/manage/letters/${its.letter}/delivered`,
    () => ({ date: dayIn(platform), evidence: 'RR1' }),
  ),
  'POST /manage/letters/:letterId/returned': sale(
    () => `/manage/letters/${its.letter}/returned`,
    () => ({ date: dayIn(platform) }),
  ),
  'GET /manage/mails': all(200, '/manage/mails'),
  'GET /manage/suppressed_addresses': sees(all(200, '/manage/suppressed_addresses'), (body) =>
    expect(body).not.toContain('its_own@example.com'),
  ),
  'POST /manage/delivery_reports': all(415, '/manage/delivery_reports', () => ({})),
  'POST /manage/suppressed_addresses': sees(
    all(201, '/manage/suppressed_addresses', () => ({
      address: `${crypto.randomUUID()}@example.com`,
    })),
    (body) => expect(body).not.toContain('its_own@example.com'),
  ),
  'DELETE /manage/suppressed_addresses/:suppressionId': sale(
    () => `/manage/suppressed_addresses/${its.suppression}`,
  ),
  'GET /manage/mail_server': sale(() => '/manage/mail_server'),
  'GET /manage/mail_server/dns': sees(all(200, '/manage/mail_server/dns'), (body) =>
    expect(JSON.parse(body)).toMatchObject({ is_own: false }),
  ),
  'PUT /manage/mail_server': all(400, '/manage/mail_server', () => ({
    url: 'ftp://mail.insurer.example',
    from: 'service@insurer.example',
  })),
  'POST /manage/mail_server/test': sale(
    () => '/manage/mail_server/test',
    () => ({ to: 'it@insurer.example' }),
  ),
  'DELETE /manage/mail_server': sale(() => '/manage/mail_server'),
  'GET /manage/health': sees(all(200, '/manage/health'), (body) =>
    expect(JSON.parse(body)).toMatchObject({
      webhooks: { enabled: 0, behind: 0 },
      reconciliation: [],
    }),
  ),
  'GET /manage/stuck_policies': all(200, '/manage/stuck_policies'),
  'GET /manage/withdrawals': all(200, '/manage/withdrawals'),
  'GET /manage/withdrawals/:declarationId': sale(() => `/manage/withdrawals/${its.declaration}`),
  'POST /manage/withdrawals/:declarationId/settle': sale(
    () => `/manage/withdrawals/${its.declaration}/settle`,
    () => ({ outcome: 'refused', reason: 'Late.' }),
  ),
  'GET /manage/mails/:mailId': sale(() => `/manage/mails/${its.mail}`),
  'POST /manage/mails/:mailId/resend': sale(() => `/manage/mails/${its.parkedMail}/resend`),
  'GET /manage/payouts': all(200, '/manage/payouts'),
  'GET /manage/payouts/:payoutId': sale(() => `/manage/payouts/${its.payout}`),
  'POST /manage/payouts/:payoutId/account': sale(
    () => `/manage/payouts/${its.payout}/account`,
    () => ({ iban: 'DE02120300000000202051' }),
  ),
  'POST /manage/payouts/:payoutId/release': sale(() => `/manage/payouts/${its.payout}/release`),
  'POST /manage/payouts/:payoutId/resolve': sale(
    () => `/manage/payouts/${its.payout}/resolve`,
    () => ({ outcome: 'done' }),
  ),
  'POST /manage/policies/:policyId/pay_out': sale(
    () => `/manage/policies/${its.policy}/pay_out`,
    () => ({ amount: 1, reason: 'On the phone.' }),
  ),
  'POST /manage/payout_batches': all(422, '/manage/payout_batches', () => ({ currency: 'xxx' })),
  'GET /manage/payout_batches/:batchId/file': sale(
    () => `/manage/payout_batches/${its.batch}/file?again=true`,
  ),
  'GET /manage/receipts': all(200, '/manage/receipts'),
  'POST /manage/receipts/import': all(415, '/manage/receipts/import', () => ({})),
  'POST /manage/receipts/:receiptId/match': {
    ...sale(
      () => `/manage/receipts/${its.receipt}/match`,
      () => ({ invoice_id: its.invoice }),
    ),
  },
  // It was matched before; a stranger does not even learn that.
  'POST /manage/receipts/:receiptId/dismiss': {
    ...sale(
      () => `/manage/receipts/${its.receipt}/dismiss`,
      () => ({ reason: 'It is no premium.' }),
    ),
    owner: 422,
  },
  // Of its own sales, a distributor sees them.
  'GET /manage/dunning': { ...all(200, '/manage/dunning'), distributor: 200 },
  'GET /manage/dunning/:caseId': {
    ...sale(() => `/manage/dunning/${its.dunningCase}`),
    distributor: [200, 404, 404],
  },
  'GET /manage/distributors/:distributorId/commission_agreements': {
    ...own(() => `/manage/distributors/${its.account}/commission_agreements`),
    distributor: [200, 200, 404],
  },
  'POST /manage/distributors/:distributorId/commission_agreements': {
    ...own(
      () => `/manage/distributors/${its.account}/commission_agreements`,
      () => ({ first_day: '2021-01-01', earned: 'payment', payout: 'paid_out' }),
    ),
    // There is one from an earlier day.
    owner: 400,
    live: 400,
  },
  'GET /manage/commission_entries': {
    ...all(200, '/manage/commission_entries'),
    distributor: 200,
  },
  'GET /manage/commission_statements': {
    ...all(200, '/manage/commission_statements'),
    distributor: 200,
  },
  'GET /manage/commission_statements/:statementId': {
    ...sale(() => `/manage/commission_statements/${its.statement}`),
    distributor: [200, 404, 404],
  },
  'GET /manage/commission_statements/:statementId/export': {
    ...sale(() => `/manage/commission_statements/${its.statement}/export`),
    distributor: [200, 404, 404],
  },
  // It was made already, and the month is not over in live mode.
  'POST /manage/commission_statements': {
    ...own(
      () => '/manage/commission_statements',
      () => ({ distributor_id: its.account, month: '2027-01', currency: 'usd' }),
    ),
    owner: 400,
    live: 400,
  },
  'POST /manage/commission_statements/:statementId/done': sale(
    () => `/manage/commission_statements/${its.statement}/done`,
    () => ({ done_on: '2026-11-01', reference: 'Transfer 17' }),
  ),
  'GET /manage/dunning/holds': all(200, '/manage/dunning/holds'),
  'POST /manage/dunning/:caseId/legal-action': sale(
    () => `/manage/dunning/${its.dunningCase}/legal-action`,
    () => ({ date: '2031-06-03', evidence: 'Claim no. 12 at the court.' }),
  ),
  // Its policy has not lapsed.
  'POST /manage/dunning/:caseId/lapse': {
    ...sale(
      () => `/manage/dunning/${its.dunningCase}/lapse`,
      () => ({ decision: 'uphold', reason: 'The customer wants so.' }),
    ),
    owner: 422,
  },
  'POST /manage/dunning/holds': sale(
    () => '/manage/dunning/holds',
    () => ({ policy_id: its.policy, until: '2027-06-30', reason: 'A flood.' }),
  ),
  'POST /manage/dunning/holds/:holdId/release': sale(
    () => `/manage/dunning/holds/${its.hold}/release`,
  ),
  'POST /manage/refunds/:refundId/resolve': sale(
    () => `/manage/refunds/${its.refund}/resolve`,
    () => ({ outcome: 'ok', note: 'Sent by bank transfer.' }),
  ),
  'GET /manage/events': { ...all(200, '/manage/events'), distributor: 200 },
  'POST /manage/webhooks': {
    ...all(200, '/manage/webhooks', () => ({ url: 'https://crm.example.com/hook' })),
    distributor: 200,
    strangerSees: (body) => expect(body).not.toContain(its.webhook),
  },
  'GET /manage/webhooks': {
    ...all(200, '/manage/webhooks'),
    distributor: 200,
    strangerSees: (body) => expect(body).not.toContain(its.webhook),
  },
  'GET /manage/webhooks/:webhookId': webhook(''),
  'PATCH /manage/webhooks/:webhookId': webhook('', () => ({ description: 'x' })),
  'POST /manage/webhooks/:webhookId/test': webhook('/test'),
  'POST /manage/webhooks/:webhookId/rotate': webhook('/rotate', () => ({})),
  'GET /manage/webhooks/:webhookId/deliveries': webhook('/deliveries'),
  'POST /manage/webhooks/:webhookId/resend': {
    ...webhook('/resend', () => ({ failed: true })),
    owner: 202,
  },
  'DELETE /manage/webhooks/:webhookId': webhook(''),
  'GET /manage/audit': sees(all(200, '/manage/audit'), onlyItself),
  'GET /manage/evidence': sees(all(200, '/manage/evidence'), onlyItself),
  'POST /manage/portfolio_checks': sees(all(202, '/manage/portfolio_checks'), (body) =>
    expect(JSON.parse(body).id).not.toBe(its.check),
  ),
  'POST /manage/clocks': {
    ...all(200, '/manage/clocks', () => ({ at: '2030-01-01T00:00:00Z' })),
    // There is only test mode to be tested in.
    live: 400,
    strangerSees: (body) => expect(body).not.toContain(its.clock),
  },
  'GET /manage/clocks': sees(all(200, '/manage/clocks'), (body) =>
    expect(body).not.toContain(its.clock),
  ),
  'GET /manage/clocks/:clockId': sale(() => `/manage/clocks/${its.clock}`),
  'POST /manage/clocks/:clockId/publish': sale(
    () => `/manage/clocks/${its.clock}/publish`,
    () => ({ product_version_id: its.version }),
  ),
  'POST /manage/clocks/:clockId/advance': {
    ...sale(
      () => `/manage/clocks/${its.clock}/advance`,
      () => ({ to: '2031-01-01T00:00:00Z' }),
    ),
    owner: 202,
  },
  'POST /manage/impacts': {
    ...own(
      () => '/manage/impacts',
      () => ({ product_version_id: its.version }),
    ),
    owner: 202,
    live: 202,
  },
  'GET /manage/impacts': all(200, '/manage/impacts'),
  'GET /manage/impacts/:impactId': sale(() => `/manage/impacts/${its.impact}`),
  'GET /manage/impacts/:impactId/rows': sale(() => `/manage/impacts/${its.impact}/rows`),
  'POST /manage/impacts/:impactId/stop': sale(() => `/manage/impacts/${its.impact}/stop`),
  'POST /manage/mass_endorsements': {
    ...own(
      () => '/manage/mass_endorsements',
      () => taxLaw('98', '99', '2031-01-01', { product_id: its.product }),
    ),
    owner: 201,
    live: 201,
  },
  'GET /manage/mass_endorsements': all(200, '/manage/mass_endorsements'),
  'GET /manage/mass_endorsements/:massEndorsementId': sale(
    () => `/manage/mass_endorsements/${its.mass}`,
  ),
  'GET /manage/mass_endorsements/:massEndorsementId/results': sale(
    () => `/manage/mass_endorsements/${its.mass}/results`,
  ),
  'GET /manage/mass_endorsements/:massEndorsementId/results/export': sale(
    () => `/manage/mass_endorsements/${its.mass}/results/export`,
  ),
  'POST /manage/mass_endorsements/:massEndorsementId/start': {
    ...sale(() => `/manage/mass_endorsements/${its.mass}/start`),
    owner: 202,
  },
  'POST /manage/mass_endorsements/:massEndorsementId/stop': sale(
    () => `/manage/mass_endorsements/${its.mass}/stop`,
  ),
  'POST /manage/mass_endorsements/:massEndorsementId/resume': {
    ...sale(() => `/manage/mass_endorsements/${its.mass}/resume`),
    owner: 202,
  },
  // It has been started by then.
  'POST /manage/mass_endorsements/:massEndorsementId/preview': {
    ...sale(() => `/manage/mass_endorsements/${its.mass}/preview`),
    owner: 400,
  },
  'GET /manage/portfolio_checks/:checkId': sale(() => `/manage/portfolio_checks/${its.check}`),
}

it('has a row for each route of the Management API', () => {
  const routes = managementRoutes(platform.app)
  expect(Object.keys(matrix).sort()).toEqual(routes)
})

describe.each(Object.entries(matrix))('%s', (route, row) => {
  const ask = (headers: Record<string, string>, url = row.url(), body = row.body?.()) =>
    platform.app.inject({
      method: methodOf(route),
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
  const askWith = (secretKey: string) => ask({ authorization: `Bearer ${secretKey}` })

  it('shows the other distributor nothing of a sale that is not its own', async () => {
    const answered = await askWith(platform.demo.other.test.secret)
    for (const id of [its.policy, its.payment]) expect(answered.body).not.toContain(id)
  })

  it('answers to no public key and nobody, nor to a distributor unless it is shared', async () => {
    const { keys, other } = platform.demo
    expect((await ask({})).statusCode).toBe(401)
    const url = row.url()
    const withPublic = `${url}${url.includes('?') ? '&' : '?'}key=${keys.test.public}`
    expect((await ask({}, withPublic)).statusCode).toBe(401)
    for (const [at, { secret }] of [keys.test, keys.live, other.test].entries()) {
      const refused = await askWith(secret)
      if (row.distributor !== undefined) {
        const { distributor: one } = row
        expect(refused.statusCode).toBe(typeof one === 'number' ? one : one[at])
        continue
      }
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toEqual({
        status: 'Forbidden',
        code: 'not_an_insurer',
        message:
          'This call needs a secret key of an insurer. The key that was sent belongs to a distributor.',
      })
    }
  })

  it('shows another insurer nothing, and changes nothing for it', async () => {
    const before = await everything()
    const answered = await askWith(strangersKey)
    expect(answered.statusCode).toBe(row.stranger)
    if (answered.statusCode < 300) {
      const seesNothing = (body: string) => expect(JSON.parse(body)).toEqual([])
      ;(row.strangerSees ?? seesNothing)(answered.body)
    }
    expect(answered.body).not.toMatch(/Brandt|Alpine Brokers|Lindenallee/)
    expect(await everything()).toEqual(before)
  })

  it('refuses what others have as it refuses what nobody has', async () => {
    const { keys, insurer } = platform.demo
    const strangers = [
      row.stranger === 404 ? [strangersKey] : [],
      row.live === 404 ? [insurer.live.secret] : [],
      row.distributor === 404 ? [keys.test.secret] : [],
    ]
    for (const key of strangers.flat()) {
      const headers = { authorization: `Bearer ${key}` }
      const [url, body] = [nobodys(row.url()), row.body?.()]
      // What the address names is looked for first, so the rest stays as it is.
      const isInBody = url === row.url() && body !== undefined
      const unknown = await ask(headers, url, isInBody ? nobodys(body) : body)
      expect(refusalIn(unknown)).toEqual(refusalIn(await ask(headers)))
    }
  })

  it('shows a key for live mode nothing of what was sold in test mode', async () => {
    const answered = await askWith(platform.demo.insurer.live.secret)
    expect(answered.statusCode).toBe(row.live)
    for (const id of [its.policy, its.quote]) expect(answered.body).not.toContain(`"${id}"`)
  })

  it('answers to the insurer itself', async () => {
    const answered = await askWith(platform.demo.insurer.test.secret)
    expect(answered.statusCode, answered.body).toBe(row.owner)
  })
})

it('imports under a key that another insurer has too, and leaves that one alone', async () => {
  const before = await everything()
  const send = (key: string) =>
    platform.app.inject({
      method: 'POST',
      url: `/manage/datasets/${key}/import?key_field=code`,
      headers: { authorization: `Bearer ${strangersKey}`, 'content-type': 'text/csv' },
      payload: 'code\nA\n',
    })
  expect((await send(its.dataset)).statusCode).toBe(404)
  expect((await send('companies')).json()).toMatchObject({ is_new: true, added: 1 })
  expect(await everything()).toEqual(before)
})

/** The same with ids that nobody has in place of the insurer's. */
function nobodys<Part extends string | JsonObject>(part: Part): Part {
  const text = Object.values(its).reduce<string>(
    (changed, id: string) => changed.replaceAll(id, nobodysId(id)),
    JSON.stringify(part),
  )
  return JSON.parse(text) as Part // Only its ids are others.
}

function nobodysId(id: string): string {
  return id.replace(/[0-9a-f]{16}$/, 'f'.repeat(16)).replace('its_own', 'nobodys')
}

it('a distributor hears of the dunning of its own sales, and of no others', async () => {
  const [own, other] = [platform.demo.keys, platform.demo.other].map(({ test }) =>
    managerOn(platform, test.secret),
  )
  for (const path of ['/manage/dunning', '/manage/events?type=dunning.opened']) {
    expect((await own?.get(path))?.body).toContain(its.dunningCase)
    expect((await other?.get(path))?.json()).toEqual([])
  }
  for (const path of ['/manage/commission_entries', '/manage/commission_statements']) {
    expect((await own?.get(path))?.json()).not.toEqual([])
    expect((await other?.get(path))?.json()).toEqual([])
  }
  const named = [`dunning/${its.dunningCase}`, `commission_statements/${its.statement}`]
  for (const path of [...named, `distributors/${its.account}/commission_agreements`]) {
    expect((await other?.get(`/manage/${path}`))?.statusCode).toBe(404)
  }
})

/** How a request was refused, whichever the ids that it names. */
function refusalIn(response: Response): JsonObject {
  const { status, code, message } = response.json<Record<string, string>>()
  const named = Object.values(its).flatMap((id: string) => [id, nobodysId(id)])
  const masked = named.reduce((text, id) => text.replaceAll(id, '(id)'), message ?? '')
  return { answered: response.statusCode, status: status ?? '', code: code ?? null, masked }
}

const methods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const

function methodOf(route: string): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  const [method] = route.split(' ')
  return methods.find((one) => one === method) ?? 'POST'
}

/** What the insurer sees of its own. */
async function everything(): Promise<string[]> {
  const manager = managerOn(platform)
  const lists = ['accounts', 'keys', 'access_tokens', 'products', 'datasets', 'policies', 'audit']
  return Promise.all(lists.map(async (list) => (await manager.get(`/manage/${list}`)).body))
}

async function makeThings(): Promise<Things> {
  const mail = await offerMail(platform) // Before others publish the product without its mails.
  const givenUp = await parkedMail(platform)
  const manager = managerOn(platform)
  await manager.put('/manage/single_sign_on', {
    issuer: 'https://login.example.com',
    client_id: 'its_own_client',
    client_secret: 'x',
  })
  await manager.put('/manage/mail_server', ownMailServer)
  const suppressed = await manager.post('/manage/suppressed_addresses', {
    address: 'its_own@example.com',
  })
  const seller = sellerOn(platform)
  const payment = await contradictedPayment(platform, seller)
  const refund = await refundThat(platform, seller, 'failed')
  const { id: policy } = await soldPolicy(seller)
  const { customer_id: customer } = (await seller.get(`/policies/${policy}`)).json<{
    customer_id: string
  }>()
  await trackReceipts(platform)
  const { invoice } = await soldOnAccount(platform)
  const list = async <Entry>(name: string) => (await manager.get(`/manage/${name}`)).json<Entry[]>()
  const accounts = await list<{ id: string; key: string }>('accounts')
  const datasets = await list<{ id: string; key: string }>('datasets')
  const product = platform.demo.products['cyber']?.product_id ?? ''
  const shown = await manager.get(`/manage/products/${product}`)
  const body = { kind: 'secret', livemode: false, name: 'to be revoked' }
  const somebody = await newPerson(platform, { name: 'Somebody Here', roles: ['viewer'] })
  const signedIn = await browserOn(platform).signIn(somebody.email)
  const { session } = signedIn.json<{ session: { id: string } }>()
  await manager.put('/manage/payment_providers/stripe/credentials', {
    fields: { secret_key: 'sk_test_itsownkey', publishable_key: 'pk_test_itsownkey' },
  })
  return {
    insurer: accounts.find(({ key }) => key === 'demo-insurance')?.id ?? '',
    account: accounts.find(({ key }) => key === 'alpine-brokers')?.id ?? '',
    key: (await manager.post('/manage/keys', body)).json<{ id: string }>().id,
    token: (await manager.post('/manage/access_tokens', { name: 'x' })).json<{ id: string }>().id,
    person: somebody.id,
    session: session.id,
    approval: await waitingForApproval(platform, invoice.id),
    role: (
      await manager.post('/manage/roles', {
        key: 'its_own_role',
        name: 'x',
        grants: [{ permission: 'policies.read' }],
      })
    ).json<{ key: string }>().key,
    provider: (
      await manager.post('/manage/payment_providers', { name: 'its_own_invoice', methods: ['x'] })
    ).json<{ name: string }>().name,
    product,
    version: shown.json<{ live_version_id: string }>().live_version_id,
    dataset: datasets.find(({ key }) => key === 'companies')?.id ?? '',
    policy,
    customer,
    payment,
    refund,
    invoice: invoice.id,
    receipt: await unmatchedReceipt(platform, invoice.currency),
    batch: await payoutBatch(platform),
    payout: await creditPayout(platform),
    declaration: await declaredByStranger(platform),
    dispute: await disputeOf(platform, policy),
    difference: await differenceOf(platform, policy),
    letter: await waitingLetter(platform, policy),
    mail,
    parkedMail: givenUp,
    suppression: suppressed.json<{ id: string }>().id,
    statement: (await statedCommission(platform)).id,
    ...(await followed()),
    quote: await companyQuote(platform), // Of one that has a workbook.
    lead: (await savedLead(platform)).id,
    clock: await newClock(platform, '2030-01-01T00:00:00Z'),
    webhook: (
      await manager.post('/manage/webhooks', { url: 'https://crm.example.com/hook' })
    ).json<{ id: string }>().id,
    check: (await manager.post('/manage/portfolio_checks')).json<{ id: string }>().id,
    mass: await massBefore(platform, 'start'),
    view: (
      await manager.post('/manage/views', { list: 'events', name: 'x', query: '', shared: true })
    ).json<{ id: string }>().id,
    task: (await manager.post('/manage/tasks', { title: 'x' })).json<{ id: string }>().id,
    note: (await manager.post('/manage/notes', { policy_id: policy, body: 'x' })).json<{
      id: string
    }>().id,
    impact: await doneImpact(shown.json<{ live_version_id: string }>().live_version_id),
  }
}

async function doneImpact(product_version_id: string): Promise<string> {
  const impact = await impactOf(platform, { product_version_id })
  expect(impact).toMatchObject({ status: 'done', failure: null })
  return impact.id
}

/** A case of a policy that nobody has paid, and a hold. */
async function followed(): Promise<Pick<Things, 'dunningCase' | 'hold'>> {
  await dunCyber(platform)
  const { id, clock } = await soldUnpaid(platform)
  await advanceAll(platform, clock, '2031-06-03T10:00:00Z')
  const body = { policy_id: id, until: '2031-06-30', reason: 'A flood.' }
  const held = await managerOn(platform).post('/manage/dunning/holds', body)
  const [open] = await casesOf(platform, id)
  return { dunningCase: open?.id ?? '', hold: held.json<{ id: string }>().id }
}

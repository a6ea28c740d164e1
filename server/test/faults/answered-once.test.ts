import { numberInvoices } from '../../src/ledger/index.ts'
import { declare, declaredByStranger } from '../builders/declared.ts'
import {
  draftRequestExample,
  replaceWorkbookExample,
} from '../../src/http/products/workbooks/examples.ts'
import type { Response } from 'light-my-request'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { setUpApp } from '../builders/authenticator-app.ts'
import { massBefore, taxLaw } from '../builders/mass-endorsements.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { statedCommission, unstatedCommission } from '../builders/commission.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { differenceOf } from '../builders/disputes.ts'
import { mandateLink } from '../builders/mandate-link.ts'
import { soldByCard } from '../builders/mandate.ts'
import { lapseInDoubt, openCaseId } from '../builders/dunning.ts'
import { exampleFolder } from '../builders/folder.ts'
import { companyQuote } from '../builders/company-quote.ts'
import { leadRequest, savedLead } from '../builders/lead.ts'
import { ownMailServer } from '../builders/mail-server.ts'
import { dayIn, sentLetter, waitingLetter } from '../builders/post-letters.ts'
import {
  deliveryReport,
  forwardReport,
  parked,
  returnAddressOf,
  sentUnseen,
  waitingMail,
} from '../builders/mails.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { upsertMembership } from '../../src/people/index.ts'
import { colleague, tokenOf } from '../builders/approvals.ts'
import { foreignInsurer, newKey as keyOf } from '../builders/credentials.ts'
import { browserOn, goodPassword, newPerson } from '../builders/people.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { answerBank, paymentToConfirm } from '../builders/confirmation.ts'
import { pendingPayment } from '../builders/pending-payment.ts'
import {
  type Seller,
  madeOffer,
  offerMedia,
  quoteMedia,
  sellerOn,
  soldPolicy,
} from '../builders/sale.ts'
import { type FakeStripe, openFakeStripe } from '../builders/stripe/fake-stripe.ts'
import { signedEvent } from '../builders/stripe/signed-event.ts'
import { creditPayout, otherIban, pendingPayout, policyWithCredit } from '../builders/payouts.ts'
import { soldOnAccount, trackReceipts, unmatchedReceipt } from '../builders/tracked.ts'
import { type CutOffLine, openCutOffLine } from '../support/cut-off.ts'
import { changedTables, fingerprints } from '../support/fingerprint.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import { isOfPeople, isServedTwice, routesOf } from '../support/routes.ts'
import { holding, untilWaiting } from '../support/waiting.ts'

/** Two servers on one database; the line of the first is cut where that hurts most. */
let doomed: TestPlatform
const accepting = { reason: 'A rounding.' }
const aView = { list: 'policies', name: 'All', query: '', shared: true }

let survivor: TestPlatform
let stripe: FakeStripe
let line: CutOffLine
let seller: Seller
/** Made before others publish the product without its mails. */
let mailId: string
let sentMailId: string
beforeAll(async () => {
  stripe = await openFakeStripe(() => survivor.clock())
  survivor = await openTestPlatform({ leavesDocuments: true, stripe: stripe.settings })
  line = await openCutOffLine(survivor.connection)
  doomed = await openTestPlatform({ beside: { platform: survivor, connection: line.connection } })
  seller = sellerOn(survivor, { product: 'bike' })
  mailId = await waitingMail(survivor)
  sentMailId = await sentUnseen(survivor)
})
afterEach(() => line.fix())
afterAll(async () => {
  await doomed.close()
  await line.close()
  await survivor.close()
  await stripe.close()
})

interface Request {
  /** POST by default. */
  readonly method?: 'PATCH' | 'DELETE'
  readonly url: string
  readonly payload?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  /** Whose key; by default the distributor's that sells. */
  readonly by?: 'insurer'
}

let keysChosen = 0
/** Sends a request to one server or the other, with the same Idempotency-Key each time. */
function withOneKey({ method, url, payload, headers = {}, by }: Request) {
  const { insurer, keys } = survivor.demo
  const secret = by === 'insurer' ? insurer.test.secret : keys.test.secret
  keysChosen += 1
  const all = {
    authorization: `Bearer ${secret}`,
    'idempotency-key': `request ${keysChosen}`,
    ...headers,
  }
  return (to: TestPlatform): Promise<Response> =>
    to.app.inject({
      method: method ?? 'POST',
      url,
      headers: all,
      ...(payload === undefined ? {} : { payload }),
    })
}

/** Months are closed one after the other. */
let agreementsMade = 0
let closedMonths = 0

const made = async (path: string, body: JsonObject) => {
  const response = await managerOn(survivor).post(path, body)
  expect(response.statusCode).toBe(200)
  return response.json<{ id: string; product_version_id: string }>()
}
const soldCustomer = async () => {
  const { id } = await soldPolicy(seller)
  return (await seller.get(`/policies/${id}`)).json<{ customer_id: string }>().customer_id
}
const newKey = () => made('/manage/keys', { kind: 'secret', livemode: false, name: 'till' })
const newWebhook = async () =>
  (await made('/manage/webhooks', { url: 'https://crm.example.com/hook' })).id
let peopleMade = 0
/** A person who is signed in, and has asked for another address. */
const somebody = async () => {
  peopleMade += 1
  const person = await newPerson(survivor, { name: `Person ${peopleMade}`, roles: ['viewer'] })
  const browser = browserOn(survivor)
  const signedIn = await browser.signIn(person.email)
  const body = { current_password: goodPassword, email: `other.${peopleMade}@example.com` }
  await browser.send('POST', '/manage/me/email', { body })
  const { session } = signedIn.json<{ session: { id: string } }>()
  return { id: person.id, browser, sessionId: session.id }
}
const aboutSomebody = async (what: string): Promise<Request> => ({
  url: `/manage/users/${(await somebody()).id}/${what}`,
  by: 'insurer',
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Another person who may decide about requests. */
const decider = async () => {
  peopleMade += 1
  return colleague(survivor, `Decider ${peopleMade}`)
}
const toWriteOff = async () => {
  await trackReceipts(survivor)
  const { invoice } = await soldOnAccount(survivor)
  const body = { reason: 'The company was dissolved.' }
  return { path: `/manage/invoices/${invoice.id}/write_off`, body }
}
const requested = async () => {
  const requester = await decider()
  const { id } = (await requester.request(await toWriteOff())).json<{ id: string }>()
  return { id, requester }
}
const aboutRequest = async (what: string, payload: JsonObject = {}): Promise<Request> => {
  const { id } = await requested()
  const headers = bearer(await tokenOf(await decider()))
  return { url: `/manage/approvals/${id}/${what}`, payload, headers }
}
let rolesMade = 0
const newRole = (key: string) => {
  rolesMade += 1
  return { key: `${key}_${rolesMade}`, name: 'x', grants: [{ permission: 'policies.read' }] }
}
let folders = 0
const newFolder = async () => {
  folders += 1
  const name = (text: string) => text.replace(/^name: .*$/m, `name: Velo ${folders}`)
  return { files: encodeFiles(await exampleFolder('bike', { 'product.yaml': name })) }
}
const payment = async (changes: JsonObject): Promise<Request> => {
  const offer = await madeOffer(seller)
  const { id: policy_id, payment_token: token } = offer
  return { url: '/payments', payload: { policy_id, token, ...changes } }
}
const byCard = (outcome = 'ok') =>
  payment({ provider: 'sandbox', method: 'card', sandbox: { outcome } })
let distributors = 0

/** A request to every route that does something. */
const working: Readonly<Record<string, () => Promise<Request>>> = {
  'POST /manage/mails/:mailId/resend': async () => ({
    url: `/manage/mails/${await parked(survivor, mailId)}/resend`,
    payload: {},
    by: 'insurer',
  }),
  'POST /quotes': async () => {
    const { item_id, subscription_plan_id, integration_id, quote } = bike()
    const payload = { item_id, subscription_plan_id, integration_id, data: quote }
    return { url: '/quotes', payload, headers: { accept: quoteMedia } }
  },
  'POST /leads': async () => ({ url: '/leads', payload: leadRequest(survivor) }),
  'POST /policies': async () => {
    const { token } = (await seller.quote()).json<{ token: string }>()
    const payload = { ...bike().policy, quote_token: token }
    return { url: '/policies', payload, headers: { accept: offerMedia } }
  },
  'POST /payments': () => payment({ provider: 'invoice', method: 'invoice' }),
  'POST /policies/:policyId/cancel': async () => {
    const policy = await soldPolicy(seller)
    return {
      url: `/policies/${policy.id}/cancel`,
      payload: { cancellation_reason: 'Moved.', termination_date: '2027-12-31' },
      headers: { 'if-match': policy.version_id },
    }
  },
  'POST /policies/:policyId/reactivate': async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await survivor.runDue()
    const { version_id } = (await seller.get(`/policies/${policy.id}`)).json<{
      version_id: string
    }>()
    return {
      url: `/policies/${policy.id}/reactivate`,
      payload: { gap: true },
      headers: { 'if-match': version_id },
      by: 'insurer',
    }
  },
  'POST /policies/:policyId/move-end': async () => {
    const policy = await soldPolicy(seller)
    await seller.cancel(policy.id, policy.version_id)
    await survivor.runDue()
    const { version_id } = (await seller.get(`/policies/${policy.id}`)).json<{
      version_id: string
    }>()
    return {
      url: `/policies/${policy.id}/move-end`,
      payload: { termination_date: '2027-11-30' },
      headers: { 'if-match': version_id },
    }
  },
  'POST /policies/:policyId/adjust': async () => {
    const secretKey = survivor.demo.insurer.test.secret
    const clock = await newClock(survivor, '2031-02-01T09:00:00Z')
    const by = sellerOn(survivor, { product: 'cyber-formula', secretKey, clock })
    const quote = { data: { policy_start_date: '2031-03-01' } }
    const { id, version_id: sold } = await soldPolicy(by, { quote })
    await by.cancel(id, sold, { termination_date: '2031-06-30' })
    await survivor.runDue()
    await advanceAll(survivor, clock, '2031-07-15T09:00:00Z')
    const { version_id } = (await by.get(`/policies/${id}`)).json<{ version_id: string }>()
    return {
      url: `/policies/${id}/adjust`,
      payload: { answers: { yearly_turnover: 240_000_000 } },
      headers: { 'if-match': version_id },
      by: 'insurer',
    }
  },
  'POST /policies/:policyId/renewal/endorsements': async () => {
    const { id } = await soldPolicy(sellerOn(survivor))
    const payload = { answers: { deductible: 1_000_000 } }
    return { url: `/policies/${id}/renewal/endorsements`, payload }
  },
  'POST /policies/:policyId/renewal/endorsements/:endorsementId/revoke': async () => {
    const by = sellerOn(survivor)
    const { id } = await soldPolicy(by)
    const path = `/policies/${id}/renewal/endorsements`
    const recorded = await by.post(path, { answers: { deductible: 1_000_000 } })
    return { url: `${path}/${recorded.json<{ id: string }>().id}/revoke`, payload: {} }
  },
  'POST /policies/:policyId/withdraw': async () => {
    const policy = await soldPolicy(sellerOn(survivor))
    return {
      url: `/policies/${policy.id}/withdraw`,
      payload: {},
      headers: { 'if-match': policy.version_id },
    }
  },
  'POST /policies/:policyId/deliveries': async () => {
    const { id } = await soldPolicy(seller)
    const delivered_on = survivor.clock().toZonedDateTimeISO('UTC').toPlainDate().toString()
    const payload = { document: 'policy', delivered_on, evidence: 'Handed over.' }
    return { url: `/policies/${id}/deliveries`, payload }
  },
  'POST /policies/:policyId/mandates/:mandateId/revoke': async () => {
    const { id, mandateId } = await soldByCard(sellerOn(survivor))
    const payload = { reason: 'The card is closed.' }
    return { url: `/policies/${id}/mandates/${mandateId}/revoke`, payload }
  },
  'POST /policies/:policyId/mandate_setups': async () => {
    const { id } = await soldByCard(sellerOn(survivor))
    return {
      url: `/policies/${id}/mandate_setups`,
      payload: { provider: 'sandbox', method: 'card' },
      headers: { 'mandate-token': await mandateLink(seller, id) },
    }
  },
  'POST /manage/letters/:letterId/sent': async () => ({
    url: `/manage/letters/${await waitingLetter(survivor)}/sent`,
    payload: { date: dayIn(survivor) },
    by: 'insurer',
  }),
  'POST /manage/letters/:letterId/delivered': async () => ({
    url: `/manage/letters/${await sentLetter(survivor)}/delivered`,
    payload: { date: dayIn(survivor), evidence: 'RR1' },
    by: 'insurer',
  }),
  'POST /manage/letters/:letterId/returned': async () => ({
    url: `/manage/letters/${await sentLetter(survivor)}/returned`,
    payload: { date: dayIn(survivor) },
    by: 'insurer',
  }),
  'POST /manage/dunning/:caseId/legal-action': async () => ({
    url: `/manage/dunning/${await openCaseId(survivor)}/legal-action`,
    payload: { date: '2031-06-03', evidence: 'Claim no. 12 at the court.' },
    by: 'insurer',
  }),
  'POST /manage/dunning/:caseId/lapse': async () => ({
    url: `/manage/dunning/${await lapseInDoubt(survivor)}/lapse`,
    payload: { decision: 'uphold', reason: 'The customer wants so.' },
    by: 'insurer',
  }),
  'PATCH /policies/:policyId': async () => {
    const policy = await soldPolicy(seller)
    return {
      method: 'PATCH',
      url: `/policies/${policy.id}`,
      payload: { data: { city: 'Basel' } },
      headers: { 'if-match': policy.version_id },
      by: 'insurer',
    }
  },
  'POST /manage/distributors': async () => {
    distributors += 1
    const payload = { key: `coast-${distributors}`, name: 'Coast Agents' }
    return { url: '/manage/distributors', payload, by: 'insurer' }
  },
  'POST /manage/keys': async () => {
    const payload = { kind: 'secret', livemode: false, name: 'web shop' }
    return { url: '/manage/keys', payload, by: 'insurer' }
  },
  'POST /manage/keys/:keyId/rotate': async () => {
    const { id } = await newKey()
    return { url: `/manage/keys/${id}/rotate`, payload: { overlap_hours: 2 }, by: 'insurer' }
  },
  'POST /manage/keys/:keyId/revoke': async () => {
    const { id } = await newKey()
    return { url: `/manage/keys/${id}/revoke`, by: 'insurer' }
  },
  'POST /manage/users': async () => {
    peopleMade += 1
    const payload = { email: `new.${peopleMade}@example.com`, name: 'x', roles: ['viewer'] }
    return { url: '/manage/users', payload, by: 'insurer' }
  },
  'PATCH /manage/users/:userId': async () => ({
    method: 'PATCH',
    url: `/manage/users/${(await somebody()).id}`,
    payload: { roles: ['service'] },
    by: 'insurer',
  }),
  'POST /manage/users/:userId/remove': () => aboutSomebody('remove'),
  'POST /manage/users/:userId/deactivate': () => aboutSomebody('deactivate'),
  'POST /manage/users/:userId/reactivate': () => aboutSomebody('reactivate'),
  'POST /manage/users/:userId/reset_link': () => aboutSomebody('reset_link'),
  'POST /manage/users/:userId/email_link': async () => ({
    ...(await aboutSomebody('email_link')),
    payload: { address: 'new' },
  }),
  'DELETE /manage/users/:userId/second_factor': async () => {
    const { id, browser } = await somebody()
    await setUpApp(survivor, browser)
    return { method: 'DELETE', url: `/manage/users/${id}/second_factor`, by: 'insurer' }
  },
  'POST /manage/users/:userId/end_sessions': () => aboutSomebody('end_sessions'),
  'POST /manage/users/:userId/sessions/:sessionId/end': async () => {
    const { id, sessionId } = await somebody()
    return { url: `/manage/users/${id}/sessions/${sessionId}/end`, by: 'insurer' }
  },
  'POST /manage/roles': async () => ({
    url: '/manage/roles',
    payload: newRole('made'),
    by: 'insurer',
  }),
  'PATCH /manage/roles/:role': async () => {
    const role = newRole('changed')
    await made('/manage/roles', role)
    const payload = { name: 'Other' }
    return { method: 'PATCH', url: `/manage/roles/${role.key}`, payload, by: 'insurer' }
  },
  'DELETE /manage/roles/:role': async () => {
    const role = newRole('deleted')
    await made('/manage/roles', role)
    return { method: 'DELETE', url: `/manage/roles/${role.key}`, by: 'insurer' }
  },
  'DELETE /manage/single_sign_on': async () => {
    await managerOn(survivor).put('/manage/single_sign_on', {
      issuer: 'https://login.example.com',
      client_id: 'bindery',
      client_secret: 'x',
    })
    return { method: 'DELETE', url: '/manage/single_sign_on', by: 'insurer' }
  },
  'POST /manage/suppressed_addresses': async () => ({
    url: '/manage/suppressed_addresses',
    payload: { address: `${crypto.randomUUID()}@example.com` },
    by: 'insurer',
  }),
  'DELETE /manage/suppressed_addresses/:suppressionId': async () => {
    const address = `${crypto.randomUUID()}@example.com`
    const made = await managerOn(survivor).post('/manage/suppressed_addresses', { address })
    const url = `/manage/suppressed_addresses/${made.json<{ id: string }>().id}`
    return { method: 'DELETE', url, by: 'insurer' }
  },
  'DELETE /manage/mail_server': async () => {
    await managerOn(survivor).put('/manage/mail_server', ownMailServer)
    return { method: 'DELETE', url: '/manage/mail_server', by: 'insurer' }
  },
  'POST /manage/access_tokens': async () => ({
    url: '/manage/access_tokens',
    payload: { name: 'form' },
    by: 'insurer',
  }),
  'POST /manage/access_tokens/:tokenId/revoke': async () => {
    const { id } = await made('/manage/access_tokens', { name: 'form' })
    return { url: `/manage/access_tokens/${id}/revoke`, by: 'insurer' }
  },
  'POST /manage/payment_providers': async () => ({
    url: '/manage/payment_providers',
    payload: { name: 'acme_invoice', methods: ['invoice'] },
    by: 'insurer',
  }),
  'DELETE /manage/payment_providers/:provider': async () => {
    await made('/manage/payment_providers', { name: 'brief_invoice', methods: ['invoice'] })
    return {
      method: 'DELETE',
      url: '/manage/payment_providers/brief_invoice',
      by: 'insurer',
    }
  },
  'DELETE /manage/payment_providers/:provider/credentials': async () => {
    await managerOn(survivor).put('/manage/payment_providers/stripe/credentials', {
      fields: { secret_key: 'sk_test_12345678', publishable_key: 'pk_test_12345678' },
    })
    return {
      method: 'DELETE',
      url: '/manage/payment_providers/stripe/credentials',
      by: 'insurer',
    }
  },
  'POST /manage/clocks': async () => ({
    url: '/manage/clocks',
    payload: { at: '2030-01-01T00:00:00Z' },
    by: 'insurer',
  }),
  'POST /manage/clocks/:clockId/publish': async () => {
    const { id } = await made('/manage/clocks', { at: '2030-01-01T00:00:00Z' })
    const { product_version_id } = await made('/manage/products/push', await newFolder())
    return { url: `/manage/clocks/${id}/publish`, payload: { product_version_id }, by: 'insurer' }
  },
  'POST /manage/clocks/:clockId/advance': async () => {
    const { id } = await made('/manage/clocks', { at: '2030-01-01T00:00:00Z' })
    const payload = { to: '2031-01-01T00:00:00Z' }
    return { url: `/manage/clocks/${id}/advance`, payload, by: 'insurer' }
  },
  'POST /manage/webhooks': async () => ({
    url: '/manage/webhooks',
    payload: { url: 'https://crm.example.com/hook' },
    by: 'insurer',
  }),
  'POST /manage/views': async () => ({ url: '/manage/views', payload: aView, by: 'insurer' }),
  'PATCH /manage/views/:viewId': async () => {
    const made = await managerOn(survivor).post('/manage/views', aView)
    const url = `/manage/views/${made.json<{ id: string }>().id}`
    return { method: 'PATCH', url, payload: { name: 'Others' }, by: 'insurer' }
  },
  'DELETE /manage/views/:viewId': async () => {
    const made = await managerOn(survivor).post('/manage/views', aView)
    const url = `/manage/views/${made.json<{ id: string }>().id}`
    return { method: 'DELETE', url, by: 'insurer' }
  },
  'PATCH /manage/tasks/:taskId': async () => {
    const made = await managerOn(survivor).post('/manage/tasks', { title: 'Call back.' })
    const url = `/manage/tasks/${made.json<{ id: string }>().id}`
    return { method: 'PATCH', url, payload: { status: 'done' }, by: 'insurer' }
  },
  'DELETE /manage/notes/:noteId': async () => {
    const { id: policy_id } = await soldPolicy(seller)
    const note = { policy_id, body: 'Called.' }
    const made = await managerOn(survivor).post('/manage/notes', note)
    const url = `/manage/notes/${made.json<{ id: string }>().id}`
    return { method: 'DELETE', url, by: 'insurer' }
  },
  'PATCH /manage/webhooks/:webhookId': async () => {
    const id = await newWebhook()
    const payload = { events: ['policy.issued'] }
    return { method: 'PATCH', url: `/manage/webhooks/${id}`, payload, by: 'insurer' }
  },
  'DELETE /manage/webhooks/:webhookId': async () => ({
    method: 'DELETE',
    url: `/manage/webhooks/${await newWebhook()}`,
    by: 'insurer',
  }),
  'POST /manage/webhooks/:webhookId/rotate': async () => ({
    url: `/manage/webhooks/${await newWebhook()}/rotate`,
    payload: { overlap_hours: 2 },
    by: 'insurer',
  }),
  'POST /manage/leads/:leadId/reveal': async () => ({
    url: `/manage/leads/${(await savedLead(survivor)).id}/reveal`,
    payload: { field: 'email', reason: 'The customer called.' },
    by: 'insurer',
  }),
  'POST /manage/quotes/:quoteId/reveal': async () => ({
    url: `/manage/quotes/${await companyQuote(survivor)}/reveal`,
    payload: { field: 'customer_input.company', reason: 'The customer called.' },
    by: 'insurer',
  }),
  'POST /manage/policies/:policyId/reveal': async () => ({
    url: `/manage/policies/${(await soldPolicy(seller)).id}/reveal`,
    payload: { field: 'email', reason: 'The customer called.' },
    by: 'insurer',
  }),
  'POST /manage/webhooks/:webhookId/resend': async () => ({
    url: `/manage/webhooks/${await newWebhook()}/resend`,
    payload: { failed: true },
    by: 'insurer',
  }),
  'POST /manage/products/push': async () => ({
    url: '/manage/products/push',
    payload: await newFolder(),
    by: 'insurer',
  }),
  'POST /manage/products/what_ifs': async () => ({
    url: '/manage/products/what_ifs',
    payload: await newFolder(),
    by: 'insurer',
  }),
  'POST /manage/product_versions/:versionId/publish': async () => {
    const { product_version_id: id } = await made('/manage/products/push', await newFolder())
    return { url: `/manage/product_versions/${id}/publish`, by: 'insurer' }
  },
  'POST /manage/payments/:paymentId/resolve': async () => {
    const id = await contradictedPayment(survivor, seller)
    const payload = { outcome: 'ok', note: 'It is there.' }
    return { url: `/manage/payments/${id}/resolve`, payload, by: 'insurer' }
  },
  'POST /manage/invoices/:invoiceId/write_off': async () => {
    await trackReceipts(survivor)
    const { invoice } = await soldOnAccount(survivor)
    const payload = { reason: 'The company was dissolved.' }
    return { url: `/manage/invoices/${invoice.id}/write_off`, payload, by: 'insurer' }
  },
  'POST /manage/invoices/:invoiceId/defer': async () => {
    await trackReceipts(survivor)
    const { invoice } = await soldOnAccount(survivor)
    // Otherwise it is numbered first, in a transaction of its own.
    await numberInvoices(survivor.db)
    const payload = { due_date: '2027-12-01', reason: 'Agreed by phone.' }
    return { url: `/manage/invoices/${invoice.id}/defer`, payload, by: 'insurer' }
  },
  'POST /manage/policies/:policyId/pay_out': async () => {
    const id = await policyWithCredit(survivor, seller)
    const payload = { reason: 'On the phone.' }
    return { url: `/manage/policies/${id}/pay_out`, payload, by: 'insurer' }
  },
  'POST /manage/payouts/:payoutId/account': async () => {
    const id = await creditPayout(survivor, seller)
    return { url: `/manage/payouts/${id}/account`, payload: { iban: otherIban }, by: 'insurer' }
  },
  'POST /manage/payouts/:payoutId/release': async () => {
    const id = await pendingPayout(survivor, seller)
    return { url: `/manage/payouts/${id}/release`, payload: {}, by: 'insurer' }
  },
  'POST /manage/payouts/:payoutId/resolve': async () => {
    const id = await pendingPayout(survivor, seller)
    const payload = { outcome: 'done' }
    return { url: `/manage/payouts/${id}/resolve`, payload, by: 'insurer' }
  },
  'POST /manage/payout_batches': async () => {
    await pendingPayout(survivor, seller)
    return { url: '/manage/payout_batches', payload: {}, by: 'insurer' }
  },
  'POST /policies/:policyId/policyholder': async () => {
    const policy = await soldPolicy(seller)
    const jonas = { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@example.com' }
    return {
      url: `/policies/${policy.id}/policyholder`,
      payload: { ...jonas, reason: 'Sold.' },
      headers: { 'if-match': policy.version_id },
      by: 'insurer',
    }
  },
  'POST /manage/policies/:policyId/parties': async () => {
    const { id } = await soldPolicy(seller)
    const payload = { role: 'insured', last_name: 'Kind', reason: 'Born.' }
    return { url: `/manage/policies/${id}/parties`, payload, by: 'insurer' }
  },
  'POST /manage/policies/:policyId/parties/:partyId/end': async () => {
    const { id } = await soldPolicy(seller)
    const url = `/manage/policies/${id}/parties`
    const { id: partyId } = await made(url, { role: 'insured', last_name: 'Kind', reason: 'Born.' })
    return { url: `${url}/${partyId}/end`, payload: { reason: 'Moved.' }, by: 'insurer' }
  },
  'POST /manage/customers/:customerId/join': async () => {
    const [id, other] = [await soldCustomer(), await soldCustomer()]
    const payload = { customer_id: other, reason: 'The same.' }
    return { url: `/manage/customers/${id}/join`, payload, by: 'insurer' }
  },
  'POST /manage/customers/:customerId/split': async () => {
    const [id, other] = [await soldCustomer(), await soldCustomer()]
    await made(`/manage/customers/${id}/join`, { customer_id: other, reason: 'The same.' })
    return {
      url: `/manage/customers/${other}/split`,
      payload: { reason: 'Two persons.' },
      by: 'insurer',
    }
  },
  'POST /manage/policies/:policyId/manual_entries': async () => {
    const { id } = await soldPolicy(seller)
    const payload = { kind: 'goodwill', amount: 2000, reason: 'A delay.' }
    return { url: `/manage/policies/${id}/manual_entries`, payload, by: 'insurer' }
  },
  'POST /manage/policies/:policyId/manual_entries/:entryId/reverse': async () => {
    const { id } = await soldPolicy(seller)
    const url = `/manage/policies/${id}/manual_entries`
    const fee = { kind: 'fee', amount: 500, text: 'Copy', reason: 'Asked for.' }
    const { id: entryId } = await made(url, fee)
    const payload = { reason: 'The wrong policy.' }
    return { url: `${url}/${entryId}/reverse`, payload, by: 'insurer' }
  },
  'POST /manage/approvals': async () => ({
    url: '/manage/approvals',
    payload: { method: 'POST', ...(await toWriteOff()), reason: 'It has to be done.' },
    headers: bearer(await tokenOf(await decider())),
  }),
  'POST /manage/approvals/:approvalId/approve': async () => aboutRequest('approve'),
  'POST /manage/approvals/:approvalId/decline': async () =>
    aboutRequest('decline', { comment: 'Not yet.' }),
  'POST /manage/approvals/:approvalId/withdraw': async () => {
    const { id, requester } = await requested()
    return { url: `/manage/approvals/${id}/withdraw`, headers: bearer(await tokenOf(requester)) }
  },
  'PATCH /manage/approval_rules': async () => {
    peopleMade += 1
    const insurer = await foreignInsurer(survivor, `ruled-${peopleMade}`)
    const members = [(await somebody()).id, (await somebody()).id]
    for (const userId of members) {
      const membership = { userId, accountId: insurer.id, roles: ['administrator'] }
      await upsertMembership(survivor.db, membership, survivor.clock())
    }
    const { key } = await keyOf(survivor, insurer)
    const payload = { rules: [{ act: 'publishing' }] }
    const headers = { authorization: `Bearer ${key}` }
    return { method: 'PATCH', url: '/manage/approval_rules', payload, headers }
  },
  'POST /manage/invoices/:invoiceId/receipts': async () => {
    await trackReceipts(survivor)
    const { invoice } = await soldOnAccount(survivor)
    const payload = { amount: 100, currency: invoice.currency, received_on: '2027-03-01' }
    return { url: `/manage/invoices/${invoice.id}/receipts`, payload, by: 'insurer' }
  },
  'POST /manage/distributors/:distributorId/commission_agreements': async () => {
    const { distributor_id: id } = await unstatedCommission(survivor)
    agreementsMade += 1
    const first_day = Temporal.PlainDate.from('2099-01-01').add({ days: agreementsMade })
    const payload = { first_day: first_day.toString(), earned: 'payment', payout: 'paid_out' }
    return { url: `/manage/distributors/${id}/commission_agreements`, payload, by: 'insurer' }
  },
  'POST /manage/commission_statements': async () => {
    const payload = { ...(await unstatedCommission(survivor)) }
    return { url: '/manage/commission_statements', payload, by: 'insurer' }
  },
  'POST /manage/commission_statements/:statementId/done': async () => {
    const { id } = await statedCommission(survivor)
    const payload = { done_on: '2026-11-01', reference: 'Transfer 17' }
    return { url: `/manage/commission_statements/${id}/done`, payload, by: 'insurer' }
  },
  'POST /manage/reconciliation/:itemId/accept': async () => {
    const id = await differenceOf(survivor, (await soldPolicy(seller)).id)
    return { url: `/manage/reconciliation/${id}/accept`, payload: accepting, by: 'insurer' }
  },
  'POST /manage/reconciliation/:itemId/reopen': async () => {
    const path = `/manage/reconciliation/${await differenceOf(survivor, (await soldPolicy(seller)).id)}`
    await managerOn(survivor).post(`${path}/accept`, accepting)
    return { url: `${path}/reopen`, payload: { reason: 'The bank corrects it.' }, by: 'insurer' }
  },
  'POST /manage/closings': async () => {
    await survivor.runDue(['sum_month'])
    closedMonths += 1
    const month = Temporal.PlainYearMonth.from('2020-01').add({ months: closedMonths })
    return { url: '/manage/closings', payload: { month: month.toString() }, by: 'insurer' }
  },
  'POST /manage/receipts/:receiptId/match': async () => {
    await trackReceipts(survivor)
    const { invoice } = await soldOnAccount(survivor)
    const id = await unmatchedReceipt(survivor, invoice.currency)
    const payload = { invoice_id: invoice.id }
    return { url: `/manage/receipts/${id}/match`, payload, by: 'insurer' }
  },
  'POST /manage/withdrawals/:declarationId/settle': async () => {
    const id = await declaredByStranger(survivor)
    return {
      url: `/manage/withdrawals/${id}/settle`,
      payload: { outcome: 'refused', reason: 'Late.' },
      by: 'insurer',
    }
  },
  'POST /manage/receipts/:receiptId/dismiss': async () => {
    const id = await unmatchedReceipt(survivor)
    return {
      url: `/manage/receipts/${id}/dismiss`,
      payload: { reason: 'Interest.' },
      by: 'insurer',
    }
  },
  'POST /manage/tasks': async () => ({
    url: '/manage/tasks',
    payload: { title: 'Call back.' },
    by: 'insurer',
  }),
  'POST /manage/notes': async () => {
    const { id } = await soldPolicy(seller)
    return { url: '/manage/notes', payload: { policy_id: id, body: 'Called.' }, by: 'insurer' }
  },
  'POST /manage/dunning/holds': async () => {
    const { id } = await soldPolicy(seller)
    const payload = { policy_id: id, until: '2027-06-30', reason: 'A flood.' }
    return { url: '/manage/dunning/holds', payload, by: 'insurer' }
  },
  'POST /manage/dunning/holds/:holdId/release': async () => {
    const { id } = await soldPolicy(seller)
    const payload = { policy_id: id, until: '2027-06-30', reason: 'A flood.' }
    const made = await managerOn(survivor).post('/manage/dunning/holds', payload)
    const url = `/manage/dunning/holds/${made.json<{ id: string }>().id}/release`
    return { url, by: 'insurer' }
  },
  'POST /manage/refunds/:refundId/resolve': async () => {
    const id = await refundThat(survivor, seller, 'failed', '2027-01-01')
    const payload = { outcome: 'retry', note: 'The card is open again.' }
    return { url: `/manage/refunds/${id}/resolve`, payload, by: 'insurer' }
  },
  'POST /manage/impacts': async () => {
    const { product_version_id } = await made('/manage/products/push', await newFolder())
    const payload = { product_version_id }
    return { url: '/manage/impacts', payload, by: 'insurer' }
  },
  'POST /manage/mass_endorsements': async () => ({
    url: '/manage/mass_endorsements',
    payload: taxLaw('98', '99', '2031-01-01', { product_id: 'cyber' }),
    by: 'insurer',
  }),
  'POST /manage/mass_endorsements/:massEndorsementId/preview': async () => massAct('preview'),
  'POST /manage/mass_endorsements/:massEndorsementId/start': async () => massAct('start'),
  'POST /manage/mass_endorsements/:massEndorsementId/stop': async () => massAct('stop'),
  'POST /manage/mass_endorsements/:massEndorsementId/resume': async () => massAct('resume'),
  'POST /manage/impacts/:impactId/stop': async () => {
    const { product_version_id } = await made('/manage/products/push', await newFolder())
    const asked = await managerOn(survivor).post('/manage/impacts', { product_version_id })
    const { id } = asked.json<{ id: string }>()
    return { url: `/manage/impacts/${id}/stop`, by: 'insurer' }
  },
  'POST /manage/portfolio_checks': async () => {
    await survivor.runDue() // Until the one before is done.
    return { url: '/manage/portfolio_checks', by: 'insurer' }
  },
}

async function massAct(act: 'preview' | 'start' | 'stop' | 'resume') {
  await survivor.runDue() // Until the one before is done: one of a product runs at a time.
  const id = await massBefore(survivor, act)
  return { url: `/manage/mass_endorsements/${id}/${act}`, by: 'insurer' } as const
}

/** Those that change nothing when they are repeated, so that they take no key. */
/** A bike whose next year was looked at. */
async function decidingOn(verb: string, purchase_date: string) {
  const clock = await newClock(survivor, '2031-05-01T09:00:00Z')
  const bikes = sellerOn(survivor, { product: 'bike', clock })
  const data = { start_date: '2031-06-01', purchase_date }
  const { id } = await soldPolicy(bikes, { quote: { data } })
  await renewalsOn(survivor, bikes, clock).advance('2032-05-01T09:00:00Z')
  return () => bikes.post(`/policies/${id}/renewal/${verb}`, {})
}

const repeatable: Readonly<Record<string, () => Promise<() => Promise<Response>>>> = {
  'POST /payment_links/:policyId/payments': async () => {
    const { id, payment_token: token } = await madeOffer(sellerOn(survivor))
    const payload = { token, provider: 'sandbox', method: 'card' }
    const url = `/payment_links/${id}/payments`
    return () => survivor.app.inject({ method: 'POST', url, payload })
  },
  'POST /payment_links/:policyId/void': async () => {
    const { id, payment_token: token } = await madeOffer(sellerOn(survivor))
    const url = `/payment_links/${id}/void`
    return () => survivor.app.inject({ method: 'POST', url, payload: { token } })
  },
  'POST /withdrawals/:productId': async () => () =>
    declare(survivor, { request_key: 'the page that was open' }),
  'POST /manage/receipts/import': async () => {
    const secret = survivor.demo.insurer.test.secret
    const payload = 'date,reference,amount\n2027-03-01,sent twice,12.00\n'
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'text/csv' }
    const url = '/manage/receipts/import'
    return () => survivor.app.inject({ method: 'POST', url, headers, payload })
  },
  'PATCH /manage/sign_in_rules': async () => () =>
    managerOn(survivor).patch('/manage/sign_in_rules', { requires_second_factor: true }),
  'POST /manage/products/validate': async () => {
    const folder = await newFolder()
    return () => managerOn(survivor).post('/manage/products/validate', folder)
  },
  'POST /manage/products/plan': async () => {
    const folder = await newFolder()
    return () => managerOn(survivor).post('/manage/products/plan', folder)
  },
  'POST /manage/products/price': async () => {
    const body = { ...(await newFolder()), data: bike().quote }
    return () => managerOn(survivor).post('/manage/products/price', body)
  },
  'POST /manage/products/draft_from_workbook': async () => () =>
    managerOn(survivor).post('/manage/products/draft_from_workbook', draftRequestExample),
  'POST /manage/products/replace_workbook': async () => () =>
    managerOn(survivor).post('/manage/products/replace_workbook', replaceWorkbookExample),
  'POST /manage/products/documents': async () => {
    const folder = await newFolder()
    return () => managerOn(survivor).post('/manage/products/documents', folder)
  },
  'POST /manage/products/mails': async () => {
    const folder = await newFolder()
    return () => managerOn(survivor).post('/manage/products/mails', folder)
  },
  'POST /manage/payment_providers/:provider/check': async () => {
    await setStripeCredentials()
    return () => managerOn(survivor).post('/manage/payment_providers/stripe/check')
  },
  'POST /payments/callbacks/:provider/:insurerId': async () => {
    await setStripeCredentials()
    const insurer = await selectAccountByKey(survivor.db, 'demo-insurance')
    const object = { object: 'payment_intent', metadata: { bindery_payment: 'pay_unknown' } }
    const event = { object: 'event', livemode: false, data: { object } }
    const signed = signedEvent(event, stripeSecret, survivor.clock())
    const url = `/payments/callbacks/stripe/${insurer?.id}`
    return () => survivor.app.inject({ method: 'POST', url, ...signed })
  },
  'POST /payments/:paymentId/void': async () => {
    const { id, token } = await pendingPayment(seller)
    return () => seller.post(`/payments/${id}/void`, { token })
  },
  'POST /policies/:policyId/mandate_links': async () => {
    const { id } = await soldByCard(sellerOn(survivor))
    return () => seller.post(`/policies/${id}/mandate_links`, {})
  },
  'POST /policies/:policyId/endorsement_links': async () => {
    const { id } = await soldPolicy(seller)
    return () => seller.post(`/policies/${id}/endorsement_links`, {})
  },
  'POST /sandbox-bank/:paymentId': async () => {
    const { action } = await paymentToConfirm(seller)
    return () => answerBank(survivor, action, 'ok')
  },
  'POST /policies/:policyId/renewal/accept': () => decidingOn('accept', '2031-04-01'),
  'POST /policies/:policyId/renewal/decline': () => decidingOn('decline', '2031-04-01'),
  // A bike that is too old by then is knocked out.
  'POST /policies/:policyId/renewal/retry': () => decidingOn('retry', '2022-06-01'),
  'POST /manage/delivery_reports': async () => {
    const to = await returnAddressOf(survivor, sentMailId)
    const report = deliveryReport({ to, action: 'delivered', status: '2.1.5' })
    return () => forwardReport(survivor, report)
  },
  'POST /manage/mail_server/test': async () => {
    await managerOn(survivor).put('/manage/mail_server', ownMailServer)
    return () => managerOn(survivor).post('/manage/mail_server/test', { to: 'it@insurer.example' })
  },
  'POST /manage/webhooks/:webhookId/test': async () => {
    const id = await newWebhook()
    return () => managerOn(survivor).post(`/manage/webhooks/${id}/test`)
  },
  'POST /policies/:policyId/previews': async () => {
    const policy = await soldPolicy(seller)
    return () => seller.previewCancellation(policy.id, policy.version_id)
  },
  'POST /manage/datasets/:datasetKey/import': async () => () =>
    survivor.app.inject({
      method: 'POST',
      url: '/manage/datasets/towns/import?key_field=code',
      headers: {
        authorization: `Bearer ${survivor.demo.insurer.test.secret}`,
        'content-type': 'text/csv',
      },
      payload: 'code,city\nA,Ulm\n',
    }),
  'POST /payments/callbacks/:provider': async () => {
    const pending = await withOneKey(await byCard('pending'))(survivor)
    const { id } = pending.json<{ id: string }>()
    return () => sandboxCallback(survivor, { payment_id: id, status: 'ok' })
  },
}

function bike() {
  const product = survivor.demo.products['bike']
  if (product === undefined) throw new Error('the demo sells no bike product')
  return product
}

/** The moment of each import, for the ids of new items, of which a repeated one has none. */
const momentsTaken = 'public.dataset_imports'

/** Nothing at all is different afterwards; its answer is returned. */
async function changingNothing(act: () => Promise<Response>): Promise<Response> {
  const before = await fingerprints(survivor)
  const response = await act()
  const changed = changedTables(before, await fingerprints(survivor))
  expect(changed.filter((table) => table !== momentsTaken)).toEqual([])
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response
}

/** What the server whose line is cut in its commit leaves behind: all of its work, and no answer. */
async function dieInCommit(
  send: (to: TestPlatform) => Promise<Response>,
  commitsBefore = 0,
): Promise<Response> {
  const before = await fingerprints(survivor)
  line.cutAtCommit(commitsBefore)
  const unanswered = await send(doomed)
  expect(line.isCut()).toBe(true)
  const changed = changedTables(before, await fingerprints(survivor))
  expect(changed.filter((table) => table !== 'public.idempotency_keys')).not.toEqual([])
  return unanswered
}

const shownOnce = ['POST /manage/keys', 'POST /manage/keys/:keyId/rotate']
const shownOnceElsewhere = [
  'POST /manage/access_tokens',
  'POST /manage/webhooks',
  'POST /manage/webhooks/:webhookId/rotate',
  'POST /manage/policies/:policyId/reveal',
  'POST /manage/leads/:leadId/reveal',
  'POST /manage/quotes/:quoteId/reveal',
  'POST /manage/users',
  'POST /manage/users/:userId/reset_link',
  'POST /manage/users/:userId/email_link',
  'POST /manage/approvals/:approvalId/approve',
]

describe('a request whose server dies in the moment of its commit', () => {
  // First it gives positions to what has happened so far, in a transaction of its own.
  const commitsBefore = new Map([['POST /manage/webhooks', 1]])

  it.each(Object.entries(working))(
    'is answered when it is repeated: %s',
    async (route, prepare) => {
      const send = withOneKey(await prepare())
      expect((await dieInCommit(send, commitsBefore.get(route))).statusCode).toBe(503)
      const first = await changingNothing(() => send(survivor))
      expect(first.headers['idempotency-replayed']).toBe('true')
      const again = await changingNothing(() => send(survivor))
      expect(again.body).toBe(first.body)
    },
  )

  it('gives a quote and an offer whose tokens work', async () => {
    const [quoting, offering] = [working['POST /quotes'], working['POST /policies']]
    if (quoting === undefined || offering === undefined) throw new Error('both are there')
    const quote = withOneKey(await quoting())
    await dieInCommit(quote)
    line.fix()
    const { token } = (await quote(survivor)).json<{ token: string }>()
    const request = await offering()
    const payload = { ...request.payload, quote_token: token }
    const offer = withOneKey({ ...request, payload })
    await dieInCommit(offer)
    const created = (await offer(survivor)).json<{ id: string; payment_token: string }>()
    expect((await seller.pay(created)).statusCode).toBe(200)
  })

  it.each(shownOnce)(
    'shows the record of the key that was made, without the key: %s',
    async (route) => {
      const prepare = working[route]
      if (prepare === undefined) throw new Error(`${route} is there`)
      const send = withOneKey(await prepare())
      await dieInCommit(send)
      const record = (await send(survivor)).json<{ id: string; hint: string }>()
      expect(record).not.toHaveProperty('key')
      const keys = (await managerOn(survivor).get('/manage/keys')).json<{ id: string }[]>()
      expect(keys.filter(({ id }) => id === record.id)).toHaveLength(1)
    },
  )
})

describe('a card payment whose server dies', () => {
  const statusOf = (response: Response) => response.json<{ status: string }>().status

  it('before the provider was asked is found pending, and then as the provider says', async () => {
    const send = withOneKey(await byCard())
    expect((await dieInCommit(send)).statusCode).toBe(503)
    const pending = await changingNothing(() => send(survivor))
    expect(statusOf(pending)).toBe('pending')
    survivor.clock.advance({ minutes: 1 })
    await survivor.runDue()
    const later = await changingNothing(() => send(survivor))
    expect(later.json()).toEqual({ ...pending.json<JsonObject>(), status: 'ok' })
  })

  it('after the card was charged is found paid, once', async () => {
    const request = await byCard()
    const send = withOneKey(request)
    await dieInCommit(send, 1)
    expect(statusOf(await changingNothing(() => send(survivor)))).toBe('ok')
    const payments = (await managerOn(survivor).get('/manage/payments')).json<JsonObject[]>()
    const { policy_id: policyId } = request.payload ?? {}
    expect(payments.filter((one) => one['policy_id'] === policyId)).toHaveLength(1)
  })

  it('after it was declined is found failed, and is paid with a new key', async () => {
    const request = await byCard('failed')
    const send = withOneKey(request)
    await dieInCommit(send, 1)
    expect(statusOf(await changingNothing(() => send(survivor)))).toBe('failed')
    const { sandbox: _, ...payload } = request.payload ?? {}
    expect(statusOf(await withOneKey({ ...request, payload })(survivor))).toBe('ok')
  })
})

describe('an invitation whose acceptance is cut off', () => {
  const invite = async () => {
    peopleMade += 1
    const email = `cut.off.${peopleMade}@example.com`
    const body = { email, name: 'Cut Off', roles: ['viewer'] }
    const invited = await managerOn(survivor).post('/manage/users', body)
    const { id, link } = invited.json<{ id: string; link: string }>()
    const accepted = { secret: link.split('=').at(-1), password: goodPassword }
    const accept = (at: TestPlatform) =>
      browserOn(at).send('POST', '/manage/links/accept', { body: accepted })
    return { id, email, accept }
  }
  const codeOf = (response: Response) => response.json<{ code?: string }>().code
  /** One member with a password, and one use of the link in the log. */
  const expectJoinedOnce = async ({ id, email }: { id: string; email: string }) => {
    const listed = (await managerOn(survivor).get('/manage/users')).json<{ email: string }[]>()
    expect(listed.filter((one) => one.email === email)).toMatchObject([{ id, status: 'active' }])
    const log = await managerOn(survivor).get(`/manage/audit?subject_id=${id}`)
    const actions = log.json<{ action: string }[]>().map(({ action }) => action)
    expect(actions.filter((action) => action === 'user.joined')).toHaveLength(1)
    expect((await browserOn(survivor).signIn(email)).statusCode).toBe(200)
  }

  it('in its commit has made one member, and the link does not work again', async () => {
    const invited = await invite()
    expect((await dieInCommit(invited.accept)).statusCode).toBe(503)
    for (const answer of await Promise.all([1, 2].map(() => invited.accept(survivor)))) {
      expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'link_unknown'])
    }
    await expectJoinedOnce(invited)
  })

  it('before its commit has changed nothing, and the link works once', async () => {
    const invited = await invite()
    const cut = await holding(survivor, 'lock table audit_entries in share mode', async (other) => {
      const answer = invited.accept(doomed)
      await untilWaiting(survivor, 1)
      await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return (await answer).statusCode
    })
    expect(cut).toBe(503)
    const again = await Promise.all([1, 2].map(() => invited.accept(survivor)))
    expect(again.map(({ statusCode }) => statusCode)).toContain(200)
    expect(again.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    await expectJoinedOnce(invited)
  })
})

const stripeSecret = 'whsec_firstfirstfirst'

async function setStripeCredentials(): Promise<void> {
  const { secret: secret_key, publishable: publishable_key } = stripe.keys
  const fields = { secret_key, publishable_key, webhook_secret: stripeSecret }
  const url = '/manage/payment_providers/stripe/credentials'
  const set = await managerOn(survivor).put(url, { fields })
  expect(set.statusCode, set.body).toBe(200)
}

describe('every POST, PATCH and DELETE', () => {
  it('is tried here', () => {
    const all = routesOf(survivor.app)
    const posts = all
      .filter((route) => /^(POST|PATCH|DELETE) /.test(route))
      .filter((route) => !isOfPeople(route) && !isServedTwice(route, all))
    const tried = [...Object.keys(working), ...Object.keys(repeatable)]
    expect(tried.toSorted()).toEqual(posts.toSorted())
  })

  it.each(Object.entries(working))('gives the same answer again: %s', async (route, prepare) => {
    const send = withOneKey(await prepare())
    const first = await send(survivor)
    expect(first.statusCode, first.body).toBeLessThan(300)
    const second = await changingNothing(() => send(survivor))
    const { key, token, secret, link, value, result, ...kept } = first.json<JsonObject>()
    const isShownOnce = shownOnceElsewhere.includes(route) || shownOnce.includes(route)
    expect(second.body).toBe(isShownOnce ? JSON.stringify(kept) : first.body)
    if (isShownOnce) {
      expect(key ?? token ?? secret ?? link ?? value ?? JSON.stringify(result)).toMatch(
        /^(sk_test_|at_|whsec_|dai_|http:.*#\w+=[0-9a-f])|@|written_off/,
      )
    }
  })

  it.each(Object.entries(repeatable))('or changes nothing again: %s', async (_, prepare) => {
    const send = await prepare()
    const first = await send()
    expect(first.statusCode, first.body).toBeLessThan(300)
    await changingNothing(send)
  })
})

import { differenceOf, disputeOf } from '../builders/disputes.ts'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailLinkExample, inviteUserExample } from '../../src/http/users/examples.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { sql } from '../../src/database/index.ts'
import { createSignInLink, selectUser } from '../../src/people/index.ts'
import {
  deliveryReport,
  forwardReport,
  offerMail,
  parkedMail,
  returnAddressOf,
  sentUnseen,
} from '../builders/mails.ts'
import { waitingLetter } from '../builders/post-letters.ts'
import { previewedMailsExample } from '../../src/http/products/folders/examples.ts'
import { draftedExample } from '../../src/http/products/workbooks/examples.ts'
import { chainRecords } from '../../src/evidence/index.ts'
import { deferredExample } from '../../src/http/invoices/examples.ts'
import { massResultsCsvExample } from '../../src/http/mass-endorsements/examples.ts'
import { journalCsvExample } from '../../src/http/accounting/examples.ts'
import { batchFileExample } from '../../src/http/payouts/examples.ts'
import { createRoleExample } from '../../src/http/roles/examples.ts'
import { importQueryExample } from '../../src/http/datasets/examples.ts'
import { setUpApp } from '../builders/authenticator-app.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { contradictedPayment, refundThat } from '../builders/doubts.ts'
import { pushedDraft } from '../builders/draft.ts'
import { dunCyber, lapseInDoubt } from '../builders/dunning.ts'
import { companyQuote } from '../builders/company-quote.ts'
import { unstatedCommission } from '../builders/commission.ts'
import { demoAccount } from '../builders/credentials.ts'
import { declaredByStranger } from '../builders/declared.ts'
import { managerOn } from '../builders/manager.ts'
import { colleague } from '../builders/approvals.ts'
import { browserOn, goodPassword, newPerson } from '../builders/people.ts'
import { type TestReceiver, answering, startReceiver } from '../builders/receiver.ts'
import { type ShownDelivery, dispatcherOn, webhooksOf } from '../builders/webhooks.ts'
import { stuckPolicy } from '../builders/stuck-policy.ts'
import { creditPayout, policyWithCredit } from '../builders/payouts.ts'
import { soldOnAccount, trackReceipts, unmatchedReceipt } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { isOfFactors } from './factors-examples.ts'
import {
  expectAsDocumented,
  expectInDocumentedForm,
  expectListAsDocumented,
} from './as-documented.ts'
import type { Known } from './caller.ts'
import { operationNamed, operations } from './documented.ts'
import {
  checkedCredentialsExample,
  setCredentialsExample,
} from '../../src/http/payments/providers/examples.ts'
import { type FakeStripe, openFakeStripe } from '../builders/stripe/fake-stripe.ts'
import { documentedFolder } from './folder.ts'
import { type Stage, sellerIn2028, stageOn } from './refusals/stage.ts'

let platform: TestPlatform
let stage: Stage
let receiver: TestReceiver
let stripe: FakeStripe
const called = new Set<string>()
beforeAll(async () => {
  stripe = await openFakeStripe(() => platform.clock(), {
    secretKey: setCredentialsExample.fields.secret_key,
    accountId: checkedCredentialsExample.account_reference,
  })
  platform = await openTestPlatform({
    webhooks: { allowsPrivate: true },
    stripe: stripe.settings,
  })
  receiver = await startReceiver()
  stage = stageOn(platform)
})
afterAll(async () => {
  await platform.close()
  await receiver.close()
  await stripe.close()
})

/** Calls with the documented request, as the insurer. */
async function call(operationId: string, known: Known = {}) {
  called.add(operationId)
  const withSecretKey = { secretKey: platform.demo.insurer.test.secret }
  return stage.caller.call(operationId, known, withSecretKey)
}

async function expectCall(operationId: string, known: Known = {}) {
  const response = await call(operationId, known)
  expectAsDocumented(operationId, response)
  return response
}

/** What a person calls in a browser. */
function expectAs(operationId: string, response: Response): void {
  called.add(operationId)
  expectInDocumentedForm(operationId, response)
}

/** The invited person accepts. */
async function becomeMember(invited: Response): Promise<void> {
  const secret = invited.json<{ link: string }>().link.split('=').at(-1)
  const body = { secret, password: goodPassword }
  expectAs(
    'acceptInvitation',
    await browserOn(platform).send('POST', '/manage/links/accept', { body }),
  )
}

/** Two people, who request and decide. */
async function expectApprovals(): Promise<void> {
  const [anna, ben] = [
    await colleague(platform, 'Requesting Person'),
    await colleague(platform, 'Deciding Person'),
  ]
  await expectCall('changeApprovalRules')
  await expectCall('showApprovalRules')
  const role = { key: 'waiting', name: 'Waiting', grants: [{ permission: 'policies.read' }] }
  const request = () => anna.request({ path: '/manage/roles', body: role })
  const requested = await request()
  expectAs('requestApproval', requested)
  const path = (response: Response) => `/manage/approvals/${response.json<{ id: string }>().id}`
  expectAs('showApproval', await ben.send('GET', path(requested)))
  expectAs('searchApprovals', await ben.send('GET', '/manage/approvals'))
  expectAs('approveRequest', await ben.send('POST', `${path(requested)}/approve`))
  await ben.send('DELETE', '/manage/roles/waiting')
  const declined = await ben.send('POST', `${path(await request())}/decline`, { comment: 'No.' })
  expectAs('declineRequest', declined)
  expectAs('withdrawRequest', await anna.send('POST', `${path(await request())}/withdraw`))
  await platform.db.query(sql`delete from approval_rules`)
}

async function expectList(operationId: string, known: Known = {}) {
  expectListAsDocumented(operationId, await call(operationId, known))
}

/** An export has the documented columns, and lines. */
async function expectRows(operationId: string, known: Known) {
  const answer = await call(operationId, known)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const media = operationNamed(operationId).responses[200]?.content['text/csv']
  const [documented, found] = [String(media?.example), answer.body].map((text) => text.split('\n'))
  expect(found?.[0]).toBe(documented?.[0])
  expect(found?.length).toBeGreaterThanOrEqual(documented?.length ?? 0)
}

describe('with the documented requests an insurer', () => {
  it('makes a distributor and its keys, and is answered as documented', async () => {
    const distributor = await expectCall('createDistributor')
    await expectList('listAccounts')
    const account_id = distributor.json<{ id: string }>().id
    await expectCall('setMailAddress', { distributorId: account_id })
    const key = await expectCall('createKey', { account_id })
    await expectList('listKeys')
    const keyId = key.json<{ id: string }>().id
    await expectCall('rotateKey', { keyId })
    await expectCall('revokeKey', { keyId })
    await expectList('listPermissions')
    await expectCall('createRole')
    await expectList('listRoles')
    const { key: role } = createRoleExample
    await expectCall('changeRole', { role })
    await managerOn(platform).delete(`/manage/roles/${role}`)
    await expectCall('createRole')
    await expectCall('deleteRole', { role })
    await expectCall('setUpSingleSignOn')
    await expectCall('showSingleSignOn')
    await expectCall('removeSingleSignOn')
    await expectCall('changeSignInRules')
    await expectCall('showSignInRules')
    await managerOn(platform).patch('/manage/sign_in_rules', { requires_second_factor: false })
    await expectCall('declarePaymentProvider')
    await expectList('listPaymentProviders')
    await expectCall('removePaymentProvider', { provider: 'acme_invoice' })
    await expectCall('setProviderCredentials', { provider: 'stripe' })
    await expectList('listProviderCredentials')
    await expectCall('removeProviderCredentials', { provider: 'stripe' })
    await call('setProviderCredentials', { provider: 'stripe' })
    await expectCall('checkProviderCredentials', { provider: 'stripe' })
    await call('removeProviderCredentials', { provider: 'stripe' })
    await expectList('listAudit')
    const suppressed = await expectCall('suppressAddress')
    await expectList('searchSuppressedAddresses')
    const { id: suppressionId } = suppressed.json<{ id: string }>()
    await expectCall('releaseAddress', { suppressionId })
    await expectCall('setMailServer')
    await expectCall('showMailServer')
    expectInDocumentedForm('testMailServer', await call('testMailServer'))
    await expectCall('removeMailServer')
    await chainRecords(platform.db)
    expectInDocumentedForm('listEvidence', await call('listEvidence'))
  })

  it('lets two people decide, and is answered as documented', expectApprovals)

  it('invites people and lets them leave, and is answered as documented', async () => {
    const invited = await expectCall('inviteUser')
    const { id: userId } = invited.json<{ id: string }>()
    await becomeMember(invited)
    const known = { userId }
    await expectList('listUsers')
    await expectList('listColleagues')
    await expectCall('createResetLink', known)
    expectInDocumentedForm('showUser', await call('showUser', known))
    const shown = await managerOn(platform).get(`/manage/users/${userId}`)
    const { sessions } = shown.json<{ sessions: { id: string }[] }>()
    await expectCall('endUserSession', { userId, sessionId: sessions[0]?.id ?? '' })
    await expectCall('endUserSessions', known)
    await expectCall('changeUserRoles', known)
    await managerOn(platform).patch(`/manage/users/${userId}`, { roles: ['service'] })
    const browser = browserOn(platform)
    await browser.signIn(inviteUserExample.email)
    const { email } = emailLinkExample
    const body = { current_password: goodPassword, email }
    expectAs('changeEmail', await browser.send('POST', '/manage/me/email', { body }))
    await expectCall('createEmailLink', known)
    await setUpApp(platform, browser)
    await expectCall('removeSecondFactor', known)
    await expectCall('deactivateUser', known)
    await expectCall('reactivateUser', known)
    await expectCall('removeUser', known)
  })

  it('does for itself what a signed-in person does, and is answered in the documented form', async () => {
    const person = await newPerson(platform)
    const browser = browserOn(platform)
    const send = async (
      operationId: string,
      method: 'GET' | 'POST' | 'PATCH',
      url: string,
      body?: object,
    ) => {
      const answer = await browser.send(method, url, body === undefined ? {} : { body })
      expectAs(operationId, answer)
      return answer.json<{ id: string; link: string; session: { id: string } }>()
    }
    const { email } = person
    await send('signIn', 'POST', '/manage/sign_in', { email, password: goodPassword })
    await send('showMe', 'GET', '/manage/me')
    await send('listSessions', 'GET', '/manage/sessions')
    await send('changeMe', 'PATCH', '/manage/me', { name: 'Anna Frei' })
    const wanted = { account_id: person.accountId, livemode: false, name: 'x' }
    const token = await send('createPersonalToken', 'POST', '/manage/me/tokens', wanted)
    await send('listPersonalTokens', 'GET', '/manage/me/tokens')
    await send('revokePersonalToken', 'POST', `/manage/me/tokens/${token.id}/revoke`)
    const link = async (path: string, body: JsonObject) =>
      (await managerOn(platform).post(path, body)).json<{ link: string }>().link.split('=').at(-1)
    const of = `/manage/users/${person.id}`
    const other = { current_password: goodPassword, email: 'other@example.com' }
    await browser.send('POST', '/manage/me/email', { body: other })
    const address = await link(`${of}/email_link`, { address: 'new' })
    await send('confirmEmail', 'POST', '/manage/links/confirm_email', { secret: address })
    const password = 'nine quiet herons count boats'
    await send('changePassword', 'POST', '/manage/me/password', {
      current_password: goodPassword,
      password,
    })
    await send('requestPasswordReset', 'POST', '/manage/password_resets', { email })
    const { session } = await send('signIn', 'POST', '/manage/sign_in', { email, password })
    await send('endSession', 'POST', `/manage/sessions/${session.id}/end`)
    await send('signIn', 'POST', '/manage/sign_in', { email, password })
    await send('signOut', 'POST', '/manage/sign_out')
    const secret = await link(`${of}/reset_link`, {})
    await send('resetPassword', 'POST', '/manage/links/reset', { secret, password: goodPassword })
    const user = await selectUser(platform.db, person.id)
    if (user === undefined) throw new Error('the person is there')
    const made = await platform.db.transaction((tx) => createSignInLink(tx, user, platform.clock()))
    await send('signInByLink', 'POST', '/manage/links/sign_in', { secret: made.secret })
  })

  it('changes a product, and is answered as documented', async () => {
    const manager = managerOn(platform)
    const files = documentedFolder(
      ['pricing.yaml', 'minimum_premium: 21000', 'minimum_premium: 19000'],
      ['tests/prices.yaml', '24990', '22610'],
    )
    const first = await manager.post('/manage/products/push', { files })
    const against = first.json<{ product_version_id: string }>().product_version_id
    await manager.post(`/manage/product_versions/${against}/publish`)

    await expectCall('validateProduct')
    await expectCall('planProduct')
    await expectCall('priceFolder')
    await expectCall('previewDocuments')
    // The documentation shows only the frame of the HTML.
    const mailed = await call('previewMails')
    const { mails, ...rest } = mailed.json<{ mails: object[] }>()
    const html = previewedMailsExample.mails[0]?.html
    const framed = { ...rest, mails: mails.map((mail) => ({ ...mail, html })) }
    expectAsDocumented('previewMails', mailed, 'example', framed)
    await expectCall('replaceWorkbook')
    // Of its files the documentation shows only the beginnings.
    const drafted = await call('draftFromWorkbook')
    const { files: written, ...draft } = drafted.json<{ files: Record<string, string> }>()
    expect(Object.keys(written)).toEqual(Object.keys(draftedExample.files))
    const shown = { ...draft, files: draftedExample.files }
    expectAsDocumented('draftFromWorkbook', drafted, 'example', shown)
    const tried = await expectCall('keepWhatIf')
    const pushed = await expectCall('pushProduct')
    expect(pushed.json().product_version_id).toBe(tried.json().product_version_id)
    const { product_id: productId, product_version_id: versionId } = pushed.json<{
      product_id: string
      product_version_id: string
    }>()
    await expectList('listProducts')
    await expectCall('showProduct', { productId })
    await expectCall('showProductVersion', { versionId })
    await expectCall('pullProduct', { versionId })
    await expectCall('compareVersions', { versionId, against })
    await expectCall('publishProduct', { versionId })
  })

  it('imports and exports a dataset, and is answered as documented', async () => {
    const known = { datasetKey: 'garages', ...importQueryExample }
    await expectCall('importDataset', known)
    await expectList('listDatasets')
    await expectCall('showManagedDataset', known)
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['jsonl', 'application/x-ndjson'],
    ] as const) {
      const exported = await call('exportDataset', { ...known, format })
      const media = operationNamed('exportDataset').responses[200]?.content[type]
      expect(exported.body).toBe(media?.example)
      expect(exported.headers['content-type']).toBe(`${type}; charset=utf-8`)
    }
    const token = await expectCall('createAccessToken')
    await expectList('listAccessTokens')
    await expectCall('revokeAccessToken', { tokenId: token.json<{ id: string }>().id })
  })

  it('finds what was sold, and is answered as documented', async () => {
    const { at, seller } = stage
    await madeOffer(seller)
    const policy = await soldPolicy(seller)
    await expectList('searchQuotes')
    const { item_id, integration_id: touchpoint_id } = stage.product
    const lead = { item_id, touchpoint_id }
    const saved = await stage.caller.call('createLead', lead, stage.withSecretKey)
    await expectList('searchLeads')
    await expectList('searchOffers')
    await expectList('searchPolicies')
    await platform.requestLog.flush()
    expectAs('listRequests', await call('listRequests'))
    expectAs('showRequestErrors', await call('showRequestErrors'))
    expectAs('showHealth', await call('showHealth'))
    const days = { from: '2027-01-01', to: '2029-12-31', by: 'product' }
    expectAs('showFigures', await call('showFigures', days))
    const view = await expectCall('saveView')
    await expectList('listViews')
    const viewId = view.json<{ id: string }>().id
    expectAs('changeView', await call('changeView', { viewId }))
    expectAs('removeView', await call('removeView', { viewId }))
    const task = await expectCall('createTask', { policy_id: policy.id })
    await expectList('listTasks', { policy_id: policy.id })
    expectAs('changeTask', await call('changeTask', { taskId: task.json<{ id: string }>().id }))
    const note = await expectCall('writeNote', { policy_id: policy.id })
    await expectList('listNotes', { policy_id: policy.id })
    expectAs('removeNote', await call('removeNote', { noteId: note.json<{ id: string }>().id }))
    expectAs('showInbox', await call('showInbox'))
    await stuckPolicy(platform, policy.id)
    expectAs('searchStuckPolicies', await call('searchStuckPolicies'))
    expectAs('searchEverything', await call('searchEverything', { q: policy.id }))
    await expectList('searchPayments')
    await expectList('searchInvoices')
    const found = await managerOn(platform).get(`/manage/invoices?policy_id=${policy.id}`)
    const [invoice] = found.json<{ id: string }[]>()
    await expectCall('showInvoice', { invoiceId: invoice?.id ?? '' })
    await expectList('searchEarnedPremium', { day: '2029-01-31' })
    await expectRows('exportEarnedPremium', { day: '2029-01-31' })
    await at('2028-11-20T15:40:00Z', () =>
      seller.cancel(policy.id, policy.version_id, {
        cancellation_reason: 'The customer gave up the business.',
        termination_date: '2029-06-30',
      }),
    )
    await expectCall('revealField', { policyId: policy.id })
    const bundle = await call('exportEvidenceBundle', { policyId: policy.id, reason: 'Lawsuit' })
    expect(bundle.headers['content-type']).toBe('application/x-tar')
    await expectCall('revealLeadField', { leadId: saved.json<{ id: string }>().id })
    await expectCall('revealQuoteField', { quoteId: await companyQuote(platform, seller) })
    await expectList('listEvents')
    const history = await call('showPolicyHistory', { policyId: policy.id })
    const body = history.json<{ events: { type: string }[] }>()
    // What happens at one moment is in no order.
    body.events.sort(
      (one, other) => typesInOrder.indexOf(one.type) - typesInOrder.indexOf(other.type),
    )
    expectAsDocumented('showPolicyHistory', history, 'example', body)
  })

  it('looks at renewals to come, and is answered as documented', async () => {
    const { at, seller } = stage
    const { id: policyId } = await soldPolicy(seller)
    await expectList('dryRunRenewals', { from: '2029-12-31', to: '2029-12-31' })
    await at('2029-11-05T09:15:00Z', async () => {
      await platform.handlers.sweep({})
      await platform.runDue()
      await expectList('searchRenewals', { state: 'offered' })
      const shown = await stage.caller.call('showRenewal', { policyId }, stage.withSecretKey)
      expectAsDocumented('showRenewal', shown)
    })
  })

  it('asks why a price changed, and is answered as documented', async () => {
    const insurer = sellerIn2028(
      sellerOn(platform, { secretKey: platform.demo.insurer.test.secret }),
    )
    const { id } = await soldPolicy(insurer)
    const transactions = transactionsOn(platform, insurer)
    const { token } = await transactions.quoteEndorsement(
      id,
      { deductible: 1_000_000 },
      '2029-03-01',
    )
    await transactions.endorse(id, { quote_token: token })
    expectAsDocumented('showPriceChange', await insurer.get(`/policies/${id}/why`))
    await expectCall('showTimeline', { policyId: id })
    await expectCall('comparePolicyVersions', { policyId: id })
  })

  it('gives up what nobody pays, and is answered as documented', async () => {
    await trackReceipts(platform, 'cyber')
    const { invoice } = await soldOnAccount(platform, stage.seller)
    await expectList('searchOpenItems', { day: '2029-01-31' })
    await expectRows('exportOpenItems', { day: '2029-01-31' })
    expectInDocumentedForm('totalOpenItems', await call('totalOpenItems', { day: '2029-01-31' }))
    await expectCall('writeOffInvoice', { invoiceId: invoice.id })
    const other = await soldOnAccount(platform, stage.seller)
    const disputeId = await disputeOf(platform, other.policy.id)
    expectInDocumentedForm('searchDisputes', await call('searchDisputes'))
    expectInDocumentedForm('showDispute', await call('showDispute', { disputeId }))
    const itemId = await differenceOf(platform, other.policy.id)
    expectInDocumentedForm('searchReconciliation', await call('searchReconciliation'))
    const accepted = await call('acceptDifference', { itemId })
    expectInDocumentedForm('acceptDifference', accepted)
    expectInDocumentedForm('reopenDifference', await call('reopenDifference', { itemId }))
    expectInDocumentedForm('listReconciliationAccounts', await call('listReconciliationAccounts'))
    const deferred = await call('deferInvoice', { invoiceId: other.invoice.id })
    // It is numbered as so many others have been by then.
    const { number, reference } = deferredExample
    const shown = { ...deferred.json<object>(), number, reference }
    expectAsDocumented('deferInvoice', deferred, 'example', shown)
  })

  it('names parties and joins customers, and is answered as documented', async () => {
    const customerOf = async (id: string) =>
      (await stage.seller.get(`/policies/${id}`)).json<{ customer_id: string }>().customer_id
    const [{ id: policyId }, { id: other }] = [
      await soldPolicy(stage.seller),
      await soldPolicy(stage.seller),
    ]
    const { id: partyId } = (await expectCall('addParty', { policyId })).json<{ id: string }>()
    await expectCall('showParties', { policyId })
    await expectCall('endParty', { policyId, partyId })
    const [customerId, joined] = [await customerOf(policyId), await customerOf(other)]
    const join = { customer_id: joined, reason: 'The same date of birth.' }
    const answer = await managerOn(platform).post(`/manage/customers/${customerId}/join`, join)
    expectAs('joinCustomers', answer)
    expectAs('showCustomer', await call('showCustomer', { customerId }))
    expectAs('showCustomerAccount', await call('showCustomerAccount', { customerId }))
    expectAs('splitCustomer', await call('splitCustomer', { customerId: joined }))
  })

  it('enters money by hand, and is answered as documented', async () => {
    const { id: policyId } = await soldPolicy(stage.seller)
    const entered = await expectCall('enterMoney', { policyId })
    await expectCall('showManualEntries', { policyId })
    const { id: entryId } = entered.json<{ id: string }>()
    await expectCall('reverseManualEntry', { policyId, entryId })
  })

  it('pays out by bank, and is answered as documented', async () => {
    const { seller } = stage
    const policyId = await policyWithCredit(platform, seller)
    expectAs('payOutCredit', await call('payOutCredit', { policyId }))
    const payoutId = await creditPayout(platform, seller)
    for (const change of ['setPayoutAccount', 'releasePayout', 'showPayout']) {
      expectAs(change, await call(change, { payoutId }))
    }
    expectAs('searchPayouts', await call('searchPayouts'))
    const batch = await call('exportPayouts')
    expectAs('exportPayouts', batch)
    const { id: batchId } = batch.json<{ id: string }>()
    const file = await call('downloadPayouts', { batchId })
    expect(file.body.split('\n')[0]).toBe(batchFileExample.split('\n')[0])
    expectAs('resolvePayout', await call('resolvePayout', { payoutId }))
  })

  it('agrees on commission and states it, and is answered as documented', async () => {
    const { id: distributorId } = await demoAccount(platform, 'harbour-partners')
    await expectCall('agreeOnCommission', { distributorId })
    await expectCall('listCommissionAgreements', { distributorId })
    const unstated = await unstatedCommission(platform, stage.seller)
    const made = await call('makeCommissionStatement', { ...unstated })
    expectInDocumentedForm('makeCommissionStatement', made)
    const { id: statementId } = made.json<{ id: string }>()
    const entries = await call('searchCommissionEntries', { statement_id: statementId })
    expectInDocumentedForm('searchCommissionEntries', entries)
    const statements = await call('searchCommissionStatements', { month: unstated.month })
    expectInDocumentedForm('searchCommissionStatements', statements)
    await expectRows('exportCommissionStatement', { statementId })
    for (const about of ['showCommissionStatement', 'finishCommissionStatement']) {
      expectInDocumentedForm(about, await call(about, { statementId }))
    }
  })

  it('changes the tax of many policies, and is answered as documented', async () => {
    await soldPolicy(stage.seller)
    const { product_id = '' } = platform.demo.products['cyber'] ?? {}
    const made = await expectCall('createMassEndorsement', { product_id })
    const { id: massEndorsementId } = made.json<{ id: string }>()
    await expectCall('previewMassEndorsement', { massEndorsementId })
    await platform.runDue()
    const formed = async (name: string) => {
      called.add(name)
      const answer = await call(name, { massEndorsementId })
      expectInDocumentedForm(name, answer)
      return answer
    }
    await formed('showMassEndorsement')
    await formed('startMassEndorsement')
    await formed('stopMassEndorsement')
    await formed('resumeMassEndorsement')
    await platform.runDue()
    await formed('listMassEndorsements')
    await formed('listMassEndorsementResults')
    const exported = await call('exportMassEndorsementResults', { massEndorsementId })
    expect(exported.body.split('\n')[0]).toBe(massResultsCsvExample.split('\n')[0])
    called.add('exportMassEndorsementResults')
  })

  it('reads the ledger and closes a month, and is answered as documented', async () => {
    const days = { from: '2028-11-01', to: '2028-11-30' }
    await expectList('listLedgerAccounts')
    for (const report of ['readJournal', 'showTrialBalance', 'showTaxes']) {
      expectAs(report, await call(report, days))
    }
    const exported = await call('exportJournal', days)
    expect(exported.body.split('\n')[0]).toBe(journalCsvExample.trimEnd())
    called.add('exportJournal')
    await expectCall('closeMonth', { month: '2028-10' })
    await platform.runDue(['sum_month'])
    await expectCall('showClosing', { month: '2028-10' })
    await expectList('listClosings')
  })

  it('sees to receipts, and is answered as documented', async () => {
    const { invoice } = await soldOnAccount(platform, stage.seller)
    const columns = { amount: 'Amount', date: 'Date', reference: 'Reference' }
    const file = await expectCall('importReceipts', { ...columns, file: 'statement.csv' })
    await expectList('searchReceipts')
    const receiptId = file.json<{ receipts: { id: string }[] }>().receipts[0]?.id ?? ''
    await expectCall('matchReceipt', { receiptId, invoice_id: invoice.id })
    const { invoice: other } = await soldOnAccount(platform, stage.seller)
    await expectCall('recordReceipt', { invoiceId: other.id })
    const dismissed = await call('dismissReceipt', { receiptId: await unmatchedReceipt(platform) })
    expect(dismissed.json()).toMatchObject({ state: 'dismissed' })
  })

  it('follows what nobody pays, and is answered as documented', async () => {
    await dunCyber(platform)
    const { invoice } = await soldOnAccount(platform, stage.seller)
    const { policy_id } = invoice
    for (const day of ['02', '11', '25']) {
      await stage.at(`2029-01-${day}T09:15:00Z`, () => platform.handlers.sweep({}))
    }
    const query = { policy_id, step: 'notice_sent' }
    await expectList('searchDunning', query)
    const [found] = (await call('searchDunning', query)).json<{ id: string }[]>()
    const caseId = found?.id ?? ''
    await expectCall('showDunningCase', { caseId })
    const hold = await expectCall('holdDunning', { policy_id })
    await expectList('listHolds')
    await expectCall('releaseHold', { holdId: hold.json<{ id: string }>().id })
    await stage.at('2029-03-31T09:15:00Z', async () => {
      await expectCall('recordLegalAction', { caseId })
      const decided = await call('decideLapse', { caseId: await lapseInDoubt(platform, caseId) })
      expectInDocumentedForm('decideLapse', decided)
    })
  })

  it('sees to money in doubt, and is answered as documented', async () => {
    const { seller } = stage
    const paymentId = await contradictedPayment(platform, seller)
    await expectCall('resolvePayment', { paymentId })
    const refundId = await refundThat(platform, seller, 'failed', '2029-06-30')
    await expectCall('resolveRefund', { refundId })
  })

  it('lets time pass on a clock, and is answered as documented', async () => {
    const clock = await expectCall('createClock')
    await expectList('listClocks')
    const clockId = clock.json<{ id: string }>().id
    await expectCall('showClock', { clockId })
    const product_version_id = await pushedDraft(platform, 'bike', {})
    await expectCall('publishOnClock', { clockId, product_version_id })
    const other = await expectCall('createClock')
    await expectCall('advanceClock', { clockId: other.json<{ id: string }>().id })
  })

  it('receives events, and is answered as documented', async () => {
    /** How long a receiver takes is no example of anything. */
    const inTime = <Row extends { duration_ms: number }>(attempt: Row) => ({
      ...attempt,
      duration_ms: 38,
    })
    const { id: webhookId } = (await expectCall('createWebhook')).json<{ id: string }>()
    await expectList('listWebhooks')
    await expectCall('showWebhook', { webhookId })
    await webhooksOf(platform).change(webhookId, { url: receiver.url })
    const tested = await call('testWebhook', { webhookId })
    const answer = tested.json<{ attempt: { duration_ms: number } }>()
    const attempt = inTime(answer.attempt)
    expectAsDocumented('testWebhook', tested, 'example', { ...answer, attempt })
    receiver.react = answering(500, {}, 'The database is being updated.')
    const dispatcher = await dispatcherOn(platform)
    await soldPolicy(stage.seller)
    await dispatcher.settled()
    await dispatcher.stop()
    const listed = await call('listDeliveries', { webhookId })
    const deliveries = listed
      .json<ShownDelivery[]>()
      .map((one) => ({ ...one, attempts: one.attempts.map(inTime) }))
    expectAsDocumented('listDeliveries', listed, 'example', deliveries)
    await platform.app.inject({
      method: 'PATCH',
      url: `/manage/webhooks/${webhookId}`,
      headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
      payload: { url: 'https://crm.alpine.example/bindery', status: 'disabled' },
    })
    await webhooksOf(platform).change(webhookId, { status: 'enabled' })
    await expectCall('resendDeliveries', { webhookId })
    await expectCall('rotateWebhook', { webhookId })
    await expectCall('deleteWebhook', { webhookId })
    const { id: other } = (await expectCall('createWebhook')).json<{ id: string }>()
    await expectCall('changeWebhook', { webhookId: other })
  })

  it('asks how a price came about, and is answered as documented', async () => {
    const manager = managerOn(platform)
    const pushed = await manager.post('/manage/products/push', { files: documentedFolder() })
    const { product_id, product_version_id } = pushed.json<Record<string, string>>()
    await manager.post(`/manage/product_versions/${product_version_id}/publish`)
    const shown = await manager.get(`/manage/products/${product_id}`)
    const {
      items,
      payment_plans: plans,
      integrations,
    } = shown.json<Record<string, { id: string }[]>>()
    await platform.app.inject({
      method: 'POST',
      url: '/quotes',
      headers: {
        authorization: `Bearer ${platform.demo.insurer.test.secret}`,
        accept: 'application/vnd.bindery.v3+json',
      },
      payload: {
        item_id: items?.[0]?.id,
        subscription_plan_id: plans?.[0]?.id,
        integration_id: integrations?.[0]?.id,
        data: { yearly_turnover: 185000000, policy_start_date: '2029-01-01' },
      },
    })
    const quotes = await manager.get(`/manage/quotes?product_id=${product_id}`)
    const quoteId = quotes.json<{ id: string }[]>()[0]?.id ?? ''
    await expectCall('explainQuote', { quoteId })
  })

  it('checks the portfolio, and is answered as documented', async () => {
    const checked = await openTestPlatform()
    try {
      const { caller, seller, withSecretKey } = stageOn(checked)
      const policy = await soldPolicy(seller)
      const insurer = { ...withSecretKey, secretKey: checked.demo.insurer.test.secret }
      const started = await caller.call('startPortfolioCheck', {}, insurer)
      expectAsDocumented('startPortfolioCheck', started)
      await checked.runDue()
      const checkId = started.json<{ id: string }>().id
      expectAsDocumented(
        'showPortfolioCheck',
        await caller.call('showPortfolioCheck', { checkId }, insurer),
      )
      const explained = await caller.call('explainPolicy', { policyId: policy.id }, insurer)
      expect(explained.json()).toMatchObject({ is_same: true, recomputed: { outcome: 'priced' } })
    } finally {
      await checked.close()
    }
    for (const name of ['startPortfolioCheck', 'showPortfolioCheck', 'explainPolicy'])
      called.add(name)
  })

  it('asks what a draft would do to the portfolio, and is answered in the documented form', async () => {
    const separate = await openTestPlatform()
    try {
      const { caller, seller, withSecretKey } = stageOn(separate)
      const insurer = { ...withSecretKey, secretKey: separate.demo.insurer.test.secret }
      await soldPolicy(seller)
      const product_version_id = await pushedDraft(separate, 'cyber', {})
      separate.clock.advance({ days: 1_000 }) // It has begun.
      const impactCall = async (name: string, known: Known) => {
        called.add(name)
        return caller.call(name, known, insurer)
      }
      const asked = await impactCall('askForImpact', { product_version_id })
      expect(asked.statusCode, asked.body).toBe(202)
      expectInDocumentedForm('askForImpact', asked)
      const impactId = asked.json<{ id: string }>().id
      await separate.runDue()
      const shown = await impactCall('showImpact', { impactId })
      expectInDocumentedForm('showImpact', shown)
      expect(shown.json()).toMatchObject({ status: 'done', done: 1 })
      const listed = await impactCall('listImpacts', {})
      expectInDocumentedForm('listImpacts', listed)
      expect(listed.json()).toMatchObject([{ id: impactId, status: 'done', counts: { count: 1 } }])
      const rows = await impactCall('exportImpact', { impactId })
      const media = operationNamed('exportImpact').responses[200]?.content['text/csv']
      expect(rows.headers['content-type']).toBe('text/csv; charset=utf-8')
      const groups = ',by_company_backup,by_insured_sum' // As it was asked for.
      expect(rows.body.split('\n')[0]).toBe(String(media?.example).split('\n')[0] + groups)
      const again = await impactCall('askForImpact', { product_version_id })
      const stopped = await impactCall('stopImpact', { impactId: again.json<{ id: string }>().id })
      expectInDocumentedForm('stopImpact', stopped)
    } finally {
      await separate.close()
    }
  })

  it('sees to withdrawals that customers have declared, and is answered as documented', async () => {
    const declarationId = await declaredByStranger(platform)
    expectInDocumentedForm('searchWithdrawals', await call('searchWithdrawals'))
    const shown = await call('showDeclaredWithdrawal', { declarationId })
    expectInDocumentedForm('showDeclaredWithdrawal', shown)
    const outcome = { outcome: 'refused', reason: 'It came too late.' }
    const path = `/manage/withdrawals/${declarationId}/settle`
    expectInDocumentedForm('settleWithdrawal', await managerOn(platform).post(path, outcome))
    for (const name of ['searchWithdrawals', 'showDeclaredWithdrawal', 'settleWithdrawal']) {
      called.add(name)
    }
  })

  it('follows letters by post, and is answered as documented', async () => {
    const letterId = await waitingLetter(platform, (await soldPolicy(stage.seller)).id)
    await expectList('searchLetters', { state: 'waiting' })
    await expectCall('showLetter', { letterId })
    expect((await call('fetchLetter', { letterId })).statusCode).toBe(503) // Nobody wrote it.
    await stage.at('2028-11-27T09:15:00Z', async () => {
      await expectCall('sendLetter', { letterId })
      await expectCall('deliverLetter', { letterId })
      await expectCall('returnLetter', { letterId })
    })
  })

  it('shows what customers are sent, as documented', async () => {
    expectInDocumentedForm('checkSender', await call('checkSender'))
    const mailId = await offerMail(platform)
    const mail = await call('showMail', { mailId })
    const { policy_id: policyId } = mail.json<{ policy_id: string }>()
    expectInDocumentedForm('showHandover', await call('showHandover', { policyId }))
    expectAs('searchMails', await call('searchMails'))
    expectAs('showMail', mail)
    const to = await returnAddressOf(platform, await sentUnseen(platform))
    const report = deliveryReport({ to, action: 'delivered', status: '2.1.5' })
    expectInDocumentedForm('receiveDeliveryReport', await forwardReport(platform, report))
    called.add('receiveDeliveryReport')
    const parked = await call('resendMail', { mailId: await parkedMail(platform) })
    expectInDocumentedForm('resendMail', parked)
  })

  it('has tried every call by now', () => {
    const documented = operations
      .filter((operation) => operation.tags?.includes('Management'))
      // A filled workbook is tried where there is one to fill.
      .filter(({ operationId }) => operationId !== 'fillQuoteWorkbook')
    const own = [...called].filter((id) => operationNamed(id).tags?.includes('Management'))
    expect(own.toSorted()).toEqual(documented.map((one) => one.operationId).toSorted())
    const ofPeople = operations.filter(({ tags }) => tags?.includes('People'))
    const ids = ofPeople.map(({ operationId }) => operationId)
    expect(ids.filter((id) => !called.has(id) && !isOfFactors(id))).toEqual([])
  })
})

const typesInOrder = [
  'offer.created',
  'payment.ok',
  'policy.issued',
  'policy.cancellation_requested',
]

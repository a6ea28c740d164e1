import { draftRequestExample } from '../../../src/http/products/workbooks/examples.ts'
import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { ownProvidersMax } from '../../../src/products/index.ts'
import { differenceOf } from '../../builders/disputes.ts'
import { refundNoLongerOwed, refundThat, takenBackPayment } from '../../builders/doubts.ts'
import { publishedReader, pushedDraft } from '../../builders/draft.ts'
import { foreignInsurer, newKey } from '../../builders/credentials.ts'
import { limitedKey } from '../../builders/restricted-key.ts'
import { companyQuote } from '../../builders/company-quote.ts'
import { savedLead } from '../../builders/lead.ts'
import { managerOn } from '../../builders/manager.ts'
import { maskedKey } from '../../builders/restricted.ts'
import { madeOffer, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { sandboxCallback } from '../../builders/sandbox-callback.ts'
import { unmatchedReceipt } from '../../builders/tracked.ts'
import { sendParts } from '../../builders/parts.ts'
import { documentedFolder } from '../folder.ts'
import { accountingRefusals } from './accounting.ts'
import { clockRefusals, onceItMoves } from './clocks.ts'
import { datasetRefusals } from './datasets.ts'
import { dunningRefusals } from './dunning.ts'
import { listRefusals } from './lists.ts'
import { withOneKey } from './one-key.ts'
import { commissionRefusals } from './commission.ts'
import { manualEntryRefusals } from './manual-entries.ts'
import { declaredWithdrawalRefusals } from './declared-withdrawals.ts'
import { letterRefusals } from './letters.ts'
import { mailRefusals } from './mails.ts'
import { payoutRefusals } from './payouts.ts'
import { customerRefusals, partyRefusals } from './parties.ts'
import { massEndorsementRefusals } from './mass-endorsements.ts'
import { peopleRefusals } from './people.ts'
import { restricted, roleOf, roleRefusals } from './roles.ts'
import { taskRefusals } from './tasks.ts'
import type { Refusals, Stage } from './stage.ts'
import { webhookRefusals } from './webhooks.ts'

const unknownKey = 'key_01b0acc58e208e33c9e1719fbc8b'
const unknownVersion = 'prv_01b0acc58e2076b789c7b09520c1'
const filesMax = 2_000
const folderBytesMax = 96 * 1024 * 1024

export function managementRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  return {
    ...accountRefusals(stage),
    ...peopleRefusals(stage),
    ...roleRefusals(stage),
    ...folderRefusals(stage),
    ...datasetRefusals(stage),
    ...accountingRefusals(stage),
    ...clockRefusals(stage),
    ...webhookRefusals(stage),
    showProduct: { product: () => manager.get('/manage/products/pr_01b0acc58e20600a7d7e8e706ad3') },
    showProductVersion: {
      product_version: () => manager.get(`/manage/product_versions/${unknownVersion}`),
    },
    pullProduct: {
      product_version: () => manager.get(`/manage/product_versions/${unknownVersion}/files`),
    },
    compareVersions: {
      invalid_member: () => manager.get(`/manage/product_versions/${unknownVersion}/differences`),
      product_version: () =>
        manager.get(
          `/manage/product_versions/${unknownVersion}/differences?against=${unknownVersion}`,
        ),
    },
    publishProduct: {
      version_is_what_if: async () => {
        const other = documentedFolder(['product.yaml', 'name: Cyber Basic', 'name: Cyber Trial'])
        const tried = await manager.post('/manage/products/what_ifs', { files: other })
        const { product_version_id: id } = tried.json<{ product_version_id: string }>()
        return manager.post(`/manage/product_versions/${id}/publish`)
      },
      publish_held: async () => {
        const version = await pushedDraft(stage.platform, 'bike', {
          'product.yaml': (text) => `${text}\npublish: { needs: [tests] }\n`,
        })
        return manager.post(`/manage/product_versions/${version}/publish`)
      },
      invalid_member: () =>
        manager.post(`/manage/product_versions/${unknownVersion}/publish`, { force: {} }),
      field_needed: async () => {
        await publishedReader(stage.platform, 'by-city', 'companies,city')
        const version = await pushedDraft(stage.platform, 'cyber', {
          'datasets/companies.yaml': (text) => text.replace('name: city', 'name: town'),
          'datasets/companies.csv': (text) => text.replace(',city,', ',town,'),
        })
        return manager.post(`/manage/product_versions/${version}/publish`)
      },
      provider_not_declared: async () => {
        const version = await pushedWithOwn(stage, 'acme_invoice')
        await manager.delete('/manage/payment_providers/acme_invoice')
        return manager.post(`/manage/product_versions/${version}/publish`)
      },
      product_version: () => manager.post(`/manage/product_versions/${unknownVersion}/publish`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'publishProduct', { versionId: 'prv_1' }, { versionId: 'prv_2' }),
    },
    ...providerRefusals(stage),
    ...singleSignOnRefusals(stage),
    ...priceRefusals(stage),
    searchQuotes: listRefusals(stage, 'quotes'),
    searchLeads: listRefusals(stage, 'leads'),
    searchOffers: { ...listRefusals(stage, 'offers'), ...maskedSearch(stage, 'offers') },
    searchEverything: {
      invalid_member: () => manager.get(`/manage/search?q=${'x'.repeat(301)}`),
      too_short: () => manager.get('/manage/search?q=a'),
      limit: () => manager.get('/manage/search?q=Brandt&limit=51'),
    },
    searchPolicies: { ...listRefusals(stage, 'policies'), ...maskedSearch(stage, 'policies') },
    searchPayments: {
      ...listRefusals(stage, 'payments'),
      ...maskedSearch(stage, 'payments'),
      not_true: () => manager.get('/manage/payments?in_doubt=maybe'),
    },
    ...doubtRefusals(stage),
    ...dunningRefusals(stage),
    ...invoiceRefusals(stage),
    listEvents: listRefusals(stage, 'events'),
    listAudit: listRefusals(stage, 'audit'),
    listEvidence: {
      limit: () => manager.get('/manage/evidence?limit=1001'),
      after: () => manager.get('/manage/evidence?after=start'),
    },
    revealField: {
      policy: () =>
        manager.post('/manage/policies/tpol_01b0acc58e2037776d4164838825/reveal', reveal('email')),
      field_not_masked: async () => {
        const { id } = await madeOffer(stage.seller)
        return manager.post(`/manage/policies/${id}/reveal`, reveal('data.fone'))
      },
      invalid_member: () =>
        manager.post('/manage/policies/tpol_01b0acc58e2037776d4164838825/reveal', {
          field: 'email',
        }),
      idempotency_key_reused: () =>
        withOneKey(stage, 'revealField', { policyId: 'tpol_1' }, { policyId: 'tpol_2' }),
    },
    revealLeadField: {
      lead: () => manager.post(`/manage/leads/${unknownLead}/reveal`, reveal('email')),
      field_not_masked: async () => {
        const { id } = await savedLead(stage.platform)
        return manager.post(`/manage/leads/${id}/reveal`, reveal('emial'))
      },
      invalid_member: () => manager.post(`/manage/leads/${unknownLead}/reveal`, { field: 'email' }),
      idempotency_key_reused: () =>
        withOneKey(stage, 'revealLeadField', { leadId: 'led_1' }, { leadId: 'led_2' }),
    },
    revealQuoteField: {
      quote: () => manager.post(`/manage/quotes/${unknownQuote}/reveal`, reveal('email')),
      field_not_masked: async () => {
        const id = await companyQuote(stage.platform, stage.seller)
        return manager.post(`/manage/quotes/${id}/reveal`, reveal('customer_input.compani'))
      },
      invalid_member: () =>
        manager.post(`/manage/quotes/${unknownQuote}/reveal`, { field: 'email' }),
      idempotency_key_reused: () =>
        withOneKey(stage, 'revealQuoteField', { quoteId: 'qu_1' }, { quoteId: 'qu_2' }),
    },
    exportEvidenceBundle: {
      policy: () => manager.get(bundleOf('tpol_01b0acc58e2037776d4164838825')),
      personal_data_masked: async () =>
        managerOn(stage.platform, await maskedKey(stage.platform)).get(
          bundleOf('tpol_01b0acc58e2037776d4164838825'),
        ),
      invalid_member: () =>
        manager.get('/manage/policies/tpol_01b0acc58e2037776d4164838825/evidence_bundle'),
      evidence_behind: async () => {
        const { id } = await madeOffer(stage.seller)
        const { db } = stage.platform
        // As if somebody had chained all events, and this one were not among them.
        await db.query(sql`update evidence_end set position = position + 1000000`)
        const behind = await manager.get(bundleOf(id))
        await db.query(sql`update evidence_end set position = position - 1000000`)
        return behind
      },
    },
    showPolicyHistory: {
      policy: () => manager.get('/manage/policies/tpol_01b0acc58e2037776d4164838825/history'),
    },
    showHandover: {
      policy: () => manager.get('/manage/policies/tpol_01b0acc58e2037776d4164838825/handover'),
    },
    showTimeline: {
      policy: () => manager.get('/manage/policies/tpol_01b0acc58e2037776d4164838825/timeline'),
      invalid_member: async () => {
        const { id } = await madeOffer(stage.seller)
        return manager.get(`/manage/policies/${id}/timeline?known_at=soon`)
      },
    },
  }
}

const unknownQuote = 'qu_01b0acc58e202a700c3b996a633b'
const unknownLead = 'led_01b0acc58e202a700c3b996a633b'

const bundleOf = (id: string) => `/manage/policies/${id}/evidence_bundle?reason=Lawsuit`

const reveal = (field: string) => ({ field, reason: 'The customer called.' })

/** By somebody for whom personal data is masked. */
function maskedSearch({ platform }: Stage, list: string): Refusals {
  return {
    personal_data_masked: async () =>
      managerOn(platform, await maskedKey(platform)).get(`/manage/${list}?name=Brandt`),
  }
}

const providers = '/manage/payment_providers'

/** A draft of a product of its own, which is paid by a provider of the insurer's own. */
async function pushedWithOwn({ platform }: Stage, name: string): Promise<string> {
  await managerOn(platform).post(providers, { name, methods: ['invoice'] })
  return pushedDraft(platform, 'bike', {
    'product.yaml': (text) =>
      text
        .replace('provider: invoice', `provider: ${name}`)
        .replace(/^key: .*/m, `key: ${name.replace('_', '-')}`),
  })
}

function providerRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  const onSale = async (name: string) => {
    const version = await pushedWithOwn(stage, name)
    await manager.post(`/manage/product_versions/${version}/publish`)
  }
  return {
    declarePaymentProvider: {
      invalid_member: () => manager.post(providers, { name: 'Acme' }),
      provider_reserved: () => manager.post(providers, { name: 'stripe', methods: ['card'] }),
      provider_in_use: async () => {
        await onSale('acme_billing')
        return manager.post(providers, { name: 'acme_billing', methods: ['debit'] })
      },
      too_many_providers: async () => {
        const { key } = await newKey(stage.platform, await foreignInsurer(stage.platform, 'many'))
        const other = managerOn(stage.platform, key)
        const declare = (name: string) => other.post(providers, { name, methods: ['invoice'] })
        for (let made = 0; made < ownProvidersMax; made++) await declare(`acme_${made}`)
        return declare('one_more')
      },
    },
    removePaymentProvider: {
      own_payment_provider: () => manager.delete(`${providers}/unknown_invoice`),
      provider_in_use: async () => {
        await onSale('kept_invoice')
        return manager.delete(`${providers}/kept_invoice`)
      },
      idempotency_key_reused: () =>
        withOneKey(stage, 'removePaymentProvider', { provider: 'a' }, { provider: 'b' }),
    },
    setProviderCredentials: {
      missing_member: () => manager.put(`${providers}/stripe/credentials`, {}),
      no_credentials_needed: () =>
        manager.put(`${providers}/invoice/credentials`, { fields: { key: 'x' } }),
      credential_invalid: () =>
        manager.put(`${providers}/stripe/credentials`, { fields: { secret_key: 'sk_live_1' } }),
    },
    removeProviderCredentials: {
      no_credentials_needed: () => manager.delete(`${providers}/invoice/credentials`),
      credentials_not_found: () => manager.delete(`${providers}/stripe/credentials`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'removeProviderCredentials', { provider: 'a' }, { provider: 'b' }),
    },
    checkProviderCredentials: {
      no_credentials_needed: () => manager.post(`${providers}/invoice/check`),
      credentials_not_found: () => manager.post(`${providers}/stripe/check`),
    },
  }
}

function singleSignOnRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const url = '/manage/single_sign_on'
  const body = { issuer: 'https://login.example.com', client_id: 'bindery', client_secret: 'x' }
  const none = async () => managerOn(platform, (await newKey(platform, await nobody())).key)
  const nobody = () => foreignInsurer(platform, `without-${crypto.randomUUID().slice(0, 8)}`)
  return {
    showSingleSignOn: { single_sign_on_not_found: async () => (await none()).get(url) },
    setUpSingleSignOn: {
      invalid_member: () => manager.put(url, { issuer: body.issuer }),
      issuer_not_allowed: () => manager.put(url, { ...body, issuer: 'https://10.0.0.7' }),
      client_secret_required: async () =>
        (await none()).put(url, { issuer: body.issuer, client_id: 'bindery' }),
      unknown_role: () => manager.put(url, { ...body, default_roles: ['veiwer'] }),
      grant_exceeds_own: async () =>
        (await restricted(stage, 'single_sign_on.manage')).put(url, body),
    },
    removeSingleSignOn: {
      single_sign_on_not_found: async () => (await none()).delete(url),
      idempotency_key_reused: async () => {
        const send = (ifMatch: string) =>
          platform.app.inject({
            method: 'DELETE',
            url,
            headers: {
              authorization: `Bearer ${platform.demo.insurer.test.secret}`,
              'idempotency-key': 'reused by removeSingleSignOn',
              'if-match': ifMatch,
            },
          })
        await send('one')
        return send('another')
      },
    },
  }
}

function priceRefusals({ platform }: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(platform)
  return {
    explainQuote: { quote: () => manager.get(`/manage/quotes/${unknownQuote}/explanation`) },
    explainPolicy: {
      policy: () => manager.get('/manage/policies/tpol_01b0acc58e2037776d4164838825/explanation'),
    },
    fillQuoteWorkbook: {
      quote: () => manager.get(`/manage/quotes/${unknownQuote}/workbook`),
      personal_data_masked: async () =>
        managerOn(platform, await maskedKey(platform)).get(
          `/manage/quotes/${unknownQuote}/workbook`,
        ),
      no_workbook: async () => {
        await sellerOn(platform, { product: 'bike' }).quote({ data: { start_date: '2029-01-01' } })
        const productId = platform.demo.products['bike']?.product_id
        const quotes = await manager.get(`/manage/quotes?product_id=${productId}&limit=1`)
        return manager.get(`/manage/quotes/${quotes.json<{ id: string }[]>()[0]?.id}/workbook`)
      },
    },
    showPortfolioCheck: {
      portfolio_check: () =>
        manager.get('/manage/portfolio_checks/chk_01b0acc58e204f0f8ac2c5d1e9a7'),
    },
    startPortfolioCheck: {
      invalid_member: () => manager.post('/manage/portfolio_checks?subject=cents'),
      idempotency_key_reused: async () => {
        const send = (payload: object) =>
          platform.app.inject({
            method: 'POST',
            url: '/manage/portfolio_checks',
            payload,
            headers: {
              authorization: `Bearer ${platform.demo.insurer.test.secret}`,
              'idempotency-key': 'reused by startPortfolioCheck',
            },
          })
        await send({})
        return send({ again: true })
      },
    },
  }
}

const byCard = { provider: 'sandbox', method: 'card' }

function invoiceRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const unknownRow = '/manage/reconciliation/rcn_01b0acc58e200000007c14e9a5d3'
  const unknownReceipt = '/manage/receipts/rcp_01b0acc58e2091c4be0f7a25d613'
  const came = { amount: 100, currency: 'eur', received_on: '2027-03-01' }
  const soldId = async () => (await soldPolicy(seller)).id
  const onMovingClock = (what: string, body: JsonObject) => () =>
    onceItMoves(stage, soldPolicy, async (_, { id }) =>
      manager.post(`${await invoiceOf(id)}/${what}`, body),
    )
  const file = (query: string, payload: string) =>
    platform.app.inject({
      method: 'POST',
      url: `/manage/receipts/import?${query}`,
      headers: {
        authorization: `Bearer ${platform.demo.insurer.test.secret}`,
        'content-type': 'text/csv',
      },
      payload,
    })
  const matchWith = async (invoice: () => Promise<string>, query = 'currency=EUR') => {
    const line = `date,reference,amount\n2027-03-01,${crypto.randomUUID()},1.00\n`
    const sent = (await file(query, line)).json<{ receipts: { id: string }[] }>()
    const invoice_id = (await invoice()).split('/').at(-1) ?? ''
    return manager.post(`/manage/receipts/${sent.receipts[0]?.id}/match`, { invoice_id })
  }
  /** Of an endorsement that was proposed, and that another one came before. */
  const voidInvoice = async () => {
    const path = await invoiceOf(await soldId())
    const { pool } = platform.db
    const id = path.split('/').at(-1)
    await pool.query('alter table invoices disable trigger user')
    await pool.query(
      "update invoices set state = 'void', charges_from = null, charges_to = null where id = $1",
      [id],
    )
    await pool.query('alter table invoices enable trigger user')
    return path
  }
  const manager = managerOn(platform)
  const found = (query: string) => () => manager.get(`/manage/invoices?${query}`)
  const unknown = '/manage/invoices/bil_01b0acc58e200b72bfdc34a115db'
  const because = { reason: 'The company was dissolved.' }
  const invoiceOf = async (policyId: string) => {
    const invoices = await manager.get(`/manage/invoices?policy_id=${policyId}`)
    return `/manage/invoices/${invoices.json<{ id: string }[]>()[0]?.id ?? ''}`
  }
  const deferral = { due_date: '2029-03-15', ...because }
  /** The offer whose payment was charged back, and which is owed again. */
  const unpaidOffer = async () => {
    const offer = await madeOffer(seller)
    const { id: payment_id } = (await seller.pay(offer, byCard)).json<{ id: string }>()
    await sandboxCallback(platform, { payment_id, status: 'charged_back' })
    return offer
  }
  const openInvoice = async () => invoiceOf((await unpaidOffer()).id)
  const invoiceBeingPaid = async () => {
    const offer = await unpaidOffer()
    await seller.pay(offer, { ...byCard, sandbox: { outcome: 'pending' } })
    return invoiceOf(offer.id)
  }
  return {
    searchInvoices: {
      limit: found('limit=0'),
      both_directions: found('starting_after=a&ending_before=b'),
      invalid_member: found(`id=${'x'.repeat(301)}`),
      unknown_state: found('state=lost'),
      unknown_kind: found('kind=bill'),
      no_number: found('number=2027-000123'),
      no_days: found('overdue_days=-1'),
    },
    showInvoice: { invoice: () => manager.get(unknown) },
    recordReceipt: {
      invalid_member: () => manager.post(`${unknown}/receipts`, { ...came, received_on: 'soon' }),
      other_currency: async () =>
        manager.post(`${await invoiceOf(await soldId())}/receipts`, { ...came, currency: 'chf' }),
      invoice: () => manager.post(`${unknown}/receipts`, came),
      invoice_settled: async () =>
        manager.post(`${await invoiceOf(await soldId())}/receipts`, came),
      asks_for_nothing: async () => manager.post(`${await voidInvoice()}/receipts`, came),
      clock_advancing: onMovingClock('receipts', came),
    },
    searchEarnedPremium: {
      no_day: () => manager.get('/manage/earned_premium?day=2027-02-30'),
      invalid_member: () => manager.get(`/manage/earned_premium?policy_id=${'x'.repeat(301)}`),
      limit: () => manager.get('/manage/earned_premium?day=2027-01-31&limit=0'),
      both_directions: () =>
        manager.get('/manage/earned_premium?day=2027-01-31&starting_after=a&ending_before=b'),
    },
    exportEarnedPremium: {
      no_day: () => manager.get('/manage/earned_premium/export'),
      invalid_member: () =>
        manager.get(`/manage/earned_premium/export?policy_id=${'x'.repeat(301)}`),
    },
    searchOpenItems: {
      no_day: () => manager.get('/manage/open_items?day=soon'),
      invalid_member: () => manager.get(`/manage/open_items?policy_id=${'x'.repeat(301)}`),
      limit: () => manager.get('/manage/open_items?day=2027-01-31&limit=0'),
      both_directions: () =>
        manager.get('/manage/open_items?day=2027-01-31&starting_after=a&ending_before=b'),
    },
    searchDisputes: {
      limit: () => manager.get('/manage/disputes?limit=0'),
      both_directions: () => manager.get('/manage/disputes?starting_after=a&ending_before=b'),
      unknown_state: () => manager.get('/manage/disputes?state=open'),
      not_true: () => manager.get('/manage/disputes?to_answer=maybe'),
      invalid_member: () => manager.get(`/manage/disputes?state=${'x'.repeat(301)}`),
    },
    showDispute: {
      dispute: () => manager.get('/manage/disputes/dsp_0123456789abcdef0123456789ab'),
    },
    searchStuckPolicies: {
      limit: () => manager.get('/manage/stuck_policies?limit=0'),
      both_directions: () => manager.get('/manage/stuck_policies?starting_after=a&ending_before=b'),
    },
    searchReconciliation: {
      limit: () => manager.get('/manage/reconciliation?limit=0'),
      both_directions: () => manager.get('/manage/reconciliation?starting_after=a&ending_before=b'),
      unknown_state: () => manager.get('/manage/reconciliation?state=lost'),
      not_a_date: () => manager.get('/manage/reconciliation?from=soon'),
      invalid_member: () => manager.get(`/manage/reconciliation?state=${'x'.repeat(301)}`),
    },
    acceptDifference: {
      invalid_member: () => manager.post(`${unknownRow}/accept`, {}),
      reconciliation_item: () => manager.post(`${unknownRow}/accept`, because),
      difference_not_open: async () => {
        const path = `/manage/reconciliation/${await differenceOf(platform, await soldId())}/accept`
        await manager.post(path, because)
        return manager.post(path, because)
      },
      difference_not_that: async () => {
        const id = await differenceOf(platform, await soldId())
        const seen = { ...because, difference: -999 }
        return manager.post(`/manage/reconciliation/${id}/accept`, seen)
      },
    },
    reopenDifference: {
      reconciliation_item: () => manager.post(`${unknownRow}/reopen`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'reopenDifference', { itemId: 'rcn_1' }, { itemId: 'rcn_2' }),
      difference_not_accepted: async () =>
        manager.post(
          `/manage/reconciliation/${await differenceOf(platform, await soldId())}/reopen`,
        ),
    },
    totalOpenItems: { no_day: () => manager.get('/manage/open_items/totals') },
    exportOpenItems: {
      no_day: () => manager.get('/manage/open_items/export?day='),
      invalid_member: () => manager.get(`/manage/open_items/export?policy_id=${'x'.repeat(301)}`),
    },
    searchReceipts: {
      limit: () => manager.get('/manage/receipts?limit=0'),
      both_directions: () => manager.get('/manage/receipts?starting_after=a&ending_before=b'),
      unknown_state: () => manager.get('/manage/receipts?state=lost'),
      invalid_member: () => manager.get(`/manage/receipts?state=${'x'.repeat(301)}`),
    },
    importReceipts: {
      parameter: () => file('decimal=dot', 'a\n'),
      invalid_member: () => file(`file=${'x'.repeat(201)}`, 'a\n'),
      too_large: () => file('', 'x'.repeat(4 * 1024 * 1024 + 1)),
      no_csv: () => manager.post('/manage/receipts/import'),
      mistakes: () =>
        file(
          'amount=Amount&date=Date&reference=Reference&file=statement.csv',
          'Date;Reference;Amount\n2028-11-20;Rent;1,00\nsoon;Rent;1,00\n',
        ),
    },
    matchReceipt: {
      invalid_member: () => manager.post(`${unknownReceipt}/match`, {}),
      receipt: () => manager.post(`${unknownReceipt}/match`, { invoice_id: 'bil_1' }),
      invoice: async () =>
        manager.post(`/manage/receipts/${await unmatchedReceipt(platform)}/match`, {
          invoice_id: unknown.split('/').at(-1) ?? '',
        }),
      other_currency: () => matchWith(async () => invoiceOf(await soldId()), 'currency=CHF'),
      invoice_settled: () => matchWith(async () => invoiceOf(await soldId())),
      asks_for_nothing: () => matchWith(voidInvoice),
      receipt_not_unmatched: async () => {
        const id = await unmatchedReceipt(platform)
        await manager.post(`/manage/receipts/${id}/dismiss`, because)
        const invoice_id = (await invoiceOf(await soldId())).split('/').at(-1) ?? ''
        return manager.post(`/manage/receipts/${id}/match`, { invoice_id })
      },
      clock_advancing: async () => {
        const receipt = await unmatchedReceipt(platform)
        return onceItMoves(stage, soldPolicy, async (_, { id }) =>
          manager.post(`/manage/receipts/${receipt}/match`, {
            invoice_id: (await invoiceOf(id)).split('/').at(-1) ?? '',
          }),
        )
      },
    },
    dismissReceipt: {
      invalid_member: () => manager.post(`${unknownReceipt}/dismiss`, {}),
      receipt: () => manager.post(`${unknownReceipt}/dismiss`, because),
      receipt_not_unmatched: async () => {
        const path = `/manage/receipts/${await unmatchedReceipt(platform)}/dismiss`
        await manager.post(path, because)
        return manager.post(path, because)
      },
    },
    writeOffInvoice: {
      invalid_member: () => manager.post(`${unknown}/write_off`, {}),
      invoice: () => manager.post(`${unknown}/write_off`, because),
      invoice_not_open: async () => {
        const { id } = await soldPolicy(seller)
        return manager.post(`${await invoiceOf(id)}/write_off`, because)
      },
      payment_under_way: async () => manager.post(`${await invoiceBeingPaid()}/write_off`, because),
      clock_advancing: onMovingClock('write_off', because),
    },
    deferInvoice: {
      invalid_member: () => manager.post(`${unknown}/defer`, because),
      invoice: () => manager.post(`${unknown}/defer`, deferral),
      due_date_too_early: async () =>
        manager.post(`${await openInvoice()}/defer`, { ...deferral, due_date: '2020-03-01' }),
      due_date_too_late: async () =>
        manager.post(`${await openInvoice()}/defer`, { ...deferral, due_date: '2040-03-01' }),
      invoice_not_open: async () =>
        manager.post(`${await invoiceOf(await soldId())}/defer`, deferral),
      payment_under_way: async () => manager.post(`${await invoiceBeingPaid()}/defer`, deferral),
      clock_advancing: onMovingClock('defer', deferral),
    },
    ...manualEntryRefusals(stage),
    ...payoutRefusals(stage),
    ...letterRefusals(stage),
    ...mailRefusals(stage),
    ...declaredWithdrawalRefusals(stage),
    ...partyRefusals(stage),
    ...customerRefusals(stage),
    ...commissionRefusals(stage),
    ...massEndorsementRefusals(stage),
    ...taskRefusals(stage),
  }
}

function doubtRefusals({ at, platform, seller }: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(platform)
  const resolving = (what: string) => async (id: string, outcome: string) =>
    manager.post(`/manage/${what}/${id}/resolve`, { outcome, note: 'I have asked them.' })
  const payment = resolving('payments')
  const refund = resolving('refunds')
  return {
    resolvePayment: {
      invalid_member: () => manager.post('/manage/payments/t1/resolve', { outcome: 'maybe' }),
      payment: () => payment('t01b0acc58e2041854d052f4f76686186', 'ok'),
      not_in_doubt: async () => payment((await soldPolicy(seller)).payment_id, 'ok'),
      charged_back: async () => payment(await takenBackPayment(platform, seller), 'ok'),
    },
    resolveRefund: {
      invalid_member: () => manager.post('/manage/refunds/ref_1/resolve', { outcome: 'maybe' }),
      refund: () => refund('ref_01b0acc58e2041854d052f4f7668', 'ok'),
      not_in_doubt: async () => refund(await refundThat(platform, seller, 'ok'), 'ok'),
      may_be_made: async () => {
        const id = await refundThat(platform, seller, 'stuck')
        await at('2028-11-22T09:15:00Z', () => platform.runDue())
        return refund(id, 'retry')
      },
      refund_not_owed: async () =>
        refund(await refundNoLongerOwed(platform, seller, '2029-06-30'), 'retry'),
    },
  }
}

function accountRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  const key = { kind: 'secret', livemode: false, name: 'web shop' }
  return {
    createDistributor: {
      invalid_member: () =>
        manager.post('/manage/distributors', { key: 'Alpine Brokers', name: '' }),
      key_taken: () =>
        manager.post('/manage/distributors', { key: 'alpine-brokers', name: 'Again' }),
    },
    setMailAddress: {
      invalid_member: () =>
        manager.put('/manage/distributors/acc_01b0acc58e20f815915595d9a007/mail_address', {}),
      account: () =>
        manager.put('/manage/distributors/acc_01b0acc58e20f815915595d9a007/mail_address', {
          email: null,
        }),
    },
    createKey: {
      invalid_member: () => manager.post('/manage/keys', { ...key, kind: 'open', name: '' }),
      account: () =>
        manager.post('/manage/keys', { ...key, account_id: 'acc_01b0acc58e20f815915595d9a007' }),
      public_key_with_roles: () =>
        manager.post('/manage/keys', { ...key, kind: 'public', roles: ['viewer'] }),
      unknown_role: () => manager.post('/manage/keys', { ...key, roles: ['veiwer'] }),
      grant_exceeds_own: async () =>
        (await restricted(stage, 'keys.manage')).post('/manage/keys', {
          ...key,
          roles: [await roleOf(stage, 'policies.cancel')],
        }),
      key_exceeds_own: async () =>
        (await restricted(stage, 'keys.manage')).post('/manage/keys', key),
    },
    rotateKey: {
      invalid_member: () =>
        manager.post(`/manage/keys/${unknownKey}/rotate`, { overlap_hours: 1000 }),
      key_revoked: async () => {
        const { id } = (await manager.post('/manage/keys', key)).json<{ id: string }>()
        await manager.post(`/manage/keys/${id}/revoke`)
        return manager.post(`/manage/keys/${id}/rotate`, {})
      },
      key_rotated: async () => {
        const { id } = (await manager.post('/manage/keys', key)).json<{ id: string }>()
        await manager.post(`/manage/keys/${id}/rotate`, {})
        return manager.post(`/manage/keys/${id}/rotate`, {})
      },
      key: () => manager.post(`/manage/keys/${unknownKey}/rotate`, {}),
      grant_exceeds_own: async () => {
        const roles = [await roleOf(stage, 'policies.cancel')]
        const made = await manager.post('/manage/keys', { ...key, roles })
        const rotate = `/manage/keys/${made.json<{ id: string }>().id}/rotate`
        return (await restricted(stage, 'keys.manage')).post(rotate, {})
      },
      key_exceeds_own: async () => {
        const made = await manager.post('/manage/keys', key)
        const rotate = `/manage/keys/${made.json<{ id: string }>().id}/rotate`
        return (await restricted(stage, 'keys.manage')).post(rotate, {})
      },
    },
    revokeKey: {
      key: () => manager.post(`/manage/keys/${unknownKey}/revoke`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'revokeKey', { keyId: 'key_1' }, { keyId: 'key_2' }),
    },
  }
}

function folderRefusals({ caller, platform }: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(platform)
  const withSecretKey = { secretKey: platform.demo.insurer.test.secret }
  const files = documentedFolder()
  const draftPath = '/manage/products/draft_from_workbook'
  const folder = (operationId: string, path: string): Refusals => ({
    invalid_member: () => manager.post(path, { data: {} }),
    not_base64: () =>
      manager.post(path, {
        files: { ...files, 'product.yaml': 'key: cyber-basic' },
        ...(path.endsWith('/price') && { data: {} }),
      }),
    no_file_name: () => sendParts(platform, path, [['files', null, 'key: x']]),
    file_twice: () =>
      sendParts(platform, path, [
        ['files', 'product.yaml', 'key: x'],
        ['files', 'product.yaml', 'key: y'],
      ]),
    not_multipart: () => sendParts(platform, path, 'no part at all'),
    folder_too_large: () =>
      sendParts(
        platform,
        path,
        Array.from({ length: filesMax + 1 }, (_, at) => ['files', `tests/${at}.yaml`, '']),
      ),
    ...(!path.endsWith('_workbook') && {
      product: async () => {
        const key = await limitedKey(platform, { productIds: ['pr_another'] })
        const isPriced = path.endsWith('/price')
        return managerOn(platform, key).post(path, { files, ...(isPriced && { data: {} }) })
      },
    }),
    // What is announced as too large is not even read.
    too_large: () => {
      const headers = { 'content-length': String(folderBytesMax + 1) }
      return caller.call(operationId, {}, withSecretKey, { headers })
    },
  })
  const deductible = (validation: string, name = 'deductible') =>
    documentedFolder([
      'quote.json',
      '"quote": [',
      `"quote": [{ "name": "${name}", "path": "data", "validation": "${validation}" },`,
    ])
  const vary = (name: string, varied: Readonly<Record<string, string>>) =>
    manager.post('/manage/products/price', { files: varied, data: {}, vary: [name] })
  return {
    validateProduct: folder('validateProduct', '/manage/products/validate'),
    planProduct: folder('planProduct', '/manage/products/plan'),
    draftFromWorkbook: {
      ...folder('draftFromWorkbook', draftPath),
      invalid_member: () => manager.post(draftPath, { key: 'home', distributor: 'alpine-brokers' }),
      not_base64: () =>
        manager.post(draftPath, { ...draftRequestExample, files: { 'product.yaml': 'no base64' } }),
      not_one_workbook: () => manager.post(draftPath, { ...draftRequestExample, files }),
    },
    replaceWorkbook: {
      ...folder('replaceWorkbook', '/manage/products/replace_workbook'),
      not_two_workbooks: () => manager.post('/manage/products/replace_workbook', { files }),
    },
    pushProduct: {
      ...folder('pushProduct', '/manage/products/push'),
      mistakes: () =>
        manager.post('/manage/products/push', {
          files: documentedFolder(['product.yaml', 'currency: EUR', 'currency: EURO']),
        }),
    },
    keepWhatIf: {
      ...folder('keepWhatIf', '/manage/products/what_ifs'),
      mistakes: () =>
        manager.post('/manage/products/what_ifs', {
          files: documentedFolder(['product.yaml', 'currency: EUR', 'currency: EURO']),
        }),
    },
    previewDocuments: {
      ...folder('previewDocuments', '/manage/products/documents'),
      document: () => manager.post('/manage/products/documents', { files, document: 'bill' }),
      language: () => manager.post('/manage/products/documents', { files, language: 'fr' }),
    },
    previewMails: {
      ...folder('previewMails', '/manage/products/mails'),
      language: () => manager.post('/manage/products/mails', { files, language: 'fr' }),
    },
    priceFolder: {
      ...folder('priceFolder', '/manage/products/price'),
      item: () => manager.post('/manage/products/price', { files, item: 'gold', data: {} }),
      integration: () =>
        manager.post('/manage/products/price', { files, integration: 'branch-office', data: {} }),
      dataset_item: () =>
        manager.post('/manage/products/price', {
          files,
          data: { company: { dataset_item: 'companies/C-0001' } },
        }),
      answer_of_folder: () => vary('deductable', deductible('integer|in:0,10000')),
      not_enumerable: () => vary('purchase_date', deductible('iso_date', 'purchase_date')),
      too_many_combinations: () =>
        vary(
          'deductible',
          deductible(`integer|in:${Array.from({ length: 2599 }, (_, at) => at).join(',')}`),
        ),
    },
  }
}

import type { InjectOptions } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccount, foreignInsurer, newKey } from '../builders/credentials.ts'
import { savedLead } from '../builders/lead.ts'
import { soldPolicy, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { isServedTwice, routesOf } from '../support/routes.ts'
import { type Operation, operations } from './documented.ts'

/** Every documented call, with every kind of credential that has no business with the sale. */
let platform: TestPlatform
let ids: Readonly<Record<string, string>>
let strangersKey: string
beforeAll(async () => {
  platform = await openTestPlatform()
  const seller = sellerOn(platform)
  const { id, version_id: version, payment_id: payment } = await soldPolicy(seller)
  await platform.runDue()
  const { products } = platform.demo
  const insurer = { authorization: `Bearer ${platform.demo.insurer.test.secret}` }
  const firstOf = async (list: string) => {
    const answer = await platform.app.inject({ url: `/manage/${list}`, headers: insurer })
    return answer.json<{ id: string }[]>()[0]?.id ?? ''
  }
  ids = {
    policyId: id,
    offerId: id,
    paymentId: payment,
    versionId: version,
    invoiceId: await firstOf('invoices'),
    quoteId: await firstOf('quotes'),
    leadId: (await savedLead(platform)).id,
    integrationId: products['cyber']?.integration_id ?? '',
    productId: products['cyber']?.product_id ?? '',
    // Nobody asks with this key: the insurer's key for live mode may revoke it.
    keyId: (await newKey(platform, await demoAccount(platform, 'alpine-brokers'))).id,
    datasetId: platform.demo.datasets?.locked ?? '',
    datasetKey: 'companies',
    itemId: products['cyber']?.dataset_item ?? '',
    id,
    file: 'policy',
    provider: 'sandbox',
    insurerId: 'acc_0123456789abcdef0123456789ab',
    // What the sale has none of is asked for by a name that nobody has.
    refundId: 'ref_0123456789abcdef0123456789ab',
    checkId: 'chk_0123456789abcdef0123456789ab',
    impactId: 'imp_0123456789abcdef0123456789ab',
    massEndorsementId: 'men_0123456789abcdef0123456789ab',
    clockId: 'clk_0123456789abcdef0123456789ab',
    receiptId: 'rcp_0123456789abcdef0123456789ab',
    disputeId: 'dsp_0123456789abcdef0123456789ab',
    payoutId: 'pyo_0123456789abcdef0123456789ab',
    declarationId: 'wdl_0123456789abcdef0123456789ab',
    letterId: 'ltr_0123456789abcdef0123456789ab',
    mailId: 'mai_0123456789abcdef0123456789ab',
    suppressionId: 'sup_0123456789abcdef0123456789ab',
    batchId: 'pyb_0123456789abcdef0123456789ab',
    month: '2020-01',
    caseId: 'dnc_0123456789abcdef0123456789ab',
    distributorId: 'acc_0123456789abcdef0123456789ab',
    statementId: 'cst_0123456789abcdef0123456789ab',
    holdId: 'dnh_0123456789abcdef0123456789ab',
    mandateId: 'man_0123456789abcdef0123456789ab',
    partyId: 'pty_0123456789abcdef0123456789ab',
    entryId: 'ent_0123456789abcdef0123456789ab',
    customerId: 'tcu_0123456789abcdef0123456789ab',
    endorsementId: 'nte_0123456789abcdef0123456789ab',
    webhookId: 'whk_0123456789abcdef0123456789ab',
    approvalId: 'apr_0123456789abcdef0123456789ab',
    role: 'underwriting_team',
    userId: 'usr_0123456789abcdef0123456789ab',
    sessionId: 'ses_0123456789abcdef0123456789ab',
    passkeyId: 'psk_0123456789abcdef0123456789ab',
    taskId: 'tsk_0123456789abcdef0123456789ab',
    noteId: 'note_0123456789abcdef0123456789ab',
    viewId: 'vie_0123456789abcdef0123456789ab',
    tokenId: 'tok_0123456789abcdef0123456789ab',
  }
  strangersKey = (await newKey(platform, await foreignInsurer(platform))).key
})
afterAll(() => platform.close())

/** Pages and their files, which know nobody; the bank of the sandbox asks for the link that it gave. */
const undocumented: readonly string[] = [
  'GET /',
  'GET /checkout/:integrationId',
  'GET /checkout/element.js',
  'GET /checkout/files/:file',
  'GET /checkout/page.css',
  'GET /checkout/page.js',
  'GET /checkout/pay-link.js',
  'GET /checkout/shop.css',
  'GET /checkout/withdrawal.css',
  'GET /checkout/withdrawal.js',
  'GET /console',
  'GET /console*',
  'GET /console/files/:file',
  'GET /console/page.js',
  'GET /console/sso/:account',
  'GET /console/sso/callback',
  'GET /console/style.css',
  'GET /openapi.json',
  'GET /pay/:policyId',
  'GET /reference',
  'GET /reference/',
  'GET /reference/js/scalar.js',
  'GET /sandbox-bank/:paymentId',
  'POST /sandbox-bank/:paymentId',
  'GET /withdraw/:productId',
]

it('asks every route that is served', () => {
  const documented = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  )
  const all = routesOf(platform.app)
  const served = all.filter(
    (route) => !/^(HEAD|OPTIONS) /.test(route) && !isServedTwice(route, all),
  )
  expect(served.toSorted()).toEqual([...documented, ...undocumented].toSorted())
})

/** What belongs to the sale: nobody else learns even that it is there. */
const ofTheSale = ['policyId', 'offerId', 'paymentId', 'quoteId', 'leadId', 'invoiceId', 'refundId']

type Credential = () => Pick<InjectOptions, 'headers' | 'query'>
const bearer = (key: () => string) => () => ({ headers: { authorization: `Bearer ${key()}` } })
const publicKey = (key: () => string) => () => ({ query: { key: key() } })
const nobody: Readonly<Record<string, Credential>> = {
  none: () => ({}),
  'an unknown secret key': bearer(() => 'sk_test_0123456789abcdef0123456789abcdef'),
  'an unknown public key': publicKey(() => 'pk_test_0123456789abcdef0123456789abcdef'),
  "an access token in a key's place": bearer(() => platform.demo.access_token),
}
const publics: Readonly<Record<string, Credential>> = {
  "the other distributor's public key": publicKey(() => platform.demo.other.test.public),
  "the distributor's public key for live mode": publicKey(() => platform.demo.keys.live.public),
}
const secrets: Readonly<Record<string, Credential>> = {
  "the other distributor's secret key": bearer(() => platform.demo.other.test.secret),
  "the distributor's secret key for live mode": bearer(() => platform.demo.keys.live.secret),
  "the insurer's key for live mode": bearer(() => platform.demo.insurer.live.secret),
  "another insurer's secret key": bearer(() => strangersKey),
}

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, operation) => {
    const takes = (scheme: string) => operation.security.some((one) => Object.hasOwn(one, scheme))
    const isOpen = operation.security.length === 0

    it('has a row for what its address names', () => {
      for (const name of namesIn(operation)) expect(ids[name], name).toBeTypeOf('string')
    })

    it('answers nobody without a key that it takes', async () => {
      const refused = takes('publicKey') || isOpen ? nobody : { ...nobody, ...publics }
      for (const [name, credential] of Object.entries(refused)) {
        const { statusCode, body } = await ask(operation, credential)
        expect(body, name).not.toMatch(/Brandt|hanna\./i)
        if (!isOpen) expect([name, statusCode]).toEqual([name, 401])
      }
    })

    it('shows nothing of a sale to a key that has no part in it', async () => {
      const keys = takes('publicKey') ? { ...publics, ...secrets } : secrets
      for (const [name, credential] of isOpen ? [] : Object.entries(keys)) {
        const { statusCode, body } = await ask(operation, credential)
        expect(body, name).not.toMatch(/Brandt|hanna\./i)
        expect([name, statusCode]).not.toEqual([name, 401])
        const isOfSale = namesIn(operation).some((one) => ofTheSale.includes(one))
        if (isOfSale) expect([name, statusCode >= 400 && statusCode < 500]).toEqual([name, true])
      }
    })
  },
)

function namesIn({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

function ask({ method, path, requestBody }: Operation, credential: Credential) {
  const { headers = {}, query = {} } = credential()
  const media = Object.keys(requestBody?.content ?? {})[0]
  return platform.app.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
    query,
    headers: { ...headers, ...(media === undefined ? {} : { 'content-type': media }) },
    ...(media === 'application/json' ? { payload: {} } : {}),
  })
}

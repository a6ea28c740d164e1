import type { InjectOptions } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { savedLead } from '../builders/lead.ts'
import { managerOn } from '../builders/manager.ts'
import { offerMedia, quoteMedia, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** What the insurer and its first distributor have, by the names that requests use for it. */
interface Things {
  readonly policy: string
  readonly version: string
  readonly payment: string
  readonly quote: string
  readonly lead: string
  readonly account: string
  readonly key: string
  readonly token: string
  readonly product: string
  readonly productVersion: string
  readonly dataset: string
  readonly check: string
  readonly impact: string
  readonly clock: string
  readonly webhook: string
  readonly item: string
  readonly plan: string
  readonly integration: string
  readonly datasetItem: string
}

/** How somebody shows who they are: with a secret key, or with a public one in the address. */
interface Shown {
  readonly headers: Record<string, string>
  readonly publicKey?: string
}

const inOtherMode = 'the distributor in the other mode'

let platform: TestPlatform
let theirs: Things
let callers: Readonly<Record<string, Shown>>
beforeAll(async () => {
  platform = await openTestPlatform()
  theirs = await makeThings()
  const { other, keys } = platform.demo
  const stranger = await newKey(platform, await foreignInsurer(platform))
  const bearer = (key: string): Shown => ({ headers: { authorization: `Bearer ${key}` } })
  callers = {
    'another distributor': bearer(other.test.secret),
    'a page of another distributor': { headers: {}, publicKey: other.test.public },
    'another insurer': bearer(stranger.key),
    [inOtherMode]: bearer(keys.live.secret),
    nobody: { headers: {} },
  }
})
afterAll(() => platform.close())

/** Calls that name something. Bodies of POSTs are whole but for what they name. */
const calls: Readonly<Record<string, (things: Things) => InjectOptions>> = {
  'show policy': ({ policy }) => get(`/policies/${policy}`),
  'show price change': ({ policy }) => get(`/policies/${policy}/why`),
  'show account': ({ policy }) => get(`/policies/${policy}/account`),
  'create mandate link': ({ policy }) => post(`/policies/${policy}/mandate_links`, {}),
  'show mandate link': ({ policy }) => ({
    ...get(`/policies/${policy}/mandate_link`),
    headers: { 'mandate-token': 'mdl_x' },
  }),
  'give mandate by link': ({ policy }) => ({
    ...post(`/policies/${policy}/mandate_setups`, { provider: 'sandbox', method: 'card' }),
    headers: { 'mandate-token': 'mdl_x' },
  }),
  'show mandates': ({ policy }) => get(`/policies/${policy}/mandates`),
  'revoke mandate': ({ policy }) =>
    post(`/policies/${policy}/mandates/man_0123456789abcdef0123456789ab/revoke`, { reason: 'x' }),
  'preview transaction': ({ policy, version }) => ({
    ...post(`/policies/${policy}/previews`, { cancellation: { termination_date: '2027-04-01' } }),
    headers: { 'if-match': version },
  }),
  'reinstate policy': ({ policy, version }) => ({
    ...post(`/policies/${policy}/reactivate`, {}),
    headers: { 'if-match': version },
  }),
  'create change link': ({ policy }) => post(`/policies/${policy}/endorsement_links`, {}),
  'show change': ({ policy }) => get(`/policies/${policy}/endorsement`),
  'change policy': ({ policy, version }) => ({
    method: 'PATCH',
    url: `/policies/${policy}`,
    payload: { data: { company_city: 'Potsdam' } },
    headers: { 'if-match': version },
  }),
  'cancel policy': ({ policy, version }) => ({
    ...post(`/policies/${policy}/cancel`, {
      cancellation_reason: 'moved',
      termination_date: '2027-04-01',
    }),
    headers: { 'if-match': version },
  }),
  'show renewal': ({ policy }) => get(`/policies/${policy}/renewal`),
  'renewal by token': ({ policy }) => get(`/policies/${policy}/renewal?token=x`),
  'quote an endorsement': ({ policy }) => quoteWith({ policy_id: policy }),
  'version status': ({ policy, version }) => get(`/policies/${policy}/versions/${version}/status`),
  'show payment': ({ payment }) => get(`/payments/${payment}`),
  'void payment': ({ payment }) => post(`/payments/${payment}/void`, { token: 'x' }),
  'show distributor': ({ account }) => get(`/distributors/${account}`),
  'show touchpoint': ({ integration }) => get(`/touchpoints/${integration}`),
  'pay with a made-up token': ({ policy }) =>
    post('/payments', { token: 'x', provider: 'invoice', method: 'invoice', policy_id: policy }),
  'show lead': ({ lead }) => get(`/leads/${lead}`),
  'lead of an integration': ({ integration }) =>
    post('/leads', { item_id: 'ins_1', touchpoint_id: integration }),
  'search leads by id': ({ lead }) => get(`/manage/leads?id=${lead}`),
  'offer on a quote': ({ quote }) => ({
    ...post('/policies', {
      first_name: 'A',
      last_name: 'B',
      email: 'a@example.com',
      language: 'en',
      data: {},
      quote_token: `${quote}.${'0'.repeat(64)}`,
    }),
    headers: { accept: offerMedia },
  }),
  'show form': ({ integration }) => get(`/integrations/${integration}/form`),
  'quote through an integration': ({ integration }) =>
    quoteWith({ integration_id: integration, item_id: 'ins_1', subscription_plan_id: 'pp_1' }),
  'assets of an offer': ({ policy }) => get(`/policies/offers/${policy}/assets?token=x`),
  'assets of a policy': ({ policy }) => get(`/policies/policies/${policy}/assets?token=x`),
  'a document': ({ policy, version }) =>
    get(`/policies/policies/${policy}/assets/${version}/policy.pdf?token=x`),
  'history of a policy': ({ policy }) => get(`/manage/policies/${policy}/history`),
  'explanation of a policy': ({ policy }) => get(`/manage/policies/${policy}/explanation`),
  'explanation of a quote': ({ quote }) => get(`/manage/quotes/${quote}/explanation`),
  'workbook of a quote': ({ quote }) => get(`/manage/quotes/${quote}/workbook`),
  'new key': ({ account }) =>
    post('/manage/keys', { account_id: account, kind: 'secret', livemode: false, name: 'x' }),
  'new token': ({ account }) => post('/manage/access_tokens', { account_id: account, name: 'x' }),
  'rotate key': ({ key }) => post(`/manage/keys/${key}/rotate`, {}),
  'revoke key': ({ key }) => post(`/manage/keys/${key}/revoke`),
  'revoke token': ({ token }) => post(`/manage/access_tokens/${token}/revoke`),
  product: ({ product }) => get(`/manage/products/${product}`),
  'product version': ({ productVersion }) => get(`/manage/product_versions/${productVersion}`),
  files: ({ productVersion }) => get(`/manage/product_versions/${productVersion}/files`),
  differences: ({ productVersion }) =>
    get(`/manage/product_versions/${productVersion}/differences?against=${productVersion}`),
  publish: ({ productVersion }) => post(`/manage/product_versions/${productVersion}/publish`),
  'managed dataset': ({ dataset }) => get(`/manage/datasets/${dataset}`),
  export: ({ dataset }) => get(`/manage/datasets/${dataset}/export`),
  import: ({ dataset }) => ({
    ...post(`/manage/datasets/${dataset}/import?key_field=code`),
    headers: { 'content-type': 'text/csv' },
    payload: 'code\nA\n',
  }),
  'portfolio check': ({ check }) => get(`/manage/portfolio_checks/${check}`),
  impact: ({ impact }) => get(`/manage/impacts/${impact}`),
  'rows of an impact': ({ impact }) => get(`/manage/impacts/${impact}/rows`),
  'stop impact': ({ impact }) => post(`/manage/impacts/${impact}/stop`),
  'ask for impact': ({ productVersion }) =>
    post('/manage/impacts', { product_version_id: productVersion }),
  clock: ({ clock }) => get(`/manage/clocks/${clock}`),
  'advance clock': ({ clock }) =>
    post(`/manage/clocks/${clock}/advance`, { to: '2031-01-01T00:00:00Z' }),
  'publish on clock': ({ clock, productVersion }) =>
    post(`/manage/clocks/${clock}/publish`, { product_version_id: productVersion }),
  webhook: ({ webhook }) => get(`/manage/webhooks/${webhook}`),
  'change webhook': ({ webhook }) => ({
    method: 'PATCH',
    url: `/manage/webhooks/${webhook}`,
    payload: { status: 'disabled' },
  }),
  'delete webhook': ({ webhook }) => ({ method: 'DELETE', url: `/manage/webhooks/${webhook}` }),
  'test webhook': ({ webhook }) => post(`/manage/webhooks/${webhook}/test`),
  'rotate webhook': ({ webhook }) => post(`/manage/webhooks/${webhook}/rotate`, {}),
  deliveries: ({ webhook }) => get(`/manage/webhooks/${webhook}/deliveries`),
  resend: ({ webhook }) => post(`/manage/webhooks/${webhook}/resend`, { failed: true }),
  'search by id': ({ policy }) => get(`/manage/policies?id=${policy}`),
  'page after a policy': ({ policy }) => get(`/manage/policies?starting_after=${policy}`),
  'events of a policy': ({ policy }) => get(`/manage/events?subject_id=${policy}`),
  'audit of a policy': ({ policy }) => get(`/manage/audit?subject_id=${policy}`),
}

/** Of neither mode, so that the distributor's key for the other one sees its own. */
const modeless = [
  'show distributor',
  'show touchpoint',
  'show form',
  'quote through an integration',
  'lead of an integration',
]

describe.each(Object.entries(calls))('%s', (call, requestFor) => {
  it('says the same of what is foreign and of what is not there', async () => {
    const nothing = absentLike(theirs)
    for (const [name, caller] of Object.entries(callers)) {
      if (modeless.includes(call) && name === inOtherMode) continue
      const foreign = await ask(requestFor(theirs), caller)
      const unknown = await ask(requestFor(nothing), caller)
      expect(plain(foreign), name).toEqual(plain(unknown))
      expect(foreign.statusCode, name).toBeLessThan(500)
    }
  })
})

/** Contract, GET /offers/{offerId}: "403 (body has only `status`); 404 (message names the offer id)". */
it('the view of an offer alone tells them apart, by its status and never by a code', async () => {
  const views = [theirs, absentLike(theirs)].map(({ policy }) => get(`/offers/${policy}`))
  for (const name of ['another distributor', 'another insurer']) {
    const [foreign, unknown] = await Promise.all(views.map((view) => ask(view, callers[name])))
    expect([foreign?.statusCode, foreign?.json()]).toEqual([403, { status: 'Forbidden' }])
    expect([unknown?.statusCode, unknown?.json()]).toMatchObject([404, { code: 'offer_not_found' }])
  }
})

it('the token of another account shows nothing of a locked dataset and its items', async () => {
  const holder = { headers: { authentication: `Bearer ${platform.demo.other.access_token}` } }
  const nothing = absentLike(theirs)
  const urls = ({ dataset, datasetItem }: Things) => [
    `/datasets/${dataset}`,
    `/datasets/${dataset}/dataset_items?language=en&fields=["x"]&limit=1`,
    `/datasets/${dataset}/items_distinct_values?language=en&fields=["x"]&limit=1`,
    `/dataset_items/${datasetItem}?language=en`,
  ]
  for (const [at, url] of urls(theirs).entries()) {
    const foreign = await ask(get(url), holder)
    const unknown = await ask(get(urls(nothing)[at] ?? ''), holder)
    expect(foreign.statusCode).toBe(404)
    expect(plain(foreign)).toEqual(plain(unknown))
  }
})

const get = (url: string): InjectOptions => ({ method: 'GET', url })
const post = (url: string, payload?: object): InjectOptions => ({
  method: 'POST',
  url,
  ...(payload === undefined ? {} : { payload }),
})
const quoteWith = (terms: object): InjectOptions => ({
  ...post('/quotes', { ...terms, data: {} }),
  headers: { accept: quoteMedia },
})

function ask(request: InjectOptions, { headers, publicKey }: Shown = { headers: {} }) {
  const sent = { ...request, headers: { ...request.headers, ...headers } }
  if (publicKey === undefined || typeof request.url !== 'string') return platform.app.inject(sent)
  const sign = request.url.includes('?') ? '&' : '?'
  return platform.app.inject({ ...sent, url: `${request.url}${sign}key=${publicKey}` })
}

/** The answer without what it names, and without what differs from one request to the next. */
function plain({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>) {
  const { 'content-length': _length, date: _date, 'x-request-id': _id, ...rest } = headers
  const shown = Object.keys(rest).toSorted()
  return { statusCode, shown, body: body.replaceAll(/[a-z]+_?[0-9a-f]{28,32}/g, 'ID') }
}

/** Ids of the same form and the same time, which nobody has. */
function absentLike(things: Things): Things {
  const absent = Object.entries(things).map(([name, id]) => [
    name,
    String(id).replace(/.{8}$/, (end) => (end === '00000000' ? '11111111' : '00000000')),
  ])
  return Object.fromEntries(absent) as Things // Of the same names.
}

async function makeThings(): Promise<Things> {
  const manager = managerOn(platform)
  const sold = await soldPolicy(sellerOn(platform))
  const list = async <Entry extends { id: string }>(name: string) =>
    (await manager.get(`/manage/${name}`)).json<Entry[]>()
  const made = async (url: string, body?: Parameters<typeof manager.post>[1]) =>
    (await manager.post(url, body)).json<{ id: string }>().id
  const accounts = await list<{ id: string; key: string }>('accounts')
  const cyber = platform.demo.products['cyber']
  const product = (await manager.get(`/manage/products/${cyber?.product_id}`)).json<{
    live_version_id: string
  }>()
  const dataset = platform.demo.datasets?.locked ?? ''
  const { fields } = (await manager.get(`/manage/datasets/${dataset}`)).json<{
    fields: { name: string }[]
  }>()
  const shown = await platform.app.inject({
    url: `/datasets/${dataset}/dataset_items?language=en&limit=1&fields=["${fields[0]?.name}"]`,
    headers: { authentication: `Bearer ${platform.demo.access_token}` },
  })
  return {
    policy: sold.id,
    version: sold.version_id,
    payment: sold.payment_id,
    quote: (await list('quotes'))[0]?.id ?? '',
    lead: (await savedLead(platform)).id,
    account: accounts.find(({ key }) => key === 'alpine-brokers')?.id ?? '',
    key: await made('/manage/keys', { kind: 'secret', livemode: false, name: 'x' }),
    token: await made('/manage/access_tokens', { name: 'x' }),
    product: cyber?.product_id ?? '',
    productVersion: product.live_version_id,
    dataset,
    check: await made('/manage/portfolio_checks'),
    impact: await made('/manage/impacts', { product_version_id: product.live_version_id }),
    clock: await made('/manage/clocks', { at: '2030-01-01T00:00:00Z' }),
    webhook: await made('/manage/webhooks', { url: 'https://crm.example.com/hook' }),
    item: cyber?.item_id ?? '',
    plan: cyber?.subscription_plan_id ?? '',
    integration: cyber?.integration_id ?? '',
    datasetItem: shown.json<{ id: string }[]>()[0]?.id ?? '',
  }
}

import { afterAll, beforeAll, describe, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { soldByCard } from '../builders/mandate.ts'
import { madeOffer, offerAssets, sellerOn, soldPolicy } from '../builders/sale.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { expectAsDocumented, expectInDocumentedForm } from './as-documented.ts'
import { type Caller, callerOn } from './caller.ts'
import { sellerIn2028 } from './refusals/stage.ts'

let platform: TestPlatform
let caller: Caller
beforeAll(async () => {
  platform = await openTestPlatform()
  // The examples show a sale of this morning.
  platform.clock.set(Temporal.Instant.from('2028-11-20T09:15:00Z'))
  caller = callerOn(platform)
})
afterAll(() => platform.close())

interface FormWithPage {
  readonly checkout: {
    readonly quote: readonly object[]
    readonly fields: readonly { readonly name: string }[]
  }
}

/** What a product says of its page is long: the example has one section, and one field. */
function shortened({ checkout, ...form }: FormWithPage) {
  const quote = checkout.quote.slice(0, 1)
  const fields = checkout.fields.filter(({ name }) => name === 'company_backup')
  return { ...form, checkout: { ...checkout, quote, policy: [], fields } }
}

describe('a sale made with the documented requests', () => {
  it('hands documents over as documented', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const offer = await madeOffer(seller, {
      quote: { data: { start_date: '2029-01-01', purchase_date: '2028-11-01' } },
      offer: { handover_required: true, language: 'de' },
    })
    const path = offerAssets(offer).replace('/assets?', '/handover?')
    const before = (await caller.get(path)).json<{ documents: { href: string }[] }>()
    const { href = '' } = before.documents[0] ?? {}
    const open = () => platform.app.inject(href.replace('http://bindery.test', ''))
    for (let answer = 202; answer === 202;) {
      const asked = open()
      await platform.runDue(['make_documents'])
      answer = (await asked).statusCode
    }
    expectAsDocumented('showHandoverOfOffer', await caller.get(path))
    const secretKey = platform.demo.insurer.test.secret
    const shown = await caller.call('showHandover', { policyId: offer.id }, { secretKey })
    expectAsDocumented('showHandover', shown)
  })

  it('is answered as documented at every step', async () => {
    const { keys } = platform.demo
    const withPublicKey = { publicKey: keys.test.public }
    const withSecretKey = { secretKey: keys.test.secret }

    const integrationId = soldThere(platform).integration_id
    const form = await caller.call('showForm', { integrationId }, withPublicKey)
    expectAsDocumented('showForm', form, 'example', shortened(form.json<FormWithPage>()))

    const quote = await caller.call('createQuote', soldThere(platform), withPublicKey)
    expectAsDocumented('createQuote', quote)

    const { item_id, integration_id: touchpoint_id } = soldThere(platform)
    const lead = await caller.call('createLead', { item_id, touchpoint_id }, withPublicKey)
    expectAsDocumented('createLead', lead)
    const saved = lead.json<{ id: string; token: string }>()
    const show = { leadId: saved.id, 'lead-token': saved.token }
    expectAsDocumented('showLead', await caller.call('showLead', show, withPublicKey))

    const productId = platform.demo.products['cyber']?.product_id ?? ''
    const withdrawing = await caller.call('showWithdrawalPage', { productId, mode: 'test' }, {})
    expectInDocumentedForm('showWithdrawalPage', withdrawing)
    const declared = await caller.call('declareWithdrawal', { productId, mode: 'test' }, {})
    expectInDocumentedForm('declareWithdrawal', declared)

    const quoteToken = quote.json<{ token: string }>().token
    const offer = await caller.call('createOffer', { quote_token: quoteToken }, withPublicKey)
    expectAsDocumented('createOffer', offer)
    const { id, payment_token: token } = offer.json<{ id: string; payment_token: string }>()

    const viewed = await caller.call('showOffer', { offerId: id }, withSecretKey)
    expectAsDocumented('showOffer', viewed)

    const paid = await caller.call('createPayment', { token, policy_id: id }, withPublicKey)
    expectAsDocumented('createPayment', paid)

    const linked = { policyId: id, token, 'payment-token': token }
    for (const call of ['showPaymentLink', 'payByLink', 'voidByLink']) {
      expectInDocumentedForm(call, await caller.call(call, linked, {}))
    }

    const policy = await caller.call('showPolicy', { policyId: id }, withSecretKey)
    expectAsDocumented('showPolicy', policy, 'Policy')
    const publicView = await caller.call('showPolicy', { policyId: id }, withPublicKey)
    expectAsDocumented('showPolicy', publicView, 'PublicPolicy')
    expectAsDocumented(
      'showAccount',
      await caller.call('showAccount', { policyId: id }, withSecretKey),
    )
    await expectLinksAsDocumented(policy.json<JsonObject>(), offer.json<JsonObject>())

    const link = await caller.call('createEndorsementLink', { policyId: id }, withSecretKey)
    expectAsDocumented('createEndorsementLink', link)
    const opening = { policyId: id, 'endorsement-token': link.json<{ token: string }>().token }
    expectAsDocumented(
      'showEndorsement',
      await caller.call('showEndorsement', opening, withPublicKey),
    )

    const seen = { policyId: id, 'If-Match': String(policy.headers['etag']) }
    expectAsDocumented('endorsePolicy', await caller.call('endorsePolicy', seen, withSecretKey))
    await platform.runDue()

    const changed = await caller.call('showPolicy', { policyId: id }, withSecretKey)
    const known = { policyId: id, 'If-Match': String(changed.headers['etag']) }
    expectAsDocumented(
      'previewTransaction',
      await caller.call('previewTransaction', known, withSecretKey),
    )
    const cancelled = await caller.call('cancelPolicy', known, withSecretKey)
    expectAsDocumented('cancelPolicy', cancelled)
    await platform.runDue()

    const status = await caller.get(hrefOf(cancelled.json<JsonObject>(), 'status'))
    expectAsDocumented('showVersionStatus', status)
    const paymentId = paid.json<{ id: string }>().id
    const payment = await caller.call('showPayment', { paymentId }, withSecretKey)
    expectAsDocumented('showPayment', payment, 'Payment')
    const page = { paymentId, 'payment-token': token }
    const publicly = await caller.call('showPayment', page, withPublicKey)
    expectAsDocumented('showPayment', publicly, 'PublicPayment')
    const over = await caller.call('showPolicy', { policyId: id }, withSecretKey)
    const last = { policyId: id, 'If-Match': String(over.headers['etag']) }
    expectAsDocumented('moveEnd', await caller.call('moveEnd', last, withSecretKey))
    await platform.runDue()
    const moved = await caller.call('showPolicy', { policyId: id }, withSecretKey)
    last['If-Match'] = String(moved.headers['etag'])
    expectAsDocumented('reinstatePolicy', await caller.call('reinstatePolicy', last, withSecretKey))
  })

  it('shows, revokes and replaces the mandate of a card as documented', async () => {
    const withSecretKey = { secretKey: platform.demo.keys.test.secret }
    const seller = sellerIn2028(sellerOn(platform))
    const { id: policyId, mandateId } = await soldByCard(seller)
    expectAsDocumented(
      'showMandates',
      await caller.call('showMandates', { policyId }, withSecretKey),
    )
    const link = await caller.call('createMandateLink', { policyId }, withSecretKey)
    expectAsDocumented('createMandateLink', link)
    const withPublicKey = { publicKey: platform.demo.keys.test.public }
    const holder = { policyId, 'mandate-token': link.json<{ token: string }>().token }
    const opened = await caller.call('showMandateLink', holder, withPublicKey)
    expectAsDocumented('showMandateLink', opened)
    const revoked = await caller.call('revokeMandate', { policyId, mandateId }, withSecretKey)
    expectAsDocumented('revokeMandate', revoked)
    const given = await caller.call('setUpMandate', holder, withPublicKey)
    expectAsDocumented('setUpMandate', given)
  })

  it('changes the policyholder as documented', async () => {
    const withSecretKey = { secretKey: platform.demo.insurer.test.secret }
    const sold = await soldByCard(sellerIn2028(sellerOn(platform)))
    const policy = await caller.call('showPolicy', { policyId: sold.id }, withSecretKey)
    const known = { policyId: sold.id, 'If-Match': String(policy.headers['etag']) }
    const changed = await caller.call('changePolicyholder', known, withSecretKey)
    expectAsDocumented('changePolicyholder', changed)
  })

  it('endorses the next term and takes it back as documented', async () => {
    const withSecretKey = { secretKey: platform.demo.keys.test.secret }
    const { id: policyId } = await soldPolicy(sellerIn2028(sellerOn(platform)))
    const recorded = await caller.call('recordNextTermEndorsement', { policyId }, withSecretKey)
    expectAsDocumented('recordNextTermEndorsement', recorded)
    expectAsDocumented(
      'showNextTermEndorsements',
      await caller.call('showNextTermEndorsements', { policyId }, withSecretKey),
    )
    const endorsementId = recorded.json<{ id: string }>().id
    const named = { policyId, endorsementId }
    expectInDocumentedForm(
      'revokeNextTermEndorsement',
      await caller.call('revokeNextTermEndorsement', named, withSecretKey),
    )
  })

  it('adjusts the premium of a term as documented', async () => {
    const secretKey = platform.demo.insurer.test.secret
    const clock = await newClock(platform, '2028-12-01T09:00:00Z')
    const seller = sellerOn(platform, { product: 'cyber-formula', secretKey, clock })
    const quote = { data: { policy_start_date: '2029-01-01' } }
    const { id: policyId } = await soldPolicy(seller, { quote })
    const transactions = transactionsOn(platform, seller)
    await transactions.cancel(policyId, '2029-06-30')
    await advanceAll(platform, clock, '2029-07-15T09:00:00Z')
    const { version_id } = await transactions.view(policyId)
    const seen = { policyId, 'If-Match': version_id }
    expectAsDocumented('adjustPremium', await caller.call('adjustPremium', seen, { secretKey }))
  })

  async function expectLinksAsDocumented(policy: JsonObject, offer: JsonObject): Promise<void> {
    for (const [link, operationId] of [
      ['distributor', 'showDistributor'],
      ['item', 'showItem'],
      ['touchpoint', 'showTouchpoint'],
    ] as const) {
      expectAsDocumented(operationId, await caller.get(hrefOf(policy, link)))
    }
    const offerAssets = await caller.get(hrefOf(offer, 'assets', 'offer'))
    expectAsDocumented('showOfferAssets', offerAssets)
    const policyAssets = await caller.get(hrefOf(offer, 'assets', 'policy'))
    expectAsDocumented('showPolicyAssets', policyAssets)
  }
})

describe('operators', () => {
  it('get the documented answer that all is well', async () => {
    expectAsDocumented('health', await caller.call('health', {}, {}))
    expectAsDocumented('ready', await caller.call('ready', {}, {}))
  })
})

/** What the demo sells as cyber. */
function soldThere({ demo }: TestPlatform) {
  const product = demo.products['cyber']
  if (product === undefined) throw new Error('the demo sells no cyber product')
  const { item_id, subscription_plan_id, integration_id } = product
  return { item_id, subscription_plan_id, integration_id }
}

function hrefOf(record: JsonObject, ...names: readonly string[]): string {
  const link = names.reduce<unknown>((at, name) => Reflect.get(Object(at), name), record['_links'])
  return String(Reflect.get(Object(link), 'href'))
}

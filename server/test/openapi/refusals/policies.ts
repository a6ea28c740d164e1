import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import type { Response } from 'light-my-request'
import { type Seller, madeOffer, quoteMedia, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { pushedDraft } from '../../builders/draft.ts'
import { managerOn } from '../../builders/manager.ts'
import { maskedKey } from '../../builders/restricted.ts'
import { transactionsOn } from '../../builders/transactions.ts'
import { type Rater, json } from '../../../src/pricing/http/testing/rater.ts'
import { cancellationKindRefusals, movedTooEarly } from './cancellations.ts'
import { onceItMoves } from './clocks.ts'
import { previewTokenRefusals, previewables } from './preview-tokens.ts'
import { lookedAtRefusals, notRenewed } from './renewals.ts'
import { planChangeRefusals } from './plans.ts'
import type { Refusals, Stage } from './stage.ts'
import { adjustmentRefusals, lookedAtAdjustmentRefusals } from './adjustments.ts'
import { policyholderRefusals } from './parties.ts'
import { mandateRefusals } from './mandates.ts'
import { delivered, withdrawalRefusals, withdrawnPolicy } from './withdrawals.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownVersion = 'tpv_01b0acc58e200b72bfdc34a115db'
const wrongToken = { 'endorsement-token': 'chg_1' }
const lastDay = { termination_date: '2029-06-30' }
const earlierDay = { termination_date: '2029-05-31' }

export function policyRefusals(stage: Stage, rater: Rater): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  const withWrongToken = async (call: (policyId: string) => Promise<Response>) =>
    call((await madeOffer(seller)).id)
  return {
    showPolicy: {
      policy: () => seller.get(`/policies/${unknownPolicy}`),
      invalid_member: async () => {
        const { id } = await madeOffer(seller)
        return seller.get(`/policies/${id}?as_of=tomorrow`)
      },
      public_key: () => {
        const { public: publicKey } = stage.platform.demo.keys.test
        const customer = sellerOn(stage.platform, { publicKey })
        return customer.get(`/policies/${unknownPolicy}?as_of=2029-03-01`)
      },
    },
    showAccount: {
      policy: () => seller.get(`/policies/${unknownPolicy}/account`),
      invalid_member: async () => {
        const { id } = await madeOffer(seller)
        return seller.get(`/policies/${id}/account?on=soon`)
      },
    },
    ...mandateRefusals(stage),
    ...policyholderRefusals(stage),
    recordDelivery: {
      delivery_by_insurer: async () => {
        const { id } = await soldPolicy(seller)
        return seller.post(`/policies/${id}/deliveries`, { ...delivered, document: 'termination' })
      },
      policy: () => seller.post(`/policies/${unknownPolicy}/deliveries`, delivered),
      invalid_member: async () => {
        const { id } = await madeOffer(seller)
        return seller.post(`/policies/${id}/deliveries`, { ...delivered, delivered_on: 'soon' })
      },
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (by, { id }) =>
          by.post(`/policies/${id}/deliveries`, delivered),
        ),
    },
    showWithdrawal: { policy: () => seller.get(`/policies/${unknownPolicy}/withdrawal`) },
    withdrawPolicy: {
      ...withdrawalRefusals(stage),
      ...previewTokenRefusals(stage, previewables.withdrawal),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (by, { id, version_id }) => by.withdraw(id, version_id)),
    },
    showPriceChange: priceChangeRefusals(stage, rater),
    comparePolicyVersions: comparisonRefusals(stage),
    createEndorsementLink: {
      policy: () => seller.post(`/policies/${unknownPolicy}/endorsement_links`, {}),
      personal_data_masked: async () =>
        sellerOn(platform, { secretKey: await maskedKey(platform) }).post(
          `/policies/${unknownPolicy}/endorsement_links`,
          {},
        ),
      invalid_member: async () => {
        const { id } = await madeOffer(seller)
        return seller.post(`/policies/${id}/endorsement_links`, { effective_date: 'soon' })
      },
    },
    showEndorsement: {
      policy: () => seller.get(`/policies/${unknownPolicy}/endorsement`),
      endorsement_token: () =>
        withWrongToken((id) => page.get(`/policies/${id}/endorsement`, wrongToken)),
    },
    showVersionStatus: {
      endorsement_token: () =>
        withWrongToken((id) =>
          page.get(`/policies/${id}/versions/${unknownVersion}/status`, wrongToken),
        ),
      policy: () => seller.get(`/policies/${unknownPolicy}/versions/${unknownVersion}/status`),
      version: async () => {
        const { id } = await madeOffer(seller)
        return seller.get(`/policies/${id}/versions/${unknownVersion}/status`)
      },
    },
    endorsePolicy: {
      endorsement_token: () =>
        withWrongToken((id) =>
          platform.app.inject({
            method: 'PATCH',
            url: `/policies/${id}?key=${platform.demo.keys.test.public}`,
            payload: { quote_token: 'x' },
            headers: { ...wrongToken, 'if-match': unknownVersion },
          }),
        ),
      ...changeRefusals(stage),
      ...previewTokenRefusals(stage, previewables.change),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (seller, { id, version_id }) =>
          seller.endorse(id, version_id, moved),
        ),
    },
    adjustPremium: adjustmentRefusals(stage),
    moveEnd: {
      ...endMoveRefusals(stage),
      ...previewTokenRefusals(stage, previewables.endMove),
      clock_advancing: () =>
        onceItMoves(
          stage,
          (seller) => cancelledBy(stage, seller),
          (seller, { id, version_id }) => seller.moveEnd(id, version_id, earlierDay),
        ),
    },
    reinstatePolicy: {
      ...reinstatementRefusals(stage),
      ...previewTokenRefusals(stage, previewables.reinstatement),
      clock_advancing: () =>
        onceItMoves(
          stage,
          (seller) => cancelledBy(stage, seller),
          (seller, { id, version_id }) => seller.reinstate(id, version_id),
        ),
    },
    cancelPolicy: {
      ...cancellationRefusals(stage, (...given) => stage.seller.cancel(...given)),
      ...cancellationKindRefusals(stage, (by, ...given) => by.cancel(...given)),
      ...previewTokenRefusals(stage, previewables.cancellation),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (seller, { id, version_id }) =>
          seller.cancel(id, version_id, lastDay),
        ),
    },
    previewTransaction: {
      ...changeRefusals(stage, lookingAt('endorsement')),
      ...reinstatementRefusals(stage, lookingAt('reinstatement')),
      ...withdrawalRefusals(stage, lookingAt('withdrawal')),
      ...cancellationRefusals(stage, (...given) => stage.seller.previewCancellation(...given)),
      ...cancellationKindRefusals(stage, (by, ...given) => by.previewCancellation(...given)),
      ...previewedEndMoveRefusals(stage),
      missing_member: () => seller.preview(unknownPolicy, unknownVersion, { cancellation: {} }),
      ...lookedAtRefusals(stage),
      ...lookedAtAdjustmentRefusals(stage),
      one_transaction: () => seller.preview(unknownPolicy, unknownVersion, {}),
      later_day_unpriced: () => unpricedLater(stage, rater),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (seller, { id, version_id }) =>
          seller.previewCancellation(id, version_id, lastDay),
        ),
    },
    showDistributor: {
      distributor: () => seller.get('/distributors/acc_01af108424003b7d814717e52b7b'),
    },
    showItem: { item: () => seller.get('/items/ins_01af108424008227931ea1d29cf0') },
    showTouchpoint: {
      touchpoint: () => seller.get('/touchpoints/in_01af10842400e0c9aa4dd50875c7'),
    },
  }
}

/** How a transaction is requested, or only previewed. */
type Given = (by: Seller, id: string, version: string, request?: JsonObject) => Promise<Response>
const changed: Given = (by, id, version, request = {}) => by.endorse(id, version, request)
const endMoved: Given = (by, id, version, request = {}) => by.moveEnd(id, version, request)
const reinstated: Given = (by, id, version, request = {}) => by.reinstate(id, version, request)
const lookingAt =
  (kind: string): Given =>
  (by, id, version, request = {}) =>
    by.preview(id, version, { [kind]: request })

function priceChangeRefusals(stage: Stage, rater: Rater): Refusals {
  const { seller, platform } = stage
  const ask = (by: Seller, id: string, query = '') => by.get(`/policies/${id}/why${query}`)
  return {
    policy: () => ask(seller, unknownPolicy),
    invalid_member: () => ask(seller, unknownPolicy, '?view=all'),
    version: async () => ask(seller, (await soldPolicy(seller)).id, `?to=${unknownVersion}`),
    first_version: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return ask(seller, id, `?to=${version_id}`)
    },
    version_never_held: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const accepted = await seller.cancel(id, version_id, lastDay)
      const { _links } = accepted.json<{ _links: { status: { href: string } } }>()
      const [version] = /tpv_\w+/.exec(_links.status.href) ?? []
      return ask(seller, id, `?to=${version}`)
    },
    renewal_token_unknown: async () => {
      const { id } = await soldPolicy(seller)
      return platform.app.inject({ url: `/policies/${id}/why?token=guessed` })
    },
    renewal_not_offered: async () => ask(seller, (await soldPolicy(seller)).id, '?to=renewal'),
    no_renewal: async () => ask(seller, (await notRenewed(stage)).id, '?to=renewal'),
    priced_outside: async () => {
      const outputs = { gross_premium: 11900, premium_tax: 1900, net_premium: 10000 }
      const { bikes, id } = await soldByRater(stage, rater, outputs)
      return ask(bikes, id)
    },
    price_not_recomputed: async () => {
      const { id } = await soldPolicy(seller)
      await platform.db.query(sql`
        update quotes set premium = jsonb_set(premium, '{grossPaymentAmount}', '1')
        where id = (select quote_id from policies where id = ${id})`)
      return ask(seller, id)
    },
  }
}

function comparisonRefusals({ seller, platform }: Stage): Refusals {
  const manager = managerOn(platform)
  const ask = (id: string, query = '') => manager.get(`/manage/policies/${id}/comparison${query}`)
  return {
    policy: () => ask(unknownPolicy),
    version: async () => ask((await soldPolicy(seller)).id, `?to=${unknownVersion}`),
    first_version: async () => ask((await soldPolicy(seller)).id),
    version_never_held: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const accepted = await seller.cancel(id, version_id, lastDay)
      const { _links } = accepted.json<{ _links: { status: { href: string } } }>()
      const [version] = /tpv_\w+/.exec(_links.status.href) ?? []
      return ask(id, `?to=${version}`)
    },
  }
}

async function soldByRater({ platform }: Stage, rater: Rater, outputs: JsonObject) {
  rater.answer = json({ outputs })
  const secretKey = platform.demo.insurer.test.secret
  const bikes = sellerOn(platform, { product: 'bike', secretKey })
  const product_version_id = await pushedDraft(platform, 'bike', {
    'pricing.yaml': () =>
      `kind: http\nurl: http://127.0.0.1:${rater.port}/price\ntimeout_ms: 10000\n` +
      'outputs: [gross_premium, premium_tax, net_premium]\n',
  })
  const quote = { body: { product_version_id }, data: { start_date: '2029-01-01' } }
  const { id } = await soldPolicy(bikes, { quote })
  return { bikes, id }
}

/** A rater that priced two changes declines what the later one becomes with the earlier one. */
async function unpricedLater(stage: Stage, rater: Rater): Promise<Response> {
  const outputs = { gross_premium: 11900, premium_tax: 1900, net_premium: 10000 }
  const { bikes, id } = await soldByRater(stage, rater, outputs)
  const transactions = transactionsOn(stage.platform, bikes)
  const later = await transactions.quoteEndorsement(id, { deductible: 0 }, '2029-06-01')
  await transactions.endorse(id, { quote_token: later.token })
  const { token } = await transactions.quoteEndorsement(
    id,
    { overnight_parking: 'street' },
    '2029-03-01',
  )
  rater.answer = json({ knockout: 'stolen_too_often' })
  const { version_id: version } = await transactions.view(id)
  return bikes.preview(id, version, { endorsement: { quote_token: token } })
}

/** Of tokens that do not change the policy they are sent for. */
function quoteTokenRefusals({ at, platform, seller }: Stage, change: Given): Refusals {
  const quoted = async (policy_id: string) => {
    const body = { policy_id, data: { deductible: 1_000_000 } }
    const quote = await seller.post('/quotes', body, { accept: quoteMedia })
    return quote.json<{ token: string }>().token
  }
  const used = (token: (id: string) => Promise<string>) => async () => {
    const { id, version_id } = await soldPolicy(seller)
    return change(seller, id, version_id, { quote_token: await token(id) })
  }
  return {
    unknown_quote_token: used(async () => 'made up'),
    quote_token_of_sale: used(async () => (await seller.quote()).json<{ token: string }>().token),
    quote_token_of_other: used(async () => quoted((await soldPolicy(seller)).id)),
    quote_token_of_older: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const quote_token = await quoted(id)
      await seller.endorse(id, version_id, moved)
      await platform.runDue()
      const policy = await seller.get(`/policies/${id}`)
      const version = policy.json<{ version_id: string }>().version_id
      return change(seller, id, version, { quote_token })
    },
    expired_quote_token: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const quote_token = await quoted(id)
      return at('2029-02-01T09:15:00Z', () => change(seller, id, version_id, { quote_token }))
    },
  }
}

const moved = { data: { company_city: 'Potsdam' } }

function changeRefusals(stage: Stage, change = changed): Refusals {
  const { at, platform, seller } = stage
  const changing = (request: JsonObject) => async () => {
    const { id, version_id } = await soldPolicy(seller)
    return change(seller, id, version_id, request)
  }
  return {
    policy: () => change(seller, unknownPolicy, unknownVersion, moved),
    missing_if_match: () => change(seller, unknownPolicy, '', moved),
    invalid_data: changing({ effective_date: 'tomorrow', data: { legal_form: 'ag' } }),
    nothing_to_endorse: changing({ data: {} }),
    ...planChangeRefusals(stage, change),
    ...quoteTokenRefusals(stage, change),
    endorsements_by_insurer: async () => {
      const bikes = sellerOn(platform, { product: 'bike' })
      const quote = { data: { start_date: '2029-01-01' } }
      const { id, version_id } = await soldPolicy(bikes, { quote })
      return change(bikes, id, version_id, { data: { city: 'Basel' } })
    },
    not_paid: async () => {
      const { id } = await madeOffer(seller)
      const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
      return change(seller, id, version_id, moved)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, lastDay)
      return change(seller, id, version_id, moved)
    },
    stale_version: async () => {
      const { id } = await soldPolicy(seller)
      return change(seller, id, unknownVersion, moved)
    },
    policy_cancelled: async () => {
      const { id, version_id } = await cancelledBy(stage, seller)
      return at('2029-07-01T09:15:00Z', () => change(seller, id, version_id, moved))
    },
    policy_withdrawn: async () => {
      const { id, version_id } = await withdrawnPolicy(stage)
      return change(seller, id, version_id, moved)
    },
    policy_expired: async () => {
      const { id } = await madeOffer(seller)
      const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
      return at('2028-12-21T09:15:00Z', () => change(seller, id, version_id, moved))
    },
  }
}

/** One that was cancelled for later. */
async function cancelledBy({ platform }: Stage, by: Seller, to = lastDay) {
  const quote = { data: { policy_start_date: '2029-01-01', start_date: '2029-01-01' } }
  const { id, version_id } = await soldPolicy(by, { quote })
  await by.cancel(id, version_id, to)
  await platform.runDue()
  const policy = await by.get(`/policies/${id}`)
  return { id, version_id: policy.json<{ version_id: string }>().version_id }
}

function endMoveRefusals(stage: Stage, move = endMoved): Refusals {
  const { at, platform, seller } = stage
  const moving = (request: JsonObject, now?: string) => async () => {
    const { id, version_id } = await cancelledBy(stage, seller)
    const ask = () => move(seller, id, version_id, request)
    return now === undefined ? ask() : at(now, ask)
  }
  return {
    ...previewedEndMoveRefusals(stage, move),
    policy: () => move(seller, unknownPolicy, unknownVersion, earlierDay),
    missing_member: moving({}),
    missing_if_match: () => move(seller, unknownPolicy, '', earlierDay),
    policy_withdrawn: async () => {
      const { id, version_id } = await withdrawnPolicy(stage)
      return move(seller, id, version_id, earlierDay)
    },
    not_a_date: moving({ termination_date: 'tomorrow' }),
    notice_not_kept: movedTooEarly(stage, move),
    before_start: moving({ termination_date: '2028-12-31' }, '2029-02-01T09:15:00Z'),
    too_far_back: async () => {
      const { id, version_id } = await cancelledBy(stage, seller, {
        termination_date: '2029-08-31',
      })
      const request = { termination_date: '2029-06-29' }
      return at('2029-07-01T09:15:00Z', () => move(seller, id, version_id, request))
    },
    after_end: async () => {
      const bikes = sellerOn(platform, {
        product: 'bike',
        secretKey: platform.demo.insurer.test.secret,
      })
      const { id, version_id } = await cancelledBy(stage, bikes)
      return move(bikes, id, version_id, { termination_date: '2032-01-01' })
    },
    endorsements_by_insurer: async () => {
      const bikes = sellerOn(platform, { product: 'bike' })
      const { id, version_id } = await cancelledBy(stage, bikes)
      return move(bikes, id, version_id, { termination_date: '2029-07-31' })
    },
    modification_in_progress: async () => {
      const { id, version_id } = await cancelledBy(stage, seller)
      await seller.moveEnd(id, version_id, earlierDay)
      return move(seller, id, version_id, earlierDay)
    },
    stale_version: async () => {
      const { id } = await cancelledBy(stage, seller)
      return move(seller, id, unknownVersion, earlierDay)
    },
  }
}

/** Those that no other transaction has. */
function previewedEndMoveRefusals(stage: Stage, move = lookingAt('end_move')): Refusals {
  const { at, seller } = stage
  return {
    no_end_to_move: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return move(seller, id, version_id, earlierDay)
    },
    cover_is_over: async () => {
      const { id, version_id } = await cancelledBy(stage, seller)
      return at('2029-07-01T09:15:00Z', () => move(seller, id, version_id, earlierDay))
    },
    end_stays: async () => {
      const { id, version_id } = await cancelledBy(stage, seller)
      return move(seller, id, version_id, lastDay)
    },
  }
}

function reinstatementRefusals(stage: Stage, reinstate = reinstated): Refusals {
  const { at, platform, seller } = stage
  const cancelled = (by = seller) => cancelledBy(stage, by)
  return {
    policy: () => reinstate(seller, unknownPolicy, unknownVersion),
    missing_if_match: () => reinstate(seller, unknownPolicy, ''),
    invalid_member: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return reinstate(seller, id, version_id, { gap: 'yes' })
    },
    endorsements_by_insurer: async () => {
      const bikes = sellerOn(platform, { product: 'bike' })
      const { id, version_id } = await cancelled(bikes)
      return reinstate(bikes, id, version_id)
    },
    not_cancelled: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return reinstate(seller, id, version_id)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await cancelled()
      await seller.reinstate(id, version_id)
      return reinstate(seller, id, version_id)
    },
    stale_version: async () => {
      const { id } = await cancelled()
      return reinstate(seller, id, unknownVersion)
    },
    policy_withdrawn: async () => {
      const { id, version_id } = await withdrawnPolicy(stage)
      return reinstate(seller, id, version_id)
    },
    too_late_to_reinstate: async () => {
      const { id, version_id } = await cancelled()
      return at('2029-09-30T09:15:00Z', () => reinstate(seller, id, version_id))
    },
  }
}

/** Those of a transaction or of its preview. */
function cancellationRefusals(
  { at, platform, seller }: Stage,
  cancel: Stage['seller']['cancel'],
): Refusals {
  const offered = async () => {
    const { id } = await madeOffer(seller)
    const policy = await seller.get(`/policies/${id}`)
    return { id, version_id: policy.json<{ version_id: string }>().version_id }
  }
  const cancelling = (changes: Parameters<typeof seller.cancel>[2]) => async () => {
    const { id, version_id } = await soldPolicy(seller)
    return cancel(id, version_id, { ...lastDay, ...changes })
  }
  return {
    policy: () => cancel(unknownPolicy, unknownVersion),
    missing_member: cancelling({ cancellation_reason: '' }),
    missing_if_match: () => cancel(unknownPolicy, ''),
    not_a_date: cancelling({ termination_date: 'tomorrow' }),
    before_start: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const change = { termination_date: '2028-12-31' }
      return at('2029-02-01T09:15:00Z', () => cancel(id, version_id, change))
    },
    too_far_back: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const change = { termination_date: '2029-06-29' }
      return at('2029-07-01T09:15:00Z', () => cancel(id, version_id, change))
    },
    after_end: async () => {
      const bikes = sellerOn(platform, { product: 'bike' })
      const quote = { data: { start_date: '2029-01-01' } }
      const { id, version_id } = await soldPolicy(bikes, { quote })
      return cancel(id, version_id, { termination_date: '2032-01-01' })
    },
    not_paid: async () => {
      const { id, version_id } = await offered()
      return cancel(id, version_id, lastDay)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, lastDay)
      return cancel(id, version_id, lastDay)
    },
    stale_version: async () => {
      const { id } = await soldPolicy(seller)
      return cancel(id, unknownVersion, lastDay)
    },
    already_cancelled: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, lastDay)
      await platform.runDue()
      return cancel(id, version_id, lastDay)
    },
    policy_expired: async () => {
      const { id, version_id } = await offered()
      return at('2028-12-21T09:15:00Z', () => cancel(id, version_id, lastDay))
    },
  }
}

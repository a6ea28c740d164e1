import type { JsonObject } from '../../../src/kernel/index.ts'
import { pushedDraft } from '../../builders/draft.ts'
import { newClock } from '../../builders/clock.ts'
import { planIdOf } from '../../builders/life.ts'
import { managerOn } from '../../builders/manager.ts'
import { transactionsOn } from '../../builders/transactions.ts'
import { renewalsOn } from '../../builders/renewals.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'
import { withdrawnPolicy } from './withdrawals.ts'

const unknownPlan = { subscription_plan_id: 'pp_01af10842400d1c9aa4dd50875c7' }
const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownEndorsement = 'nte_01b0acc58e20000000b41f6c8d05'

export function renewalRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { seller } = stage
  const show = (by: Seller, id: string) => by.get(`/policies/${id}/renewal`)
  const ask = (verb: string) => (by: Seller, id: string) =>
    by.post(`/policies/${id}/renewal/${verb}`, {})
  const tokenUnknown = (verb: string) => async () => {
    const { id } = await soldPolicy(seller)
    const url = `/policies/${id}/renewal${verb}?token=guessed`
    return stage.platform.app.inject({ method: verb === '' ? 'GET' : 'POST', url })
  }
  const tooLate = (verb: string) => async () => {
    const { id } = await soldPolicy(seller)
    return stage.at('2030-02-01T09:15:00Z', () => ask(verb)(seller, id))
  }
  const endorsements = (id: string) => `/policies/${id}/renewal/endorsements`
  const endorse = (by: Seller, id: string, answers: JsonObject = { deductible: 1_000_000 }) =>
    by.post(endorsements(id), { answers })
  const revoke = (by: Seller, id: string, endorsement = unknownEndorsement) =>
    by.post(`${endorsements(id)}/${endorsement}/revoke`, {})
  /** Only the insurer endorses bikes. */
  const bikeOfBroker = async () => {
    const bikes = sellerOn(stage.platform, { product: 'bike' })
    const { id } = await soldPolicy(bikes, { quote: { data: { start_date: '2029-01-01' } } })
    return { bikes, id }
  }
  const manager = managerOn(stage.platform)
  const found = (query: string) => () => manager.get(`/manage/renewals?${query}`)
  const days = 'from=2029-12-01&to=2029-12-31'
  const dryRun = (query: string) => () => manager.get(`/manage/renewals/dry_run?${query}`)
  return {
    searchRenewals: {
      limit: found('limit=0'),
      both_directions: found('starting_after=a&ending_before=b'),
      invalid_member: found(`state=${'x'.repeat(301)}`),
      not_a_date: found('from=soon'),
      days_out_of_order: found('from=2027-01-31&to=2027-01-30'),
      unknown_state: found('state=lost'),
    },
    dryRunRenewals: {
      limit: dryRun(`${days}&limit=0`),
      both_directions: dryRun(`${days}&starting_after=a&ending_before=b`),
      invalid_member: dryRun(`${days}&product_version_id=${'x'.repeat(301)}`),
      not_a_date: dryRun('from=soon&to=2029-12-31'),
      days_out_of_order: dryRun('from=2027-01-31&to=2027-01-30'),
      product_version: dryRun(`${days}&product_version_id=prv_01af108424003b7d814717e52b7b`),
    },
    showRenewal: {
      policy: () => show(seller, unknownPolicy),
      no_renewal: async () => show(seller, (await notRenewed(stage)).id),
      renewal_token_unknown: tokenUnknown(''),
    },
    acceptRenewal: {
      ...undecided(stage, ask('accept')),
      renewal_token_unknown: tokenUnknown('/accept'),
      renewal_too_late: tooLate('accept'),
      renewal_not_offered: async () => ask('accept')(seller, (await soldPolicy(seller)).id),
      renewal_declined: async () => {
        const { id } = await soldPolicy(seller)
        await ask('decline')(seller, id)
        return ask('accept')(seller, id)
      },
      renewal_not_possible: async () => {
        const { bikes, id } = await bikeNoticed(stage, '2022-06-01')
        return ask('accept')(bikes, id)
      },
      invalid_member: () =>
        seller.post(`/policies/${unknownPolicy}/renewal/accept`, { subscription_plan_id: 7 }),
      subscription_plan: async () => {
        const { bikes, id } = await bikeNoticed(stage, '2031-04-01')
        return bikes.post(`/policies/${id}/renewal/accept`, unknownPlan)
      },
      renewal_plan_not_possible: async () => {
        const { bikes, id } = await unplannedBike(stage)
        const body = { subscription_plan_id: await planIdOf(stage.platform, 'bike', 'monthly') }
        return bikes.post(`/policies/${id}/renewal/accept`, body)
      },
      ...promisedRefusals(stage),
    },
    declineRenewal: {
      ...undecided(stage, ask('decline')),
      renewal_token_unknown: tokenUnknown('/decline'),
      renewal_too_late: tooLate('decline'),
      renewal_accepted: async () => {
        const { bikes, id } = await bikeNoticed(stage, '2031-04-01')
        await ask('accept')(bikes, id)
        return ask('decline')(bikes, id)
      },
      unknown_member: async () => {
        const { id } = await soldPolicy(seller)
        return seller.post(`/policies/${id}/renewal/decline`, { colour: 'red' })
      },
    },
    showNextTermEndorsements: { policy: () => seller.get(endorsements(unknownPolicy)) },
    recordNextTermEndorsement: {
      ...undecided(stage, endorse),
      renewal_declined: async () => {
        const { id } = await soldPolicy(seller)
        await ask('decline')(seller, id)
        return endorse(seller, id)
      },
      renewal_too_late: async () => {
        const { id } = await soldPolicy(seller)
        return stage.at('2030-02-01T09:15:00Z', () => endorse(seller, id))
      },
      endorsements_by_insurer: async () => {
        const { bikes, id } = await bikeOfBroker()
        return endorse(bikes, id, { deductible: 20_000 })
      },
      nothing_to_endorse: async () => endorse(seller, (await soldPolicy(seller)).id, {}),
      invalid_member: async () =>
        endorse(seller, (await soldPolicy(seller)).id, { policy_start_date: '2031-01-01' }),
    },
    revokeNextTermEndorsement: {
      policy: () => revoke(seller, unknownPolicy),
      endorsements_by_insurer: async () => {
        const { bikes, id } = await bikeOfBroker()
        return revoke(bikes, id)
      },
      next_term_endorsement_unknown: async () => revoke(seller, (await soldPolicy(seller)).id),
      next_term_endorsement_ended: async () => {
        const { id } = await soldPolicy(seller)
        const { id: endorsement } = (await endorse(seller, id)).json<{ id: string }>()
        await revoke(seller, id, endorsement)
        return revoke(seller, id, endorsement)
      },
      clock_advancing: () => onceItMoves(stage, soldPolicy, (by, { id }) => revoke(by, id)),
      idempotency_key_reused: () =>
        withOneKey(
          stage,
          'revokeNextTermEndorsement',
          { policyId: unknownPolicy, endorsementId: 'nte_1' },
          { policyId: unknownPolicy, endorsementId: 'nte_2' },
        ),
    },
    retryRenewal: {
      ...undecided(stage, ask('retry')),
      invalid_member: () =>
        seller.post(`/policies/${unknownPolicy}/renewal/retry`, { answers: 'all' }),
      renewal_not_blocked: async () => ask('retry')(seller, (await soldPolicy(seller)).id),
    },
  }
}

/** What only looking at a renewal is refused for. */
export function lookedAtRefusals(stage: Stage): Refusals {
  const { seller } = stage
  const look = async (id: string, request: JsonObject = {}) => {
    const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
    return seller.preview(id, version_id, { renewal: request })
  }
  return {
    no_renewal: async () => look((await notRenewed(stage)).id),
    renewal_too_late: async () => {
      const { id } = await soldPolicy(seller)
      return stage.at('2030-02-01T09:15:00Z', () => look(id))
    },
    renewal_declined: async () => {
      const { id } = await soldPolicy(seller)
      await seller.post(`/policies/${id}/renewal/decline`, {})
      return look(id)
    },
    subscription_plan: async () => look((await soldPolicy(seller)).id, unknownPlan),
    renewal_plan_not_possible: async () => {
      const { bikes, id } = await unplannedBike(stage)
      const { version_id } = (await bikes.get(`/policies/${id}`)).json<{ version_id: string }>()
      const subscription_plan_id = await planIdOf(stage.platform, 'bike', 'monthly')
      return bikes.preview(id, version_id, { renewal: { subscription_plan_id } })
    },
    renewal_not_blocked: async () =>
      look((await soldPolicy(seller)).id, { answers: { encryption: true } }),
  }
}

/** Acceptances that name a preview whose promise cannot be kept. */
function promisedRefusals(stage: Stage): Refusals {
  let made: ReturnType<typeof bikeNoticed> | null = null
  /** One bike for all of them: what is refused changes nothing. */
  const noticed = () => (made ??= bikeNoticed(stage, '2031-04-01'))
  const tokenOf = async (bikes: Seller, id: string, request: JsonObject) => {
    const { preview_token } = await transactionsOn(stage.platform, bikes).preview(id, request)
    return preview_token
  }
  const accept = (bikes: Seller, id: string, token: string) =>
    bikes.post(`/policies/${id}/renewal/accept?preview_token=${encodeURIComponent(token)}`, {})
  return {
    not_a_preview_token: async () => {
      const { bikes, id } = await noticed()
      return accept(bikes, id, 'made up')
    },
    unknown_preview_token: async () => {
      const { bikes, id } = await noticed()
      const token = await tokenOf(bikes, id, { renewal: {} })
      return accept(bikes, id, token.replace(/.{4}$/, 'AAAA'))
    },
    preview_of_different_transaction: async () => {
      const { bikes, id } = await noticed()
      const request = { cancellation: { termination_date: '2032-05-15' } }
      return accept(bikes, id, await tokenOf(bikes, id, request))
    },
    preview_of_older: async () => {
      const { bikes, id } = await noticed()
      const token = await tokenOf(bikes, id, { renewal: {} })
      const secretKey = stage.platform.demo.insurer.test.secret
      const insurer = sellerOn(stage.platform, { product: 'bike', secretKey })
      await transactionsOn(stage.platform, insurer).endorse(id, { data: { city: 'Basel' } })
      return accept(bikes, id, token)
    },
    preview_expired: async () => {
      const { bikes, id, renewals } = await noticed()
      const token = await tokenOf(bikes, id, { renewal: {} })
      await renewals.advance('2032-05-04T09:00:00Z')
      return accept(bikes, id, token)
    },
    preview_outdated: async () => {
      const { bikes, id, clock, renewals } = await bikeSold(stage, '2031-04-01')
      const manager = managerOn(stage.platform)
      const publish = (product_version_id: string) =>
        manager.post(`/manage/clocks/${clock}/publish`, { product_version_id })
      const sold = (await bikes.get(`/policies/${id}`)).json<{ product_version_id: string }>()
      await renewals.advance('2032-04-15T12:00:00Z')
      await publish(await withoutRenewal(stage))
      const token = await tokenOf(bikes, id, { renewal: {} })
      await publish(sold.product_version_id)
      await renewals.advance('2032-04-16T08:00:00Z')
      return accept(bikes, id, token)
    },
  }
}

type Asked = (by: Seller, id: string) => ReturnType<Seller['get']>

function undecided(stage: Stage, ask: Asked): Refusals {
  const { at, platform, seller } = stage
  const cancelled = async () => {
    const { id, version_id } = await soldPolicy(seller)
    await seller.cancel(id, version_id, { termination_date: '2029-06-30' })
    return id
  }
  return {
    policy: () => ask(seller, unknownPolicy),
    no_renewal: async () => ask(seller, (await notRenewed(stage)).id),
    clock_advancing: () => onceItMoves(stage, soldPolicy, (by, { id }) => ask(by, id)),
    not_paid: async () => ask(seller, (await madeOffer(seller)).id),
    modification_in_progress: async () => ask(seller, await cancelled()),
    policy_cancelled: async () => {
      const id = await cancelled()
      await platform.runDue()
      return ask(seller, id)
    },
    policy_withdrawn: async () => ask(seller, (await withdrawnPolicy(stage)).id),
    policy_expired: async () => {
      const { id } = await madeOffer(seller)
      return at('2028-12-21T09:15:00Z', () => ask(seller, id))
    },
  }
}

/** A policy of a product that lets them end. */
export async function notRenewed(stage: Stage) {
  const product_version_id = await withoutRenewal(stage)
  const bikes = sellerOn(stage.platform, { product: 'bike' })
  const data = { start_date: '2029-01-01' }
  return soldPolicy(bikes, { quote: { body: { product_version_id }, data } })
}

function withoutRenewal({ platform }: Stage): Promise<string> {
  return pushedDraft(platform, 'bike', {
    'product.yaml': (text) => text.replace(/\nrenewal:\n(?: .*\n)+/, '\n'),
  })
}

/** A bike on a clock of its own. */
async function bikeSold({ platform }: Stage, purchase_date: string) {
  const clock = await newClock(platform, '2031-05-01T09:00:00Z')
  const bikes = sellerOn(platform, { product: 'bike', clock })
  const data = { start_date: '2031-06-01', purchase_date }
  const { id } = await soldPolicy(bikes, { quote: { data } })
  return { bikes, id, clock, renewals: renewalsOn(platform, bikes, clock) }
}

/** One whose price fits no other plan, because no question is answered by choosing one. */
async function unplannedBike(stage: Stage) {
  const sold = await bikeSold(stage, '2031-04-01')
  const product_version_id = await pushedDraft(stage.platform, 'bike', {
    // Without the file that says so.
    'quote.json': (text) => text.replace('min:20000|', 'min:20001|'),
  })
  await managerOn(stage.platform).post(`/manage/clocks/${sold.clock}/publish`, {
    product_version_id,
  })
  await sold.renewals.advance('2032-05-01T09:00:00Z')
  return sold
}

/** One whose next year was looked at. */
async function bikeNoticed(stage: Stage, purchase_date: string) {
  const sold = await bikeSold(stage, purchase_date)
  await sold.renewals.advance('2032-05-01T09:00:00Z')
  return sold
}

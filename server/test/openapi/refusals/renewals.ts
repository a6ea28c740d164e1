import { pushedDraft } from '../../builders/draft.ts'
import { newClock } from '../../builders/clock.ts'
import { managerOn } from '../../builders/manager.ts'
import { renewalsOn } from '../../builders/renewals.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'

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
  const manager = managerOn(stage.platform)
  const found = (query: string) => () => manager.get(`/manage/renewals?${query}`)
  const days = 'from=2029-12-01&to=2029-12-31'
  const rehearsed = (query: string) => () => manager.get(`/manage/renewals/rehearsal?${query}`)
  return {
    searchRenewals: {
      limit: found('limit=0'),
      both_directions: found('starting_after=a&ending_before=b'),
      invalid_member: found(`state=${'x'.repeat(301)}`),
      not_a_date: found('from=soon'),
      unknown_state: found('state=lost'),
    },
    rehearseRenewals: {
      limit: rehearsed(`${days}&limit=0`),
      both_directions: rehearsed(`${days}&starting_after=a&ending_before=b`),
      invalid_member: rehearsed(`${days}&product_version_id=${'x'.repeat(301)}`),
      not_a_date: rehearsed('from=soon&to=2029-12-31'),
      product_version: rehearsed(`${days}&product_version_id=prv_01af108424003b7d814717e52b7b`),
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
    },
    retryRenewal: {
      ...undecided(stage, ask('retry')),
      invalid_member: () =>
        seller.post(`/policies/${unknownPolicy}/renewal/retry`, { answers: 'all' }),
      renewal_not_blocked: async () => ask('retry')(seller, (await soldPolicy(seller)).id),
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
      await platform.workOff()
      return ask(seller, id)
    },
    policy_expired: async () => {
      const { id } = await madeOffer(seller)
      return at('2028-12-21T09:15:00Z', () => ask(seller, id))
    },
  }
}

/** A policy of a product that lets them end. */
async function notRenewed({ platform }: Stage) {
  const product_version_id = await pushedDraft(platform, 'bike', {
    'product.yaml': (text) => text.replace(/\nrenewal:\n(?: .*\n)+/, '\n'),
  })
  const bikes = sellerOn(platform, { product: 'bike' })
  const data = { start_date: '2029-01-01' }
  return soldPolicy(bikes, { quote: { body: { product_version_id }, data } })
}

/** A bike whose next year was looked at. */
async function bikeNoticed({ platform }: Stage, purchase_date: string) {
  const clock = await newClock(platform, '2031-05-01T09:00:00Z')
  const bikes = sellerOn(platform, { product: 'bike', clock })
  const data = { start_date: '2031-06-01', purchase_date }
  const { id } = await soldPolicy(bikes, { quote: { data } })
  await renewalsOn(platform, bikes, clock).advance('2032-05-01T09:00:00Z')
  return { bikes, id }
}

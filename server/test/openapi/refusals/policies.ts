import type { JsonObject } from '../../../src/kernel/index.ts'
import { madeOffer, quoteMedia, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownVersion = 'tpv_01b0acc58e200b72bfdc34a115db'
const lastDay = { termination_date: '2029-06-30' }

export function policyRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { seller } = stage
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
    showVersionStatus: {
      policy: () => seller.get(`/policies/${unknownPolicy}/versions/${unknownVersion}/status`),
      version: async () => {
        const { id } = await madeOffer(seller)
        return seller.get(`/policies/${id}/versions/${unknownVersion}/status`)
      },
    },
    changePolicy: {
      ...changeRefusals(stage),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (seller, { id, version_id }) =>
          seller.change(id, version_id, moved),
        ),
    },
    reinstatePolicy: {
      ...reinstatementRefusals(stage),
      clock_advancing: () =>
        onceItMoves(
          stage,
          async (seller) => {
            const { id, version_id } = await soldPolicy(seller)
            await seller.cancel(id, version_id, lastDay)
            await stage.platform.workOff()
            return (await seller.get(`/policies/${id}`)).json<{ id: string; version_id: string }>()
          },
          (seller, { id, version_id }) => seller.reinstate(id, version_id),
        ),
    },
    cancelPolicy: {
      ...cancellationRefusals(stage, (...order) => stage.seller.cancel(...order)),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (seller, { id, version_id }) =>
          seller.cancel(id, version_id, lastDay),
        ),
    },
    previewOrder: {
      ...cancellationRefusals(stage, (...order) => stage.seller.previewCancellation(...order)),
      missing_member: () =>
        stage.seller.post(
          `/policies/${unknownPolicy}/previews`,
          {},
          { 'if-match': unknownVersion },
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

/** Of tokens that do not change the policy they are sent for. */
function quoteTokenRefusals({ at, platform, seller }: Stage): Refusals {
  const quoted = async (policy_id: string) => {
    const body = { policy_id, data: { deductible: 1_000_000 } }
    const quote = await seller.post('/quotes', body, { accept: quoteMedia })
    return quote.json<{ token: string }>().token
  }
  const used = (token: (id: string) => Promise<string>) => async () => {
    const { id, version_id } = await soldPolicy(seller)
    return seller.change(id, version_id, { quote_token: await token(id) })
  }
  return {
    unknown_quote_token: used(async () => 'made up'),
    quote_token_of_sale: used(async () => (await seller.quote()).json<{ token: string }>().token),
    quote_token_of_other: used(async () => quoted((await soldPolicy(seller)).id)),
    quote_token_of_older: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const quote_token = await quoted(id)
      await seller.change(id, version_id, moved)
      await platform.workOff()
      const policy = await seller.get(`/policies/${id}`)
      const version = policy.json<{ version_id: string }>().version_id
      return seller.change(id, version, { quote_token })
    },
    expired_quote_token: async () => {
      const { id, version_id } = await soldPolicy(seller)
      const quote_token = await quoted(id)
      return at('2029-02-01T09:15:00Z', () => seller.change(id, version_id, { quote_token }))
    },
  }
}

const moved = { data: { company_city: 'Potsdam' } }

function changeRefusals(stage: Stage): Refusals {
  const { at, platform, seller } = stage
  const changing = (order: JsonObject) => async () => {
    const { id, version_id } = await soldPolicy(seller)
    return seller.change(id, version_id, order)
  }
  return {
    policy: () => seller.change(unknownPolicy, unknownVersion, moved),
    missing_if_match: () => seller.change(unknownPolicy, '', moved),
    invalid_data: changing({ effective_date: 'tomorrow', data: { legal_form: 'ag' } }),
    nothing_to_change: changing({ data: {} }),
    ...quoteTokenRefusals(stage),
    changes_by_insurer: async () => {
      const bikes = sellerOn(platform, { product: 'bike' })
      const quote = { data: { start_date: '2029-01-01' } }
      const { id, version_id } = await soldPolicy(bikes, { quote })
      return bikes.change(id, version_id, { data: { city: 'Basel' } })
    },
    not_paid: async () => {
      const { id } = await madeOffer(seller)
      const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
      return seller.change(id, version_id, moved)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, lastDay)
      return seller.change(id, version_id, moved)
    },
    stale_version: async () => {
      const { id } = await soldPolicy(seller)
      return seller.change(id, unknownVersion, moved)
    },
    policy_cancelled: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, lastDay)
      await platform.workOff()
      return seller.change(id, version_id, moved)
    },
    policy_expired: async () => {
      const { id } = await madeOffer(seller)
      const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
      return at('2028-12-21T09:15:00Z', () => seller.change(id, version_id, moved))
    },
  }
}

function reinstatementRefusals({ at, platform, seller }: Stage): Refusals {
  const cancelled = async (by = seller) => {
    const quote = { data: { policy_start_date: '2029-01-01', start_date: '2029-01-01' } }
    const { id, version_id } = await soldPolicy(by, { quote })
    await by.cancel(id, version_id, lastDay)
    await platform.workOff()
    const policy = await by.get(`/policies/${id}`)
    return { id, version_id: policy.json<{ version_id: string }>().version_id }
  }
  return {
    policy: () => seller.reinstate(unknownPolicy, unknownVersion),
    missing_if_match: () => seller.reinstate(unknownPolicy, ''),
    invalid_member: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return seller.reinstate(id, version_id, { gap: 'yes' })
    },
    changes_by_insurer: async () => {
      const bikes = sellerOn(platform, { product: 'bike' })
      const { id, version_id } = await cancelled(bikes)
      return bikes.reinstate(id, version_id)
    },
    not_cancelled: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return seller.reinstate(id, version_id)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await cancelled()
      await seller.reinstate(id, version_id)
      return seller.reinstate(id, version_id)
    },
    stale_version: async () => {
      const { id } = await cancelled()
      return seller.reinstate(id, unknownVersion)
    },
    too_late_to_reinstate: async () => {
      const { id, version_id } = await cancelled()
      return at('2029-09-30T09:15:00Z', () => seller.reinstate(id, version_id))
    },
  }
}

/** Those of an order or of its preview. */
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
      await platform.workOff()
      return cancel(id, version_id, lastDay)
    },
    policy_expired: async () => {
      const { id, version_id } = await offered()
      return at('2028-12-21T09:15:00Z', () => cancel(id, version_id, lastDay))
    },
  }
}

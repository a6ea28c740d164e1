import { sql } from '../../../src/database/index.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import {
  type OfferCreated,
  madeOffer,
  offerAssets,
  quoteMedia,
  sellerOn,
  soldPolicy,
} from '../../builders/sale.ts'
import { newClock } from '../../builders/clock.ts'
import { onceItMoves } from './clocks.ts'
import type { Troubled } from './calls.ts'
import { type Refusals, type Stage, sellerIn2028 } from './stage.ts'

export function offerRefusals(
  stage: Stage,
  { elsewhere }: Troubled,
): Readonly<Record<string, Refusals>> {
  const { at, caller, platform, seller, withSecretKey } = stage
  const quoted = async (startDate = '2029-01-01') => {
    const quote = await seller.quote({ data: { policy_start_date: startDate } })
    return quote.json<{ token: string }>().token
  }
  const policy = platform.demo.products['cyber']?.policy
  const data: JsonObject = { ...Object(policy?.['data']), company_name: '' }
  return {
    createOffer: {
      invalid_data: async () =>
        seller.offer(await quoted(), { language: '', email: 'nonsense', data }),
      unknown_quote_token: () => caller.call('createOffer', {}, withSecretKey),
      quote_token_of_endorsement: async () => {
        const { id } = await soldPolicy(seller)
        const change = { policy_id: id, data: { deductible: 100_000 } }
        const quote = await seller.post('/quotes', change, { accept: quoteMedia })
        return seller.offer(quote.json<{ token: string }>().token)
      },
      expired_quote_token: async () => {
        const token = await quoted()
        return at('2028-12-21T09:15:00Z', () => seller.offer(token))
      },
      overtaken_quote_token: async () => {
        const token = await quoted('2028-11-22')
        return at('2028-11-23T09:15:00Z', () => seller.offer(token))
      },
      other_clock: async () => {
        const clock = await newClock(platform, '2028-11-20T09:15:00Z')
        return sellerOn(platform, { clock }).offer(await quoted())
      },
      clock_advancing: () =>
        onceItMoves(
          stage,
          (seller) => seller.quote(),
          (seller, quote) => seller.offer(quote.json<{ token: string }>().token),
        ),
      unsupported_language: async () => seller.offer(await quoted(), { language: 'fr' }),
      product_version: async () => {
        const token = await quoted()
        await platform.db.query(sql`
          update quotes set product_version_id = 'prv_01af10842400d2cf30c3f4135c63'
          where id = ${`qu_${token.slice(0, 28)}`}`)
        return sellerOn(elsewhere).offer(token)
      },
    },
    showOffer: {
      foreign_offer: async () => {
        const { id } = await madeOffer(seller)
        return sellerOn(platform, { secretKey: platform.demo.other.test.secret }).get(
          `/offers/${id}`,
        )
      },
      offer: () => seller.get('/offers/tpol_01b0acc58e2037776d4164838825'),
    },
    showOfferAssets: {
      assets: () => seller.get('/policies/offers/tpol_1/assets?token=1'),
      no_documents: async () => {
        const formula = sellerIn2028(sellerOn(platform, { product: 'cyber-formula' }))
        return mainDocument(stage, 'offers', await madeOffer(formula))
      },
    },
    showOfferDocument: {
      assets: () => seller.get('/policies/offers/tpol_1/assets/tpv_1/offer.pdf?token=1'),
    },
    showHandoverOfOffer: {
      assets: () => seller.get('/policies/offers/tpol_1/handover?token=1'),
    },
    showPolicyDocument: {
      assets: () => seller.get('/policies/policies/tpol_1/assets/tpv_1/policy.pdf?token=1'),
    },
    showPolicyAssets: {
      assets: () => seller.get('/policies/policies/tpol_1/assets?token=1'),
      no_documents: async () => mainDocument(stage, 'policies', await madeOffer(seller)),
    },
  }
}

/** The link of an offer leads to its own documents; those of the policy stand beside them. */
function mainDocument({ platform }: Stage, kind: 'offers' | 'policies', offer: OfferCreated) {
  return platform.app.inject({
    url: offerAssets(offer).replace('/offers/', `/${kind}/`),
    headers: { accept: 'application/pdf' },
  })
}

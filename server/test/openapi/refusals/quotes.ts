import { pushedDraft } from '../../builders/draft.ts'
import { leadRequest } from '../../builders/lead.ts'
import { managerOn } from '../../builders/manager.ts'
import { documentedFolder } from '../folder.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { madeOffer, quoteMedia, sellerOn, soldPolicy } from '../../builders/sale.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { onceItMoves } from './clocks.ts'
import type { Troubled } from './calls.ts'
import { planQuoteRefusals } from './plans.ts'
import type { Refusals, Stage } from './stage.ts'
import { withdrawnPolicy } from './withdrawals.ts'

export function quoteRefusals(
  stage: Stage,
  { hasty }: Troubled,
): Readonly<Record<string, Refusals>> {
  const { caller, platform, product, seller, withSecretKey } = stage
  const without = (name: keyof Stage['product']) => () => {
    const { [name]: _, ...known } = product
    return caller.call('createQuote', known, withSecretKey)
  }
  const saving = ({ item_id, integration_id: touchpoint_id }: Partial<Stage['product']>) =>
    seller.post(
      '/leads',
      leadRequest(platform, {
        ...(item_id === undefined ? {} : { item_id }),
        ...(touchpoint_id === undefined ? {} : { touchpoint_id }),
      }),
    )
  const withMember = (name: string) => () =>
    seller.quote({ body: { [name]: documentedId[name] ?? '' } })
  return {
    showForm: {
      invalid_member: () =>
        seller.get(`/integrations/${product.integration_id}/form?live_product=maybe`),
      draft_with_live_key: () => {
        const live = { secretKey: platform.demo.keys.live.secret }
        return caller.call('showForm', { ...formOf(product), live_product: 'false' }, live)
      },
      integration: () => seller.get('/integrations/in_01af10842400e0c9aa4dd50875c7/form'),
      product_not_published: async () =>
        seller.get(`/integrations/${(await neverPublished(stage)).integration_id}/form`),
      integration_not_published: async () =>
        seller.get(`/integrations/${(await newIntegration(stage)).integration_id}/form`),
      product_version: () =>
        caller.call(
          'showForm',
          { ...formOf(product), product_version_id: documentedId['product_version_id'] ?? '' },
          withSecretKey,
        ),
    },
    createLead: {
      missing_member: () => seller.post('/leads', leadRequest(platform, { item_id: '' })),
      lead_too_large: () =>
        seller.post('/leads', leadRequest(platform, { data: { note: 'x'.repeat(40_000 - 11) } })),
      integration: () => saving({ integration_id: documentedId['integration_id'] ?? '' }),
      item: () => saving({ item_id: documentedId['item_id'] ?? '' }),
      product_not_published: async () => saving(await neverPublished(stage)),
      integration_not_published: async () => saving(await newIntegration(stage)),
    },
    showLead: {
      lead: () => seller.get('/leads/led_01b0acc58e20b8d4f1702c6a935e'),
    },
    createQuote: {
      invalid_data: () => seller.quote({ data: { employee_number: null, deductible: 7 } }),
      missing_member: () => seller.quote({ body: { item_id: '' } }),
      draft_with_live_key: () => {
        const live = { secretKey: platform.demo.keys.live.secret }
        return caller.call('createQuote', product, live, { body: { live_product: 'false' } })
      },
      clock_with_live_key: () =>
        sellerOn(platform, { secretKey: platform.demo.keys.live.secret, clock: 'clk_1' }).quote(),
      clock: () => sellerOn(platform, { clock: 'clk_01b0acc58e20d7b1c6a9f4e28305' }).quote(),
      clock_advancing: () =>
        onceItMoves(
          stage,
          async () => undefined,
          (seller) => seller.quote(),
        ),
      integration: without('integration_id'),
      item: without('item_id'),
      subscription_plan: without('subscription_plan_id'),
      product_version: withMember('product_version_id'),
      integration_version: withMember('integration_version_id'),
      product_not_published: async () =>
        caller.call('createQuote', await neverPublished(stage), withSecretKey),
      integration_not_published: async () =>
        caller.call('createQuote', await newIntegration(stage), withSecretKey),
      ...changeRefusals(stage),
      ...planQuoteRefusals(stage),
      endorsement_token: async () => {
        const { id } = await soldPolicy(seller)
        const page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
        const headers = { accept: quoteMedia, 'endorsement-token': 'chg_1' }
        return page.post('/quotes', { policy_id: id, data: {} }, headers)
      },
      pricing_in_preparation: () => hastyQuote(stage, hasty),
      knockout: () => seller.quote({ data: { yearly_turnover: 6_000_000_000 } }),
      price_out_of_range: async () => {
        const version = await pushedDraft(platform, 'cyber', {
          'pricing.yaml': (text) =>
            text.replace(
              'net_premium: net_premium_due',
              'net_premium: net_premium_due * IF(employee_number = 111, 1000000000, 1)',
            ),
        })
        const body = { product_version_id: version }
        return seller.quote({ body, data: { employee_number: 111 } })
      },
      calculation_failed: async () => {
        const version = await pushedDraft(platform, 'cyber', {
          'pricing.yaml': (text) =>
            text.replace(
              'net_premium: net_premium_due',
              'net_premium: net_premium_due / IF(employee_number = 111, 0, 1)',
            ),
        })
        const body = { product_version_id: version }
        return seller.quote({ body, data: { employee_number: 111 } })
      },
    },
  }
}

/** Those of a quote for an endorsement. */
function changeRefusals(stage: Stage): Refusals {
  const { at, platform, seller, product } = stage
  const change = (policyId: string, data: JsonObject = {}, by = seller) =>
    by.post('/quotes', { policy_id: policyId, data }, { accept: quoteMedia })
  const bikes = sellerOn(platform, { product: 'bike' })
  const bike = () => soldPolicy(bikes, { quote: { data: { start_date: '2029-01-01' } } })
  return {
    invalid_endorsement: async () =>
      change((await soldPolicy(seller)).id, { policy_start_date: '2029-02-01' }),
    cover_moved: async () => {
      const version = await pushedDraft(platform, 'cyber', {
        'pricing.yaml': (text) =>
          text.replace(
            /duration_strategy: .*/,
            `duration_strategy: '"fixed_start_end"'
  policy_end_date: EDATE(policy_start_date, IF(third_party_coverage, 12, 6))`,
          ),
      })
      const sold = await soldPolicy(seller, {
        quote: { body: { ...product, product_version_id: version } },
      })
      return change(sold.id, { third_party_coverage: false })
    },
    public_key: async () => {
      const { id } = await soldPolicy(seller)
      return change(id, {}, sellerOn(platform, { publicKey: platform.demo.keys.test.public }))
    },
    endorsements_by_insurer: async () => change((await bike()).id, {}, bikes),
    policy: () => change('tpol_01b0acc58e2037776d4164838825'),
    not_paid: async () => change((await madeOffer(seller)).id),
    modification_in_progress: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, { termination_date: '2029-06-30' })
      return change(id)
    },
    policy_cancelled: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, { termination_date: '2029-06-30' })
      await platform.runDue()
      return at('2029-07-01T09:15:00Z', () => change(id))
    },
    policy_withdrawn: async () => change((await withdrawnPolicy(stage)).id),
    policy_expired: async () => {
      const { id } = await madeOffer(seller)
      return at('2028-12-21T09:15:00Z', () => change(id))
    },
  }
}

/** The ids of a product that was pushed and never published. */
async function neverPublished({ platform }: Stage): Promise<Stage['product']> {
  const folder = documentedFolder(['product.yaml', 'key: cyber-basic', 'key: never-sold'])
  return (await pushed(platform, folder)).ids('webshop')
}

/** Of a published product, with an integration that only a draft has. */
async function newIntegration({ platform }: Stage): Promise<Stage['product']> {
  const key = ['product.yaml', 'key: cyber-basic', 'key: soon-sold'] as const
  const manager = managerOn(platform)
  const { versionId } = await pushed(platform, documentedFolder(key))
  await manager.post(`/manage/product_versions/${versionId}/publish`)
  const branch = '  - { key: branch, name: Branch, distributor: alpine-brokers }'
  const lines = `integrations:\n${branch}\n`
  const more = documentedFolder(key, ['product.yaml', 'integrations:\n', lines])
  return (await pushed(platform, more)).ids('branch')
}

interface PushedProduct {
  readonly items: readonly { id: string }[]
  readonly payment_plans: readonly { id: string }[]
  readonly integrations: readonly { id: string; key: string }[]
}

async function pushed(platform: Stage['platform'], files: Record<string, string>) {
  const manager = managerOn(platform)
  const answer = await manager.post('/manage/products/push', { files })
  const { product_id: id, product_version_id: versionId } = answer.json<Record<string, string>>()
  const product = (await manager.get(`/manage/products/${id}`)).json<PushedProduct>()
  const idOf = (one: { readonly id: string } | undefined) => one?.id ?? ''
  return {
    versionId,
    ids: (integration: string): Stage['product'] => ({
      item_id: idOf(product.items[0]),
      subscription_plan_id: idOf(product.payment_plans[0]),
      integration_id: idOf(product.integrations.find((one) => one.key === integration)),
    }),
  }
}

const formOf = ({ integration_id }: Stage['product']) => ({ integrationId: integration_id })

/** Well-formed ids of nothing. */
const documentedId: Readonly<Record<string, string>> = {
  integration_id: 'in_01af10842400e0c9aa4dd50875c7',
  item_id: 'ins_01af108424008227931ea1d29cf0',
  product_version_id: 'prv_01af10842400d2cf30c3f4135c63',
  integration_version_id: 'inv_01af1084240052d933cf720a37e8',
}

/** On a server that has not compiled the prices of the draft yet. */
async function hastyQuote({ platform }: Stage, hasty: TestPlatform) {
  const version = await pushedDraft(platform, 'cyber', {
    'pricing.yaml': (text) => text.replace('minimum_premium: 19000', 'minimum_premium: 19002'),
  })
  return sellerOn(hasty).quote({ body: { product_version_id: version } })
}

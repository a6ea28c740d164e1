import { allAllowed, ids, linkTo, moment } from '../wire/example-ids.ts'

/** The product that the folder of the examples makes, and its versions: made up, but of the true form. */
export const productIds = {
  product: ids.pushedProduct,
  firstVersion: 'prv_01b0acc58e2069f705357ce95cc9',
  version: ids.pushedVersion,
} as const

export const pushedProductExample = {
  product_id: productIds.product,
  product_version_id: productIds.version,
  is_new: true,
  warnings: [],
}

export const whatIfExample = { ...pushedProductExample, failed_cases: [] }

/** The folder of the examples against its first version, whose minimum premium was lower. */
export const differencesExample = [
  {
    area: 'files',
    change: 'changed',
    place: 'pricing.yaml',
    before: {
      bytes: 377,
      sha256: '42998e47c3016891c7ac09ace19c88d5469fdf00490d47b8316bdf1be4b1ef2f',
    },
    after: {
      bytes: 377,
      sha256: 'c8a124d6fad16fbbf277ec48c94dca68e7cf3ef47838e0fdb4536df65e7882f1',
    },
  },
  {
    area: 'files',
    change: 'changed',
    place: 'tests/prices.yaml',
    before: {
      bytes: 177,
      sha256: '3356e8930bea7060686bd2ccfe320f840a0054dcec3446dc97771afc80a39f27',
    },
    after: {
      bytes: 177,
      sha256: '349166a771428e936d67c2c0281e171de91df11ecc324b64b7adc88c05a7e217',
    },
  },
  {
    area: 'prices',
    change: 'changed',
    place: 'a small business pays the minimum premium',
    before: { gross_payment_amount: 22610, net_premium: 19000, premium_tax: 3610 },
    after: { gross_payment_amount: 24990, net_premium: 21000, premium_tax: 3990 },
  },
]

const productExample = {
  id: productIds.product,
  key: 'cyber-basic',
  name: 'Cyber Basic',
  live_version_id: productIds.firstVersion,
  created_at: moment,
}

export const productsExample = [productExample]

export const publishedProductExample = {
  ...productExample,
  live_version_id: productIds.version,
}

const itemExample = {
  id: 'ins_01b0acc58e204c62ad0b16c85f91',
  key: 'cyber-basic',
  pricing_logic_id: 'pl_01b0acc58e20d2b8f35e1f64b7a0',
  pricing_revision_id: 'plr_01b0acc58e207c9f0a6be1d2c43f',
}

/** The newest version is still a draft. */
export const productDetailExample = {
  ...productExample,
  versions: [
    {
      id: productIds.version,
      number: 2,
      is_live: false,
      created_at: moment,
      published_at: null,
      content_hash: 'fbd6d621d41f041106431334bd66a314a336bcd3d0da6d328bfb9795e0bd40a7',
    },
    {
      id: productIds.firstVersion,
      number: 1,
      is_live: true,
      created_at: moment,
      published_at: moment,
      content_hash: '379e1167b1d8b7d28e48aa4a4b44ed94843912c7e5e7837386b56220401bb5ef',
    },
  ],
  items: [itemExample],
  payment_plans: [
    {
      id: 'pp_01b0acc58e20a961a8eb67699b4d',
      key: 'yearly',
      billing: {
        frequency: 'year',
        issue_days_before: 14,
        due_day: null,
        retry_days: [3, 5, 7],
        receipts: 'elsewhere',
      },
    },
  ],
  integrations: [
    {
      id: 'in_01b0acc58e200f4cba7e2982e319',
      key: 'webshop',
      distributor_id: ids.distributor,
      checkout_url: linkTo('/checkout/in_01b0acc58e200f4cba7e2982e319').href,
    },
  ],
}

const [draftExample] = productDetailExample.versions

export const versionDetailExample = {
  ...draftExample,
  is_what_if: false,
  product_id: productIds.product,
  items: [itemExample],
  integrations: productDetailExample.integrations.map(
    ({ checkout_url: _url, ...integration }) => integration,
  ),
  cancellation_kinds: [],
  allowed: allAllowed('publish'),
}

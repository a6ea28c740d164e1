import type { ProductFiles } from '../product-definition.ts'

/** For tests: the smallest whole product folder, with files replaced, added or (null) left out. */
export function givenFolder(changes: Readonly<Record<string, string | null>> = {}): ProductFiles {
  const files = { ...smallestFolder, ...changes }
  const written = Object.entries(files).filter((entry) => entry[1] !== null)
  return new Map(written.map(([path, text]) => [path, Buffer.from(text ?? '')]))
}

/** For tests: the smallest folder with cases in tests/cases.yaml. */
export function givenCases(cases: string): ProductFiles {
  return givenFolder({ 'tests/cases.yaml': cases })
}

export const smallestProductYaml = `key: travel
name: Travel
languages: [en, de]
currency: EUR
time_zone: Europe/Berlin
policy_prefix: TRV
payment_plans:
  - key: once
    type: single
    methods: [{ provider: invoice, method: invoice }]
integrations:
  - key: shop
    distributor: agency
    allowed_origins: [https://shop.example.com]
    pricing_variables: { commission_rate: 0.1 }
`

const smallestFolder: Readonly<Record<string, string>> = {
  'product.yaml': smallestProductYaml,
  'quote.json': JSON.stringify({
    quote: [{ name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' }],
    quote_patch: [],
    pricing_variables: [
      { name: 'commission_rate', path: 'data', validation: 'numeric|required|max:0.3' },
    ],
  }),
  'fields.json': JSON.stringify({
    version: '1',
    definition: {
      policy: [{ name: 'destination', path: 'data', validation: 'string|required|in:eu,world' }],
    },
  }),
  'pricing.yaml': `kind: formula
inputs: { days: integer }
variables: { commission_rate: number }
knockouts: { too_long: days > 180 }
outputs:
  net_premium: days * 130
  tax_rate: 0.19
  net_commission_total: days * 130 * commission_rate
`,
}

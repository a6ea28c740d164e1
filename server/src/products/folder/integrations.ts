import type { IntegrationDefinition } from '../product-definition.ts'
import { readKey, refuseRepeats } from './names.ts'
import { quoted, type Part } from './part.ts'

const listIntegrations = 'List the integrations with key and distributor, or leave them out.'
const originExample = 'Write scheme and host only, for example https://www.example.com.'

/** Where a product is sold: each integration joins it to one distributor. */
export function readIntegrations(part: Part): IntegrationDefinition[] {
  const entries = part.list(listIntegrations)
  refuseRepeats(entries)
  return entries.map(readIntegration)
}

function readIntegration(part: Part): IntegrationDefinition {
  part.hasOnly(['key', 'name', 'distributor', 'api_only', 'allowed_origins', 'pricing_variables'])
  const key = readKey(part.member('key'))
  return {
    key,
    name: part.member('name').optional(key, (name) => name.text()),
    distributor: readKey(part.member('distributor')),
    apiOnly: part.member('api_only').optional(false, (flag) => flag.boolean()),
    allowedOrigins: part.member('allowed_origins').optional([], readOrigins),
    pricingVariables: part
      .member('pricing_variables')
      .optional({}, (variables) => variables.jsonObject('Write names and values.')),
  }
}

function readOrigins(part: Part): string[] {
  const entries = part.list(originExample)
  refuseRepeats(entries, '')
  return entries.map((entry) => {
    const origin = entry.text(originExample)
    if (origin !== '' && !isOrigin(origin)) {
      entry.refuse(`${quoted(origin)} is not an origin of a web page.`, originExample)
    }
    return origin
  })
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

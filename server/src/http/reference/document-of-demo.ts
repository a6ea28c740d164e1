import type { DemoFile } from '../../demo/index.ts'
import { quoteRequestExample } from '../quotes/examples.ts'
import { ids } from '../wire/example-ids.ts'

/**
 * The document with the demo's product in its examples: the ids to sell by, and answers whose dates
 * lie ahead. The rest of the examples stays made up.
 */
export function documentOfDemo(document: object, demo: DemoFile): unknown {
  const product = demo.products['cyber'] ?? Object.values(demo.products)[0]
  if (product === undefined) return document
  const known = new Map<string, string>([
    [ids.product, product.product_id],
    [ids.item, product.item_id],
    [ids.plan, product.subscription_plan_id],
    [ids.integration, product.integration_id],
  ])
  const { item_id, subscription_plan_id, integration_id, quote: data } = product
  const request = JSON.stringify({ item_id, subscription_plan_id, integration_id, data })
  const text = JSON.stringify(document).replaceAll(/"(?:pr|ins|pp|in)_[0-9a-f]{28}"/g, (quoted) =>
    JSON.stringify(known.get(quoted.slice(1, -1)) ?? quoted.slice(1, -1)),
  )
  const example = JSON.stringify({
    ...quoteRequestExample,
    item_id,
    subscription_plan_id,
    integration_id,
  })
  return JSON.parse(text.replaceAll(example, request))
}

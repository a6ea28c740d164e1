import type { Response } from 'light-my-request'
import { type Seller, sellerOn } from '../../builders/sale.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { type Caller, type Keys, callerOn } from '../caller.ts'

/** Where the documented errors are brought about, on the morning of the documented sale. */
export interface Stage {
  readonly platform: TestPlatform
  readonly caller: Caller
  readonly seller: Seller
  readonly withSecretKey: Keys
  /** The ids of the cyber product, under the names of the quote's members. */
  readonly product: Readonly<Record<'item_id' | 'subscription_plan_id' | 'integration_id', string>>
  /** Runs something at another moment, and comes back. */
  readonly at: <Result>(moment: string, run: () => Promise<Result>) => Promise<Result>
}

/** How an operation is brought to each error that it documents, by the name of the example. */
export type Refusals = Readonly<Record<string, () => Promise<Response>>>

const morning = '2028-11-20T09:15:00Z'

export function stageOn(platform: TestPlatform): Stage {
  const { clock, demo } = platform
  clock.set(Temporal.Instant.from(morning))
  const product = demo.products['cyber']
  if (product === undefined) throw new Error('the demo sells no cyber product')
  const { item_id, subscription_plan_id, integration_id } = product
  return {
    platform,
    caller: callerOn(platform),
    seller: sellerIn2028(sellerOn(platform)),
    withSecretKey: { secretKey: demo.keys.test.secret },
    product: { item_id, subscription_plan_id, integration_id },
    async at(moment, run) {
      clock.set(Temporal.Instant.from(moment))
      try {
        return await run()
      } finally {
        clock.set(Temporal.Instant.from(morning))
      }
    },
  }
}

/** The demo's start of cover has passed by then. */
export function sellerIn2028(seller: Seller): Seller {
  return {
    ...seller,
    quote: ({ data = {}, body = {} } = {}) =>
      seller.quote({ body, data: { policy_start_date: '2029-01-01', ...data } }),
  }
}

import type { PolicySummary } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'
import { findProduct } from './find-product.ts'
import type { Server } from './open-server.ts'

/** The id of a payment plan of a policy's product, by its key or its id. */
export async function findPlan(
  server: Server,
  { product_id: productId }: Pick<PolicySummary, 'product_id'>,
  keyOrId: string,
): Promise<string> {
  const { payment_plans: plans } = await findProduct(server, productId)
  const found = plans.find(({ key, id }) => key === keyOrId || id === keyOrId)
  if (found !== undefined) return found.id
  const keys = plans.map(({ key }) => key).join(', ')
  throw new Failure(
    exitCodes.usage,
    `The product has no payment plan ${keyOrId}.`,
    `Name one of its payment plans: ${keys}.`,
  )
}

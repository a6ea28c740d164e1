import type { App } from '../deps.ts'
import { errorSchema } from './error.ts'
import { quoteOfPolicySchema } from './quote.ts'

/** The schemas that others refer to by name. */
export function addSchemas(app: App): void {
  app.addSchema(errorSchema)
  app.addSchema(quoteOfPolicySchema)
}

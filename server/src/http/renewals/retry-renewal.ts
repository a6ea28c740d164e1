import { nothingToRetry, retryRenewal } from '../../renewals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { retryRenewalBody } from './renewal.ts'
import { named } from '../wire/schema.ts'
import { viewRenewal } from './view-renewal.ts'
import { readPolicyId } from '../policies/transactions/transaction-request.ts'
import {
  givenReason,
  readGiven,
  renewalParams,
  renewalResponse,
  undecidedReasons,
} from './renewal-request.ts'

export function addRetryRenewal(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/renewal/retry',
    {
      config: {
        access: 'secret',
        isRepeatable: true,
        refuses: [...undecidedReasons, nothingToRetry, givenReason],
      },
      schema: {
        operationId: 'retryRenewal',
        summary: 'Retry a renewal',
        description:
          'Prices a blocked or knocked-out next term again, on the newest published ' +
          'version: after the policy or the product was changed, or with answers and data ' +
          'for the next term only, which may be unknown to the current version of the ' +
          'policy. View the renewal to see the result.',
        tags: ['Policies'],
        params: renewalParams,
        body: named(retryRenewalBody),
        response: renewalResponse,
      },
    },
    async (request) => {
      const wanted = {
        caller: callerOf(request),
        policyId: readPolicyId(request.params.policyId),
        ...readGiven(request.body),
      }
      const found = await retryRenewal(deps, wanted, null)
      return viewRenewal(found, null, deps.links)
    },
  )
}

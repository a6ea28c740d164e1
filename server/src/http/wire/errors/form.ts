import { refused } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

/** What GET /integrations/{integrationId}/form refuses. */
export const formErrors = [
  refused(
    'draft_needs_test_key',
    'draft_with_live_key',
    'A live key asks for a draft.',
    'Unpublished versions can be used with test keys only.',
  ),
  refused(
    'not_found',
    'integration',
    'The integration is unknown, or of another distributor.',
    `Integration ${ids.integration} was not found.`,
  ),
]

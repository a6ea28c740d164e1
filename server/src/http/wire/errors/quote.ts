import { refused } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

/** What POST /quotes refuses. */
export const quoteErrors = [
  refused(
    'validation_failed',
    'invalid_data',
    'Answers break the rules of the product.',
    'Data validation failed.',
    [
      { code: 'required', field: 'employee_number', path: 'data', rules: ['required'] },
      {
        code: 'invalid_value',
        field: 'deductible',
        path: 'data',
        rules: ['in'],
        params: { in: ['100000', '500000', '1000000'] },
      },
    ],
  ),
  refused(
    'validation_failed',
    'missing_member',
    'The body itself lacks a member.',
    'Data validation failed.',
    [{ code: 'required', field: 'item_id', rules: ['required'] }],
  ),
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
  refused(
    'not_found',
    'item',
    'The product has no such item.',
    `Product item ${ids.item} was not found.`,
  ),
  refused(
    'not_found',
    'subscription_plan',
    'The product has no such payment plan.',
    `Subscription plan ${ids.plan} was not found.`,
  ),
  refused(
    'not_found',
    'product_version',
    'The product has no such version.',
    `Product version ${ids.productVersion} was not found.`,
  ),
  refused(
    'not_found',
    'integration_version',
    'The integration has no such version.',
    `Integration version ${ids.integrationVersion} was not found.`,
  ),
  refused(
    'not_found',
    'pricing_logic',
    'The pricing of this version could not be prepared.',
    `Pricing logic ${ids.pricingLogic} was not found.`,
  ),
  refused(
    'pricing_in_preparation',
    'pricing_in_preparation',
    'The pricing of this version is still being prepared.',
    'Pricing calculation creation is in progress. Try again in a moment.',
  ),
  refused('knockout', 'knockout', 'The product declines this risk.', 'knockout'),
  refused(
    'calculation_failed',
    'calculation_failed',
    'The price could not be calculated.',
    'The quote calculation failed.',
  ),
]

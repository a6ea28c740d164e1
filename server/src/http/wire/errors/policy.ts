import { refused } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

export const policyNotFound = refused(
  'not_found',
  'policy',
  'There is no such policy that this key may see.',
  `Policy ${ids.policy} was not found.`,
)

/** What POST /policies/{policyId}/cancel refuses. */
export const cancelPolicyErrors = [
  policyNotFound,
  refused(
    'validation_failed',
    'missing_member',
    'The body itself lacks a member.',
    'Data validation failed.',
    [{ code: 'required', field: 'cancellation_reason', rules: ['required'] }],
  ),
  refused(
    'validation_failed',
    'missing_if_match',
    'The header If-Match was not sent.',
    'The header If-Match is required: send the current version_id of the policy.',
    [{ code: 'required', field: 'If-Match', rules: ['required'] }],
  ),
  refused(
    'validation_failed',
    'not_a_date',
    'The termination date is not a date.',
    'termination_date must be a date such as 2027-03-31.',
    [{ code: 'invalid_value', field: 'termination_date', rules: ['iso_date'] }],
  ),
  refused(
    'validation_failed',
    'before_start',
    'Cover has begun and cannot end before it did.',
    'termination_date must not be before the start of cover on 2029-01-01.',
    [
      {
        code: 'invalid_value',
        field: 'termination_date',
        rules: ['after_or_equal'],
        params: { after_or_equal: ['2029-01-01'] },
      },
    ],
  ),
  refused(
    'cancellation_not_allowed',
    'not_paid',
    'An offer cannot be cancelled; it expires.',
    `Policy ${ids.policy} is not paid: only a paid policy can be cancelled.`,
  ),
  refused(
    'modification_in_progress',
    'modification_in_progress',
    'Another modification of the policy has not finished.',
    `Another modification of policy ${ids.policy} has already started.`,
  ),
  refused(
    'version_mismatch',
    'stale_version',
    'The policy has changed since it was viewed.',
    `If-Match names ${ids.policyVersion}, which is not the active version of policy ${ids.policy}.`,
  ),
  refused(
    'already_cancelled',
    'already_cancelled',
    'It was cancelled before.',
    `Policy ${ids.policy} is already cancelled.`,
  ),
  refused(
    'policy_expired',
    'policy_expired',
    'It has run out.',
    `Policy ${ids.policy} is expired and cannot be cancelled.`,
  ),
]

/** What GET /policies/{policyId}/versions/{versionId}/status refuses. */
export const versionStatusErrors = [
  policyNotFound,
  refused(
    'not_found',
    'version',
    'The policy has no such version.',
    `Version ${ids.policyVersion} of policy ${ids.policy} was not found.`,
  ),
]

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import {
  type Mandate,
  type MandateOfPolicy,
  mandateRevokers,
  refusalOfRevoking,
} from '../../../payments/index.ts'
import { allowed, viewAllowed } from '../../access/allowed.ts'
import { maskedMember, personal } from '../../wire/personal.ts'
import {
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../../wire/schema.ts'
import { mandateSetupSchema } from './mandate-link.ts'
import { mandatesExample, revokeMandateExample, revokedMandateExample } from './examples.ts'

const mandateStatuses = ['active', 'replaced', 'revoked', 'declined'] as const

export const mandateSchema = Type.Object(
  {
    id: text('The mandate.'),
    provider: text('The payment provider that collects.'),
    method: text('The payment method.'),
    reference: textOrNull(
      'The reference of the mandate, as the bank shows it; null where it has none.',
    ),
    creditor_id: textOrNull('The creditor identifier that the bank shows; null for cards.'),
    hint: personal(
      textOrNull(
        'What the provider shows of the means of payment, such as the last digits of a card; ' +
          'null if it shows nothing.',
      ),
    ),
    status: oneOf(
      mandateStatuses,
      '`active`: instalments are collected with it. `replaced`: a newer mandate is used. ' +
        '`revoked`: see `revoked_by`. `declined`: permanently declined by the provider.',
    ),
    payment_id: textOrNull('The payment with which it was given; null if it was given by a link.'),
    setup_id: textOrNull('The setup by which it was given without a payment; otherwise null.'),
    pending_payment_ids: Type.Array(Type.String(), {
      description:
        'Collections with this mandate that were sent to the provider, and whose outcome is ' +
        'not known yet. Revoking the mandate does not stop them.',
    }),
    revoked_by: Type.Unsafe<Mandate['revokedBy']>({
      type: ['string', 'null'],
      enum: [...mandateRevokers, null],
      description:
        '`provider`: the provider reports that the mandate no longer exists. `account`: the ' +
        'insurer or the distributor revoked it for the customer. Null if it was not revoked.',
    }),
    reason: textOrNull('Why it ended; null if nobody gave a reason.'),
    created_at: timestampText('Since when it is in force.'),
    ended_at: timestampOrNull('When it ended; null while it is active.'),
    allowed: allowed('revoke'),
    masked: maskedMember,
  },
  {
    $id: 'Mandate',
    description: 'The permission of a customer to collect instalments.',
    examples: [revokedMandateExample],
  },
)

export const mandatesSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    mandates: Type.Array(named(mandateSchema), {
      description: 'All mandates, in the order in which they ended; the active one is the last.',
    }),
    setups: Type.Array(named(mandateSetupSchema), {
      description: 'What the customer has begun by mandate links, oldest first.',
    }),
    allowed: allowed('create_link'),
  },
  { $id: 'Mandates', description: 'The mandates of a policy.', examples: [mandatesExample] },
)

export const revokeMandateBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'The reason for the revocation. Do not include personal data.',
    }),
  },
  { $id: 'RevokeMandate', examples: [revokeMandateExample] },
)

/** A mandate as the caller of a request sees it. */
export function viewMandate(
  request: FastifyRequest,
  { policy, mandate, pending }: MandateOfPolicy,
): Static<typeof mandateSchema> {
  return {
    id: mandate.id,
    provider: mandate.provider,
    method: mandate.method,
    hint: mandate.hint,
    reference: mandate.shownReference,
    creditor_id: mandate.creditorId,
    status: mandate.state,
    payment_id: mandate.givenBy,
    setup_id: mandate.setUpBy,
    pending_payment_ids: [...pending],
    revoked_by: mandate.revokedBy,
    reason: mandate.reason,
    created_at: timestamp(mandate.createdAt),
    ended_at: mandate.endedAt === null ? null : timestamp(mandate.endedAt),
    allowed: viewAllowed(
      request,
      { revoke: ['revokeMandate', refusalOfRevoking(mandate)] },
      policy,
    ),
  }
}

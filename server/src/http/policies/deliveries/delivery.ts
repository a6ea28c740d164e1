import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import {
  type DeliveredThing,
  type DocumentDelivery,
  deliveredThings,
} from '../../../policies/index.ts'
import { oneOf, text, timestampText } from '../../wire/schema.ts'
import { deliveryExample, recordDeliveryExample } from './examples.ts'

const document = Type.Unsafe<DeliveredThing>(
  oneOf(
    deliveredThings,
    'The documents that arrived. `policy`: the policy with its terms, the information that ' +
      'the law requires and the instruction on withdrawal. `termination`: the letter that ends ' +
      'a policy whose cover is suspended. `renewal_notice`: the notice of the next term.',
  ),
)

export const recordDeliveryBody = Type.Object(
  {
    document,
    delivered_on: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'The day on which the customer received them, an ISO 8601 date.',
    }),
    evidence: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'How that is known. Do not include personal data.',
    }),
  },
  {
    $id: 'RecordDelivery',
    description: 'Which documents a customer received, and when.',
    examples: [recordDeliveryExample],
  },
)

export const deliverySchema = Type.Object(
  {
    id: text('The record.'),
    policy_id: text('The policy.'),
    document,
    delivered_on: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'The day on which the customer received them.',
    }),
    evidence: text('How that is known.'),
    recorded_by: text('The account that recorded it.'),
    recorded_at: timestampText('When it was recorded.'),
  },
  {
    $id: 'DocumentDelivery',
    description: 'A record that documents reached the customer. The newest of a document counts.',
    examples: [deliveryExample],
  },
)

export function viewDelivery(delivery: DocumentDelivery): Static<typeof deliverySchema> {
  return {
    id: delivery.id,
    policy_id: delivery.policyId,
    document: delivery.thing,
    delivered_on: delivery.deliveredOn.toString(),
    evidence: delivery.evidence,
    recorded_by: delivery.recordedBy,
    recorded_at: timestamp(delivery.recordedAt),
  }
}

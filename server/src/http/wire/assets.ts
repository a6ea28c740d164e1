import { Type } from 'typebox'
import { assetsExample } from './examples/sale.ts'
import { anyArray, text } from './schema.ts'

export const assetsSchema = Type.Object(
  {
    policy_id: text('The offer or policy.'),
    documents: anyArray('Its documents.'),
  },
  {
    $id: 'Assets',
    description: 'The documents of an offer or policy.',
    examples: [assetsExample],
  },
)

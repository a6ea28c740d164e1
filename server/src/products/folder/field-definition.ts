import type { FieldDefinition } from '../product-definition.ts'
import { readFieldRules } from './field-rules.ts'
import type { Part } from './part.ts'

/** fields.json, exactly in the contract's shape. */
export function readFieldDefinition(root: Part): FieldDefinition {
  root.hasOnly(['version', 'definition'])
  const definition = root.member('definition')
  const version = root.member('version').text('Write the version as a text, for example "1".')
  if (!definition.hasOnly(['policy'])) return { version, definition: { policy: [] } }
  return { version, definition: { policy: readFieldRules(definition.member('policy')) } }
}

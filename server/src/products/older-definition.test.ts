import { expect, test } from 'vitest'
import { parseProductFiles } from './folder/index.ts'
import { givenFolder } from './folder/given-folder.ts'
import { type StoredDefinition, completed } from './older-definition.ts'

test('a version that was stored before a setting existed reads as one that leaves it out', () => {
  const parsed = parseProductFiles(givenFolder())
  if (!parsed.ok) throw new Error('the smallest folder parses')
  const { life: _life, renewal: _renewal, ...definition } = parsed.product.definition
  const older: StoredDefinition = {
    ...definition,
    cancellation: { refund: 'pro_rata' },
    paymentPlans: definition.paymentPlans.map(({ key, name, type, frequency, methods }) => {
      return { key, name, type, frequency, methods }
    }),
    items: definition.items.map(({ quoteRules, ...item }) => {
      const { policy_patch: _patch, ...rules } = quoteRules
      return { ...item, quoteRules: rules }
    }),
  }
  expect(completed(older)).toEqual(parsed.product.definition)
  const chosen = { ...parsed.product.definition.life, changes: 'distributor' } as const
  expect(completed({ ...older, life: chosen }).life.changes).toBe('distributor')
})

import { somePolicy } from '../policies/some-policy.ts'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { allowedActions, policyActions } from './allowed-actions.ts'
import { situationAt, situations } from './situation.ts'

const guide = await readFile(
  new URL('../../../docs/guides/policy-life.md', import.meta.url),
  'utf8',
)

describe('which transactions are allowed when', () => {
  it('stands in the guide as the table has it', () => {
    const { id } = somePolicy()
    const rows = policyActions.map((action) => {
      const cells = situations.map((situation) => {
        const refusal = allowedActions[action].allowedIn[situation]?.(id)
        return refusal === undefined ? 'yes' : `\`${refusal.details.code}\``
      })
      return `| ${action} | ${cells.join(' | ')} |`
    })
    const head = `| transaction | ${situations.map((one) => `\`${one}\``).join(' | ')} |`
    expect(guide).toContain([head, `|${'---|'.repeat(situations.length + 1)}`, ...rows].join('\n'))
  })
})

describe('a policy', () => {
  const day = (text: string) => Temporal.PlainDate.from(text)
  const policy = somePolicy({
    startDay: day('2027-06-01'),
    endDay: day('2028-05-31'),
    offerExpiresAt: Temporal.Instant.from('2027-07-01T00:00:00Z'),
  })
  const early = Temporal.Instant.from('2027-05-01T00:00:00Z')
  const late = Temporal.Instant.from('2028-06-01T00:00:00Z')

  it.each([
    ['an offer is offered', { status: 'ready' }, early, 'offered'],
    ['and while its payment is pending', { status: 'accepted' }, late, 'offered'],
    ['an offer that nobody paid has expired', { status: 'ready' }, late, 'expired'],
    ['a paid policy is in force before its cover begins', {}, early, 'in_force'],
    ['it is in progress while it is modified', { isLocked: true }, early, 'in_progress'],
    [
      'after its last day it has expired, though a modification runs',
      { isLocked: true },
      late,
      'expired',
    ],
    [
      'a cancelled one is ending while its last day is to come',
      { status: 'cancelled', terminationDay: day('2027-07-01') },
      early,
      'ending',
    ],
    [
      'and is cancelled once that is over',
      { status: 'cancelled', terminationDay: day('2028-05-30') },
      late,
      'cancelled',
    ],
    [
      'or at once where its cover never begins',
      { status: 'cancelled', terminationDay: day('2027-05-20') },
      early,
      'cancelled',
    ],
    [
      'one that was withdrawn stays so, though its last day is to come',
      { status: 'cancelled', withdrawnOn: day('2027-05-01') },
      early,
      'withdrawn',
    ],
    ['until it is being reinstated', { status: 'cancelled', isLocked: true }, late, 'in_progress'],
  ] as const)('%s', (_, changes, now, situation) => {
    expect(situationAt({ ...policy, ...changes }, now)).toBe(situation)
  })
})

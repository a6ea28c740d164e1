import { describe, expect, it } from 'vitest'
import type { PolicyTimeline, ReadVersion } from '../policies/index.ts'
import { transactionCase } from './transaction-case.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

function timeline(
  segments: readonly (readonly [string, 'cover' | 'gap' | 'ended'])[],
  lastDay: string | null = null,
): PolicyTimeline {
  const price = { payment: 100_00, tax: 0, fee: 0, commission: 0 }
  const term = { firstDay: day('2027-04-01'), lastDay: day('2028-03-31') } as const
  return {
    terms: [{ ...term, isOpen: false, planId: 'pp_1', frequency: null }],
    segments: segments.map(([first, kind]) => {
      return { firstDay: day(first), kind, price, quoteId: 'qu_1', contentId: 'pco_1' }
    }),
    ending: lastDay === null ? null : { lastDay: day(lastDay), rule: { method: 'pro_rata' } },
  }
}

/** A reinstatement of what was cancelled so. */
function reinstated(before: PolicyTimeline, after: PolicyTimeline) {
  const at = Temporal.Instant.from('2027-09-01T09:00:00Z')
  const version = {
    id: 'tpv_3',
    policyId: 'tpol_1',
    kind: 'reinstatement',
    state: 'active',
    number: 3,
    basedOn: 'tpv_2',
    endorsement: {},
    effectiveDay: before.ending?.lastDay.add({ days: 1 }) ?? day('2027-04-01'),
    requestedBy: null,
    createdAt: at,
    settledAt: at,
  } as unknown as ReadVersion['version'] // Other members of the version do not matter here.
  const { reinstatement } = transactionCase({ version, timeline: after, before }, null, 50_00, null)
  if (reinstatement === null) throw new Error('a reinstatement has a case')
  const { firstDay, gap, amount } = reinstatement
  return { from: `${firstDay}`, gap: gap && `${gap.firstDay} to ${gap.lastDay}`, amount }
}

describe('a reinstatement', () => {
  const ended = timeline(
    [
      ['2027-04-01', 'cover'],
      ['2027-07-01', 'ended'],
    ],
    '2027-06-30',
  )

  it('without a gap covers from the day on that had ended', () => {
    const after = timeline([['2027-04-01', 'cover']])
    expect(reinstated(ended, after)).toEqual({ from: '2027-07-01', gap: null, amount: 50_00 })
  })

  it('with a gap covers from the day after it', () => {
    const after = timeline([
      ['2027-04-01', 'cover'],
      ['2027-07-01', 'gap'],
      ['2027-09-01', 'cover'],
    ])
    expect(reinstated(ended, after)).toMatchObject({
      from: '2027-09-01',
      gap: '2027-07-01 to 2027-08-31',
    })
  })

  it('of what never began covers from its first day on', () => {
    const never = timeline([['2027-04-01', 'ended']], '2027-03-15')
    const after = timeline([['2027-04-01', 'cover']])
    expect(reinstated(never, after)).toMatchObject({ from: '2027-04-01', gap: null })
  })
})

import { describe, expect, it } from 'vitest'
import { type Account, type Caller, everything } from '../../identity/index.ts'
import { Refusal } from '../../kernel/index.ts'
import type { Policy } from '../../policies/index.ts'
import { somePolicy } from '../../policies/some-policy.ts'
import { lifeDefault } from '../../products/folder/life-settings.ts'
import { decideCancellation } from './cancellation.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const beforeStart = Temporal.Instant.from('2027-05-31T21:59:59Z')
const afterStart = Temporal.Instant.from('2027-05-31T22:00:00Z')

/** Cover from 1 June 2027 to 31 May 2028, in Berlin. */
const policy = somePolicy({
  startDay: day('2027-06-01'),
  endDay: day('2028-05-31'),
  offerExpiresAt: Temporal.Instant.from('2027-07-01T00:00:00Z'),
})

const callerOf = (kind: Account['kind']): Caller => ({
  account: { id: 'acc_1', kind, key: 'somebody', name: 'Somebody' },
  actor: { kind: 'key', id: 'key_1' },
  grants: everything,
  limits: null,
  request: null,
  keyKind: 'secret',
  livemode: false,
  page: null,
})

function decide(changes: Partial<Policy>, request: object, now = afterStart): string {
  try {
    const caller = callerOf('insurer')
    const wholeRequest = { ifMatch: 'tpv_1', terminationDate: '2027-12-31', caller, ...request }
    const life = { ...lifeDefault, distributorBackdateDays: 3 }
    return decideCancellation({ ...policy, ...changes }, wholeRequest, life, now).toString()
  } catch (error) {
    if (error instanceof Refusal) return error.kind
    throw error
  }
}

describe('whether a policy may be cancelled', () => {
  it.each([
    ['a paid policy may', {}, {}, '2027-12-31'],
    ['on the last day of its cover too', {}, { terminationDate: '2028-05-31' }, '2028-05-31'],
    ['but not to a day after it', {}, { terminationDate: '2028-06-01' }, 'validation_failed'],
    [
      'with an open end to any day',
      { endDay: null },
      { terminationDate: '2031-01-01' },
      '2031-01-01',
    ],
    ['on the first day of cover', {}, { terminationDate: '2027-06-01' }, '2027-06-01'],
    ['but not to the day before', {}, { terminationDate: '2027-05-31' }, 'validation_failed'],
    ['not to a day that is none', {}, { terminationDate: '2027-02-30' }, 'validation_failed'],
    ['not to a moment', {}, { terminationDate: '2027-12-31T00:00:00Z' }, 'validation_failed'],
    ['not without naming the version', {}, { ifMatch: 'tpv_0' }, 'version_mismatch'],
    ['not while another change runs', { isLocked: true }, {}, 'modification_in_progress'],
    [
      'not while another change runs, whatever version is named',
      { isLocked: true },
      { ifMatch: 'tpv_0' },
      'modification_in_progress',
    ],
    ['not twice', { status: 'cancelled' }, { ifMatch: 'tpv_0' }, 'already_cancelled'],
    ['not once it has expired', { status: 'expired' }, {}, 'policy_expired'],
    ['not an offer', { status: 'ready' }, {}, 'transaction_not_allowed'],
    ['not while its payment is pending', { status: 'accepted' }, {}, 'transaction_not_allowed'],
  ] as const)('%s', (_, changes, request, outcome) => {
    expect(decide(changes, request)).toBe(outcome)
  })

  it('may end before it begins, as long as it has not begun where it is sold', () => {
    expect(decide({}, { terminationDate: '2027-05-31' }, beforeStart)).toBe('2027-05-31')
    expect(decide({}, { terminationDate: '2027-03-01' }, beforeStart)).toBe('2027-03-01')
    expect(decide({}, { terminationDate: '2027-05-31' }, afterStart)).toBe('validation_failed')
  })

  it.each([
    ['insurer', '2027-11-09'],
    ['distributor', '2027-12-06'],
  ] as const)('is backdated by an %s as far as the product says', (kind, earliest) => {
    const caller = callerOf(kind)
    const now = Temporal.Instant.from('2027-12-10T10:00:00Z')
    const dayBefore = day(earliest).subtract({ days: 1 }).toString()
    expect(decide({}, { caller, terminationDate: earliest }, now)).toBe(earliest)
    expect(decide({}, { caller, terminationDate: dayBefore }, now)).toBe('validation_failed')
  })

  it('ends with the last day of cover, though no job has written it down yet', () => {
    const lastDay = { terminationDate: '2028-05-30' }
    const [before, after] = ['2028-05-31T21:59:59Z', '2028-05-31T22:00:00Z'].map((moment) =>
      decide({}, lastDay, Temporal.Instant.from(moment)),
    )
    expect(before).toBe('2028-05-30')
    expect(after).toBe('policy_expired')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProofSettings } from '../products/index.ts'
import { type Proven, decideProof } from './decide-proof.ts'
import type { DunningCase } from './dunning-case.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const both: ProofSettings = {
  counts: ['delivery_report', 'tracked_letter'],
  countsAfterDays: 3,
  letterAfterDays: 7,
}
const graceDays = 14
const noticeDay = day('2031-07-21')

/** Weekends put a last day off to Monday. */
const periodEnd = (one: Temporal.PlainDate) =>
  one.add({ days: one.dayOfWeek > 5 ? 8 - one.dayOfWeek : 0 })

type Case = Pick<DunningCase, 'waitsFor' | 'graceUntil' | 'step' | 'stepDay'>
const waiting: Case = {
  waitsFor: 'delivery_report',
  graceUntil: null,
  step: 'notice_sent',
  stepDay: noticeDay,
}
const posted: Case = { ...waiting, waitsFor: 'tracked_letter' }
const running: Case = { ...waiting, waitsFor: null, graceUntil: day('2031-08-11') }
const suspended: Case = { ...running, step: 'suspended', stepDay: day('2031-08-12') }

function decide(
  open: Case,
  today: string,
  proven: Partial<Proven> = {},
  settings: Partial<ProofSettings> = {},
) {
  const known = { first: null, latest: null, isMailFailed: false, ...proven }
  return decideProof(
    open as DunningCase, // Nothing else of it decides.
    { ...both, ...settings },
    { graceDays },
    { today: day(today), proven: known, periodEnd },
  )
}

const on = (text: string, again = text) => ({ first: day(text), latest: day(again) })
const grace = (text: string) => ({ do: 'begin_grace', graceUntil: day(text) })
const wait = (text: string) => ({ do: 'wait', until: day(text) })

describe('a notice that has to be proved', () => {
  it.each([
    ['waits for its mail', decide(waiting, '2031-07-21'), wait('2031-07-28')],
    ['goes by post without a report in time', decide(waiting, '2031-07-28'), { do: 'post' }],
    [
      'goes by post once its mail has failed',
      decide(waiting, '2031-07-22', { isMailFailed: true }),
      { do: 'post' },
    ],
    [
      'goes by post at once where letters alone count',
      decide(waiting, '2031-07-21', {}, { counts: ['tracked_letter'], letterAfterDays: 0 }),
      { do: 'post' },
    ],
    [
      'never goes by post where letters do not count',
      decide(waiting, '2031-09-01', { isMailFailed: true }, { letterAfterDays: null }),
      wait('2031-10-01'),
    ],
    ['waits for its letter', decide(posted, '2031-09-01'), wait('2031-10-01')],
    // 22 July and 3 + 14 days are Friday 8 August.
    ['begins its grace', decide(waiting, '2031-07-22', on('2031-07-22')), grace('2031-08-08')],
    // 23 July and 17 days are a Saturday.
    [
      'ends its grace on a working day',
      decide(posted, '2031-07-24', on('2031-07-23')),
      grace('2031-08-11'),
    ],
    [
      'ends no grace before the proof is known',
      decide(posted, '2031-08-20', on('2031-07-23')),
      grace('2031-08-20'),
    ],
    ['keeps its grace', decide(running, '2031-07-30', on('2031-07-23')), null],
    [
      'keeps a grace that was put off by a late proof',
      decide({ ...running, graceUntil: day('2031-08-20') }, '2031-08-20', on('2031-07-23')),
      null,
    ],
    [
      'puts its grace off when it arrives again',
      decide(running, '2031-07-30', on('2031-07-23', '2031-07-29')),
      grace('2031-08-15'),
    ],
    [
      'changes nothing once cover is suspended',
      decide(suspended, '2031-08-14', on('2031-07-23', '2031-08-13')),
      null,
    ],
    // 26 July and 17 days are the day on which cover was suspended.
    [
      'loses its proof where what is left came too late for the suspension',
      decide(suspended, '2031-08-14', on('2031-07-26')),
      { do: 'lose_proof' },
    ],
    ['loses its proof', decide(running, '2031-08-01'), { do: 'lose_proof' }],
    [
      'loses its proof after the suspension',
      decide(suspended, '2031-08-14', { isMailFailed: true }),
      { do: 'lose_proof' },
    ],
  ])('%s', (_what, decided, expected) => {
    expect(decided).toEqual(expected)
  })

  it('never lets a grace run without proof, nor end earlier than it was said', () => {
    const days = (min: number, max: number) => fc.integer({ min, max })
    const cases = fc.constantFrom(waiting, posted, running, suspended)
    const settings = fc.record({ countsAfterDays: days(0, 30), letterAfterDays: days(1, 60) })
    fc.assert(
      fc.property(
        cases,
        settings,
        days(0, 90),
        fc.option(fc.tuple(days(0, 90), days(0, 90))),
        fc.boolean(),
        (open, given, passed, arrivals, isMailFailed) => {
          const today = noticeDay.add({ days: passed })
          const arrived = (arrivals ?? [])
            .filter((after) => after <= passed)
            .toSorted((one, other) => one - other)
            .map((after) => noticeDay.add({ days: after }))
          const [first = null] = arrived
          const latest = arrived.at(-1) ?? null
          const step = decide(open, today.toString(), { first, latest, isMailFailed }, given)
          if (first === null || latest === null) return step !== null && step.do !== 'begin_grace'
          const graceOf = (one: Temporal.PlainDate) =>
            periodEnd(one.add({ days: given.countsAfterDays + graceDays }))
          const isAtLeast = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
            Temporal.PlainDate.compare(one, other) >= 0
          if (open.step === 'suspended') {
            return (step?.do === 'lose_proof') === isAtLeast(graceOf(first), open.stepDay)
          }
          if (step === null) return open.waitsFor === null
          if (step.do !== 'begin_grace') return false
          const { graceUntil } = step
          return (
            isAtLeast(graceUntil, graceOf(latest)) &&
            isAtLeast(graceUntil, open.graceUntil ?? today)
          )
        },
      ),
    )
  })
})

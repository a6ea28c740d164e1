import { describe, expect, it } from 'vitest'
import { SimulationError } from './simulation-error.ts'
import { type SimulatedStep, dateSteps } from './steps.ts'

/** Sold on 20 January for a cover from February on, of which a year is simulated. */
const time = { soldOn: '2027-01-20', start: '2027-02-01', end: '2028-02-01' }
const cancel = {}
const pay = 'card'

describe('steps', () => {
  it('have their days in months of the policy, or in the calendar', () => {
    const steps = [
      { on: '2027-01-20', pay },
      { month: 1, pay },
      { month: 3, day: 31, pay },
      { month: 4, pay },
      { month: 13, cancel },
    ] as const
    expect(dateSteps(steps, time).map(({ day, verb }) => `${day} ${verb}`)).toEqual([
      '2027-01-20 pay',
      '2027-02-01 pay',
      '2027-05-01 pay',
      '2027-05-01 pay',
      '2028-02-01 cancel',
    ])
  })

  it.each<[string, readonly SimulatedStep[], number, string, string]>([
    [
      'out of order',
      [
        { month: 3, pay },
        { month: 2, pay },
      ],
      1,
      'The step is on 2027-03-01, but the previous step is on 2027-04-01.',
      'Write the steps in the order in which they happen.',
    ],
    [
      'after the end',
      [{ month: 20, cancel }],
      0,
      'The step is on 2028-09-01, after the end of the simulation on 2028-02-01.',
      'Simulate more years, or choose an earlier day.',
    ],
    [
      'before the sale',
      [{ on: '2026-12-31', cancel }],
      0,
      'The step is on 2026-12-31, before the sale on 2027-01-20.',
      'Choose a later day.',
    ],
    [
      'in which nothing happens',
      [{ month: 2 }],
      0,
      'The step has no event.',
      'Write one of change, update, card, pay, publish, cancel, reinstate, renewal. Two steps may be on the same day.',
    ],
    [
      'at no time',
      [{ cancel }],
      0,
      'The step has no valid day.',
      'Write month: 5, or month: 5 with day: 10, or on: 2027-05-10.',
    ],
    [
      'on a day that is none',
      [{ on: '2027-02-30', cancel }],
      0,
      'The step has no valid day.',
      'Write month: 5, or month: 5 with day: 10, or on: 2027-05-10.',
    ],
    [
      'in which two things happen',
      [{ month: 2, cancel, pay }],
      0,
      'The step has pay and cancel. A step has one event.',
      'Write one of change, update, card, pay, publish, cancel, reinstate, renewal. Two steps may be on the same day.',
    ],
  ])('%s are refused with the fix', (_, steps, step, message, fix) => {
    const refused = () => dateSteps(steps, time)
    expect(refused).toThrow(SimulationError)
    expect(refused).toThrow(expect.objectContaining({ step, message, fix }))
  })
})

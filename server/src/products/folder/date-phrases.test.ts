import { expect, test } from 'vitest'
import { resolveDates } from './date-phrases.ts'

const today = Temporal.PlainDate.from('2026-01-31')

test.each([
  ['today', '2026-01-31'],
  ['tomorrow', '2026-02-01'],
  ['yesterday', '2026-01-30'],
  ['+120 days', '2026-05-31'],
  ['+1 day', '2026-02-01'],
  ['-2 weeks', '2026-01-17'],
  ['+1 month', '2026-02-28'],
  ['-18 years', '2008-01-31'],
  ['2026-03-01', '2026-03-01'],
  ['120 days', '120 days'],
  ['+120', '+120'],
  ['todays', 'todays'],
])('%s becomes %s', (phrase, day) => {
  expect(resolveDates({ day: phrase }, today)).toEqual({ day })
})

test('phrases are found however deep they stand, and other values are left alone', () => {
  const data = { trips: [{ start: 'tomorrow', days: 3 }], paid: true, note: null }
  expect(resolveDates(data, today)).toEqual({
    trips: [{ start: '2026-02-01', days: 3 }],
    paid: true,
    note: null,
  })
})

import { reason } from '../kernel/index.ts'

export const monthClosed = reason({
  kind: 'validation_failed',
  code: 'month_closed',
  when: 'The month is closed already.',
  message: (month: string) => `${month} is closed already. A closed month is never opened again.`,
  example: ['2020-01'],
})

export const monthNotNext = reason({
  kind: 'validation_failed',
  code: 'month_not_next',
  when: 'An earlier month is still open.',
  message: (next: string) => `Months are closed one after the other. Close ${next} first.`,
  example: ['2020-02'],
})

export const monthNotOver = reason({
  kind: 'validation_failed',
  code: 'month_not_over',
  when: 'The month is not over yet everywhere.',
  message: (month: string) => `${month} is not over yet. Close it once it has ended.`,
  example: ['2028-11'],
})

export const closingUnderWay = reason({
  kind: 'validation_failed',
  code: 'closing_under_way',
  when: 'The month before is still being summed.',
  message: (month: string) => `${month} is still being summed. Try again once it is closed.`,
  example: ['2020-02'],
})

export const closingNotFound = reason({
  kind: 'not_found',
  code: 'closing_not_found',
  when: 'The month is not closed.',
  message: (month: string) => `${month} is not closed.`,
  example: ['2028-10'],
})

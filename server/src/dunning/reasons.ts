import { exampleIds, reason } from '../kernel/index.ts'

export const caseNotFound = reason({
  kind: 'not_found',
  code: 'dunning_case_not_found',
  when: 'There is no such case of this insurer in this mode.',
  message: (id: string) => `There is no dunning case ${id}.`,
  example: [exampleIds.dunningCase],
})
export const holdNotFound = reason({
  kind: 'not_found',
  code: 'dunning_hold_not_found',
  when: 'There is no such hold of this insurer in this mode.',
  message: (id: string) => `There is no hold ${id}.`,
  example: [exampleIds.dunningHold],
})
export const holdReleased = reason({
  kind: 'not_open',
  code: 'dunning_hold_released',
  when: 'Somebody has released it already.',
  message: (id: string) => `Hold ${id} is released already.`,
  example: [exampleIds.dunningHold],
})

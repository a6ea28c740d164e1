import { exampleIds, reason } from '../kernel/index.ts'

export const caseNotFound = reason({
  kind: 'not_found',
  code: 'dunning_case_not_found',
  when: 'The insurer has no such dunning case in this mode.',
  message: (id: string) => `There is no dunning case ${id}.`,
  example: [exampleIds.dunningCase],
})
export const caseNotOpen = reason({
  kind: 'not_open',
  code: 'dunning_case_closed',
  when: 'The dunning case is closed.',
  message: (id: string, state: string) => `Dunning case ${id} is ${state}.`,
  example: [exampleIds.dunningCase, 'cured'],
})
export const lapseNotInDoubt = reason({
  kind: 'not_open',
  code: 'lapse_not_in_doubt',
  when: 'The policy has not lapsed, the proof of the notice stands, or the lapse was decided about.',
  message: (id: string) =>
    `Nobody has to decide about dunning case ${id}: its policy has not lapsed, the proof of its notice stands, or somebody has decided already.`,
  example: [exampleIds.dunningCase],
})
export const holdNotFound = reason({
  kind: 'not_found',
  code: 'dunning_hold_not_found',
  when: 'The insurer has no such hold in this mode.',
  message: (id: string) => `There is no hold ${id}.`,
  example: [exampleIds.dunningHold],
})
export const holdReleased = reason({
  kind: 'not_open',
  code: 'dunning_hold_released',
  when: 'The hold is already released.',
  message: (id: string) => `Hold ${id} is already released.`,
  example: [exampleIds.dunningHold],
})

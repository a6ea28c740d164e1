import { reason } from '../kernel/index.ts'

export const pressDoesNotStart = reason({
  kind: 'temporarily_unavailable',
  code: 'press_does_not_start',
  when: 'The process that makes documents does not start.',
  tell: 'Documents cannot be made at present: the process for it does not start.',
})

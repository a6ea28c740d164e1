import { reason } from '../kernel/index.ts'

export const rendererDoesNotStart = reason({
  kind: 'temporarily_unavailable',
  code: 'renderer_does_not_start',
  when: 'The process that makes documents does not start.',
  message: 'Documents cannot be made at present: the process for it does not start.',
})

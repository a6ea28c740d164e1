import { reason } from '../kernel/index.ts'

export const rendererDoesNotStart = reason({
  kind: 'temporarily_unavailable',
  code: 'renderer_does_not_start',
  when: 'The process that renders documents does not start.',
  message: 'Documents cannot be rendered at present: the renderer does not start. Try again later.',
})

import { reason } from '../kernel/index.ts'

export const foldersBusy = reason({
  kind: 'temporarily_unavailable',
  code: 'folders_busy',
  label: 'busy',
  when: 'Too many such calls are running at the same time, in total or for your account.',
  message: 'The server is processing other product folders. Try again in a moment.',
})

import { reason } from '../kernel/index.ts'

export const foldersBusy = reason({
  kind: 'temporarily_unavailable',
  code: 'folders_busy',
  label: 'busy',
  when: 'As many such calls are running, in all or for your account, as may run at once.',
  message: 'Other product folders are being worked on. Try again in a moment.',
})

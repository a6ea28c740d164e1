export { type MailPreview, previewMails } from './preview-mails.ts'
export { withMails } from './try-mails.ts'

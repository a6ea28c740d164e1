export { assertRingOpensMails, mailJobs } from './background-jobs.ts'
export { type CheckedSender, checkSender } from './domain/check-sender.ts'
export { recordPurposes, recordStates } from './domain/checked-record.ts'
export { keepMailing } from './keep-mailing.ts'
export { type Mail, deliveries, mailStates, refusalOfResend, replyOutcomes } from './mail.ts'
export { searchMails, selectMailPosition, selectMailsOf } from './mail-store.ts'
export { makeMails } from './make-mails.ts'
export { type MailRoom, openMailRoom } from './open-mail-room.ts'
export {
  type ShownServer,
  findMailServer,
  removeMailServer,
  setMailServer,
  testMailServer,
} from './own-server/manage-own-server.ts'
export type { ServerAnswer } from './mail-server.ts'
export { type MailPreview, previewMails } from './preview-mails.ts'
export { findMail, readMessage } from './read-mail.ts'
export {
  addressAlreadySuppressed,
  mailNotFound,
  mailNotParked,
  mailServerInvalid,
  mailServerNotFound,
  noDeliveryReport,
  returnAddressExpired,
  returnAddressUnknown,
  suppressionNotFound,
} from './reasons.ts'
export { readReports } from './reports/kept-report.ts'
export { type ReceivedReport, receiveReport } from './reports/receive-report.ts'
export { resendMail } from './resend-mail.ts'
export {
  releaseAddress,
  searchSuppressions,
  suppressAddress,
} from './suppression/manage-suppressions.ts'
export { type Suppression, suppressionReasons } from './suppression/suppression.ts'
export { withMails } from './try-mails.ts'
export { workMails } from './work-mails.ts'

import { ids } from '../../wire/example-ids.ts'

export const deliveryReportExample = [
  'From: MAILER-DAEMON@mx.example.com',
  'To: b-01b0acc58e20c17a94f3e60b82d5-6f1ed002ab5595859014ebf0951522d9@bounces.insurer.example',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=border',
  '',
  '--border',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example.com',
  '',
  'Final-Recipient: rfc822; robin@example.com',
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 No such user',
  '',
  '--border--',
  '',
].join('\r\n')

export const receivedReportExample = { mail_id: ids.mail, outcome: 'bounced', status: '5.1.1' }

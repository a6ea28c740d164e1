import { sql } from '../../src/database/index.ts'
import { type MailId, todayIn } from '../../src/kernel/index.ts'
import { makeMails, workMails } from '../../src/mail/index.ts'
import { returnAddress } from '../../src/mail/reports/return-address.ts'
import { readMailSecret } from '../../src/mail/secret/mail-secret.ts'
import type { TestPlatform } from '../support/platform.ts'
import { demoAccount } from './credentials.ts'
import { managerOn } from './manager.ts'
import { madeOffer, sellerOn } from './sale.ts'

/** Makes, composes and sends all mails that are due now. */
export async function mailAll(platform: TestPlatform): Promise<void> {
  await makeMails(platform)
  while (await workMails(platform)) {
    // Until nothing is due.
  }
}

/** The same, with the documents that they carry, which are made when somebody asks for them. */
export async function mailWithDocuments(platform: TestPlatform): Promise<void> {
  await mailAll(platform)
  await platform.runDue(['make_documents'])
  platform.clock.advance({ seconds: 5 })
  await mailAll(platform)
}

/** The mail about an offer of the bike product, whose documents are made. */
export async function offerMail(platform: TestPlatform): Promise<string> {
  const policyId = await offeredBike(platform)
  await mailWithDocuments(platform)
  return mailOf(platform, policyId)
}

/** The same, before it is composed: where much was sold, to make all documents takes minutes. */
export async function waitingMail(platform: TestPlatform): Promise<string> {
  const policyId = await offeredBike(platform)
  await makeMails(platform)
  return mailOf(platform, policyId)
}

/** A mail that a server has accepted; what it says was never made, and nobody may look at it. */
export async function sentUnseen(platform: TestPlatform): Promise<string> {
  const id = await waitingMail(platform)
  await platform.db.query(sql`
    update mails set next_at = null, hash = 'x', bytes = 1, ring_key_id = 'test', sealed_key = 'x',
      sealed_data = 'x', state = 'sent', replies = ${acceptedBy(platform)}::jsonb
    where id = ${id}`)
  return id
}

/** A mail that was given up, as its documents were not made within two days. */
export async function parkedMail(platform: TestPlatform): Promise<string> {
  return parked(platform, await waitingMail(platform))
}

/** Gives up a mail that waits. */
export async function parked(platform: TestPlatform, id: string): Promise<string> {
  await platform.db.query(sql`update mails set failures = 580 where id = ${id}`)
  await mailAll(platform)
  return id
}

async function offeredBike(platform: TestPlatform): Promise<string> {
  const today = todayIn('Europe/Zurich', platform.clock())
  const data = {
    start_date: today.add({ days: 1 }).toString(),
    purchase_date: today.subtract({ days: 20 }).toString(),
  }
  return (await madeOffer(sellerOn(platform, { product: 'bike' }), { quote: { data } })).id
}

export async function mailOf(platform: TestPlatform, policyId: string): Promise<string> {
  const answer = await managerOn(platform).get(`/manage/mails?policy_id=${policyId}`)
  const [mail] = answer.json<{ id: string }[]>()
  if (mail === undefined) throw new Error('the offer has no mail')
  return mail.id
}

/** A mail that a server has accepted, and whose return address somebody reads. */
export async function sentMail(platform: TestPlatform): Promise<string> {
  return accepted(platform, await offerMail(platform))
}

/** The same of a mail that was composed. */
export async function accepted(platform: TestPlatform, id: string): Promise<string> {
  await platform.db.query(sql`
    update mails set state = 'sent', replies = ${acceptedBy(platform)}::jsonb where id = ${id}`)
  return id
}

function acceptedBy({ clock }: TestPlatform): string {
  return JSON.stringify([{ at: clock().toString(), outcome: 'accepted', reply: '250 Ok' }])
}

/** The address to which servers report about a mail of the demo insurer in test mode. */
export async function returnAddressOf(platform: TestPlatform, mailId: string): Promise<string> {
  const { id: insurerId } = await demoAccount(platform, 'demo-insurance')
  const secret = await readMailSecret(platform, { insurerId, livemode: false })
  return returnAddress(secret, mailId as MailId, 'bounces.insurer.example') // As it was found.
}

/** A report as a mail server writes it. */
export function deliveryReport({
  to,
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <robin@example.com>: no such user',
}: {
  readonly to: string
  readonly action?: string
  readonly status?: string
  readonly diagnostic?: string
}): string {
  const lines = [
    'From: MAILER-DAEMON@mx.example.com',
    `To: <${to}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b/1"',
    '',
    '--b/1',
    '',
    'I am sorry to have to inform you.',
    '--b/1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Final-Recipient: rfc822; robin@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--b/1--',
    '',
  ]
  return lines.join('\r\n')
}

/** Forwards a report, as the mailbox of the insurer does. */
export function forwardReport(
  platform: TestPlatform,
  payload: string,
  { key = platform.demo.insurer.test.secret, query = '', type = 'message/rfc822' } = {},
) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  const url = `/manage/delivery_reports${query}`
  return platform.app.inject({ method: 'POST', url, headers, payload })
}

import { sql } from '../../src/database/index.ts'
import { todayIn } from '../../src/kernel/index.ts'
import { makeMails, workMails } from '../../src/mail/index.ts'
import type { TestPlatform } from '../support/platform.ts'
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

async function mailOf(platform: TestPlatform, policyId: string): Promise<string> {
  const answer = await managerOn(platform).get(`/manage/mails?policy_id=${policyId}`)
  const [mail] = answer.json<{ id: string }[]>()
  if (mail === undefined) throw new Error('the offer has no mail')
  return mail.id
}

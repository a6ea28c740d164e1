import { sql } from '../../src/database/index.ts'
import { publishProduct, pushProduct } from '../../src/products/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { newClock } from './clock.ts'
import { demoAccount } from './credentials.ts'
import { folderWithDocuments } from './documents.ts'
import { dunnedBy } from './draft.ts'
import { card, monthlyBike, planIdOf } from './life.ts'
import { sellerOn, soldPolicy } from './sale.ts'

/** What counts as proof, and for how long a mail is waited for. */
export const bothCount = '{ counts: [delivery_report, tracked_letter], letter_after_days: 7 }'

export const mailsAloneCount = '{ counts: [delivery_report] }'

export const lettersAloneCount = '{ counts: [tracked_letter] }'

const notice = `#import "/bindery.typ": data
#let days = data.dunning.grace_days
Mahnung über #data.dunning.total.text an #data.customer.name,
#if data.document.designation != "notice" [mit einer Aufstellung,]
#if days != none [zahlbar innert #days Tagen ab Erhalt] else [zahlbar bis #data.dunning.pay_until.iso]
`

const documents = `documents:
  - designation: notice
    with: [notice]
    name: { de: Mahnung, fr: Sommation }
`

const mail = `Subject: Mahnung zur Police {{policy.number}}

Offen sind {{dunning.total}}. Die Mahnung liegt bei.
`

/** Bikes whose notice follows 20 days after a premium was due, with 14 days of grace, and then the lapse. */
async function provedFolder(proof: string | null, then: string): Promise<Map<string, Uint8Array>> {
  const files = await folderWithDocuments(
    { 'documents.yaml': documents, 'notice.de.typ': notice, 'notice.fr.typ': notice },
    'bike',
  )
  const yaml = Buffer.from(files.get('product.yaml') ?? []).toString()
  const asked = proof === null ? '' : `  proof: ${proof}\n`
  const steps = `
dunning:
  reminders: []
  notice: { after_days: 20, grace_days: 14, fee: 500 }
${asked}  then: ${then}
mails:
  send:
    dunning.notice_sent: { attach: [notice] }
`
  files.set('product.yaml', Buffer.from(dunnedBy(yaml.replace('\nlaw: ch\n', '\n'), steps)))
  files.set('mails/dunning.notice_sent.de.md', Buffer.from(mail))
  return files
}

export async function publishProved(
  platform: TestPlatform,
  proof: string | null,
  then = 'lapse',
  /** A version of an earlier time, of whose notice the mail carries a part. */
  { isInParts = false } = {},
): Promise<void> {
  const insurer = await demoAccount(platform, 'demo-insurance')
  const pushed = await pushProduct(platform, insurer, await provedFolder(proof, then))
  if (!pushed.ok) throw new Error(JSON.stringify(pushed.problems))
  if (isInParts) {
    await platform.db.transaction(async (tx) => {
      await tx.query(sql`alter table product_versions disable trigger user`)
      await tx.query(sql`
        update product_versions set definition = jsonb_set(definition, '{documents}',
          definition -> 'documents' || jsonb_build_array(
            definition -> 'documents' -> 0 || '{"designation": "amounts"}'::jsonb))
        where id = ${pushed.versionId}`)
      await tx.query(sql`alter table product_versions enable trigger user`)
    })
  }
  await publishProduct(platform, insurer, pushed.versionId)
  await platform.feed.caughtUp()
}

/** A policy from 1 June 2031 on, paid for June alone: its notice is written on 21 July. */
export async function soldForJune(platform: TestPlatform, email: string) {
  const clock = await newClock(platform, '2031-05-30T10:00:00Z')
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey })
  const subscription_plan_id = await planIdOf(platform, 'bike', 'monthly')
  const { quote } = monthlyBike('2031-05-30', '2031-06-01')
  const { id } = await soldPolicy(seller, {
    quote: { data: quote, body: { subscription_plan_id } },
    offer: { email, language: 'de' },
    payment: card('none'),
  })
  await platform.runDue()
  return { id, clock, seller }
}

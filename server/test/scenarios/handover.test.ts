import { createHash } from 'node:crypto'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveLetters, leaveOut, wholeExample } from '../builders/folder.ts'
import { type TestMailServer, openMailServer } from '../builders/mail-server.ts'
import { deliveryReport, forwardReport, mailWithDocuments } from '../builders/mails.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { type OfferCreated, madeOffer, offerAssets, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let server: TestMailServer
beforeAll(async () => {
  server = await openMailServer()
  platform = await openTestPlatform({
    mail: {
      url: server.url,
      from: 'service@velo.example',
      testAddresses: ['@listed.example'],
      dkim: null,
      bounceDomain: 'bounces.velo.example',
      allowsPrivate: true,
    },
  })
})
afterAll(async () => {
  await platform.close()
  await server.close()
})

interface HandoverOfOffer {
  readonly required: boolean
  readonly complete: boolean
  readonly documents: readonly {
    readonly designation: string
    readonly href: string
    readonly by: string | null
  }[]
}

const sold = () => sellerOn(platform, { product: 'bike' })
const offerTo = (email: string, member: { handover_required?: boolean } = {}) =>
  madeOffer(sold(), { offer: { email, ...member } })
const pathOf = (href: string) => new URL(href).pathname + new URL(href).search

async function handoverOf(offer: OfferCreated): Promise<HandoverOfOffer> {
  const path = pathOf(offerAssets(offer)).replace('/assets?', '/handover?')
  return (await platform.app.inject(path)).json()
}

async function recordsOf(offer: OfferCreated) {
  const found = await managerOn(platform).get(`/manage/policies/${offer.id}/handover`)
  return found.json<{
    complete: boolean
    missing: string[]
    records: { designation: string; content_hash: string; by: string; voided_at: string | null }[]
  }>()
}

/** Opens a document as a browser does, and lets the jobs run that make it. */
async function open(href: string): Promise<Response> {
  const headers = { accept: 'application/pdf' }
  for (;;) {
    const asked = platform.app.inject({ url: pathOf(href), headers })
    await platform.runDue(['make_documents'])
    const answer = await asked
    if (answer.statusCode !== 202) return answer
  }
}

async function eventsOf({ id }: OfferCreated, type: string) {
  const found = await managerOn(platform).get(`/manage/events?subject_id=${id}&type=${type}`)
  return found.json<{ data: Record<string, unknown> }[]>()
}

describe('a consumer who opens the documents', () => {
  it('is bound only after all of them, and each is on record with its hash', async () => {
    const offer = await offerTo('robin@nobody.example', { handover_required: true })
    const { documents, ...open_ } = await handoverOf(offer)
    expect(open_).toEqual({ policy_id: offer.id, required: true, complete: false })
    expect(documents.map(({ designation, by }) => [designation, by])).toEqual([
      ['ipid', null],
      ['terms', null],
    ])
    const refused = await sold().pay(offer)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'handover_incomplete', message: expect.stringContaining('ipid, terms') },
    ])
    const [ipid, terms] = documents
    // The link that staff and mails have hands over nothing.
    await open((ipid?.href ?? '').replace('&handover=true', ''))
    expect((await recordsOf(offer)).records).toEqual([])
    // Both tabs at once, and once more: it is one record.
    const opened = await Promise.all([open(ipid?.href ?? ''), open(ipid?.href ?? '')])
    await open(ipid?.href ?? '')
    const stillOpen = await sold().pay(offer)
    expect(stillOpen.json()).toMatchObject({ message: expect.stringContaining('received terms.') })
    await open(terms?.href ?? '')
    expect(await handoverOf(offer)).toMatchObject({
      complete: true,
      documents: [{ by: 'download' }, { by: 'download' }],
    })
    expect((await sold().pay(offer)).statusCode).toBe(200)
    // What is opened once there is a contract is no handover.
    await open(documents[0]?.href ?? '')
    const { records, missing } = await recordsOf(offer)
    expect(missing).toEqual([])
    expect(records).toMatchObject([
      { designation: 'ipid', kind: 'ipid', by: 'download', mail_id: null, voided_at: null },
      { designation: 'terms', kind: 'terms', by: 'download', mail_id: null, voided_at: null },
    ])
    const hash = createHash('sha256').update(opened[0].rawPayload).digest('hex')
    expect(records[0]?.content_hash).toBe(hash)
    const events = await eventsOf(offer, 'handover.recorded')
    const proven = new Set(events.map(({ data }) => data['content_hash']))
    expect(proven).toEqual(new Set(records.map((record) => record.content_hash)))
  })

  it('finds them on the page of the payment link, which takes money only after them', async () => {
    const offer = await offerTo('robin@nobody.example', { handover_required: true })
    const { id, payment_token: token } = offer
    const url = `/payment_links/${id}`
    const shown = async () =>
      (await platform.app.inject({ url, headers: { 'payment-token': token } })).json<{
        status: string
        handover?: HandoverOfOffer
      }>()
    const pay = () =>
      platform.app.inject({
        method: 'POST',
        url: `${url}/payments`,
        payload: { token, provider: 'sandbox', method: 'card' },
      })
    expect((await pay()).json()).toMatchObject({ code: 'handover_incomplete' })
    const { handover } = await shown()
    expect(handover).toEqual(await handoverOf(offer))
    expect(handover).toMatchObject({ required: true, complete: false })
    for (const { href } of handover?.documents ?? []) await open(href)
    expect(await shown()).toMatchObject({ status: 'open', handover: { complete: true } })
    expect((await pay()).json()).toMatchObject({ status: 'paid' })
    expect(await shown()).not.toHaveProperty('handover')
  })

  it('has to open them by the right link', async () => {
    const offer = await offerTo('robin@nobody.example', { handover_required: true })
    const answer = await platform.app.inject(`/policies/offers/${offer.id}/handover?token=wrong`)
    expect(answer.statusCode).toBe(404)
  })
})

describe('a sale by API', () => {
  it('without the member is paid at once, and what was opened is on record all the same', async () => {
    const offer = await offerTo('robin@nobody.example')
    const { required, documents } = await handoverOf(offer)
    expect(required).toBe(false)
    await open(documents[0]?.href ?? '')
    expect((await sold().pay(offer)).statusCode).toBe(200)
    expect(await recordsOf(offer)).toMatchObject({
      complete: false,
      missing: ['terms'],
      records: [{ designation: 'ipid' }],
    })
  })

  it('of a product that hands over nothing does not wait', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller, { offer: { handover_required: true } })
    expect(await handoverOf(offer)).toMatchObject({
      required: false,
      complete: true,
      documents: [],
    })
    expect((await seller.pay(offer)).statusCode).toBe(200)
  })
})

describe('a consumer who is sent the documents', () => {
  it('has them once the mail has gone, until it comes back', async () => {
    const offer = await offerTo('gone-later@listed.example', { handover_required: true })
    await mailWithDocuments(platform)
    const taken = server.taken.find(({ to }) => to === 'gone-later@listed.example')
    const sent = await recordsOf(offer)
    expect(sent).toMatchObject({
      complete: true,
      records: [
        { designation: 'ipid', by: 'mail', mail_id: expect.stringMatching(/^mai_/) },
        { designation: 'terms', by: 'mail' },
      ],
    })
    const attached = taken?.parsed.attachments.map(({ content }) =>
      createHash('sha256').update(content).digest('hex'),
    )
    expect(attached).toEqual(expect.arrayContaining(sent.records.map((one) => one.content_hash)))
    await forwardReport(platform, deliveryReport({ to: taken?.from ?? '' }))
    expect(await recordsOf(offer)).toMatchObject({ complete: false, missing: ['ipid', 'terms'] })
    expect(await eventsOf(offer, 'handover.voided')).toHaveLength(2)
    expect((await sold().pay(offer)).json()).toMatchObject({ code: 'handover_incomplete' })
    // Whoever opens them then has them.
    for (const { href } of (await handoverOf(offer)).documents) await open(href)
    expect((await sold().pay(offer)).statusCode).toBe(200)
  })

  it('has them by a mail of test mode that is kept', async () => {
    const offer = await offerTo('robin@nobody.example', { handover_required: true })
    await mailWithDocuments(platform)
    expect(await handoverOf(offer)).toMatchObject({
      complete: true,
      documents: [{ by: 'mail' }, { by: 'mail' }],
    })
  })
})

interface Judged {
  readonly problems: readonly { readonly file: string; readonly message: string }[]
  readonly warnings: readonly { readonly file: string; readonly message: string }[]
}

/** What a push says of the bike's folder with these changes, as far as it concerns consumers. */
async function judged(change: (files: Map<string, Uint8Array>) => void): Promise<Judged> {
  const files = new Map(await wholeExample('bike'))
  leaveOut(files, (path) => /^(mails\/|documents\/.*\.typ$|tests\/)/.test(path))
  leaveLetters(files)
  const edit = (path: string, edited: (text: string) => string) => {
    const text = new TextDecoder().decode(files.get(path))
    files.set(path, new TextEncoder().encode(edited(text)))
  }
  // Only those that are handed over: to try out documents takes longer than all else.
  edit('documents/documents.yaml', (text) => {
    const [head = '', ...entries] = text.split(/^(?=  - )/m)
    return head + entries.filter((entry) => entry.includes('handover:')).join('')
  })
  edit('product.yaml', (text) => text.replaceAll(/^(?:mails|dunning):\n(?:[ #].*\n)+/gm, ''))
  change(files)
  const answer = await managerOn(platform).post('/manage/products/validate', {
    files: encodeFiles(files),
  })
  return answer.json()
}

const template = (...headings: readonly string[]) =>
  new TextEncoder().encode(headings.map((heading) => `= ${heading}\n`).join(''))

describe('a push of a product for consumers', () => {
  it('asks for the product information in each language, save under Swiss law', async () => {
    const leaveFrench = (files: Map<string, Uint8Array>) => {
      files.delete('documents/ipid.fr.pdf')
      const text = new TextDecoder().decode(files.get('product.yaml'))
      const german = text.replace('country_of_risk: CH', 'country_of_risk: DE')
      files.set('product.yaml', new TextEncoder().encode(german))
    }
    const { problems } = await judged(leaveFrench)
    expect(problems.map(({ message }) => message)).toEqual([
      'A product for consumers needs its insurance product information document in fr.',
    ])
    const swiss = await judged((files) => files.delete('documents/ipid.fr.pdf'))
    expect([swiss.problems, swiss.warnings]).toEqual([[], []])
  })

  it('warns of headings that are not there, in a PDF and in a template', async () => {
    const { warnings } = await judged((files) => {
      // The French one has French headings.
      files.set('documents/ipid.de.pdf', files.get('documents/ipid.fr.pdf') ?? new Uint8Array())
      files.delete('documents/ipid.fr.pdf')
      files.set(
        'documents/ipid.fr.typ',
        template(
          'De quel type d’assurance s’agit-il~?',
          "Qu'est-ce qui est assuré ?",
          'Qu’est-ce qui n’est pas assuré ?',
          'Y a-t-il des exclusions à la couverture ?',
          'Où suis-je couvert(e) ?',
          '// Quelles sont mes obligations ?',
          'Quand et comment effectuer les paiements ?',
          'Quand commence la couverture et quand prend-elle fin ?',
          'Comment puis-je résilier le contrat ?',
        ),
      )
    })
    expect(warnings.map(({ file, message }) => [file, message])).toEqual([
      ['documents/ipid.de.pdf', expect.stringContaining('"Was ist versichert?"')],
      [
        'documents/ipid.fr.typ',
        'The insurance product information document does not ask "Quelles sont mes obligations ?".',
      ],
    ])
  })

  it('refuses to hand over what an offer does not have', async () => {
    const { problems } = await judged((files) => {
      const path = 'documents/documents.yaml'
      const text = new TextDecoder().decode(files.get(path))
      const late = text.replace('with: [offer, policy]', 'with: [policy]')
      files.set(path, new TextEncoder().encode(late))
    })
    expect(problems.map(({ message }) => message)).toEqual([
      'This document is not made for offers, so that it cannot be handed over before the contract.',
    ])
  })
})

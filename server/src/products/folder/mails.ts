import { type Problem, suggest } from '../../kernel/index.ts'
import {
  type DocumentDefinition,
  type ItemDefinition,
  type MailDefinition,
  type MailEvent,
  type MailRecipient,
  type MailsDefinition,
  type ProductFiles,
  mailEvents,
} from '../product-definition.ts'
import { type Languages, readLocalTexts } from './local-texts.ts'
import { refuseRepeats } from './names.ts'
import { quoted, type Part } from './part.ts'

const folder = 'mails/'
const templateFile = /^mails\/([^/]+)\.([^/.]+)\.md$/
const footerName = 'footer'
const recipientsMax = 5
const attachmentsMax = 10
const logoBytesMax = 60 * 1024
/** What a header can carry: one address, without a name, a comment or a line break. */
const addressShape = /^[^\s@<>"'(),:;[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i
/** Mail programs show no other pictures everywhere. */
const pictureMarks: Readonly<Record<string, Buffer>> = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  jpg: Buffer.from([0xff, 0xd8, 0xff]),
}

const events = Object.keys(mailEvents) as readonly MailEvent[] // Of this object.

interface Product extends Languages {
  readonly items: readonly Pick<ItemDefinition, 'fieldDefinition'>[]
  readonly documents: readonly Pick<DocumentDefinition, 'designation'>[]
}

/** The mails of a product: `mails` in product.yaml, and the templates in mails/. */
export function readMails(
  root: Part | null,
  files: ProductFiles,
  /** Null where nobody knows its languages. */
  product: Product | null,
  problems: Problem[],
): MailsDefinition | null {
  if (root === null || product === null) return null
  const part = root.member('mails')
  const templates = [...files.keys()].filter((file) => file.startsWith(folder))
  problems.push(...refuseStrays(templates, product))
  const found = new Map<string, Record<string, string>>()
  for (const file of templates) {
    const [, name, language] = templateFile.exec(file) ?? []
    if (name === undefined || language === undefined) continue
    found.set(name, { ...found.get(name), [language]: file })
  }
  if (part.isAbsent && found.size === 0) return null
  if (!part.isAbsent) part.hasOnly(['sender', 'reply_to', 'colour', 'logo', 'send'])
  const send = part.member('send')
  if (!send.isAbsent) send.hasOnly(events)
  return {
    ...readBrand(part, files, product),
    footer: inEachLanguage(found.get(footerName) ?? {}, product),
    mails: events.flatMap((event): MailDefinition[] => {
      const own = found.get(event)
      const entry = send.member(event)
      if (own === undefined) {
        if (!entry.isAbsent) refuseMissing(entry, event, product)
        return []
      }
      if (own[product.defaultLanguage] === undefined) refuseMissing(send, event, product)
      const read = readEntry(entry, product)
      if (mailEvents[event] === null) refuseOfPolicy(entry, read)
      return [{ event, ...read, files: inEachLanguage(own, product) }]
    }),
  }
}

function readEntry(
  entry: Part,
  product: Product,
): Pick<MailDefinition, 'isSent' | 'to' | 'attach'> {
  if (entry.isAbsent || entry.value === false) return { isSent: false, to: [], attach: [] }
  const policyholder = [{ kind: 'policyholder' }] as const
  if (entry.value === true) return { isSent: true, to: policyholder, attach: [] }
  entry.hasOnly(['to', 'attach'])
  return {
    isSent: true,
    to: entry.member('to').optional<readonly MailRecipient[]>(policyholder, (to) => {
      const list = to.filledList('List policyholder, distributor, a field or an address.')
      if (list.length > recipientsMax) {
        to.refuse(`There are more than ${recipientsMax} recipients.`, 'Remove some of them.')
      }
      return list.map((one) => readRecipient(one, product))
    }),
    attach: entry.member('attach').optional<readonly string[]>([], (attach) => {
      const list = attach.list('List documents by their designation.')
      refuseRepeats(list, '')
      if (list.length > attachmentsMax) {
        attach.refuse(`There are more than ${attachmentsMax} attachments.`, 'Remove some of them.')
      }
      return list.map((one) => readDesignation(one, product))
    }),
  }
}

/** The receipt of a declared withdrawal knows no policy, and so neither documents nor fields of one. */
function refuseOfPolicy(entry: Part, { to, attach }: Pick<MailDefinition, 'to' | 'attach'>): void {
  if (attach.length === 0 && to.every(({ kind }) => kind !== 'field' && kind !== 'distributor'))
    return
  entry.refuse(
    'This mail knows no policy, only what was declared.',
    'Remove attach, and recipients that are fields or the distributor.',
  )
}

function readRecipient(part: Part, { items }: Product): MailRecipient {
  if (part.value === 'policyholder' || part.value === 'distributor') return { kind: part.value }
  if (typeof part.value === 'string') {
    const fix = 'Write policyholder, distributor, { field: … } or { address: … }.'
    part.refuse(`${quoted(part.value)} is no recipient.`, fix)
    return { kind: 'policyholder' }
  }
  part.hasOnly(['field', 'address'])
  const field = part.member('field')
  if (field.isAbsent) {
    const fix = 'Write an e-mail address, for example claims@example.com.'
    return { kind: 'address', address: part.member('address').matching(addressShape, fix) }
  }
  const name = field.text('Name a field of fields.json.')
  const fields = items.flatMap(({ fieldDefinition }) =>
    fieldDefinition.definition.policy.map((one) => one.name),
  )
  if (name !== '' && !fields.includes(name)) {
    field.refuse(`fields.json has no field ${quoted(name)}.`, suggest(name, fields))
  }
  return { kind: 'field', field: name }
}

function readDesignation(part: Part, { documents }: Product): string {
  const name = part.text('Name a document.')
  const known = documents.map(({ designation }) => designation)
  if (name !== '' && !known.includes(name)) {
    part.refuse(`There is no document ${quoted(name)}.`, suggest(name, known))
  }
  return name
}

function readBrand(
  part: Part,
  files: ProductFiles,
  product: Product,
): Pick<MailsDefinition, 'sender' | 'replyTo' | 'colour' | 'logo'> {
  const [sender, replyTo] = [part.member('sender'), part.member('reply_to')]
  const [colour, logo] = [part.member('colour'), part.member('logo')]
  const address = 'Write an e-mail address, for example service@example.com.'
  return {
    ...(!sender.isAbsent && { sender: readLocalTexts(sender, product, 'Write who sends it.') }),
    ...(!replyTo.isAbsent && { replyTo: replyTo.matching(addressShape, address) }),
    ...(!colour.isAbsent && {
      colour: colour.matching(/^#[0-9a-f]{6}$/i, 'Write a colour such as "#1f4435", in quotes.'),
    }),
    ...(!logo.isAbsent && { logo: readLogo(logo, files) }),
  }
}

function readLogo(part: Part, files: ProductFiles): string {
  const path = part.text('Name a picture of the folder, for example mails/logo.png.')
  const content = files.get(path)
  const mark = pictureMarks[path.slice(path.lastIndexOf('.') + 1)]
  if (path === '') return path
  if (content === undefined) {
    part.refuse(`There is no file ${quoted(path)}.`, 'Write its path in the folder.')
  } else if (mark === undefined || !mark.equals(content.subarray(0, mark.length))) {
    const fix = 'Use a .png or a .jpg: many mail programs show nothing else.'
    part.refuse(`${quoted(path)} is no picture for mails.`, fix)
  } else if (content.length > logoBytesMax) {
    part.refuse(`The picture is larger than ${logoBytesMax / 1024} KiB.`, 'Save it smaller.')
  }
  return path
}

function inEachLanguage(
  own: Readonly<Record<string, string>>,
  { languages, defaultLanguage }: Languages,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const language of languages) {
    const file = own[language] ?? own[defaultLanguage]
    if (file !== undefined) found[language] = file
  }
  return found
}

function refuseMissing(part: Part, event: MailEvent, { defaultLanguage }: Languages): void {
  const file = `${folder}${event}.${defaultLanguage}.md`
  part.refuse(
    `The mail ${event} is missing: there is no ${file}.`,
    'Add it in the default language; other languages fall back on it.',
  )
}

function refuseStrays(templates: readonly string[], { languages }: Languages): Problem[] {
  return templates.flatMap((file) => {
    if (!file.endsWith('.md')) return []
    const [, name = '', language = ''] = templateFile.exec(file) ?? []
    if (name === '' || (name !== footerName && !events.some((event) => event === name))) {
      const message = `No event ${quoted(name)} sends a mail.`
      return [{ file, place: '', message, fix: suggest(name, [...events, footerName]) }]
    }
    if (languages.includes(language)) return []
    const message = `${quoted(language)} is not among the languages of the product.`
    return [{ file, place: '', message, fix: suggest(language, languages) }]
  })
}

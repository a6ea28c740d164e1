import {
  type CheckoutContact,
  type CheckoutDefinition,
  type CheckoutLink,
  type LocalTexts,
  type ProductFiles,
  checkoutLinks,
} from '../product-definition.ts'
import { readText } from './checkout-text.ts'
import { type Languages, readLocalTexts } from './local-texts.ts'
import { quoted, type Part } from './part.ts'

const urlLengthMax = 500
const logoBytesMax = 200 * 1024
const emailShape = /^[^\s@<>"']{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i
const phoneShape = /^\+?[0-9][0-9 ()/.-]{3,30}$/

/** Whose page it is: logo, contact, and links to terms, privacy notice and imprint. */
export function readBrand(
  root: Part,
  files: ProductFiles,
  product: Languages,
): Pick<CheckoutDefinition, 'logo' | 'contact' | 'links'> {
  const [logo, contact, links] = [root.member('logo'), root.member('contact'), root.member('links')]
  return {
    ...(!logo.isAbsent && { logo: readLogo(logo, files) }),
    ...(!contact.isAbsent && { contact: readContact(contact, product) }),
    ...(!links.isAbsent && { links: readLinks(links, product) }),
  }
}

function readLogo(part: Part, files: ProductFiles): string {
  const text = part.text('Name a picture of the folder, or its https address.')
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    refuseUnsafe(part, text)
    return text
  }
  const file = files.get(text)
  if (text !== '' && logoType(text) === null) {
    part.refuse(
      `${quoted(text)} is not a picture.`,
      'Use a file that ends in .svg, .png, .jpg or .webp.',
    )
  } else if (text !== '' && file === undefined) {
    part.refuse(
      `There is no file ${quoted(text)}.`,
      'Write its path in the folder, for example documents/logo.svg.',
    )
  } else if (file !== undefined && file.length > logoBytesMax) {
    part.refuse(`The picture is larger than ${logoBytesMax / 1024} KiB.`, 'Save it smaller.')
  }
  return text
}

const logoTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** The media type of a picture by its name; null where it is none. */
export function logoType(path: string): string | null {
  const [, ending = ''] = /\.([a-z]+)$/.exec(path) ?? []
  return logoTypes[ending] ?? null
}

function readContact(part: Part, product: Languages): CheckoutContact {
  part.hasOnly(['name', 'email', 'phone'])
  const [name, email, phone] = [part.member('name'), part.member('email'), part.member('phone')]
  if (email.isAbsent && phone.isAbsent && typeof part.value === 'object') {
    part.refuse('The contact has neither email nor phone.', 'Add one of them.')
  }
  return {
    ...(!name.isAbsent && { name: readText(name, product) }),
    ...(!email.isAbsent && {
      email: email.matching(emailShape, 'Write an e-mail address, for example hello@example.com.'),
    }),
    ...(!phone.isAbsent && {
      phone: phone.matching(
        phoneShape,
        'Write a telephone number in quotes, for example "+41 44 123 45 67".',
      ),
    }),
  }
}

function readLinks(part: Part, product: Languages): Partial<Record<CheckoutLink, LocalTexts>> {
  part.hasOnly(checkoutLinks)
  const given = checkoutLinks.filter((name) => !part.member(name).isAbsent)
  return Object.fromEntries(given.map((name) => [name, readAddress(part.member(name), product)]))
}

/** One address for all languages, or one for each. */
function readAddress(part: Part, product: Languages): LocalTexts {
  const texts = readLocalTexts(part, product, 'Write an address that begins with https://.')
  for (const [language, address] of Object.entries(texts)) {
    if (address !== '') {
      refuseUnsafe(typeof part.value === 'string' ? part : part.member(language), address)
    }
  }
  return texts
}

/** A page opens what stands here: nothing but https, so that no script and no password can. */
function refuseUnsafe(part: Part, address: string): void {
  const url = URL.parse(address)
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (!isSafe || address.length > urlLengthMax) {
    part.refuse(
      `${quoted(address)} is not an address that a page may open.`,
      'Write an address that begins with https://.',
    )
  }
}

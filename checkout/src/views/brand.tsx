import { sayIn } from '../form/build-field.ts'
import type { Opened } from '../sale/sale.ts'

interface BrandProps {
  readonly opened: Opened
  /** The address of a product's file, from this page. */
  readonly fileAt: (href: string) => string
}

/** The logo and the name of the product. */
export function Brand({ opened, fileAt }: BrandProps) {
  const { form, locale } = opened
  const { logo } = form.checkout
  return (
    <div class="brand">
      {logo !== null && (
        <img class="logo" part="logo" src={fileAt(logo)} alt="" referrerPolicy="no-referrer" />
      )}
      <p class="product" part="product">
        {sayIn(form.names, locale.language) || form.name}
      </p>
    </div>
  )
}

/** The contact: a telephone number and an e-mail address. */
export function Contact({ opened }: Pick<BrandProps, 'opened'>) {
  const { form, locale } = opened
  const { contact } = form.checkout
  if (contact === null) return null
  const name = sayIn(contact.name, locale.language)
  return (
    <address class="contact" part="contact">
      {name !== '' && <span class="who">{name}</span>}
      {contact.phone !== null && (
        <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>{contact.phone}</a>
      )}
      {contact.email !== null && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
    </address>
  )
}

/** The footer of every step: contact, terms, privacy notice and imprint. */
export function Footer({ opened }: Pick<BrandProps, 'opened'>) {
  const { form, locale, words } = opened
  const links = form.checkout.links.map(({ name, href }) => ({
    name: words.links[name],
    href: sayIn(href, locale.language),
  }))
  if (form.checkout.contact === null && links.length === 0) return null
  return (
    <footer class="foot" part="footer">
      <Contact opened={opened} />
      {links.length > 0 && (
        <ul>
          {links.map(({ name, href }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {name} <span class="hidden">{words.opensNew}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  )
}

import { type Static, Type } from 'typebox'
import {
  type CheckoutDefinition,
  type CheckoutSection,
  type LocalTexts,
  type ProductDefinition,
  checkoutLinks,
  inAllLanguages,
} from '../../products/index.ts'
import { flag, oneOf, orNull, text, textOrNull, texts } from '../wire/schema.ts'

const sectionSchema = Type.Object({
  title: texts('Its title by language; empty where it has none.'),
  fields: Type.Array(Type.String(), { description: 'The names of its fields, in order.' }),
})
const sections = (description: string) => Type.Array(sectionSchema, { description })

const fieldSchema = Type.Object({
  name: text('The name of the field.'),
  label: texts('What to call it, by language; empty where the product does not say.'),
  help: texts('A sentence that helps to answer; empty where there is none.'),
  placeholder: texts('What stands in the empty field; empty where there is nothing.'),
  unit: texts('What stands behind the number; empty where there is nothing.'),
  entry: texts('What one entry of a list is called; empty where the product does not say.'),
  money: flag('Whether it is an amount in minor units of the currency.'),
  percent: flag(
    'Whether it is a fraction that customers read and write as a percent: 2 % is sent as 0.02.',
  ),
  choices: Type.Array(
    Type.Object({ value: text('The answer, as text.'), label: texts('What to call it.') }),
    { description: 'What the answers to choose from are called, where the product says so.' },
  ),
})

/** What `checkout.yaml` adds to the rules; a front end of your own may use it or not. */
export const checkoutSchema = Type.Object(
  {
    quote: sections('How what a quote asks is put together; fields that are not listed follow.'),
    policy: sections('The same for what an offer asks.'),
    plan_question: textOrNull(
      'The question that is answered with the key of the plan that was chosen; null if none is.',
    ),
    fields: Type.Array(fieldSchema, { description: 'What to say of fields, of whichever item.' }),
    logo: textOrNull('Where the logo is; null if there is none.'),
    contact: orNull(
      Type.Object({
        name: texts('Who answers, by language; empty where the product does not say.'),
        email: textOrNull('An e-mail address; null if there is none.'),
        phone: textOrNull('A telephone number as people write it; null if there is none.'),
      }),
      'Whom a customer can turn to; null where the product does not say.',
    ),
    links: Type.Array(
      Type.Object({
        name: oneOf(checkoutLinks, 'What the page is.'),
        href: texts('Its https address by language.'),
      }),
      { description: 'Pages that a customer may want to read.' },
    ),
  },
  { description: 'How a page asks, as far as the product says so.' },
)

const nothingSaid = {
  quote: [],
  policy: [],
  plan_question: null,
  fields: [],
  logo: null,
  contact: null,
  links: [],
}

export function viewCheckout(
  checkout: CheckoutDefinition | undefined,
  { languages, defaultLanguage }: Pick<ProductDefinition, 'languages' | 'defaultLanguage'>,
  /** The address of a file of the folder. */
  hrefOf: (file: string) => string,
): Static<typeof checkoutSchema> {
  if (checkout === undefined) return nothingSaid
  const { logo, contact } = checkout
  const spoken = (given: LocalTexts | undefined) => {
    const fallback = given?.[defaultLanguage]
    return fallback === undefined ? {} : inAllLanguages(given, languages, fallback)
  }
  const section = ({ title, fields }: CheckoutSection) => ({
    title: spoken(title),
    fields: [...fields],
  })
  return {
    quote: checkout.quote.map(section),
    policy: checkout.policy.map(section),
    plan_question: checkout.planQuestion,
    fields: Object.entries(checkout.fields).map(([name, field]) => ({
      name,
      label: spoken(field.label),
      help: spoken(field.help),
      placeholder: spoken(field.placeholder),
      unit: spoken(field.unit),
      entry: spoken(field.entry),
      money: field.money === true,
      percent: field.percent === true,
      choices: Object.entries(field.choices).map(([value, label]) => ({
        value,
        label: spoken(label),
      })),
    })),
    logo: logo === undefined ? null : logo.startsWith('https:') ? logo : hrefOf(logo),
    contact:
      contact === undefined
        ? null
        : {
            name: spoken(contact.name),
            email: contact.email ?? null,
            phone: contact.phone ?? null,
          },
    links: checkoutLinks.flatMap((name) => {
      const href = checkout.links?.[name]
      return href === undefined ? [] : [{ name, href: spoken(href) }]
    }),
  }
}

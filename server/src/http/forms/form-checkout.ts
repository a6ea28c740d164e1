import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
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
  title: texts('The title of the section by language; empty if it has none.'),
  fields: Type.Array(Type.String(), {
    description: 'The names of the fields of the section, in order.',
  }),
})
const sections = (description: string) => Type.Array(sectionSchema, { description })

const fieldSchema = Type.Object({
  name: text('The name of the field.'),
  label: texts('The label by language; empty if the product has none.'),
  help: texts('A help text; empty if there is none.'),
  placeholder: texts('The placeholder of the empty field; empty if there is none.'),
  unit: texts('The unit of the number; empty if there is none.'),
  entry: texts('The name of one entry of a list; empty if the product has none.'),
  money: flag('Whether the value is an amount in minor units of the currency.'),
  percent: flag(
    'Whether the value is a fraction that customers read and write as a percentage: 2 % is ' +
      'sent as 0.02.',
  ),
  choices: Type.Array(
    Type.Object({ value: text('The answer, as text.'), label: texts('The label of the answer.') }),
    { description: 'The labels of the possible answers, if the product has them.' },
  ),
})

/** The content of `checkout.yaml`, which front ends may use. */
export const checkoutSchema = Type.Object(
  {
    quote: sections('The sections of the quote questions; fields that are not listed follow.'),
    policy: sections('The sections of the offer fields; fields that are not listed follow.'),
    plan_question: textOrNull(
      'The question whose answer is the key of the chosen plan; null if there is none.',
    ),
    fields: Type.Array(fieldSchema, { description: 'Labels and hints for fields, for all items.' }),
    logo: textOrNull('The address of the logo; null if there is none.'),
    contact: orNull(
      Type.Object({
        name: texts('The name of the contact, by language; empty if the product has none.'),
        email: textOrNull('An e-mail address; null if there is none.'),
        phone: textOrNull('A telephone number, formatted for reading; null if there is none.'),
      }),
      'The contact for customers; null if the product has none.',
    ),
    links: Type.Array(
      Type.Object({
        name: oneOf([...checkoutLinks, 'withdrawal'], 'The kind of page.'),
        href: texts('The https address of the page, by language.'),
      }),
      {
        description:
          'Pages for customers, such as the privacy notice, the imprint, and the page on which ' +
          'they withdraw from the contract.',
      },
    ),
  },
  { description: 'The presentation of the form, as far as the product defines it.' },
)

const emptyCheckout = {
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
  withdrawalPage: string | null,
): Static<typeof checkoutSchema> {
  const toWithdrawal =
    withdrawalPage === null
      ? []
      : [{ name: 'withdrawal' as const, href: inAllLanguages({}, languages, withdrawalPage) }]
  if (checkout === undefined) return { ...emptyCheckout, links: toWithdrawal }
  const { logo, contact } = checkout
  const translated = (given: LocalTexts | undefined) => {
    const fallback = given?.[defaultLanguage]
    return fallback === undefined ? {} : inAllLanguages(given, languages, fallback)
  }
  const section = ({ title, fields }: CheckoutSection) => ({
    title: translated(title),
    fields: [...fields],
  })
  return {
    quote: checkout.quote.map(section),
    policy: checkout.policy.map(section),
    plan_question: checkout.planQuestion,
    fields: Object.entries(checkout.fields).map(([name, field]) => ({
      name,
      label: translated(field.label),
      help: translated(field.help),
      placeholder: translated(field.placeholder),
      unit: translated(field.unit),
      entry: translated(field.entry),
      money: field.money === true,
      percent: field.percent === true,
      choices: Object.entries(field.choices).map(([value, label]) => ({
        value,
        label: translated(label),
      })),
    })),
    logo: logo === undefined ? null : logo.startsWith('https:') ? logo : hrefOf(logo),
    contact:
      contact === undefined
        ? null
        : {
            name: translated(contact.name),
            email: contact.email ?? null,
            phone: contact.phone ?? null,
          },
    links: [
      ...checkoutLinks.flatMap((name) => {
        const href = checkout.links?.[name]
        return href === undefined ? [] : [{ name, href: translated(href) }]
      }),
      ...toWithdrawal,
    ],
  }
}

import { isTimeZone, suggest } from '../../kernel/index.ts'
import {
  type LocalTexts,
  type ProductDefinition,
  type PublicOutput,
  customerKinds,
} from '../product-definition.ts'
import { readCancellation } from './cancellation-settings.ts'
import { readDunning } from './dunning-settings.ts'
import { readIntegrations } from './integrations.ts'
import { lifeKeys, readLife } from './life-settings.ts'
import { type Languages, readLocalTexts } from './local-texts.ts'
import { readKey, readLanguages, refuseRepeats } from './names.ts'
import { quoted, type Part } from './part.ts'
import { readPaymentPlans } from './payment-plans.ts'
import { readPersonalData } from './personal-data.ts'
import { readPublish } from './publish-settings.ts'
import { readRenewal } from './renewal-settings.ts'
import { readLaw, readWithdrawal } from './withdrawal-settings.ts'

const validDaysMax = 365
const validDaysDefault = 30
const policyPrefixPattern = /^[A-Z0-9]{2,8}$/
const currencies = Intl.supportedValuesOf('currency')

const productKeys = [
  'key',
  'name',
  'languages',
  'default_language',
  'currency',
  'time_zone',
  'class_of_business',
  'country_of_risk',
  'policy_prefix',
  'quote_valid_days',
  'offer_valid_days',
  'free_of_charge',
  'items',
  'payment_plans',
  'integrations',
  'law',
  'customers',
  'cancellation',
  'withdrawal',
  ...lifeKeys,
  'renewal',
  'dunning',
  'publish',
  'public_outputs',
  'personal_data',
  'mails',
] as const

export interface NamedItem {
  readonly key: string
  readonly name: string
  readonly names?: LocalTexts
}

export interface ProductYaml extends Omit<
  ProductDefinition,
  'items' | 'datasets' | 'documents' | 'mails'
> {
  readonly items: readonly NamedItem[]
}

export function readProductYaml(root: Part): ProductYaml {
  root.hasOnly(productKeys)
  const key = readKey(root.member('key'))
  const languages = readLanguages(root.member('languages'))
  const defaultLanguage = readDefaultLanguage(root.member('default_language'), languages)
  const spoken = { languages, defaultLanguage }
  const paymentPlans = readPaymentPlans(root.member('payment_plans'))
  const life = readLife(root, spoken)
  const law = readLaw(root.member('law'))
  const named = readName(root.member('name'), spoken, 'Name the product as customers know it.')
  return {
    key,
    ...named,
    languages,
    defaultLanguage,
    currency: readCurrency(root.member('currency')),
    timeZone: readTimeZone(root.member('time_zone')),
    ...readTaxFacts(root),
    policyPrefix: root
      .member('policy_prefix')
      .matching(policyPrefixPattern, 'Use 2 to 8 capitals or digits, for example CYB.'),
    quoteValidDays: readValidDays(root.member('quote_valid_days')),
    offerValidDays: readValidDays(root.member('offer_valid_days')),
    freeOfCharge: root.member('free_of_charge').optional(false, (given) => given.boolean()),
    items: root
      .member('items')
      .optional([{ key, ...named }], (items) => readNamedItems(items, spoken)),
    paymentPlans,
    integrations: root.member('integrations').optional([], readIntegrations),
    law,
    ...root.member('customers').optional<Pick<ProductDefinition, 'customers'>>({}, (part) => ({
      customers: part.oneOf(customerKinds),
    })),
    cancellation: readCancellation(root.member('cancellation'), {
      plans: paymentPlans,
      law,
      spoken,
    }),
    withdrawal: readWithdrawal(root.member('withdrawal'), law, paymentPlans),
    life,
    renewal: readRenewal(root.member('renewal'), paymentPlans),
    dunning: readDunning(root.member('dunning'), law),
    ...root.member('publish').optional<Pick<ProductDefinition, 'publish'>>({}, (part) => {
      const publish = readPublish(part)
      return publish === null ? {} : { publish }
    }),
    ...root
      .member('public_outputs')
      .optional<Pick<ProductDefinition, 'publicOutputs'>>({}, (outputs) => ({
        publicOutputs: readPublicOutputs(outputs, spoken),
      })),
    ...root
      .member('personal_data')
      .optional<Pick<ProductDefinition, 'personalData'>>({}, (marked) => ({
        personalData: readPersonalData(marked),
      })),
  }
}

function readDefaultLanguage(part: Part, languages: readonly string[]): string {
  const first = languages[0] ?? ''
  if (part.isAbsent) return first
  const language = part.text('Write one of the languages.')
  if (language !== '' && languages.length > 0 && !languages.includes(language)) {
    part.refuse(`${quoted(language)} is not among the languages.`, suggest(language, languages))
  }
  return language
}

function readCurrency(part: Part): string {
  const code = part.text('Write an ISO 4217 code such as EUR.')
  if (code !== '' && !currencies.includes(code.toUpperCase())) {
    part.refuse(`${quoted(code)} is not an ISO 4217 currency.`, 'Write a code such as EUR or CHF.')
  }
  return code.toLowerCase()
}

function readTimeZone(part: Part): string {
  const name = part.text('Write a time zone such as Europe/Berlin.')
  // An offset such as +01:00 is a zone to the calendar, but it would forget summer time.
  if (name !== '' && (!/^[A-Za-z]/.test(name) || !isTimeZone(name))) {
    part.refuse(`${quoted(name)} is not a time zone.`, 'Write one such as Europe/Berlin or UTC.')
  }
  return name
}

const classPattern = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** What tax returns are made by. */
function readTaxFacts(root: Part): Pick<ProductDefinition, 'classOfBusiness' | 'countryOfRisk'> {
  const none: Pick<ProductDefinition, 'classOfBusiness' | 'countryOfRisk'> = {}
  return {
    ...root.member('class_of_business').optional(none, (part) => ({
      classOfBusiness: part.matching(
        classPattern,
        'Use lower-case words joined by underscores, for example general_liability.',
      ),
    })),
    ...root.member('country_of_risk').optional(none, (part) => ({
      countryOfRisk: readCountry(part),
    })),
  }
}

function readCountry(part: Part): string {
  const code = part.matching(/^[A-Z]{2}$/, 'Write an ISO 3166 code such as DE.')
  if (/^[A-Z]{2}$/.test(code) && countries.of(code) === undefined) {
    part.refuse(`${quoted(code)} is not a country.`, 'Write an ISO 3166 code such as DE or CH.')
  }
  return code
}

function readValidDays(part: Part): number {
  return part.optional(validDaysDefault, (given) => given.integer(1, validDaysMax))
}

function readName(
  part: Part,
  spoken: Languages,
  fix: string,
): { readonly name: string; readonly names?: LocalTexts } {
  const names = readLocalTexts(part, spoken, fix)
  const name = names[spoken.defaultLanguage] ?? ''
  return Object.keys(names).length > 1 ? { name, names } : { name }
}

function readPublicOutputs(part: Part, spoken: Languages): PublicOutput[] {
  const entries = part.list('List outputs of pricing, each with its label.')
  refuseRepeats(entries, 'output')
  return entries.map((entry) => {
    entry.hasOnly(['output', 'label'])
    return {
      output: entry.member('output').text('Write the name of an output.'),
      labels: readLocalTexts(entry.member('label'), spoken, 'Say what customers call it.'),
    }
  })
}

function readNamedItems(part: Part, spoken: Languages): NamedItem[] {
  const entries = part.filledList('List the items with key and name, or leave items out.')
  refuseRepeats(entries)
  return entries.map((entry) => {
    entry.hasOnly(['key', 'name'])
    const key = readKey(entry.member('key'))
    const name = entry.member('name')
    return { key, ...(name.isAbsent ? { name: key } : readName(name, spoken, 'Name the item.')) }
  })
}

import { type Static, Type } from 'typebox'
import {
  type CheckoutDefinition,
  type Form,
  type FormQuestion,
  inAllLanguages,
  commonDocuments,
  isCollectedElsewhere,
  planFrequencies,
} from '../../products/index.ts'
import type { Links } from '../links.ts'
import { formExample } from './examples.ts'
import { checkoutSchema, viewCheckout } from './form-checkout.ts'
import { viewPublicOutputs } from '../quotes/public-outputs.ts'
import { flag, named, oneOf, text, textOrNull, texts } from '../wire/schema.ts'

const questionSchema = Type.Object(
  {
    name: text('The name of the field.'),
    path: textOrNull('Where it stands: `data`, or null for a member of the request itself.'),
    validation: text(
      'The rule string that the answer is checked with, but for datasets that are not public.',
    ),
    type: textOrNull('The rule that names its type, such as `integer`; null if none does.'),
    required: flag('Whether it must be answered whatever the others are.'),
    choices: Type.Unsafe<readonly (string | number)[] | null>({
      type: ['array', 'null'],
      items: { type: ['string', 'number'] },
      description: 'The answers to choose from, as they are to be sent; null for any.',
    }),
    conditions: Type.Array(
      Type.Object({
        rule: text('The rule, such as `required_if`.'),
        params: Type.Array(Type.String(), { description: 'Its arguments.' }),
      }),
      { description: 'What makes it required, depending on other answers.' },
    ),
    dataset_id: textOrNull(
      'The public dataset to choose an item from; null if there is none, or it is not public.',
    ),
    dataset_fields: Type.Array(Type.String(), {
      description: 'The public fields of its items, those that name an item first; else empty.',
    }),
  },
  { $id: 'Question', description: 'A field that a front end asks for.' },
)
const questions = (description: string) => Type.Array(named(questionSchema), { description })

const formSchema = Type.Object(
  {
    integration_id: text('The integration, for quotes.'),
    integration_version_id: text('Its version.'),
    product_version_id: text('The version of the product that this is the form of.'),
    name: text('The name of the product, in the default language.'),
    names: texts('The name of the product by language.'),
    languages: Type.Array(Type.String(), { description: 'In which offers can be made.' }),
    default_language: text('One of them.'),
    currency: text('ISO 4217, in lower case.'),
    time_zone: text('On whose clock rules such as `after:today` are checked.'),
    items: Type.Array(
      Type.Object({
        id: text('For `item_id` of a quote.'),
        name: text('What is sold, in the default language.'),
        names: texts('The same by language.'),
        quote: questions('What a quote asks for.'),
        policy: questions('What an offer asks for.'),
      }),
      { description: 'In the order of the product folder.' },
    ),
    public_outputs: Type.Array(
      Type.Object({
        output: text('The name of the output.'),
        labels: texts('What to call it, by language.'),
      }),
      { description: 'What quotes tell besides the price, in the order of the product folder.' },
    ),
    subscription_plans: Type.Array(
      Type.Object({
        id: text('For `subscription_plan_id` of a quote.'),
        key: text('Its key in the product folder.'),
        name: text('Its name.'),
        names: texts('What customers call it, by language.'),
        type: oneOf(['single', 'recurring'], 'Whether it is paid once or again and again.'),
        frequency: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          enum: [...planFrequencies, null],
          description: 'How often it is paid; null for a single payment.',
        }),
        methods: Type.Array(
          Type.Object({
            provider: text('For a payment.'),
            method: text('For a payment.'),
            collects_elsewhere: flag(
              'Whether somebody collects outside of the platform: the payment is `ok` at once.',
            ),
          }),
          { description: 'The ways to pay that the mode of the key allows.' },
        ),
        answer: Type.Unsafe<string | number | boolean | null>({
          type: ['string', 'number', 'boolean', 'null'],
          description:
            'What `plan_question` of `checkout` is answered with by whoever chooses this plan; null ' +
            'where there is no such question.',
        }),
      }),
      { description: 'In the order of the product folder.' },
    ),
    checkout: checkoutSchema,
    documents: Type.Array(
      Type.Object({
        designation: text('What the product calls it, such as `terms`.'),
        names: texts('How it is called, by language.'),
        hrefs: texts('Where it is, by language. No key is needed.'),
      }),
      {
        description:
          'The documents of an offer that are the same for everybody: they can be read before there ' +
          'is an offer.',
      },
    ),
  },
  {
    $id: 'Form',
    description: 'What a front end needs to sell through an integration.',
    examples: [formExample],
  },
)
export const formSchemas = { question: questionSchema, form: formSchema }

/** Listed by hand: of a version most is not for customers. */
export function viewForm(
  { version, integration, integrationVersion, items, plans }: Form,
  isPayable: (provider: string) => boolean,
  to: Links,
): Static<typeof formSchema> {
  const { name, names, languages, defaultLanguage, currency, timeZone, checkout } =
    version.definition
  const hrefOf = (file: string) => to.productFile(version.id, file).href
  return {
    integration_id: integration.integrationId,
    integration_version_id: integrationVersion.id,
    product_version_id: version.id,
    name,
    names: inAllLanguages(names, languages, name),
    languages: [...languages],
    default_language: defaultLanguage,
    currency,
    time_zone: timeZone,
    items: items.map(({ id, name: itemName, names: itemNames, quote, policy }) => ({
      id,
      name: itemName,
      names: { ...itemNames },
      quote: quote.map(viewQuestion),
      policy: policy.map(viewQuestion),
    })),
    public_outputs: viewPublicOutputs(version.definition),
    subscription_plans: plans.map((plan) => ({
      id: plan.id,
      key: plan.key,
      name: plan.name,
      names: inAllLanguages(checkout?.plans[plan.key], languages, plan.name),
      type: plan.type,
      frequency: plan.frequency,
      methods: plan.methods
        .filter(({ provider }) => isPayable(provider))
        .map(({ provider, method }) => ({
          provider,
          method,
          collects_elsewhere: isCollectedElsewhere(provider),
        })),
      answer: planAnswer(plan.key, checkout, items),
    })),
    checkout: viewCheckout(checkout, version.definition, hrefOf),
    documents: commonDocuments(version.definition).map(({ designation, names: called, files }) => ({
      designation,
      names: { ...called },
      hrefs: Object.fromEntries(
        Object.entries(files).map(([language, file]) => [language, hrefOf(file)]),
      ),
    })),
  }
}

/** As the question takes it: a number or a truth value where those are the answers. */
function planAnswer(
  key: string,
  checkout: CheckoutDefinition | undefined,
  items: Form['items'],
): string | number | boolean | null {
  const name = checkout?.planQuestion ?? null
  if (checkout === undefined || name === null) return null
  const text = checkout.planAnswers?.[key] ?? key
  const question = items.flatMap(({ quote }) => quote).find((one) => one.name === name)
  if (question?.type === 'boolean') return text === 'true'
  return question?.choices?.find((choice) => String(choice) === text) ?? text
}

export function viewQuestion(question: FormQuestion): Static<typeof questionSchema> {
  const { name, path, validation, type, choices, conditions } = question
  return {
    name,
    path,
    validation,
    type,
    required: question.isRequired,
    choices,
    conditions: conditions.map((rule) => ({ rule: rule.name, params: [...rule.arguments] })),
    dataset_id: question.datasetId,
    dataset_fields: [...question.datasetFields],
  }
}

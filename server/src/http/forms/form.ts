import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import {
  type Form,
  type FormQuestion,
  inAllLanguages,
  commonDocuments,
  handoverDocuments,
  isCollectedElsewhere,
  planAnswer,
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
    path: textOrNull(
      'The object that holds the field: `data`, or null for a member of the request itself.',
    ),
    validation: text(
      'The rule string that checks the answer, without rules on datasets that are not public.',
    ),
    type: textOrNull(
      'The rule that determines the type, such as `integer`; null if there is none.',
    ),
    required: flag('Whether an answer is always required.'),
    choices: Type.Unsafe<readonly (string | number)[] | null>({
      type: ['array', 'null'],
      items: { type: ['string', 'number'] },
      description: 'The possible answers, as they are to be sent; null if there is no list.',
    }),
    conditions: Type.Array(
      Type.Object({
        rule: text('The rule, such as `required_if`.'),
        params: Type.Array(Type.String(), { description: 'The arguments of the rule.' }),
      }),
      { description: 'The rules that make the answer required, depending on other answers.' },
    ),
    dataset_id: textOrNull(
      'The public dataset to choose an item from; null if there is none, or the dataset is ' +
        'not public.',
    ),
    dataset_fields: Type.Array(Type.String(), {
      description:
        'The public fields of the dataset items, with those that identify an item first; ' +
        'empty without a dataset.',
    }),
  },
  { $id: 'Question', description: 'A field to ask the customer for.' },
)
const questions = (description: string) => Type.Array(named(questionSchema), { description })

const formSchema = Type.Object(
  {
    integration_id: text('The integration. Send it as `integration_id` of a quote.'),
    integration_version_id: text('The version of the integration.'),
    product_version_id: text('The product version of this form.'),
    name: text('The name of the product, in the default language.'),
    names: texts('The name of the product by language.'),
    languages: Type.Array(Type.String(), {
      description: 'The languages in which offers can be created.',
    }),
    default_language: text('The default language, one of `languages`.'),
    currency: text('ISO 4217, in lower case.'),
    time_zone: text('The time zone in which rules such as `after:today` are checked.'),
    items: Type.Array(
      Type.Object({
        id: text('The item. Send it as `item_id` of a quote.'),
        name: text('The name of the item, in the default language.'),
        names: texts('The name of the item, by language.'),
        quote: questions('The questions of a quote.'),
        policy: questions('The fields of an offer.'),
      }),
      { description: 'In the order of the product folder.' },
    ),
    public_outputs: Type.Array(
      Type.Object({
        output: text('The name of the output.'),
        labels: texts('The label of the output, by language.'),
      }),
      {
        description:
          'The outputs that quotes show besides the price, in the order of the product folder.',
      },
    ),
    subscription_plans: Type.Array(
      Type.Object({
        id: text('The payment plan. Send it as `subscription_plan_id` of a quote.'),
        key: text('The key of the plan in the product folder.'),
        name: text('The name of the plan.'),
        names: texts('The name of the plan for customers, by language.'),
        type: oneOf(
          ['single', 'recurring'],
          'Whether the plan has a single payment or recurring payments.',
        ),
        frequency: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          enum: [...planFrequencies, null],
          description: 'How often payments are due; null for a single payment.',
        }),
        methods: Type.Array(
          Type.Object({
            provider: text('Send it as `provider` of a payment.'),
            method: text('Send it as `method` of a payment.'),
            collects_elsewhere: flag(
              'Whether the money is collected outside of the platform: the payment is `ok` ' +
                'at once.',
            ),
          }),
          { description: 'The payment methods that are available in the mode of the key.' },
        ),
        answer: Type.Unsafe<string | number | boolean | null>({
          type: ['string', 'number', 'boolean', 'null'],
          description:
            'The answer to `plan_question` of `checkout` that corresponds to this plan; ' +
            'null without such a question.',
        }),
      }),
      { description: 'In the order of the product folder.' },
    ),
    checkout: checkoutSchema,
    documents: Type.Array(
      Type.Object({
        designation: text('The designation of the document in the product, such as `terms`.'),
        names: texts('The name of the document, by language.'),
        hrefs: texts('The address of the document, by language. It needs no key.'),
      }),
      {
        description:
          'The documents that are the same for every offer, so that customers can read ' +
          'them before an offer exists.',
      },
    ),
    handover_required: flag(
      'Whether customers have to receive documents before they are bound. Send it with the ' +
        'offer: it can then be paid only after that.',
    ),
  },
  {
    $id: 'Form',
    description: 'The data that a front end needs to sell through an integration.',
    examples: [formExample],
  },
)
export const formSchemas = { question: questionSchema, form: formSchema }

/** Lists members explicitly: most of a version is not for customers. */
export function viewForm(
  { version, integration, integrationVersion, items, plans }: Form,
  isPayable: (provider: string) => boolean,
  to: Links,
  /** The page on which customers withdraw; null without a right of withdrawal. */
  withdrawalPage: string | null,
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
      answer: planAnswer(
        plan.key,
        checkout,
        items.flatMap(({ quote }) => quote),
      ),
    })),
    checkout: viewCheckout(checkout, version.definition, hrefOf, withdrawalPage),
    documents: commonDocuments(version.definition).map(({ designation, names: called, files }) => ({
      designation,
      names: { ...called },
      hrefs: Object.fromEntries(
        Object.entries(files).map(([language, file]) => [language, hrefOf(file)]),
      ),
    })),
    handover_required: handoverDocuments(version.definition).length > 0,
  }
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

import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { type ProductVersionId, isId, timestamp } from '../../kernel/index.ts'
import {
  type PaymentPlanDefinition,
  type ProductDefinition,
  type StoredIntegration,
  type StoredProduct,
  type StoredVersionItem,
  type AnyVersionSummary,
  cancellationKinds,
  inAllLanguages,
  planFrequencies,
  productVersionNotFound,
  receiptModes,
} from '../../products/index.ts'
import { allowed } from '../access/allowed.ts'
import {
  flag,
  named,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  pathId,
} from '../wire/schema.ts'
import {
  productDetailExample,
  publishedProductExample,
  versionDetailExample,
  productIds,
} from './examples.ts'

const productFields = {
  id: text('The product.'),
  key: text('The short name of the product.'),
  name: text('The name of the product.'),
  live_version_id: textOrNull('The version on sale; null before the first publication.'),
  created_at: timestampText('When the product was first pushed.'),
}
export const productSchema = Type.Object(productFields, {
  $id: 'Product',
  description: 'A product.',
  examples: [publishedProductExample],
})
export const versionSchema = Type.Object(
  {
    id: text('The version.'),
    number: Type.Integer({ description: 'The version number, from 1.' }),
    is_live: flag('Whether this version is on sale.'),
    created_at: timestampText('When the version was pushed.'),
    published_at: timestampOrNull('When the version was first published; null for a draft.'),
    content_hash: text('The hash of the content. Equal content has an equal hash.'),
  },
  { $id: 'ProductVersion', description: 'A version of a product. It never changes.' },
)
const keyed = (what: string) => ({ id: text(`The ${what}.`), key: text(`The key of the ${what}.`) })
const itemsSchema = Type.Array(
  Type.Object({
    ...keyed('item'),
    pricing_logic_id: text('The pricing logic of the item.'),
    pricing_revision_id: text(
      'The revision of the pricing logic. Equal content is the same revision.',
    ),
  }),
  { description: 'The items of the product, each with its pricing revision.' },
)
const integrationsSchema = Type.Array(
  Type.Object({
    ...keyed('integration'),
    distributor_id: text('The distributor who sells through it.'),
  }),
  { description: 'The integrations through which it is sold.' },
)
const planBillingSchema = orNull(
  Type.Object({
    frequency: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...planFrequencies, null],
      description: 'How often payments are due; null for a single payment.',
    }),
    issue_days_before: Type.Integer({
      description: 'How many days before the due date an instalment is invoiced.',
    }),
    due_day: orNull(
      Type.Integer(),
      'The day of the month on which instalments are due; null if each is due on the first ' +
        'day of its period.',
    ),
    retry_days: Type.Array(Type.Integer(), {
      description: 'The days to wait before each new attempt to collect a declined instalment.',
    }),
    receipts: oneOf(
      receiptModes,
      'Whether receipts of money that is collected elsewhere are `tracked`: then invoices ' +
        'stay open until the money is received.',
    ),
  }),
  'The billing settings of the newest version; null if it no longer has the plan.',
)
export const productDetailSchema = Type.Object(
  {
    ...productFields,
    versions: Type.Array(named(versionSchema), { description: 'The versions, newest first.' }),
    items: itemsSchema,
    payment_plans: Type.Array(
      Type.Object({ ...keyed('payment plan'), billing: planBillingSchema }),
      { description: 'The payment plans.' },
    ),
    integrations: Type.Array(
      Type.Object({
        ...keyed('integration'),
        distributor_id: text('The distributor who sells through it.'),
        checkout_url: textOrNull(
          'The address of the checkout page; append `?key=` and a public key of the ' +
            'distributor. Null if it is sold by API only, or is not on sale.',
        ),
      }),
      { description: 'The integrations through which it is sold.' },
    ),
  },
  {
    $id: 'ProductDetail',
    description: 'A product with its versions, and the ids to sell it.',
    examples: [productDetailExample],
  },
)

const cancellationKindsSchema = Type.Array(
  Type.Object({
    kind: oneOf(cancellationKinds, 'Send it as `cancellation_kind`.'),
    reasons: Type.Array(
      Type.Object({
        code: text('Send it as `cancellation_reason_code`.'),
        labels: Type.Record(Type.String(), Type.String(), {
          description: 'What customers call it, by language.',
        }),
        needs_event_date: flag('Whether the request has to send `occurred_on`.'),
      }),
      { description: 'The reasons of this kind.' },
    ),
  }),
  { description: 'The kinds of cancellation that a request may name.' },
)

export const versionDetailSchema = Type.Object(
  {
    ...versionSchema.properties,
    number: orNull(
      Type.Integer(),
      'The version number, from 1 in the order of pushes; null for a what-if.',
    ),
    is_what_if: flag(
      'Whether it is a what-if (`keepWhatIf`): it can be used by its id, but not published.',
    ),
    product_id: text('The product.'),
    items: itemsSchema,
    integrations: integrationsSchema,
    cancellation_kinds: cancellationKindsSchema,
    allowed: allowed('publish'),
  },
  {
    $id: 'ProductVersionDetail',
    description:
      'A version of a product with its items, their pricing revisions, and its integrations.',
    examples: [versionDetailExample],
  },
)

export const publishProductBody = Type.Object(
  {
    force: Type.Optional(
      Type.Object(
        {
          reason: Type.String({
            description: 'The reason, for the audit log.',
            minLength: 3,
            maxLength: 500,
          }),
        },
        {
          description:
            'Publishes the version although the publication gate of the product refuses it.',
        },
      ),
    ),
  },
  {
    $id: 'PublishProduct',
    description: 'Options of the publication; usually empty.',
    examples: [{ force: { reason: 'The regulator wants the old tariff gone today.' } }],
  },
)

export const versionParams = Type.Object({ versionId: pathId('The version.', productIds.version) })

export const unknownVersion = productVersionNotFound.listed({
  when: 'The product version does not exist, or belongs to another account.',
  example: [productIds.version],
})

export function readVersionId(text: string): ProductVersionId {
  if (isId('prv', text)) return text
  throw productVersionNotFound(text)
}

export function viewItem(item: StoredVersionItem): Static<typeof itemsSchema>[number] {
  return {
    id: item.itemId,
    key: item.key,
    pricing_logic_id: item.pricingLogicId,
    pricing_revision_id: item.pricingRevisionId,
  }
}

export function viewCancellationKinds({
  cancellation: { kinds = {} },
  languages,
  defaultLanguage,
}: ProductDefinition): Static<typeof cancellationKindsSchema> {
  return cancellationKinds.flatMap((kind) => {
    const reasons = kinds[kind]?.reasons.map(({ code, labels, within }) => {
      const texts = inAllLanguages(labels, languages, labels[defaultLanguage] ?? code)
      return { code, labels: texts, needs_event_date: within !== null }
    })
    return reasons === undefined ? [] : [{ kind, reasons }]
  })
}

export function viewIntegration(
  integration: Pick<StoredIntegration, 'id' | 'key' | 'distributorId'>,
): Static<typeof integrationsSchema>[number] {
  const { id, key, distributorId } = integration
  return { id, key, distributor_id: distributorId }
}

export function viewProduct(product: StoredProduct): Static<typeof productSchema> {
  return {
    id: product.id,
    key: product.key,
    name: product.name,
    live_version_id: product.liveVersionId,
    created_at: timestamp(product.createdAt),
  }
}

export function viewVersion<Version extends AnyVersionSummary>(
  version: Version,
  product: StoredProduct,
): Omit<Static<typeof versionSchema>, 'number'> & { number: Version['number'] } {
  return {
    id: version.id,
    number: version.number,
    is_live: version.id === product.liveVersionId,
    created_at: timestamp(version.createdAt),
    published_at: version.publishedAt === null ? null : timestamp(version.publishedAt),
    content_hash: version.contentHash,
  }
}

export function viewBilling(
  plan: PaymentPlanDefinition | undefined,
): Static<typeof planBillingSchema> {
  if (plan === undefined) return null
  return {
    frequency: plan.frequency,
    issue_days_before: plan.issueDaysBefore,
    due_day: plan.dueDay,
    retry_days: [...plan.retryDays],
    receipts: plan.receipts,
  }
}

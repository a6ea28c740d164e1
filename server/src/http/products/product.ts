import { type Static, Type } from 'typebox'
import { type ProductVersionId, isId, timestamp } from '../../kernel/index.ts'
import {
  type PaymentPlanDefinition,
  type StoredIntegration,
  type StoredProduct,
  type StoredVersionItem,
  type AnyVersionSummary,
  planFrequencies,
  productVersionNotFound,
  receiptModes,
} from '../../products/index.ts'
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
  key: text('Its short name.'),
  name: text('Its name.'),
  live_version_id: textOrNull('The version on sale; null before the first is published.'),
  created_at: timestampText('When it was first pushed.'),
}
export const productSchema = Type.Object(productFields, {
  $id: 'Product',
  description: 'A product.',
  examples: [publishedProductExample],
})
export const versionSchema = Type.Object(
  {
    id: text('The version.'),
    number: Type.Integer({ description: 'Versions count from 1.' }),
    is_live: flag('Whether it is the one on sale.'),
    created_at: timestampText('When it was pushed.'),
    published_at: timestampOrNull('When it was first published; null for a draft.'),
    content_hash: text('The same content has the same hash.'),
  },
  { $id: 'ProductVersion', description: 'A version of a product. It never changes.' },
)
const keyed = (what: string) => ({ id: text(`The ${what}.`), key: text('Its short name.') })
const itemsSchema = Type.Array(
  Type.Object({
    ...keyed('item'),
    pricing_logic_id: text('The pricing logic that prices it.'),
    pricing_revision_id: text('The revision of that logic: the same content is the same revision.'),
  }),
  { description: 'What can be sold of it, each with its pricing revision.' },
)
const integrationsSchema = Type.Array(
  Type.Object({ ...keyed('integration'), distributor_id: text('Who sells through it.') }),
  { description: 'Where it is sold.' },
)
const planBillingSchema = orNull(
  Type.Object({
    frequency: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...planFrequencies, null],
      description: 'How often it is paid; null for a single payment.',
    }),
    issue_days_before: Type.Integer({
      description: 'So many days before it is due an instalment is asked for.',
    }),
    due_day: orNull(
      Type.Integer(),
      "The day of the month on which instalments are due; null where each is on its period's first day.",
    ),
    retry_days: Type.Array(Type.Integer(), {
      description: 'Pauses in days before a declined instalment is collected again.',
    }),
    receipts: oneOf(receiptModes, 'Whether what others collect is open until it is received.'),
  }),
  'As the newest folder says; null where it no longer has the plan.',
)
export const productDetailSchema = Type.Object(
  {
    ...productFields,
    versions: Type.Array(named(versionSchema), { description: 'Newest first.' }),
    items: itemsSchema,
    payment_plans: Type.Array(
      Type.Object({ ...keyed('payment plan'), billing: planBillingSchema }),
      { description: 'How customers may pay.' },
    ),
    integrations: Type.Array(
      Type.Object({
        ...keyed('integration'),
        distributor_id: text('Who sells through it.'),
        checkout_url: textOrNull(
          'The page that sells it; add `?key=` and a public key of the distributor. Null where it is sold by API only, or is not on sale.',
        ),
      }),
      { description: 'Where it is sold.' },
    ),
  },
  {
    $id: 'ProductDetail',
    description: 'A product with its versions and the ids to sell it by.',
    examples: [productDetailExample],
  },
)

export const versionDetailSchema = Type.Object(
  {
    ...versionSchema.properties,
    number: orNull(Type.Integer(), 'Versions count from 1 as they are pushed; null for a what-if.'),
    is_what_if: flag(
      'Whether it was only tried out (`keepWhatIf`): it can be named by its id, but not be published.',
    ),
    product_id: text('The product.'),
    items: itemsSchema,
    integrations: integrationsSchema,
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
            description: 'Why, for whoever reads the audit log.',
            minLength: 3,
            maxLength: 500,
          }),
        },
        { description: 'Publishes it although the gate of the product says no.' },
      ),
    ),
  },
  {
    $id: 'PublishProduct',
    description: 'How a version is put on sale; mostly nothing needs to be said.',
    examples: [{ force: { reason: 'The regulator wants the old tariff gone today.' } }],
  },
)

export const versionParams = Type.Object({ versionId: pathId('The version.', productIds.version) })

export const unknownVersion = productVersionNotFound.listed({
  when: 'You have no such version of a product.',
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

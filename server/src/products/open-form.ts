import type { DatasetId, IntegrationId, ItemId, PlanId, ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { OwnedDataset } from '../datasets/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Catalogue } from './catalogue.ts'
import { type ChosenVersions, chooseVersions } from './choose-versions.ts'
import { customerFields, inAllLanguages } from './folder/index.ts'
import type { FieldRule } from '../rules/index.ts'
import type { LoadedVersion } from './load-version.ts'
import type { PaymentPlanDefinition } from './product-definition.ts'
import { type Question, readQuestion, withoutDataset } from './question.ts'
import { versionDatasets } from './version-datasets.ts'

/** The data that a front end needs to sell through an integration, without anything internal. */
export interface Form extends ChosenVersions {
  readonly items: readonly FormItem[]
  readonly plans: readonly (PaymentPlanDefinition & { readonly id: PlanId })[]
}

export interface FormItem {
  readonly id: ItemId
  readonly name: string
  /** In all languages of the product. */
  readonly names: Readonly<Record<string, string>>
  readonly quote: readonly FormQuestion[]
  readonly policy: readonly FormQuestion[]
}

export interface FormQuestion extends Question {
  /** Of its dataset, where that is public. */
  readonly datasetId: DatasetId | null
  /** The public fields of its items, the field with the name first. */
  readonly datasetFields: readonly string[]
}

export interface FormRequest {
  readonly integrationId: IntegrationId
  readonly liveProduct: boolean
  readonly liveIntegration: boolean
  readonly productVersionId: ProductVersionId | null
}

export async function openForm(
  { db, catalogue }: { readonly db: Queryable; readonly catalogue: Catalogue },
  caller: Caller,
  request: FormRequest,
): Promise<Form> {
  const all = { integrationVersionId: null, ...request }
  // Its prices may still be compiling: a form does not need them.
  const chosen = await chooseVersions(catalogue, caller, all, (id) => catalogue.version(id))
  const { version } = chosen
  const ask = await asker(db, version)
  return {
    ...chosen,
    items: [...version.items.values()].map(({ id, definition }) => ({
      id,
      name: definition.name,
      names: inAllLanguages(definition.names, version.definition.languages, definition.name),
      quote: definition.quoteRules.quote.map(ask),
      policy: customerFields(definition.fieldDefinition.definition.policy).map(ask),
    })),
    plans: version.definition.paymentPlans.flatMap((plan) =>
      [...version.plans].filter(([, one]) => one === plan).map(([id]) => ({ ...plan, id })),
    ),
  }
}

/** What an endorsement of an item may replace, with the rules of the patch lists. */
export async function openPatch(
  db: Queryable,
  version: LoadedVersion,
  itemId: ItemId,
): Promise<{ readonly quote: FormQuestion[]; readonly policy: FormQuestion[] }> {
  const ask = await asker(db, version)
  const rules = version.items.get(itemId)?.definition.quoteRules
  return {
    quote: (rules?.quote_patch ?? []).map(ask),
    policy: (rules?.policy_patch ?? []).map(ask),
  }
}

/** Makes questions of fields, with the public part of their datasets. */
async function asker(
  db: Queryable,
  version: LoadedVersion,
): Promise<(field: FieldRule) => FormQuestion> {
  const findDataset = await versionDatasets(db, version)
  const findPublic = (keyOrId: string | null) => {
    const dataset = keyOrId === null ? undefined : findDataset(keyOrId)
    return dataset?.access === 'public' ? dataset : null
  }
  return (field) => {
    const question = readQuestion(field)
    const dataset = findPublic(question.dataset)
    const isHidden = question.dataset !== null && dataset === null
    // Of a dataset that is not public a page learns nothing, not even its key.
    return {
      ...question,
      ...(isHidden && { validation: withoutDataset(field) }),
      datasetId: dataset?.id ?? null,
      datasetFields: dataset === null ? [] : shownFields(dataset),
    }
  }
}

/** The texts that people read come first, and the key, which few remember, last. */
function shownFields({ fields, keyField }: OwnedDataset): string[] {
  const shown = fields.filter(({ hidden }) => !hidden)
  const rank = (field: (typeof shown)[number]) => {
    if (field.name === keyField) return 2
    return field.type === 'text' ? 0 : 1
  }
  return shown.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => name)
}

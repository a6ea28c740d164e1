import type { DatasetId, IntegrationId, ItemId, PlanId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Catalogue } from './catalogue.ts'
import { type ChosenVersions, chooseVersions } from './choose-versions.ts'
import { customerFields, inAllLanguages } from './folder/index.ts'
import type { PaymentPlanDefinition } from './product-definition.ts'
import { type Question, readQuestion, withoutDataset } from './question.ts'
import { versionDatasets } from './version-datasets.ts'

/** What a front end must know to sell through an integration, and nothing that is not for customers. */
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
}

export interface FormOrder {
  readonly integrationId: IntegrationId
  readonly liveProduct: boolean
  readonly liveIntegration: boolean
}

export async function openForm(
  { db, catalogue }: { readonly db: Queryable; readonly catalogue: Catalogue },
  caller: Caller,
  order: FormOrder,
): Promise<Form> {
  const all = { productVersionId: null, integrationVersionId: null, ...order }
  // Its prices may be in preparation still: nobody waits for one here.
  const chosen = await chooseVersions(catalogue, caller, all, (id) => catalogue.version(id))
  const { version } = chosen
  const findDataset = await versionDatasets(db, version)
  const publicId = (keyOrId: string | null) => {
    const dataset = keyOrId === null ? undefined : findDataset(keyOrId)
    return dataset?.access === 'public' ? dataset.id : null
  }
  const ask = (field: Parameters<typeof readQuestion>[0]): FormQuestion => {
    const question = readQuestion(field)
    const datasetId = publicId(question.dataset)
    const isHidden = question.dataset !== null && datasetId === null
    // Of a dataset that is not public a page learns nothing, not even its key.
    return { ...question, ...(isHidden && { validation: withoutDataset(field) }), datasetId }
  }
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

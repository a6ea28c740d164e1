import { type DatasetId, type Json, type Problem, isJsonObject } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { selectDatasets } from '../datasets/index.ts'
import { type Account, lockAccount } from '../identity/index.ts'
import { selectReaders } from './product-store.ts'
import { fieldNeeded } from './reasons.ts'

/** A dataset as it would be. */
interface FieldsOfDataset {
  /** Null where it is still to be made. */
  readonly id: DatasetId | null
  readonly key: string
  readonly fields: readonly { readonly name: string }[]
}

/** A field that a product on sale names, and that its dataset would not have. */
interface Missed {
  readonly product: string
  readonly dataset: string
  readonly field: string
  /** Rules that name it do not compile any more; prices see nothing in its place. */
  readonly namedBy: 'rules' | 'pricing'
}

/**
 * Refuses what would take a field away that the rules of a product on sale name: every process that
 * starts afterwards would find that it does not compile. Said in the transaction of the change, with
 * the account locked, so that of two that get in each other's way one is refused.
 */
export async function assertFieldsKept(
  tx: Queryable,
  insurer: Pick<Account, 'id'>,
  isConcerned: (missed: Missed, owner: string | null) => boolean = () => true,
): Promise<void> {
  await lockAccount(tx, insurer.id)
  const live = await selectDatasets(tx, insurer.id)
  const missed = await fieldsMissed(tx, insurer, live)
  const first = missed.find((one) => {
    const owner = live.find(({ key }) => key === one.dataset)?.productId ?? null
    return one.namedBy === 'rules' && isConcerned(one, owner)
  })
  if (first !== undefined) throw fieldNeeded(first.dataset, first.field, first.product)
}

/** What others would miss, were the datasets of a folder published as they are in it. */
export async function warnOfMissedFields(
  db: Queryable,
  insurer: Pick<Account, 'id'>,
  product: string,
  datasets: readonly FieldsOfDataset[],
): Promise<Problem[]> {
  const missed = await fieldsMissed(db, insurer, datasets)
  return missed
    .filter((one) => one.product !== product)
    .map((one) => ({
      file: `datasets/${one.dataset}.yaml`,
      place: 'fields',
      message: `The dataset ${one.dataset} has no field ${one.field}, but the ${one.namedBy} of the live product ${one.product} name${one.namedBy === 'pricing' ? 's' : ''} it.`,
      fix:
        one.namedBy === 'rules'
          ? `Publishing it is refused. Keep the field, or publish ${one.product} without it first.`
          : `Once this is published, prices of ${one.product} go without it. Keep the field, or change ${one.product} first.`,
    }))
}

async function fieldsMissed(
  db: Queryable,
  insurer: Pick<Account, 'id'>,
  datasets: readonly FieldsOfDataset[],
): Promise<Missed[]> {
  const names = datasets.flatMap(({ id, key }) => (id === null ? [key] : [key, id]))
  const readers = await selectReaders(db, insurer.id, names)
  return readers.flatMap((reader) => {
    const texts = [...textsOf(reader.definition, '')].filter(({ text }) =>
      text.includes('in_dataset:'),
    )
    return datasets.flatMap((dataset) => {
      const has = new Set(dataset.fields.map(({ name }) => name))
      const [rules, pricing] = fieldsNamed(texts, reader.formulas, dataset)
      const missed = (fields: ReadonlySet<string>, namedBy: Missed['namedBy']) =>
        [...fields]
          .filter((field) => !has.has(field))
          .map((field) => ({ product: reader.product, dataset: dataset.key, field, namedBy }))
      return [...missed(rules, 'rules'), ...missed(pricing, 'pricing')]
    })
  })
}

/** As rules name them (`in_dataset:companies,city`), and as formulas do (`field: company.city`). */
function fieldsNamed(
  texts: readonly NamedText[],
  formulas: string,
  { id, key }: FieldsOfDataset,
): [rules: Set<string>, pricing: Set<string>] {
  const rules = new Set<string>()
  const pricing = new Set<string>()
  for (const { name, text } of texts) {
    for (const [, dataset, field] of text.matchAll(inDataset)) {
      if (dataset !== key && dataset !== id) continue
      if (field !== undefined) rules.add(field)
      const input = new RegExp(`\\bfield:\\s*["']?${RegExp.escape(name)}\\.([\\w-]+)`, 'g')
      for (const [, named = ''] of formulas.matchAll(input)) pricing.add(named)
    }
  }
  return [rules, pricing]
}

/** Rules are kept as they were written; keys of datasets need no quotes in them. */
const inDataset = /in_dataset:([\w-]+)(?:\s*,\s*"?([\w-]+))?/g

interface NamedText {
  /** Of what it belongs to. */
  readonly name: string
  readonly text: string
}

/** Every text of a definition. */
function* textsOf(value: Json, name: string): Generator<NamedText> {
  if (typeof value === 'string') yield { name, text: value }
  else if (Array.isArray(value)) for (const one of value) yield* textsOf(one, name)
  else if (isJsonObject(value)) {
    const own = typeof value['name'] === 'string' ? value['name'] : name
    for (const one of Object.values(value)) yield* textsOf(one, own)
  }
}

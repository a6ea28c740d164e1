import {
  type DatasetItemId,
  type FieldError,
  type JsonObject,
  isJsonObject,
} from '../kernel/index.ts'
import {
  type Datasets,
  type ItemReference,
  type ItemsById,
  type Literal,
  type LookUpSite,
  type LookedUp,
  expandItems,
  findItemReferences,
  unknownItemErrors,
} from '../datasets/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import type { Checker } from '../rules/index.ts'
import type { Quote } from './quote.ts'

export interface CheckedData {
  /** All failing fields; empty when the data may be used. */
  readonly errors: readonly FieldError[]
  /** `data` with whole dataset items in place of their ids. */
  readonly expanded: JsonObject
  readonly items: ItemsById
}

/** Finds the dataset items that a document names. */
export type LookUp = (
  references: readonly ItemReference[],
  literals: readonly Literal[],
) => Promise<LookedUp>

interface Checking {
  readonly checker: Checker
  /** The body as the rules see it: top-level fields and `data`. */
  readonly document: JsonObject & { readonly data: JsonObject }
  /** The present moment on the product's clock. */
  readonly now: Temporal.PlainDateTime
  /** The quote that a policy's rules may ask about. */
  readonly quote?: Pick<Quote, 'customerInput' | 'datasetItems'>
}

/**
 * Checks a document against a product's rules, with the dataset items that its data names, as the
 * version has them that the rules are of. The database is asked only where there is something to ask.
 */
export function checkData(
  datasets: Pick<Datasets, 'lookUp'>,
  version: Pick<LoadedVersion, 'id' | 'insurerId'>,
  checking: Checking,
): Promise<CheckedData> {
  const site: LookUpSite = { insurerId: version.insurerId, versionId: version.id }
  return checkWith((references, literals) => datasets.lookUp(site, references, literals), checking)
}

/** The same at once, where the data names nothing in datasets; null where it does. */
export function checkAtOnce(checking: Checking): CheckedData | null {
  const { references, literals } = namedIn(checking)
  if (references.length > 0 || literals.length > 0) return null
  return judge(checking, references, nothingNamed)
}

const nothingNamed: LookedUp = { items: new Map(), hasLiteral: () => false }

/** The same where the database is asked by somebody else. */
export async function checkWith(find: LookUp, checking: Checking): Promise<CheckedData> {
  const { references, literals } = namedIn(checking)
  return judge(checking, references, await find(references, literals))
}

function namedIn({ checker, document }: Checking) {
  return { references: findItemReferences(document.data), literals: checker.lookups(document) }
}

function judge(
  { checker, document, now, quote }: Checking,
  references: readonly ItemReference[],
  { items, hasLiteral }: LookedUp,
): CheckedData {
  const errors = checker.check(document, {
    now,
    item: (id) => items.get(id),
    hasLiteral,
    ...(quote && { quote: answersOf(quote) }),
  })
  const unknown = notYetReported(unknownItemErrors(references, items), errors)
  return {
    errors: [...errors, ...unknown].slice(0, errorsMax),
    expanded: expandItems(document.data, items),
    items,
  }
}

function answersOf({ customerInput, datasetItems }: Pick<Quote, 'customerInput' | 'datasetItems'>) {
  return {
    document: { data: customerInput },
    item(id: DatasetItemId) {
      const values = datasetItems?.[id]
      return isJsonObject(values) ? { values } : undefined
    },
  }
}

/** A body full of wrong members must not buy an answer many times its size. */
const errorsMax = 1_000

/** The errors of fields that have no reported error yet. */
export function notYetReported(
  errors: readonly FieldError[],
  reported: readonly FieldError[],
): readonly FieldError[] {
  if (errors.length === 0 || reported.length === 0) return errors
  const pathOf = ({ field, path = '' }: FieldError) => `${path} ${field}`
  const paths = new Set(reported.map(pathOf))
  return errors.filter((error) => !paths.has(pathOf(error)))
}

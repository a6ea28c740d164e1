import type { AccountId, FieldError, JsonObject } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type ItemsById,
  expandItems,
  findItemReferences,
  lookUp,
  unknownItemErrors,
} from '../datasets/index.ts'
import type { Checker } from '../rules/index.ts'

export interface CheckedData {
  /** All failing fields; empty when the data may be used. */
  readonly errors: readonly FieldError[]
  /** `data` with whole dataset items in place of their ids. */
  readonly expanded: JsonObject
  readonly items: ItemsById
}

/**
 * Checks a document against a product's rules, with the dataset items that its data names. The
 * database is asked only where there is something to ask.
 */
export async function checkData(
  db: Queryable,
  request: {
    readonly checker: Checker
    /** The body as the rules see it: top-level fields and `data`. */
    readonly document: JsonObject & { readonly data: JsonObject }
    readonly insurerId: AccountId
    readonly today: Temporal.PlainDate
  },
): Promise<CheckedData> {
  const { checker, document, today } = request
  const references = findItemReferences(document.data)
  const literals = checker.lookups(document)
  const { items, hasLiteral } = await lookUp(db, request.insurerId, references, literals)
  const errors = checker.check(document, { today, item: (id) => items.get(id), hasLiteral })
  const unknown = unknownItemErrors(references, items).filter(
    (error) => !errors.some((one) => one.field === error.field && one.path === error.path),
  )
  return { errors: [...errors, ...unknown], expanded: expandItems(document.data, items), items }
}

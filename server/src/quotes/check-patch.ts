import type { FieldError, JsonObject, JsonPath } from '../kernel/index.ts'
import { differingPaths } from '../kernel/index.ts'
import type { Datasets } from '../datasets/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import type { Checker, FieldRule } from '../rules/index.ts'
import { type CheckedData, checkData, notYetReported } from './check-data.ts'
import type { Quote } from './quote.ts'

/** A document before and after an endorsement, and the list of fields that may be replaced. */
export interface Patch {
  readonly list: 'quote_patch' | 'policy_patch'
  readonly listed: readonly FieldRule[]
  readonly checker: Checker
  readonly before: JsonObject & { readonly data: JsonObject }
  readonly after: JsonObject & { readonly data: JsonObject }
  /** The present moment on the product's clock. */
  readonly now: Temporal.PlainDateTime
  /** The answers that rules of a policy may ask about. */
  readonly quote?: Pick<Quote, 'customerInput' | 'datasetItems'>
}

/**
 * Checks that an endorsement replaces only listed fields, by the rules of the list. Other fields were
 * valid at the sale and are not checked again, unless the endorsement makes them invalid.
 */
export async function checkPatch(
  datasets: Pick<Datasets, 'lookUp'>,
  version: Pick<LoadedVersion, 'id' | 'insurerId'>,
  patch: Patch,
): Promise<CheckedData> {
  const { list, listed, checker, before, after, now, quote } = patch
  const changedPaths = differingPaths(before, after)
  const checkAll = (document: Patch['after']) =>
    checkData(datasets, version, { checker, document, now, ...(quote && { quote }) })
  const checked = await checkAll(after)
  const outside = changedPaths
    .filter((changedPath) => !listed.some((rule) => isCovered(changedPath, rule)))
    .map((changedPath) => refused(changedPath, list))
  const [ofChanged, ofOthers] = parted(checked.errors, (error) =>
    changedPaths.some((changedPath) => overlaps(changedPath, pathOf(error))),
  )
  // Mostly there are none, and what stays need not be looked at.
  const known = ofOthers.length === 0 ? [] : (await checkAll(before)).errors
  const errors = [...ofChanged, ...ofOthers.filter((error) => !known.some(isSame(error)))]
  return { ...checked, errors: [...errors, ...notYetReported(outside, errors)] }
}

/** Whether the list names the changed path, or an object that holds it. */
function isCovered(changedPath: JsonPath, { name, path }: FieldRule): boolean {
  const location = [...(path === null ? [] : path.split('.')), ...name.split('.')]
  if (location.length > changedPath.length) return false
  return location.every((segment, at) => segment === '*' || segment === changedPath[at])
}

function refused([first = '', ...rest]: JsonPath, list: Patch['list']): FieldError {
  return first === 'data' && rest.length > 0
    ? { code: 'invalid_value', field: rest.join('.'), path: first, rules: [list] }
    : { code: 'invalid_value', field: first, rules: [list] }
}

function pathOf({ field, path }: FieldError): JsonPath {
  return [...(path === undefined ? [] : path.split('.')), ...field.split('.')]
}

/** Whether one of the paths is the other, or lies in it. */
function overlaps(one: JsonPath, other: JsonPath): boolean {
  const length = Math.min(one.length, other.length)
  return one.slice(0, length).every((segment, at) => segment === other[at])
}

function isSame(error: FieldError): (other: FieldError) => boolean {
  const key = JSON.stringify([error.field, error.path, error.rules])
  return ({ field, path, rules }) => JSON.stringify([field, path, rules]) === key
}

function parted<One>(all: readonly One[], isFirst: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

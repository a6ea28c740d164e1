import {
  type FieldError,
  type JsonObject,
  type JsonPath,
  clockIn,
  differingPaths,
  isJsonObject,
  deepMerge,
  pathsIn,
} from '../../../kernel/index.ts'
import type { Datasets } from '../../../datasets/index.ts'
import type { LoadedItem, LoadedVersion } from '../../../products/index.ts'
import { type Quote, checkPatch } from '../../../quotes/index.ts'
import type { ContentDocument } from '../../../policies/index.ts'

/** The content of a policy after an endorsement. */
export interface CheckedEndorsement {
  /** The whole content afterwards, with dataset items in place of their ids. */
  readonly after: ContentDocument
  /** The paths of the patch whose value differs from before. */
  readonly paths: readonly JsonPath[]
  readonly errors: readonly FieldError[]
}

/** Merges a patch into the content of a policy, and checks the result by `policy_patch`. */
export async function checkEndorsement(
  datasets: Pick<Datasets, 'lookUp'>,
  {
    version,
    item,
    quote,
    before,
    patch,
    now,
  }: {
    readonly version: LoadedVersion
    readonly item: LoadedItem
    /** Of the day from which it counts. */
    readonly quote: Quote
    readonly before: ContentDocument
    readonly patch: JsonObject
    readonly now: Temporal.Instant
  },
): Promise<CheckedEndorsement> {
  const { data, ...others } = deepMerge(before, patch)
  const { errors, expanded } = await checkPatch(datasets, version, {
    list: 'policy_patch',
    listed: item.definition.quoteRules.policy_patch,
    checker: item.policyPatchChecker,
    before,
    after: { ...others, data: isJsonObject(data) ? data : {} },
    now: clockIn(version.definition.timeZone, now),
    quote,
  })
  const after = { ...others, data: expanded }
  const changed = differingPaths(before, after)
  return { after, paths: pathsIn(patch).filter((path) => changed.some(isIn(path))), errors }
}

/** Whether a path is this one, lies in it, or holds it: an object that did not exist before is new as a whole. */
function isIn(path: JsonPath): (one: JsonPath) => boolean {
  return (one) => path.every((name, n) => n >= one.length || one[n] === name)
}

import {
  type CancellationKind,
  type CancellationReasonTerms,
  type CancellationSettings,
  type CancellationTerms,
  cancellationKinds,
} from './product-definition.ts'

/** The kind of a cancellation and the code of its reason, as a request or a version names them. */
export interface NamedCancellation {
  readonly kind: CancellationKind
  readonly reasonCode: string | null
}

/** What the product says of a reason; undefined where it does not list it. */
export function cancellationReasonOf(
  { kinds = {} }: CancellationSettings,
  { kind, reasonCode }: NamedCancellation,
): CancellationReasonTerms | undefined {
  return kinds[kind]?.reasons.find(({ code }) => code === reasonCode)
}

/** What follows from the reason, or from its kind where it has none; undefined where that is not listed. */
export function cancellationTermsOf(
  settings: CancellationSettings,
  named: NamedCancellation,
): CancellationTerms | undefined {
  return named.reasonCode === null
    ? settings.kinds?.[named.kind]
    : cancellationReasonOf(settings, named)
}

/** Everything that a request may name, kinds before their reasons. */
export function namableCancellations({ kinds = {} }: CancellationSettings): NamedCancellation[] {
  return cancellationKinds.flatMap((kind) => {
    const codes = kinds[kind]?.reasons.map(({ code }) => code)
    if (codes === undefined) return []
    return [null, ...codes].map((reasonCode) => ({ kind, reasonCode }))
  })
}

/** The document that stands in place of letters of kinds, where a kind has none. */
const sharedLetter = 'cancellation'

/**
 * Whether a cancellation gets this document: its own letter, any document that is no letter of a kind,
 * and the shared letter where it has none of its own.
 */
export function isLetterOf(
  settings: CancellationSettings,
  designation: string,
  named: NamedCancellation | null,
): boolean {
  const letterOf = (one: NamedCancellation) => cancellationTermsOf(settings, one)?.document ?? null
  const own = (named && letterOf(named)) ?? sharedLetter
  if (designation === sharedLetter || designation === own) return designation === own
  return !namableCancellations(settings).some((one) => letterOf(one) === designation)
}

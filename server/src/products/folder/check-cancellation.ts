import { type Problem, didYouMean } from '../../kernel/index.ts'
import {
  type CancellationTerms,
  type ProductDefinition,
  cancellationKinds,
} from '../product-definition.ts'
import { quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

/** Letters of kinds that the folder has no document for, or one that no cancellation is sent with. */
export function checkCancellation(
  { cancellation: { kinds = {} }, documents }: ProductDefinition,
  sound: Soundness,
): Problem[] {
  if (!sound.setting('cancellation') || !sound.file('documents/documents.yaml')) return []
  // Who writes all letters elsewhere makes none here.
  if (documents.length === 0) return []
  const sent = documents.filter((one) => one.with.includes('cancellation'))
  const designations = sent.map(({ designation }) => designation)
  const problemOf = ({ document }: CancellationTerms, place: string): Problem[] => {
    if (document === null || designations.includes(document)) return []
    const message = `No document ${quoted(document)} is sent with a cancellation.`
    const list = 'List it in documents/documents.yaml, with: [cancellation].'
    const fix = didYouMean(document, designations) ?? list
    return [{ file: 'product.yaml', place: `${place}.document`, message, fix }]
  }
  return cancellationKinds.flatMap((kind) => {
    const terms = kinds[kind]
    if (terms === undefined) return []
    const place = `cancellation.kinds.${kind}`
    const reasons = terms.reasons.flatMap((reason, n) =>
      // What it has from its kind is reported there.
      reason.document === terms.document ? [] : problemOf(reason, `${place}.reasons[${n}]`),
    )
    return [...problemOf(terms, place), ...reasons]
  })
}

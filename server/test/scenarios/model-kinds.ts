import type { JsonObject } from '../../src/kernel/index.ts'

/** What the rest of the period of the last day costs. */
export type ModelRule = 'pro_rata' | 'none' | 'full_before_start'

/** How the bikes of the models are cancelled: what the request names, and what follows from it. */
export const modelKinds = {
  unnamed: { named: {}, rule: 'pro_rata' },
  sold: {
    named: { cancellation_kind: 'customer', cancellation_reason_code: 'sold' },
    rule: 'pro_rata',
  },
  agreement: { named: { cancellation_kind: 'agreement' }, rule: 'none' },
  insurer: { named: { cancellation_kind: 'insurer' }, rule: 'full_before_start' },
} as const satisfies Record<string, { named: JsonObject; rule: ModelRule }>
export type ModelKind = keyof typeof modelKinds
export const allModelKinds = Object.keys(modelKinds) as ModelKind[] // It has no others.

/** The example's kinds with these rules. */
export function withModelKinds(productYaml: string): string {
  const changed = productYaml
    .replace('refund: full_before_start', 'refund: pro_rata')
    .replace(/( {4}agreement:\n {6}refund: )pro_rata/, '$1none')
    .replace(/( {4}insurer:\n {6}refund: )pro_rata/, '$1full_before_start')
  const rules = ['      refund: none', '      refund: full_before_start']
  if (!rules.every((rule) => changed.includes(rule))) throw new Error('there are no such kinds')
  return changed
}

import { InvalidArgumentError } from 'commander'
import { readMoney } from '../../../read-money.ts'

export interface WrittenRule {
  readonly act: string
  /** Null where any amount needs a second person. */
  readonly above: readonly { readonly amount: number; readonly currency: string }[] | null
}

/** Reads one more rule, such as `publishing` or `write_offs=500.00eur,450chf`. */
export function readRule(
  text: string,
  before: readonly WrittenRule[] | undefined = [],
): readonly WrittenRule[] {
  const [act = '', ...limits] = text.split('=')
  if (limits.length === 0) return [...before, { act, above: null }]
  const above = limits.join('=').split(',').map(readMoney)
  if (above.every((limit) => limit !== null)) return [...before, { act, above }]
  throw new InvalidArgumentError('Write amounts as in write_offs=500.00eur,450chf.')
}

import { type Act, type ActKind, actKinds } from '../identity/index.ts'

/** An act that needs a second person in an account. */
export interface ApprovalRule {
  readonly act: RuledAct
  /**
   * Up to which amounts one person is enough, by currency. Any amount of another currency needs a
   * second one. Null: always.
   */
  readonly above: Readonly<Record<string, number>> | null
}

/** The rules themselves are guarded while there is one. */
export type RuledAct = Exclude<ActKind, 'approval_rules'>

export const ruledActs = (Object.keys(actKinds) as ActKind[]) // It is a literal: it has no others.
  .filter((kind) => kind !== 'approval_rules')

export function needsSecondPerson(
  rules: readonly ApprovalRule[],
  { kind, money }: Pick<Act, 'kind' | 'money'>,
): boolean {
  if (kind === 'approval_rules') return rules.length > 0
  const rule = rules.find(({ act }) => act === kind)
  if (rule === undefined) return false
  const limit = money === null ? undefined : rule.above?.[money.currency]
  return money === null || limit === undefined || money.amount + (money.before ?? 0) > limit
}

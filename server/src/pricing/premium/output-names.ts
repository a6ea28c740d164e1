/** Outputs in money; they become whole minor units. */
export const amountOutputs: readonly string[] = [
  'gross_payment_amount',
  'gross_premium',
  'premium_tax',
  'net_premium',
  'net_net_premium',
  'net_commission_total',
]

/** Every output with a meaning of its own; all others go to `extra_data`. */
export const knownOutputs: readonly string[] = [
  ...amountOutputs,
  'tax_rate',
  'billing_cycles',
  'duration_strategy',
  'policy_start_date',
  'policy_end_date',
  'policy_duration',
  'flow',
]

/** Whether gross, tax and net all follow: two of the three are there, or one and the tax rate. */
export function canDerivePremium(names: ReadonlySet<string>): boolean {
  const hasGross = names.has('gross_premium') || names.has('gross_payment_amount')
  const hasNet = names.has('net_premium')
  if (hasGross) return hasNet || names.has('premium_tax') || names.has('tax_rate')
  return hasNet && (names.has('premium_tax') || names.has('tax_rate'))
}

/** Those that nothing but a number can be. */
export const numberOutputs: ReadonlySet<string> = new Set([
  ...amountOutputs,
  'tax_rate',
  'billing_cycles',
])

import { BinderyError } from '../bindery-error.ts'
import type { Renewal } from '../generated.ts'
import { addDays } from './calendar.ts'
import type { Stage } from './carry-out-step.ts'

/** Lets time pass from term to term until a day is near, and accepts every renewal that is offered. */
export async function whenItIsRenewed(
  stage: Stage,
  until: string,
  passTo: (day: string) => Promise<string>,
): Promise<void> {
  let before = ''
  for (;;) {
    const renewal = await renewalOf(stage)
    if (renewal === null || renewal.first_day > until || renewal.first_day === before) return
    before = renewal.first_day
    await passTo(addDays(renewal.first_day, -1))
    const { renewal: renewals } = stage.client.policies
    const offered = await renewals.show(stage.offered.policyId)
    if (offered.state === 'offered' && offered.kind === 'on_acceptance') {
      await renewals.accept(stage.offered.policyId)
    }
    await passTo(renewal.first_day)
  }
}

/** Null where the policy ends with its term, or has ended. */
async function renewalOf({ client, offered }: Stage): Promise<Renewal | null> {
  try {
    return await client.policies.renewal.show(offered.policyId)
  } catch (error) {
    if (error instanceof BinderyError && error.kind === 'notFound') return null
    throw error
  }
}

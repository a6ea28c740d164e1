import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeNextTermEndorsements } from '../../output/renewals.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addRenewalsEndorsements(renewals: Command): void {
  addCommand(renewals, 'endorsements <policy>', {
    summary: 'List the changes of the next term of a policy',
    details: 'Name the policy by its number or id.',
    examples: ['bindery renewals endorsements TRV-7K2MQ9XA'],
  }).action(
    action(async ({ output, server }: Work<object>, name: string) => {
      const opened = await server()
      const { id } = await findPolicy(opened, name)
      const listed = await opened.client.policies.renewal.endorsements(id)
      output.show(listed, (paint) => describeNextTermEndorsements(listed.endorsements, paint))
    }),
  )
  addCommand(renewals, 'revoke-endorsement <policy> <endorsement>', {
    summary: 'Take back a change of the next term',
    details:
      'Name the policy by its number or id. A renewal that is offered already is void and is offered again.',
    examples: ['bindery renewals revoke-endorsement TRV-7K2MQ9XA nte_01af10842400...'],
  }).action(
    action(async ({ output, server }: Work<object>, name: string, endorsement: string) => {
      const opened = await server()
      const { id } = await findPolicy(opened, name)
      const revoked = await opened.client.policies.renewal.revokeEndorsement(id, endorsement)
      output.show(revoked, (paint) => describeNextTermEndorsements([revoked], paint))
    }),
  )
}

import type { PolicySummary, PreviewTransaction } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { describePreview } from '../../output/preview.ts'
import { findPlan } from '../../server/find-plan.ts'
import { findPolicy } from '../../server/find-policy.ts'
import type { Server } from '../../server/open-server.ts'
import {
  type CancellationOptions,
  addCancellationOptions,
  cancellationTerms,
} from './cancellation-options.ts'
import { type EndorsementOptions, addEndorsementOptions } from './endorsement-options.ts'
import { declaredNumber } from './declared-number.ts'
import { quotedEndorsement } from './quote-answers.ts'

interface Options extends EndorsementOptions, CancellationOptions {
  readonly endorse?: boolean
  readonly cancel?: string
  readonly moveEnd?: string
  readonly withdraw?: string | boolean
  readonly reinstate?: boolean
  readonly renew?: boolean
  readonly adjust?: Record<string, number>
  readonly gap?: boolean
  readonly ifVersion?: string
}

export function addPoliciesPreview(policies: Command): void {
  const command = addCommand(policies, 'preview <policy>', {
    summary:
      'Preview an endorsement, cancellation, move of the end, withdrawal, premium adjustment, reinstatement or renewal',
    details:
      'Name the policy by its number or id. Shows days, charges, the amount to pay or refund, and the documents of one policy transaction: --endorse with the changes, --cancel, --move-end, --withdraw, --adjust, --reinstate, or --renew for the next term. Nothing changes.',
    examples: [
      'bindery policies preview TRV-7K2MQ9XA --cancel 2027-06-30',
      'bindery policies preview TRV-7K2MQ9XA --cancel 2027-06-30 --kind customer --reason-code sold',
      'bindery policies preview TRV-7K2MQ9XA --endorse --set city=Basel --date 2027-03-01',
      'bindery policies preview TRV-7K2MQ9XA --reinstate --gap',
      'bindery policies preview TRV-7K2MQ9XA --endorse --plan monthly',
      'bindery policies preview TRV-7K2MQ9XA --renew --plan monthly',
    ],
  }).option('--cancel <day>', 'preview a cancellation, with this last day of cover', day)
  addCancellationOptions(command)
    .option('--move-end <day>', 'preview another last day of a cancelled policy', day)
    .option('--withdraw [day]', 'preview a withdrawal, received today or on this day', day)
    .option(
      '--adjust <name=number>',
      'preview a premium adjustment of the last term that is over; may be repeated',
      declaredNumber,
    )
    .option('--reinstate', 'preview a reinstatement')
    .option('--gap', 'with --reinstate: leave the days since the end of cover without cover')
    .option('--renew', 'preview the renewal, as offered or as it would be priced now')
    .option('--endorse', 'preview an endorsement, with the changes of the options below')
  addEndorsementOptions(command)
    .option('--if-version <id>', 'only if the policy is still at this version')
    .action(action(preview))
}

async function preview({ options, output, server }: Work<Options>, name: string): Promise<void> {
  assertOne(options)
  const opened = await server()
  const policy = await findPolicy(opened, name)
  const transaction = await transactionOf(opened, policy, options)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const shown = await opened.client.policies.preview(seen, transaction)
  output.show(shown, (paint) => describePreview(shown, paint))
}

async function transactionOf(
  server: Server,
  policy: PolicySummary,
  options: Options,
): Promise<PreviewTransaction> {
  const { cancel, moveEnd, withdraw, adjust, reinstate, renew, gap } = options
  if (cancel !== undefined) {
    return { cancellation: { termination_date: cancel, ...cancellationTerms(options) } }
  }
  if (moveEnd !== undefined) return { end_move: { termination_date: moveEnd } }
  if (withdraw === true) return { withdrawal: {} }
  if (typeof withdraw === 'string') return { withdrawal: { received_on: withdraw } }
  if (adjust !== undefined) return { adjustment: { answers: adjust } }
  if (reinstate === true) return { reinstatement: { gap: gap ?? false } }
  if (renew === true) return { renewal: await renewalOf(server, policy, options) }
  return { endorsement: await quotedEndorsement(server, policy, options) }
}

async function renewalOf(server: Server, policy: PolicySummary, { plan }: Options) {
  if (plan === undefined) return {}
  return { subscription_plan_id: await findPlan(server, policy, plan) }
}

function assertOne(options: Options): void {
  const { cancel, moveEnd, withdraw, adjust, reinstate, renew, endorse } = options
  const named = [
    cancel !== undefined,
    moveEnd !== undefined,
    withdraw !== undefined,
    adjust !== undefined,
    reinstate === true,
    renew === true,
    endorse === true,
  ]
  if (named.filter(Boolean).length === 1) return
  const fix =
    'Add one of --endorse, --cancel <day>, --move-end <day>, --withdraw [day], --adjust <name=number>, --reinstate and --renew.'
  throw new Failure(exitCodes.usage, 'Name exactly one transaction to preview.', fix)
}

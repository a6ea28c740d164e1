import type { Client, PreviewTransaction } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { describePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { type EndorsementOptions, addEndorsementOptions } from './endorsement-options.ts'
import { quotedEndorsement } from './quote-answers.ts'

interface Options extends EndorsementOptions {
  readonly endorse?: boolean
  readonly cancel?: string
  readonly reinstate?: boolean
  readonly renew?: boolean
  readonly gap?: boolean
  readonly ifVersion?: string
}

export function addPoliciesPreview(policies: Command): void {
  const command = addCommand(policies, 'preview <policy>', {
    summary: 'Show what an order would come to',
    details:
      'Names it by its number or its id. Tells days, charges, what is to be paid or given back and the documents of one order: --endorse with what is to be changed, --cancel, --reinstate or --renew, the next term. Nothing changes.',
    examples: [
      'bindery policies preview TRV-7K2MQ9XA --cancel 2027-06-30',
      'bindery policies preview TRV-7K2MQ9XA --endorse --set city=Basel --date 2027-03-01',
      'bindery policies preview TRV-7K2MQ9XA --reinstate --gap',
      'bindery policies preview TRV-7K2MQ9XA --renew',
    ],
  })
    .option('--cancel <day>', 'a cancellation, with the last day of cover', day)
    .option('--reinstate', 'a reinstatement')
    .option('--gap', 'one that leaves the days since the last day of cover without cover')
    .option('--renew', 'the renewal, as it stands or would be priced now')
    .option('--endorse', 'an endorsement, of what the options below say')
  addEndorsementOptions(command)
    .option('--if-version <id>', 'only if this is still the version of the policy')
    .action(action(preview))
}

async function preview({ options, output, server }: Work<Options>, name: string): Promise<void> {
  assertOne(options)
  const opened = await server()
  const policy = await findPolicy(opened, name)
  const order = await orderOf(opened.client, policy.id, options)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const shown = await opened.client.policies.preview(seen, order)
  output.show(shown, (paint) => describePreview(shown, paint))
}

async function orderOf(
  client: Client,
  policyId: string,
  options: Options,
): Promise<PreviewTransaction> {
  const { cancel, reinstate, renew, gap } = options
  if (cancel !== undefined) return { cancellation: { termination_date: cancel } }
  if (reinstate === true) return { reinstatement: { gap: gap ?? false } }
  if (renew === true) return { renewal: {} }
  return { endorsement: await quotedEndorsement(client, policyId, options) }
}

function assertOne({ cancel, reinstate, renew, endorse }: Options): void {
  const named = [cancel !== undefined, reinstate === true, renew === true, endorse === true]
  if (named.filter(Boolean).length === 1) return
  const fix = 'Add one of --endorse, --cancel <day>, --reinstate and --renew.'
  throw new Failure(exitCodes.usage, 'It is not clear which order is meant.', fix)
}

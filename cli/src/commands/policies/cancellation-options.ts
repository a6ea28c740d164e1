import type { PreviewTransaction } from '@bindery/sdk'
import { type Command, Option } from 'commander'
import { day } from '../../day.ts'

type Terms = Omit<NonNullable<PreviewTransaction['cancellation']>, 'termination_date'>

/** The kind of a cancellation, as the product lists it, and what belongs to it. */
export interface CancellationOptions {
  readonly kind?: NonNullable<Terms['cancellation_kind']>
  readonly reasonCode?: string
  readonly received?: string
  readonly occurred?: string
}

export function addCancellationOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--kind <kind>', 'who ends the contract, for the terms of this kind').choices([
        'customer',
        'insurer',
        'agreement',
      ]),
    )
    .option('--reason-code <code>', 'with --kind: the code of a reason in the product')
    .option('--received <day>', 'with --kind: when the notice was received; today if left out', day)
    .option('--occurred <day>', 'with --kind: the day of the event, such as a settled claim', day)
}

export function cancellationTerms(options: CancellationOptions): Terms {
  const { kind, reasonCode, received, occurred } = options
  return {
    ...(kind !== undefined && { cancellation_kind: kind }),
    ...(reasonCode !== undefined && { cancellation_reason_code: reasonCode }),
    ...(received !== undefined && { received_on: received }),
    ...(occurred !== undefined && { occurred_on: occurred }),
  }
}

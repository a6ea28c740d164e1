import type { Command } from 'commander'
import type { CreateMassEndorsement } from '@bindery/sdk'
import { Failure, exitCodes } from '../../failure.ts'
import { describeChange } from '../../output/mass-endorsement.ts'
import { type Work, action, addCommand } from '../../command.ts'

interface Options {
  readonly product: string
  readonly taxFrom?: string
  readonly taxTo?: string
  readonly raise?: string
  readonly percent?: string
  readonly to?: string
  readonly from: string
  readonly version?: string
  readonly distributor?: string
  readonly plan?: string
  readonly reason: string
}

export function addMassEndorsementsCreate(group: Command): void {
  addCommand(group, 'create', {
    summary: 'Prepare one change of all policies of a product',
    details:
      'Nothing is changed before it is previewed and started. A change of tax by law: billing periods ' +
      'that are due from the day on have the new rate; charged ones keep theirs. An index: an answer ' +
      'that `indexation` of the product lists rises by a percentage, or to a value.',
    examples: [
      'bindery mass-endorsements create --product cyber --tax-from 19 --tax-to 21 --from 2029-01-01 --reason "The insurance tax rises."',
      'bindery mass-endorsements create --product cyber --raise insured_sum --percent 3.2 --from 2029-01-01 --reason "The index rose."',
    ],
  })
    .requiredOption('--product <key>', 'product, by key or id')
    .option('--tax-from <percent>', 'tax rate until then; other rates stay')
    .option('--tax-to <percent>', 'new tax rate')
    .option('--raise <answer>', 'answer that rises by an index')
    .option('--percent <percent>', 'by how much it rises')
    .option('--to <value>', 'to which value it rises, instead of --percent')
    .requiredOption('--from <date>', 'from which day on')
    .option('--version <id>', 'only policies whose last term was sold on this product version')
    .option('--distributor <id>', 'only policies that this distributor sold')
    .option('--plan <id>', 'only policies whose last term was sold with this payment plan')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const { product, version, distributor, plan, reason } = options
  const change = changeOf(options)
  const { client } = await server()
  const made = await client.manage.massEndorsements.create({
    product_id: product,
    ...change,
    effective_date: options.from,
    filter: {
      ...(version !== undefined && { product_version_id: version }),
      ...(distributor !== undefined && { distributor_id: distributor }),
      ...(plan !== undefined && { subscription_plan_id: plan }),
    },
    reason,
  })
  output.show(made, (paint) => [
    `${paint.green('✓')} ${made.id}: ${describeChange(made)}.`,
    `Preview it with: bindery mass-endorsements preview ${made.id}`,
  ])
}

type Change = Pick<CreateMassEndorsement, 'kind' | 'tax_rate' | 'indexation'>

/** The one or the other: options of both are a mistake. */
function changeOf({ taxFrom, taxTo, raise, percent, to }: Options): Change {
  const isTax = taxFrom !== undefined && taxTo !== undefined
  const isIndex = raise !== undefined && (percent === undefined) !== (to === undefined)
  const isBoth = (taxFrom ?? taxTo) !== undefined && (raise ?? percent ?? to) !== undefined
  if (isTax && !isBoth) return { kind: 'tax_rate', tax_rate: { from: taxFrom, to: taxTo } }
  if (isIndex && !isBoth) {
    const by = percent === undefined ? { to: Number(to) } : { percent }
    return { kind: 'indexation', indexation: { answer: raise, ...by } }
  }
  throw new Failure(
    exitCodes.usage,
    'It is not clear what is to be changed.',
    'Give --tax-from and --tax-to, or --raise with --percent or --to.',
  )
}

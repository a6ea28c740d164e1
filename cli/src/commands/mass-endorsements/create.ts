import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'

interface Options {
  readonly product: string
  readonly taxFrom: string
  readonly taxTo: string
  readonly from: string
  readonly version?: string
  readonly distributor?: string
  readonly plan?: string
  readonly reason: string
}

export function addMassEndorsementsCreate(group: Command): void {
  addCommand(group, 'create', {
    summary: 'Prepare a change of tax by law for the policies of a product',
    details:
      'Nothing is changed before it is previewed and started. Billing periods that are due from the ' +
      'day on have the new rate; charged ones keep theirs.',
    examples: [
      'bindery mass-endorsements create --product cyber --tax-from 19 --tax-to 21 --from 2029-01-01 --reason "The insurance tax rises."',
    ],
  })
    .requiredOption('--product <key>', 'product, by key or id')
    .requiredOption('--tax-from <percent>', 'tax rate until then; other rates stay')
    .requiredOption('--tax-to <percent>', 'new tax rate')
    .requiredOption('--from <date>', 'from which due day on')
    .option('--version <id>', 'only policies whose last term was sold on this product version')
    .option('--distributor <id>', 'only policies that this distributor sold')
    .option('--plan <id>', 'only policies whose last term was sold with this payment plan')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const { product, taxFrom: from, taxTo: to, version, distributor, plan, reason } = options
  const { client } = await server()
  const made = await client.manage.massEndorsements.create({
    product_id: product,
    kind: 'tax_rate',
    effective_date: options.from,
    tax_rate: { from, to },
    filter: {
      ...(version !== undefined && { product_version_id: version }),
      ...(distributor !== undefined && { distributor_id: distributor }),
      ...(plan !== undefined && { subscription_plan_id: plan }),
    },
    reason,
  })
  output.show(made, (paint) => [
    `${paint.green('✓')} ${made.id} changes the tax from ${from} to ${to} percent from ${made.effective_date}.`,
    `Preview it with: bindery mass-endorsements preview ${made.id}`,
  ])
}

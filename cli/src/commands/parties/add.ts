import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly role: 'insured' | 'payer' | 'beneficiary'
  readonly firstName?: string
  readonly lastName: string
  readonly email?: string
  readonly birthDate?: string
  readonly from?: string
  readonly keepMandate?: boolean
  readonly reason: string
}

export function addPartiesAdd(parties: Command): void {
  addCommand(parties, 'add <policy>', {
    summary: 'Name an insured person, the premium payer or a beneficiary',
    details:
      'Name the policy by its number or id. With a new payer the mandate of the policy ends, unless ' +
      'you say that it is theirs.',
    examples: [
      'bindery parties add CYB-7K2MPQ4X --role payer --last-name Weber --reason "Letter of 12 May."',
    ],
  })
    .addOption(
      new Option('--role <role>', 'the role')
        .choices(['insured', 'payer', 'beneficiary'])
        .makeOptionMandatory(),
    )
    .requiredOption('--last-name <name>', 'last name, or name of a company')
    .option('--first-name <name>', 'first name')
    .option('--email <address>', 'e-mail address')
    .option('--birth-date <day>', 'date of birth', day)
    .option('--from <day>', 'first day in the role; today by default', day)
    .option('--keep-mandate', 'the mandate of the policy is that of this payer')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(add))
}

async function add({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const { role, reason, firstName, lastName, email, birthDate, from, keepMandate } = options
  const party = await opened.client.manage.parties.add(id, {
    role,
    reason,
    last_name: lastName,
    ...(firstName !== undefined && { first_name: firstName }),
    ...(email !== undefined && { email }),
    ...(birthDate !== undefined && { birth_date: birthDate }),
    ...(from !== undefined && { from }),
    ...(keepMandate === true && { keeps_mandate: true }),
  })
  output.show(party, (paint) => [
    `${paint.green('✓')} ${number} has a new ${role} from ${party.from} on (${party.id}).`,
    ...(party.ended_mandate_id === null ? [] : [`Mandate ${party.ended_mandate_id} has ended.`]),
  ])
}

import { type Command, InvalidArgumentError } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { money } from '../../output/money.ts'
import { readMoney } from '../../read-money.ts'
import { findPolicy } from '../../server/find-policy.ts'

type Kind = 'goodwill' | 'fee' | 'correction'

interface Options {
  readonly amount: { readonly amount: number; readonly currency: string }
  readonly text?: string
  readonly taxRate?: string
  readonly due?: string
  readonly reason: string
}

export function addMoneyEnter(group: Command): void {
  addEntry(group, 'goodwill', {
    summary: 'Give a customer money that is not owed',
    details:
      'Name the policy by its number or id. The amount pays open invoices first; the rest is credit ' +
      'and is refunded where no later period uses it. The customer gets a credit note.',
    example: '--amount 20eur --reason "The claim took five weeks."',
  })
  addEntry(group, 'fee', {
    summary: 'Charge a fee that is no premium',
    details:
      'Name the policy by its number or id. The customer gets an invoice. No cover ends because a fee ' +
      'is not paid.',
    example: '--amount 5eur --text "Second certificate" --reason "Asked for by phone."',
  })
    .requiredOption('--text <text>', 'what it is for, as the invoice says it')
    .option('--due <date>', 'due date')
  addEntry(group, 'correction', {
    summary: 'Correct what a customer owes',
    details:
      'Name the policy by its number or id. An amount above zero is charged by an invoice; one below ' +
      'zero is given back by a credit note. The amount includes tax at the given rate.',
    example: '--amount=-12.50eur --tax-rate 19 --reason "The discount was left out."',
  })
    .requiredOption('--tax-rate <percent>', 'tax rate in percent; 0 if it is not taxed')
    .option('--due <date>', 'due date of what is charged')
}

function addEntry(
  group: Command,
  kind: Kind,
  { summary, details, example }: Readonly<Record<'summary' | 'details' | 'example', string>>,
): Command {
  const examples = [`bindery money ${kind} CYB-7K2MPQ4X ${example}`]
  const command = addCommand(group, `${kind} <policy>`, { summary, details, examples })
    .requiredOption('--amount <amount>', 'amount with its currency, such as 20.00eur', readAmount)
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action((work: Work<Options>, name: string) => enter(work, kind, name)))
  return kind === 'fee' ? command : command.option('--text <text>', 'what the document says')
}

function readAmount(text: string): Options['amount'] {
  const isBelow = text.startsWith('-')
  const read = readMoney(isBelow ? text.slice(1) : text)
  if (read === null) throw new InvalidArgumentError('Write an amount as in 20.00eur.')
  return isBelow ? { ...read, amount: -read.amount } : read
}

async function enter(
  { options, output, server }: Work<Options>,
  kind: Kind,
  name: string,
): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const { text, taxRate, due, reason } = options
  const { amount, currency } = options.amount
  const account = await opened.client.policies.account(id)
  if (account.currency !== currency) {
    const message = `The account of ${number} is in ${account.currency}, not in ${currency}.`
    throw new Failure(exitCodes.failed, message, `Write the amount in ${account.currency}.`)
  }
  const entry = await opened.client.manage.manualEntries.enter(id, {
    kind,
    amount,
    reason,
    ...(text !== undefined && { text }),
    ...(taxRate !== undefined && { tax_rate: taxRate }),
    ...(due !== undefined && { due_date: due }),
  })
  const sum = money(Math.abs(entry.amount), entry.currency)
  const isCharged = kind !== 'goodwill' && entry.amount > 0
  output.show(entry, (paint) => [
    `${paint.green('✓')} ${sum} ${isCharged ? 'is charged to' : 'is credited to'} ${number} (${kind}, ${entry.id}).`,
    `Its document is ${entry.invoice_id}.`,
  ])
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { AlreadyTold, Failure, exitCodes } from '../../failure.ts'
import { describeVersion } from '../../output/policies.ts'
import type { ChangePolicy } from '../../sdk.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly set: Readonly<Record<string, string>>
  readonly data?: Record<string, unknown>
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly date?: string
  readonly quote?: string
  readonly ifVersion?: string
  readonly wait: boolean
}

export function addPoliciesChange(policies: Command): void {
  addCommand(policies, 'change <policy>', {
    summary: 'Change what a policy says, from a day on',
    details:
      'Names it by its number or its id. Days before keep what they said. What may be changed is up to policy_patch of the product.',
    examples: [
      'bindery policies change TRV-7K2MQ9XA --set city=Basel --set zip=4058 --date 2027-03-01',
      'bindery policies change TRV-7K2MQ9XA --email nora@example.com',
    ],
  })
    .option('--set <field=text>', 'another text in the policy data; may be repeated', field, {})
    .option(
      '--data <json>',
      'more of the policy data, where it is no text, as a JSON object',
      object,
    )
    .option('--first-name <text>', "the customer's first name")
    .option('--last-name <text>', "the customer's last name")
    .option('--email <address>', "the customer's e-mail address")
    .option('--date <day>', 'from which day on, such as 2027-06-30; today without it', day)
    .option('--quote <token>', 'of a quote for a change of this policy, which has the new price')
    .option('--if-version <id>', 'only if this is still the version of the policy')
    .option('--no-wait', 'do not wait until it is carried out')
    .action(action(change))
}

async function change({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const accepted = await client.policies.change(seen, orderOf(options))
  if (!options.wait) {
    output.show(accepted, (paint) => [
      `${paint.green('✓')} The change of ${number} is accepted and under way.`,
    ])
    return
  }
  const done = await output.during(`Changing ${number}`, () =>
    client.policies.waitForVersion(accepted),
  )
  const from = options.date === undefined ? '' : ` from ${options.date} on`
  const words = { done: `${number} is changed${from}.`, order: `The change of ${number}` }
  output.show(done, (paint) => describeVersion(done, words, paint))
  if (done.status === 'failed') throw new AlreadyTold()
}

function orderOf({ set, data, firstName, lastName, email, date, quote }: Options): ChangePolicy {
  const said = { ...data, ...set }
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
    ...(Object.keys(said).length === 0 ? {} : { data: said }),
    ...(quote === undefined ? {} : { quote_token: quote }),
    ...(date === undefined ? {} : { effective_date: date }),
  }
}

function field(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf('=')
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
  const mend = 'Write a field and its text such as city=Basel.'
  throw new Failure(exitCodes.usage, `${text} is no field with its text.`, mend)
}

function object(text: string): Record<string, unknown> {
  const mend = `Write an object such as '{"rooms": 4}'.`
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown> // So it has just been seen to be.
    }
  } catch {
    // Told below, as what is no object is.
  }
  throw new Failure(exitCodes.usage, '--data is no JSON object.', mend)
}

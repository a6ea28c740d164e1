import type { EndorsePolicy } from '@bindery/sdk'
import type { Command } from 'commander'
import { day } from '../../day.ts'
import { Failure, exitCodes } from '../../failure.ts'

/** The options of an endorsement, shared by `endorse` and `preview`. */
export interface EndorsementOptions {
  readonly set: Readonly<Record<string, string>>
  readonly data?: Record<string, unknown>
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly date?: string
  readonly quote?: string
  readonly answer: Readonly<Record<string, string>>
  readonly plan?: string
}

export function addEndorsementOptions(command: Command): Command {
  return command
    .option(
      '--set <field=text>',
      'new text of a field of the policy data; may be repeated',
      field,
      {},
    )
    .option(
      '--data <json>',
      'fields of the policy data that are not text, as a JSON object',
      object,
    )
    .option('--first-name <text>', "the customer's first name")
    .option('--last-name <text>', "the customer's last name")
    .option('--email <address>', "the customer's e-mail address")
    .option(
      '--date <day>',
      'first day of the endorsement, such as 2027-06-30; today by default, for another plan the next possible day',
      day,
    )
    .option(
      '--answer <name=value>',
      'new answer of the quote, such as sum_insured=30000, which is priced first; may be repeated',
      field,
      {},
    )
    .option(
      '--plan <key>',
      'other payment plan, from the first day of a billing period that is not charged yet',
    )
    .option(
      '--quote <token>',
      'token of a quote for an endorsement of this policy, with the new price',
    )
}

export function endorsementOf(options: EndorsementOptions): EndorsePolicy {
  const { set, data, firstName, lastName, email, date, quote } = options
  const patch = { ...data, ...set }
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
    ...(Object.keys(patch).length === 0 ? {} : { data: patch }),
    ...(quote === undefined ? {} : { quote_token: quote }),
    ...(date === undefined ? {} : { effective_date: date }),
  }
}

/** A name and its text, added to those before. */
export function field(
  text: string,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const at = text.indexOf('=')
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
  const fix = 'Write a field and its text, such as city=Basel.'
  throw new Failure(exitCodes.usage, `${text} is not of the form field=text.`, fix)
}

function object(text: string): Record<string, unknown> {
  const fix = `Write an object, such as '{"rooms": 4}'.`
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown> // Checked by the condition above.
    }
  } catch {
    // Invalid JSON fails below, like JSON that is not an object.
  }
  throw new Failure(exitCodes.usage, '--data is not a JSON object.', fix)
}

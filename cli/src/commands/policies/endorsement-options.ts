import type { ChangePolicy } from '@bindery/sdk'
import type { Command } from 'commander'
import { day } from '../../day.ts'
import { Failure, exitCodes } from '../../failure.ts'

/** What is to be changed, whether it is ordered or only looked at. */
export interface EndorsementOptions {
  readonly set: Readonly<Record<string, string>>
  readonly data?: Record<string, unknown>
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly date?: string
  readonly quote?: string
  readonly answer: Readonly<Record<string, string>>
}

export function addEndorsementOptions(command: Command): Command {
  return command
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
    .option(
      '--answer <name=value>',
      'another answer of the quote, such as sum_insured=30000: it is priced first; may be repeated',
      field,
      {},
    )
    .option('--quote <token>', 'of a quote for a change of this policy, which has the new price')
}

export function endorsementOf(options: EndorsementOptions): ChangePolicy {
  const { set, data, firstName, lastName, email, date, quote } = options
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
  const fix = 'Write a field and its text such as city=Basel.'
  throw new Failure(exitCodes.usage, `${text} is no field with its text.`, fix)
}

function object(text: string): Record<string, unknown> {
  const fix = `Write an object such as '{"rooms": 4}'.`
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown> // So it has just been seen to be.
    }
  } catch {
    // Told below, as what is no object is.
  }
  throw new Failure(exitCodes.usage, '--data is no JSON object.', fix)
}

import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { showNewest } from '../../output/show-newest.ts'
import { describePolicies } from '../../output/policies.ts'
import { findAccount } from '../../server/find-account.ts'
import { findProduct } from '../../server/find-product.ts'
import type { Server } from '../../server/open-server.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly number?: string
  readonly email?: string
  readonly name?: string
  readonly status?: string
  readonly product?: string
  readonly distributor?: string
  readonly from?: string
  readonly until?: string
  readonly offers?: boolean
  readonly limit: number
}

export function addPoliciesFind(policies: Command): void {
  addCommand(policies, 'find [text]', {
    summary: 'Find policies, newest first',
    details:
      'The text is an id, a policy number, an e-mail address, or the beginning of a last name.',
    examples: [
      'bindery policies find brandt',
      'bindery policies find --product travel --status paid --from 2027-01-01 --limit 100',
    ],
  })
    .option('--number <number>', 'the policy number')
    .option('--email <address>', "the customer's e-mail address")
    .option('--name <name>', 'last name or its beginning, or first and last name')
    .option('--status <status>', 'ready, accepted, paid, cancelled or expired')
    .option('--product <product>', 'only of this product, by key or id')
    .option('--distributor <distributor>', 'only sold by this distributor, by key or id')
    .option('--from <day>', 'created on this day or later, such as 2027-01-31', day)
    .option('--until <day>', 'created on this day or earlier', day)
    .option('--offers', 'find offers that were never paid, instead of policies')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(find))
}

async function find(
  { options, output, server }: Work<Options>,
  text: string | undefined,
): Promise<void> {
  const opened = await server()
  const filters = { ...guess(text), ...(await filtersOf(opened, options)) }
  const { policies, offers } = opened.client.manage
  const kind = options.offers === true ? offers : policies
  const { limit } = options
  const pages = () => kind.search({ ...filters, limit: pageSize(limit) })
  await showNewest(output, pages, limit, describePolicies)
}

/** Recognises by its form what the search text is: an id, e-mail address, policy number or name. */
function guess(text: string | undefined): {
  readonly id?: string
  readonly email?: string
  readonly number?: string
  readonly name?: string
} {
  if (text === undefined) return {}
  if (text.startsWith('tpol_')) return { id: text }
  if (text.includes('@')) return { email: text }
  // A policy number is printed in capitals; in lower case a digit distinguishes it from a double name.
  const isPrinted = /^[A-Z0-9]{2,8}-[A-Z0-9]{8}$/.test(text)
  if (isPrinted || (/^[a-z0-9]{2,8}-[a-z0-9]{8}$/i.test(text) && /\d/.test(text))) {
    return { number: text.toUpperCase() }
  }
  return { name: text }
}

async function filtersOf(opened: Server, options: Options) {
  const { number, email, name, status, product, distributor, from, until } = options
  return {
    ...(number === undefined ? {} : { number }),
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { created_from: from }),
    ...(until === undefined ? {} : { created_until: until }),
    ...(product === undefined ? {} : { product_id: (await findProduct(opened, product)).id }),
    ...(distributor === undefined
      ? {}
      : { distributor_id: (await findAccount(opened, distributor)).id }),
  }
}

import './fast-imports.ts'
import type { Config } from './config.ts'

const { parseArgs } = await import('node:util')
const { readDemoFile } = await import('./demo/index.ts')
const { builtInRoles, selectAccount, selectAccountByKey, selectOwnRoles } =
  await import('./identity/index.ts')
const { OperatorError, isId } = await import('./kernel/index.ts')
const { addressOf, createSignInLink, createUser, readEmail } = await import('./people/index.ts')
const { runOnce } = await import('./run.ts')

const usage =
  'npm run create-user -- <email> <account key> [--name "<name>"] [--role <role>]\n' +
  'The account is the key or the id of an insurer or distributor. The role is administrator by default.'

/**
 * Adds a person to an account, and prints a link that signs the person in. It also helps those who
 * have lost their password. The server must be stopped where it embeds the database.
 */
await runOnce(async ({ db, clock }, config) => {
  const { email, accountKey, name, role } = readArguments()
  const account =
    (await selectAccountByKey(db, accountKey)) ??
    (isId('acc', accountKey) ? await selectAccount(db, accountKey) : undefined)
  if (account === undefined) {
    throw new OperatorError(
      `There is no account ${accountKey}. Create one with npm run create-account, or name the id of a distributor that an insurer has created.`,
    )
  }
  const known = [...builtInRoles, ...(await selectOwnRoles(db, account.id))].map(({ key }) => key)
  if (role !== null && !known.includes(role)) {
    throw new OperatorError(
      `The account ${account.key} has no role ${role}. It has: ${known.join(', ')}.`,
    )
  }
  const now = clock()
  const link = await db.transaction(async (tx) => {
    const wanted = { email, name, roles: role === null ? null : [role] }
    const user = await createUser(tx, account, wanted, now)
    if (user.deactivatedAt !== null) {
      throw new OperatorError(
        `${email} is deactivated. An administrator can reactivate the person.`,
      )
    }
    const { secret } = await createSignInLink(tx, user, now)
    return addressOf(await serverAddress(config), 'sign_in', secret)
  })
  process.stdout.write(
    `${email} belongs to ${account.name}. This link signs the person in, once, within an hour:\n\n${link}\n\nThe person can then set a password.\n`,
  )
})

/** As the server's: from the environment, or else as the last start with a demo has noted it. */
async function serverAddress({ publicUrl, isAddressSet, demo, dataDir }: Config): Promise<string> {
  const noted = demo && !isAddressSet ? await readDemoFile(dataDir) : null
  return noted?.base_url ?? publicUrl
}

function readArguments() {
  const { positionals, values } = parse()
  const [address = '', accountKey = '', ...more] = positionals
  const email = readEmail(address)
  if (email === null || accountKey === '' || more.length > 0)
    throw new OperatorError(`Usage: ${usage}`)
  return { email, accountKey, name: values.name ?? email, role: values.role ?? null }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, role: { type: 'string' } },
    })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : ''}\nUsage: ${usage}`)
  }
}

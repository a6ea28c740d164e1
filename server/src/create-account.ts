import './fast-imports.ts'

const { createAccount, createKey, selectAccountByKey } = await import('./identity/index.ts')
const { OperatorError } = await import('./kernel/index.ts')
const { runOnce } = await import('./run.ts')

const usage = 'npm run create-account -- <insurer|distributor> <key> "<name>"'

/** Makes the first account, and any other, with its four keys. Needs the database to itself when embedded. */
await runOnce(async ({ db, clock }) => {
  const [kind, key = '', name = ''] = process.argv.slice(2)
  if (
    (kind !== 'insurer' && kind !== 'distributor') ||
    !/^[a-z][a-z0-9-]{1,60}$/.test(key) ||
    name === ''
  ) {
    throw new OperatorError(
      `Usage: ${usage}\nThe key is a short name of lower-case letters, digits and dashes, for example northern-mutual.`,
    )
  }
  if ((await selectAccountByKey(db, key)) !== undefined) {
    throw new OperatorError(`There is already an account with the key ${key} that no insurer made.`)
  }
  const now = clock()
  const lines = await db.transaction(async (tx) => {
    const account = await createAccount(tx, { kind, key, name, createdBy: null }, now)
    const made = [`${kind} ${name}`, `id          ${account.id}`]
    for (const livemode of [false, true]) {
      for (const keyKind of ['public', 'secret'] as const) {
        const order = { accountId: account.id, kind: keyKind, livemode, name: 'first' }
        const { key: credential } = await createKey(tx, order, now)
        made.push(`${livemode ? 'live' : 'test'} ${keyKind} ${credential}`)
      }
    }
    return made
  })
  process.stdout.write(`${lines.join('\n')}\nKeep the secret keys now: they are not shown again.\n`)
})

import './fast-imports.ts'

const { createAccount, createKey, selectAccountByKey } = await import('./identity/index.ts')
const { OperatorError } = await import('./kernel/index.ts')
const { runOnce } = await import('./run.ts')

const usage = 'npm run create-account -- <insurer|distributor> <key> "<name>"'

/**
 * Creates an account with its four keys. The server must be stopped where it embeds the database.
 */
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
    throw new OperatorError(`An account with the key ${key} exists already. Choose another key.`)
  }
  const now = clock()
  const lines = await db.transaction(async (tx) => {
    const account = await createAccount(tx, { kind, key, name, createdBy: null }, now)
    const made = [`${kind} ${name}`, `id          ${account.id}`]
    for (const livemode of [false, true]) {
      for (const keyKind of ['public', 'secret'] as const) {
        const request = { accountId: account.id, kind: keyKind, livemode, name: 'first' }
        const { key: credential } = await createKey(tx, request, now)
        made.push(`${livemode ? 'live' : 'test'} ${keyKind} ${credential}`)
      }
    }
    return made
  })
  process.stdout.write(`${lines.join('\n')}\nSave the secret keys now: they are not shown again.\n`)
})

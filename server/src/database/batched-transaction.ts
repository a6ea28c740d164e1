import type { SelectByIds } from './database.ts'
import { type Listing, withoutKeys } from './listing.ts'
import { type Statement, toParameter } from './sql.ts'
import { type Part, kindOf, merge, combineStatements } from './combine-statements.ts'
import type { Transaction } from './transaction.ts'

interface Waiting<Answer> {
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

/** A statement that several callers share. */
interface Common {
  send(): void
}

interface Question extends Common {
  ask(key: string): Promise<unknown[]>
}

interface SharedWrite extends Common {
  add(parts: readonly Part[]): Promise<void>
}

/**
 * A transaction that many pieces of work share, each on rows of its own. The same requests of one
 * turn of the event loop are sent as one statement, in the order in which each was first made. So
 * the pieces keep step: they get their answers at once, and go on at once. Any other statement is
 * sent alone, after the requests before it.
 */
export function batchedTransaction(tx: Transaction): Transaction {
  let common = new Map<string, Common>()
  let alone = 0

  function known<Kind extends Common>(name: string, make: () => Kind): Kind {
    const found = common.get(name)
    if (found !== undefined) return found as Kind // Its name begins with its kind.
    if (common.size === 0) setImmediate(send)
    const made = make()
    common.set(name, made)
    return made
  }

  function send(): void {
    const sent = common
    common = new Map()
    for (const one of sent.values()) one.send()
  }

  return {
    inTransaction: true,
    query: async <Row>(statement: Statement) => {
      if (/^\s*(?:savepoint|rollback)\b/.test(statement.text)) {
        throw new Error(
          'a savepoint is not possible in a transaction that many share: it would undo the work of all',
        )
      }
      send()
      return tx.query<Row>(statement)
    },
    find: async <Row extends { readonly id: string }>(select: SelectByIds, id: string) => {
      const question = known(`find ${numberOf(select)}`, () => openQuestion(tx, select, 'id'))
      return (await question.ask(id))[0] as Row | undefined // The statement selects its columns.
    },
    findAll: async <Row extends { readonly id: string }>(
      select: SelectByIds,
      ids: readonly string[],
    ) => {
      const question = known(`find ${numberOf(select)}`, () => openQuestion(tx, select, 'id'))
      return (await Promise.all(ids.map((id) => question.ask(id)))).flat() as Row[] // Likewise.
    },
    list: async <Row, Shared extends readonly unknown[]>(
      select: Listing<Row, Shared>,
      key: string,
      ...shared: Shared
    ) => {
      const name = `list ${numberOf(select)} ${JSON.stringify(shared.map(toParameter))}`
      const selectAll = (keys: readonly string[]) => select(keys, ...shared)
      const question = known(name, () => openQuestion(tx, selectAll, 'of'))
      return withoutKeys<Row>(await question.ask(key))
    },
    write: async (parts) => {
      const kind = kindOf(parts) ?? `alone ${(alone += 1)}`
      await known(`write ${kind}`, () => openWrite(tx)).add(parts)
    },
  }
}

function openQuestion(tx: Transaction, select: SelectByIds, keyName: 'id' | 'of'): Question {
  const waiting = new Map<string, Waiting<unknown[]>[]>()
  const answer = async () => {
    try {
      const rows = await tx.query<Record<typeof keyName, string>>(select([...waiting.keys()]))
      const rowsOf = Map.groupBy(rows, (row) => row[keyName])
      for (const [key, all] of waiting) for (const { done } of all) done(rowsOf.get(key) ?? [])
    } catch (error) {
      for (const all of waiting.values()) for (const { failed } of all) failed(error)
    }
  }
  return {
    send: () => void answer(),
    ask: (key) =>
      new Promise((done, failed) => {
        const all = waiting.get(key)
        if (all === undefined) waiting.set(key, [{ done, failed }])
        else all.push({ done, failed })
      }),
  }
}

function openWrite(tx: Transaction): SharedWrite {
  const added: (readonly Part[])[] = []
  const waiting: Waiting<void>[] = []
  const write = async () => {
    try {
      await tx.query(combineStatements(merge(added)))
      for (const { done } of waiting) done()
    } catch (error) {
      for (const { failed } of waiting) failed(error)
    }
  }
  return {
    send: () => void write(),
    add: (parts) =>
      new Promise((done, failed) => {
        added.push(parts)
        waiting.push({ done, failed })
      }),
  }
}

/** A number for each select constant, by which equal requests are recognised. */
const numbers = new WeakMap<object, number>()
let numbered = 0

function numberOf(select: object): number {
  let number = numbers.get(select)
  if (number === undefined) {
    number = numbered += 1
    numbers.set(select, number)
  }
  return number
}

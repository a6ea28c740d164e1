import { type Caller, callerOn } from './caller.ts'
import { type ClientOptions, openConnection } from './connection.ts'
import { dataOf } from './data.ts'
import { manageOf } from './manage.ts'
import { mandatesOf } from './mandates.ts'
import { policiesOf } from './policies.ts'
import { salesOf } from './sales.ts'

/** `call` reaches every operation by its name; the groups give the usual ones pleasant names. */
export type Client = Caller &
  ReturnType<typeof salesOf> &
  ReturnType<typeof dataOf> & {
    readonly policies: ReturnType<typeof policiesOf>
    readonly mandates: ReturnType<typeof mandatesOf>
    readonly manage: ReturnType<typeof manageOf>
  }

export function createClient(options: ClientOptions): Client {
  const connection = openConnection(options)
  const caller = callerOn(connection)
  return {
    ...caller,
    ...salesOf(caller),
    ...dataOf(caller),
    policies: policiesOf(caller),
    mandates: mandatesOf(caller),
    manage: manageOf(caller),
  }
}

import pg from 'pg'
import { answerTimeoutMs, readRole, reasonOf } from './ask-host.ts'
import { type Connection, type Host, nameOf } from '../../settings/index.ts'
import { type PrimaryFinder, finderOf } from './primary-finder.ts'

/** Either of the two forms that pg accepts; it is called with an error, or with null and the client. */
type Connected = (error: never, client: never) => void

/** The client for a connection: with several hosts one that finds the primary. */
export function clientFor({ hosts }: Connection): typeof pg.Client {
  return hosts === undefined ? pg.Client : PrimaryClient
}

/**
 * A connection to whichever of several hosts is the primary, checked by what the server says of
 * itself, and ended when another host becomes the primary.
 */
class PrimaryClient extends pg.Client {
  readonly #finder: PrimaryFinder

  constructor(config: Connection) {
    super(config)
    this.#finder = finderOf(config, config.hosts ?? [])
  }

  override connect(connected?: Connected): never {
    const connecting = this.#connectToPrimary()
    if (connected === undefined) return connecting as never // One of pg's two forms.
    connecting.then(
      () => connected(null as never, this as never),
      (error: unknown) => connected(error as never, undefined as never),
    )
    return undefined as never // The other one.
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const host = await this.#finder.locate()
    // The pool has given up meanwhile.
    if (this.connection.stream.destroyed) throw new Error('timeout expired')
    this.host = host.host
    this.port = host.port
    // From the first moment on: an error that nobody listens to would end the process.
    this.on('error', () => this.#finder.suspect(host))
    this.#watchRole(host)
    try {
      await super.connect()
      await this.#check(host)
    } catch (error) {
      this.#finder.suspect(host)
      this.connection.stream.destroy()
      throw named(error, host)
    }
    this.#finder.keep(this, host)
    return this
  }

  async #check(host: Host): Promise<void> {
    const overdue = setTimeout(
      () => this.connection.stream.destroy(new Error('timeout expired')),
      answerTimeoutMs,
    )
    try {
      this.#finder.assertPrimary(host, await readRole(this))
    } finally {
      clearTimeout(overdue)
    }
  }

  /** The server reports these two with the log-in, and again whenever they change. */
  #watchRole(host: Host): void {
    this.connection.on('parameterStatus', (status: ParameterStatus) => {
      const { parameterName, parameterValue } = status
      if (!/^(in_hot_standby|default_transaction_read_only)$/.test(parameterName)) return
      if (parameterValue !== 'on') return
      this.#finder.suspect(host)
      const error = new Error(`Connection terminated: ${nameOf(host)} takes no writes`)
      this.connection.stream.destroy(error)
    })
  }
}

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

/** The same error, so that its code stays, with the host it came from. */
function named(error: unknown, host: Host): unknown {
  if (!(error instanceof Error) || error.message.includes(nameOf(host))) return error
  error.message = `${error.message} (${nameOf(host)}: ${reasonOf(error, host)})`
  return error
}

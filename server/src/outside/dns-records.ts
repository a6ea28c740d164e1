import { promises as dns } from 'node:dns'

/** Nothing is said of a name by a name server that fails or is silent: that is no proof that it has no record. */
export type DnsAnswer<Value> =
  | { readonly outcome: 'found'; readonly records: readonly Value[] }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'unanswered'; readonly because: string }

export interface MailExchange {
  readonly exchange: string
  readonly priority: number
}

/** The records of the names that mail depends on. */
export interface DnsRecords {
  /** Each record as one text: its strings are joined. */
  texts(name: string): Promise<DnsAnswer<string>>
  exchanges(name: string): Promise<DnsAnswer<MailExchange>>
  /** IPv4 and IPv6. */
  addresses(name: string): Promise<DnsAnswer<string>>
}

export interface NameServers {
  /** Addresses such as `192.0.2.53` or `192.0.2.53:5300`; empty for those of the system. */
  readonly addresses: readonly string[]
  /** How long one try may take. */
  readonly tryMs?: number
}

const tryMsMax = 2_000
const triesMax = 2
const questionsMax = 60

/** Asks name servers, and gives up what takes longer than this in all. */
export async function withDnsRecords<Result>(
  { addresses, tryMs = tryMsMax }: NameServers,
  deadlineMs: number,
  work: (records: DnsRecords) => Promise<Result>,
): Promise<Result> {
  const resolver = new dns.Resolver({ timeout: tryMs, tries: triesMax })
  if (addresses.length > 0) resolver.setServers(addresses)
  let questions = 0
  let isOver = false
  const ask = async <Value>(find: () => Promise<readonly Value[]>): Promise<DnsAnswer<Value>> => {
    questions += 1
    if (isOver || questions > questionsMax) return unanswered('there was no time left')
    try {
      const records = await find()
      return records.length === 0 ? { outcome: 'none' } : { outcome: 'found', records }
    } catch (error) {
      return answerOf(error)
    }
  }
  const timer = setTimeout(() => {
    isOver = true
    resolver.cancel()
  }, deadlineMs)
  try {
    return await work({
      texts: (name) =>
        ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
      exchanges: (name) => ask(() => resolver.resolveMx(name)),
      addresses: async (name) =>
        both(
          await Promise.all([
            ask(() => resolver.resolve4(name)),
            ask(() => resolver.resolve6(name)),
          ]),
        ),
    })
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}

/** Of two families: what one of them has counts, even if nobody answers for the other. */
function both([four, six]: readonly [DnsAnswer<string>, DnsAnswer<string>]): DnsAnswer<string> {
  const records = [four, six].flatMap((one) => (one.outcome === 'found' ? one.records : []))
  if (records.length > 0) return { outcome: 'found', records }
  return four.outcome === 'unanswered' ? four : six
}

const reasons: Readonly<Record<string, string>> = {
  ESERVFAIL: 'the name server failed',
  EREFUSED: 'the name server refused to answer',
  ETIMEOUT: 'the name server did not answer in time',
  ECONNREFUSED: 'the name server cannot be reached',
  ECANCELLED: 'there was no time left',
}

function answerOf(error: unknown): DnsAnswer<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'ENODATA') return { outcome: 'none' }
  // Anything else, such as a name that DNS cannot have, is said by its code.
  if (code === '') throw error
  return unanswered(reasons[code] ?? `the name server did not answer (${code})`)
}

function unanswered(because: string): DnsAnswer<never> {
  return { outcome: 'unanswered', because }
}

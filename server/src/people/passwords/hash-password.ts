import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordsBusy } from '../reasons.ts'

const compute = promisify(argon2)

/** What a hash costs. */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

/** A tenth to a third of a second on one core. */
const defaultPasswordCost: PasswordCost = { memoryKib: 65_536, passes: 3 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Compares with a stored hash. With null it computes a hash as well, and returns false. */
  verify(password: string, stored: string | null): Promise<boolean>
  /** Whether the stored hash was made with another cost than is usual now. */
  isOutdated(stored: string): boolean
  survey(): { readonly computed: number; readonly running: number; readonly waiting: number }
}

const runningMax = 2
const waitingMax = 32
const busySeconds = 5
const saltBytes = 16
const tagBytes = 32
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

/**
 * Hashes with argon2id, in threads of Node's pool. Two run at once, so that signing in takes no more
 * of the machine; some wait; whatever comes beyond is refused.
 */
export function createPasswordHasher(cost: PasswordCost = defaultPasswordCost): PasswordHasher {
  let computed = 0
  let running = 0
  const waiting: (() => void)[] = []
  /** For accounts that do not exist: the same work as for those that do. */
  const nobodysSalt = randomBytes(saltBytes)

  async function derive(password: string, salt: Buffer, { memoryKib, passes }: PasswordCost) {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw passwordsBusy(busySeconds)
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      await promise
    } else running += 1
    try {
      computed += 1
      return await compute('argon2id', {
        message: Buffer.from(password.normalize('NFKC')),
        nonce: salt,
        parallelism: 1,
        tagLength: tagBytes,
        memory: memoryKib,
        passes,
      })
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      const tag = await derive(password, salt, cost)
      const { memoryKib, passes } = cost
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(salt)}$${base64(tag)}`
    },
    async verify(password, stored) {
      const known = stored === null ? null : parse(stored)
      if (known === null) {
        await derive(password, nobodysSalt, cost)
        return false
      }
      return timingSafeEqual(await derive(password, known.salt, known.cost), known.tag)
    },
    isOutdated(stored) {
      const { memoryKib, passes } = parse(stored).cost
      return memoryKib !== cost.memoryKib || passes !== cost.passes
    },
    survey: () => ({ computed, running, waiting: waiting.length }),
  }
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, salt, tag] = form.exec(stored) ?? []
  if (salt === undefined || tag === undefined)
    throw new Error('a stored password hash is unreadable')
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** Without padding, as the form of such hashes has it. */
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

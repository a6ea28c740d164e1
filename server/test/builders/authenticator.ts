import { type KeyObject, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'

/** What an authenticator says; each can be a lie. */
interface Claims {
  readonly origin: string
  readonly rpId: string
  readonly counter: number
  /** Whether it has checked who holds it. */
  readonly isVerified: boolean
  readonly credentialId: string
  readonly userHandle: string
  readonly key: KeyObject
}

/** An authenticator made by hand, with one passkey. */
export interface Authenticator {
  readonly credentialId: string
  /** Answers `navigator.credentials.create`. */
  create(options: CreationOptions, lies?: Partial<Claims>): object
  /** Answers `navigator.credentials.get`. */
  get(options: { readonly challenge: string }, lies?: Partial<Claims>): object
}

export interface CreationOptions {
  readonly challenge: string
  readonly user: { readonly id: string }
}

export function newAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16).toString('base64url')
  let truth: Claims = {
    origin,
    rpId: new URL(origin).hostname,
    counter: 0,
    isVerified: true,
    credentialId,
    userHandle: '',
    key: privateKey,
  }
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const answer = (id: string, response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })
  return {
    credentialId,
    create({ challenge, user }, lies = {}) {
      truth = { ...truth, userHandle: user.id }
      const now = { ...truth, ...lies }
      const id = Buffer.from(now.credentialId, 'base64url')
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Buffer.concat([authenticatorData(now, 0x40), attested])],
        ]),
      ).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, now).toString('base64url')
      return answer(now.credentialId, {
        clientDataJSON,
        attestationObject,
        transports: ['internal'],
      })
    },
    get({ challenge }, lies = {}) {
      truth = { ...truth, counter: truth.counter + 1 }
      const now = { ...truth, ...lies }
      const data = authenticatorData(now, 0)
      const client = clientData('webauthn.get', challenge, now)
      const signed = Buffer.concat([data, hash('sha256', client, 'buffer')])
      return answer(now.credentialId, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, now.key).toString('base64url'),
        userHandle: now.userHandle,
      })
    },
  }
}

function clientData(type: string, challenge: string, { origin }: Claims): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData({ rpId, counter, isVerified }: Claims, flags: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(0x01 | (isVerified ? 0x04 : 0) | flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([hash('sha256', rpId, 'buffer'), rest])
}

/** As much of CBOR as authenticators write. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new Error('not written by authenticators')
  const entries = [...(value as Map<unknown, unknown>)].flat().map(cbor)
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

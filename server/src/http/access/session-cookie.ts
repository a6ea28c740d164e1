import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookies of people who sign in. */
export interface SessionCookies {
  /** The secret of the session that the request carries; null if it carries none. */
  secretOf(request: FastifyRequest): string | null
  write(reply: FastifyReply, secret: string): void
  clear(reply: FastifyReply): void
  /** What says that a person has signed in with this browser before. */
  browserOf(request: FastifyRequest): string | null
  writeBrowser(reply: FastifyReply, token: string): void
  /** A sign-in that was begun in this browser and goes on at an identity provider. */
  begunOf(request: FastifyRequest): string | null
  writeBegun(reply: FastifyReply, token: string, seconds: number): void
  clearBegun(reply: FastifyReply): void
}

const browserDays = 400
const secondsPerDay = 86_400

/** Under https a browser accepts such cookies from this host alone, and sends them back encrypted. */
export function sessionCookies(publicUrl: string): SessionCookies {
  const isSecure = publicUrl.startsWith('https:')
  const prefix = isSecure ? '__Host-' : ''
  const [session, browser] = [`${prefix}bindery_session`, `${prefix}bindery_browser`]
  const begun = `${prefix}bindery_sign_in`
  const rest = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    secretOf: (request) => cookieOf(request, session),
    write: (reply, secret) => void reply.header('set-cookie', `${session}=${secret}${rest}`),
    clear: (reply) => void reply.header('set-cookie', `${session}=; Max-Age=0${rest}`),
    browserOf: (request) => cookieOf(request, browser),
    writeBrowser: (reply, token) => {
      const lasts = `; Max-Age=${browserDays * secondsPerDay}`
      reply.header('set-cookie', `${browser}=${token}${lasts}${rest}`)
    },
    begunOf: (request) => cookieOf(request, begun),
    writeBegun: (reply, token, seconds) =>
      void reply.header('set-cookie', `${begun}=${token}; Max-Age=${seconds}${rest}`),
    clearBegun: (reply) => void reply.header('set-cookie', `${begun}=; Max-Age=0${rest}`),
  }
}

/** Null as well where a cookie was sent twice: one of them may be somebody else's. */
function cookieOf({ headers }: FastifyRequest, name: string): string | null {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? (values[0] ?? null) : null
}

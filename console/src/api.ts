/** What the server says when it refuses. */
export interface Refused {
  readonly code: string
  readonly message: string
}

class Refusal extends Error {
  readonly code: string

  constructor({ code, message }: Refused) {
    super(message)
    this.code = code
  }
}

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
}

export interface Session {
  readonly id: string
  readonly is_current: boolean
  readonly method: string
  readonly address: string
  readonly user_agent: string
  readonly created_at: string
  readonly last_seen_at: string
}

/** The answer to a sign-in: a session, or a ticket for the second step. */
export interface SignedIn {
  readonly next: string | null
  readonly ticket: string | null
}

export interface Me {
  readonly person: Person | null
  readonly session: Session | null
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly roles: string[]
  }[]
}

const unreachable = {
  code: 'unreachable',
  message: 'The server cannot be reached. Check your connection, and try again.',
}

export async function ask<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`/manage${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null)
  if (response === null) throw new Refusal(unreachable)
  const answer: unknown = await response.json().catch(() => unreachable)
  if (!response.ok) throw new Refusal(answer as Refused) // The form of every refusal.
  return answer as Answer // As documented for the path.
}

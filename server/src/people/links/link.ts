import { type AccountId, type UserId, type UserLinkId, mintId } from '../../kernel/index.ts'

/** What a link opens. */
export type LinkKind = 'invitation' | 'reset' | 'email_old' | 'email_new' | 'sign_in'

export interface UserLink {
  readonly id: UserLinkId
  readonly kind: LinkKind
  /** The person; of an invitation the id that the person gets if nobody has the address yet. */
  readonly userId: UserId
  readonly email: string
  /** Of an invitation. */
  readonly invitation: Invitation | null
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | null
}

export interface Invitation {
  readonly accountId: AccountId
  readonly name: string
  readonly roles: readonly string[]
}

const validHours: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * 24,
  reset: 1,
  email_old: 24,
  email_new: 24,
  sign_in: 1,
}

/** A link with its secret, which is shown this once. */
export interface NewLink {
  readonly link: UserLink
  readonly secret: string
}

export type WantedLink = Pick<UserLink, 'kind' | 'userId' | 'email'> & {
  readonly invitation?: Invitation
}

export function newLink(wanted: WantedLink, now: Temporal.Instant): UserLink {
  return {
    ...wanted,
    invitation: wanted.invitation ?? null,
    id: mintId('lnk', now),
    createdAt: now,
    expiresAt: now.add({ hours: validHours[wanted.kind] }),
    usedAt: null,
  }
}

/**
 * The page that takes the secret. It stands behind the #, which browsers send to no server, so that
 * it appears in no log.
 */
export function addressOf(publicUrl: string, kind: LinkKind, secret: string): string {
  return `${publicUrl}/console/welcome#${kind}=${secret}`
}

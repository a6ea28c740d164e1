import { mintToken } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { type NewLink, type UserLink, type WantedLink, newLink } from './link.ts'
import { insertLink, updateLinkSecret } from './link-store.ts'

export async function createLink(
  tx: Queryable,
  wanted: WantedLink,
  now: Temporal.Instant,
): Promise<NewLink> {
  const link = newLink(wanted, now)
  const secret = mintToken()
  await insertLink(tx, link, hashSecret(secret))
  return { link, secret }
}

/** Shows a link that was asked for before. A secret that was shown earlier no longer works. */
export async function showLink(tx: Queryable, link: UserLink): Promise<NewLink> {
  const secret = mintToken()
  await updateLinkSecret(tx, link.id, hashSecret(secret))
  return { link, secret }
}

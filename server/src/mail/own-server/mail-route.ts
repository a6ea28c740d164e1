import type { Queryable } from '../../database/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { MailRoute, MailSettings } from '../../settings/index.ts'
import { type ServerOwner, openServer } from './own-server.ts'
import { selectServer } from './own-server-store.ts'

export interface RouteDeps {
  readonly db: Queryable
  readonly keyRing: KeyRing
  readonly mailSettings: MailSettings
}

/** How mails of an insurer go: its own server comes before that of the installation. */
export async function readRoute(
  { db, keyRing, mailSettings }: RouteDeps,
  owner: ServerOwner,
): Promise<MailRoute & { readonly isOwn: boolean }> {
  const stored = await selectServer(db, owner)
  if (stored === undefined) return { ...mailSettings, isOwn: false }
  return { ...openServer(keyRing, stored), isOwn: true }
}

import { type MailServer, openMailServer } from './mail-server.ts'
import { type RouteDeps, readRoute } from './own-server/mail-route.ts'
import type { ServerOwner } from './own-server/own-server.ts'

/** The mail servers of one round: that of the installation, and those of insurers. */
export interface MailServers {
  /** Null where there is none for these mails. */
  of(owner: ServerOwner): Promise<MailServer | null>
  close(): void
}

export function openServers(deps: RouteDeps): MailServers {
  const shared = openMailServer({ ...deps.mailSettings, isOwn: false }, deps.mailSettings)
  const own = new Map<string, Promise<MailServer | null>>()
  const opened: MailServer[] = shared === null ? [] : [shared]

  async function open(owner: ServerOwner): Promise<MailServer | null> {
    const route = await readRoute(deps, owner)
    if (!route.isOwn) return shared
    const server = openMailServer(route, deps.mailSettings)
    if (server !== null) opened.push(server)
    return server
  }

  return {
    of(owner) {
      const key = `${owner.insurerId} ${owner.livemode}`
      const server = own.get(key) ?? open(owner)
      own.set(key, server)
      return server
    },
    close() {
      for (const server of opened) server.close()
    },
  }
}

import type { ChangeFeed } from '../../database/index.ts'
import type { App } from '../deps.ts'

/**
 * Whoever changes something sees it changed, from the next request on: what this process keeps in
 * memory is cleared before the change is answered. Other processes hear of it a moment later.
 */
export function addOwnChanges(app: App, { feed }: { readonly feed: ChangeFeed }): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isChange = request.method !== 'GET' && reply.statusCode < 300
    if (isChange && request.routeOptions.url?.startsWith('/manage/')) await feed.caughtUp()
    return payload
  })
}

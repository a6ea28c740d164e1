import type { ChangeFeed } from '../../database/index.ts'
import type { App } from '../deps.ts'
import { endHook } from '../wire/end-hook.ts'

/**
 * A caller sees its own changes from the next request on: the caches of this process are cleared
 * before the response to a change is sent. Other processes follow a moment later.
 */
export function addOwnChanges(app: App, { feed }: { readonly feed: ChangeFeed }): void {
  const caughtUp = async <Payload>(payload: Payload): Promise<Payload> => {
    await feed.caughtUp()
    return payload
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    const isChange = request.method !== 'GET' && reply.statusCode < 300
    if (!isChange || !request.routeOptions.url?.startsWith('/manage/')) done(null, payload)
    else void endHook(caughtUp(payload), done)
  })
}

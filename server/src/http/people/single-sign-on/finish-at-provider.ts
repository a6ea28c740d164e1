import { finishAtProvider } from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { signInRequestOf } from '../answer-sign-in.ts'
import { answerFailure } from './answer-failure.ts'

/** Where a provider sends the browser back to. */
export function addFinishAtProvider(app: App, deps: HttpDeps): void {
  app.get(
    '/console/sso/callback',
    { config: { access: 'open' }, schema: { hide: true } },
    async (request, reply) =>
      answerFailure(deps, request, reply, async () => {
        const token = app.cookies.begunOf(request)
        app.cookies.clearBegun(reply)
        const query = new URLSearchParams(request.url.split('?', 2)[1])
        const returned = { token, query }
        const secret = await finishAtProvider(deps, returned, signInRequestOf(request))
        // Roles may have changed, and the next request is to find the new ones.
        await deps.feed.caughtUp()
        app.cookies.write(reply, secret)
        return reply.redirect(`${deps.publicUrl}/console`, 302)
      }),
  )
}

import { beginAtProvider } from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { Type } from '../../wire/type.ts'
import { answerFailure } from './answer-failure.ts'

/** Where a person of an account begins to sign in: the browser goes on at the provider. */
export function addBeginAtProvider(app: App, deps: HttpDeps): void {
  app.get(
    '/console/sso/:account',
    {
      config: { access: 'open' },
      schema: { hide: true, params: Type.Object({ account: Type.String() }) },
    },
    async (request, reply) =>
      answerFailure(deps, request, reply, async () => {
        const { url, token, seconds } = await beginAtProvider(deps, request.params.account)
        app.cookies.writeBegun(reply, token, seconds)
        return reply.redirect(url, 302)
      }),
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { SingleSignOnFailure } from '../../../people/index.ts'

/**
 * Sends the browser to the sign-in page with a code alone: what a provider answers may be anything.
 * The log has the details, under the id of the request.
 */
export async function answerFailure(
  { publicUrl }: { readonly publicUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof SingleSignOnFailure)) throw error
    const { code } = error
    request.log.warn({ code, ...causesOf(error) }, 'single sign-on failed')
    return reply.redirect(`${publicUrl}/console/sign-in#error=${code}`, 302)
  }
}

const causesMax = 5

/** Messages and codes alone: errors of the library carry tokens and whole answers. */
function causesOf(error: Error): { readonly causes?: readonly string[] } {
  const causes: string[] = []
  for (let one = error.cause; one instanceof Error && causes.length < causesMax; one = one.cause) {
    causes.push('code' in one ? `${one.message} (${String(one.code)})` : one.message)
  }
  return causes.length === 0 ? {} : { causes }
}

import type { FastifyContextConfig, FastifySchema } from 'fastify'

/** Adds to a route's schema what its configuration knows: the keys it takes and the Accept header. */
export function describeRoute(
  schema: FastifySchema | undefined,
  url: string,
  config: FastifyContextConfig | undefined,
  vendor: string,
): { schema: FastifySchema; url: string } {
  const { access = 'open', version, versionRequired = false } = config ?? {}
  const accept = `application/vnd.${vendor}.v${version}+json`
  const acceptNote =
    version === undefined
      ? []
      : [versionRequired ? `Requires \`Accept: ${accept}\`.` : `Takes \`Accept: ${accept}\`.`]
  const description = [schema?.description, ...acceptNote].filter((part) => part !== undefined)
  return {
    url,
    schema: {
      ...schema,
      ...(description.length === 0 ? {} : { description: description.join(' ') }),
      ...(access === 'open' ? {} : { security: securityOf(access) }),
    },
  }
}

function securityOf(access: 'key' | 'secret'): { readonly [name: string]: readonly string[] }[] {
  return access === 'secret' ? [{ secretKey: [] }] : [{ publicKey: [] }, { secretKey: [] }]
}

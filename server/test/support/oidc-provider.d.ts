/** What the tests use of the library, which comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Grant {
    addOIDCScope(scopes: string): void
    save(): Promise<string>
  }
  interface Context {
    readonly oidc: {
      readonly provider: Provider
      readonly account?: { readonly accountId: string }
      readonly client?: { readonly clientId: string }
    }
  }

  export class Provider {
    constructor(
      issuer: string,
      settings: {
        readonly clients: readonly object[]
        readonly jwks: { readonly keys: readonly object[] }
        readonly cookies: { readonly keys: readonly string[] }
        readonly claims: Readonly<Record<string, readonly string[]>>
        readonly features: { readonly devInteractions: { readonly enabled: boolean } }
        readonly interactions: {
          readonly url: (context: Context, interaction: { readonly uid: string }) => string
        }
        readonly ttl: Readonly<Record<string, number>>
        readonly findAccount: (
          context: Context,
          subject: string,
        ) => { readonly accountId: string; readonly claims: () => object }
        readonly loadExistingGrant: (context: Context) => Promise<Grant>
      },
    )
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>
  }
}

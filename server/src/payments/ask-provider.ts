import { assertOutsideTransaction } from '../database/index.ts'
import type { PaymentProvider, Providers } from './provider.ts'
import { providerNamed } from './providers/collected-outside.ts'

export interface AskDeps {
  readonly providers: Providers
  /**
   * Called when an answer got lost: the provider threw, or what it said could not be written down.
   * Whether money moved is not known then, so the payment stays in doubt.
   */
  readonly onDoubt: (error: unknown) => void
}

const providerTimeoutMs = 10_000

/**
 * Asks a provider, but not for ever. Null when there was no answer, or an error instead of one:
 * that does not show whether money moved, so it is asked again later. A provider that is no longer
 * there does not answer either.
 */
export async function askProvider<Answer>(
  deps: AskDeps,
  name: string,
  ask: (provider: PaymentProvider, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | null> {
  assertOutsideTransaction('asking a payment provider')
  try {
    const provider = providerNamed(deps.providers, name)
    if (provider === undefined) throw new Error(`payment provider ${name} is gone`)
    return await ask(provider, AbortSignal.timeout(providerTimeoutMs))
  } catch (error) {
    deps.onDoubt(error)
    return null
  }
}
